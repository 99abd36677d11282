// Recorded messages, as a test of another team uses them.
import test from 'ava';
import { definitions } from './runtime/definitions.ts';
import { type MessageName, sample, titlesOf } from './runtime/samples.ts';

test('each message has a recorded sample that its consumer accepts', (t) => {
  for (const name of Object.keys(definitions) as MessageName[]) {
    const { payload } = definitions[name].candidate;
    for (const title of titlesOf(name)) t.true(payload(sample(name, { title }).payload), `${name}: ${title}`);
  }
});

test('a sample has the changes that a test asks for', (t) => {
  const changed = sample('lab.status', { title: 'failed', changes: { state: 'stopped' } });
  t.deepEqual(changed, {
    ...changed,
    payload: { ...sample('lab.status', { title: 'failed' }).payload, state: 'stopped' },
  });
  t.is(changed.payload.state, 'stopped');
});

test('a sample that does not exist is named with those that do', (t) => {
  const error = t.throws(() => sample('lab.status', { title: 'lost' }), { instanceOf: RangeError });
  t.is(error?.message, 'lab.status has no sample lost. Samples: running, failed.');
});
