// A thread that fails or is stuck costs its own question, and no later one.
import test from 'ava';
import { isUnavailable } from '../errors.ts';
import { thread } from './thread.ts';

const started = (mostWaiting: number, timeoutMs = 60_000) =>
  thread<string, string>({
    script: new URL('./thread.fixture.ts', import.meta.url),
    name: 'test thread',
    mostWaiting,
    timeoutMs,
  });

test('ask answers from the thread, and from a new one after it has ended or was stuck', async (t) => {
  await using asked = started(8);
  t.is(await asked.ask('first', 'ann'), 'FIRST');
  // An error of the thread is of another realm.
  t.like(await t.throwsAsync(asked.ask('end', 'ann'), { any: true }), { message: 'the work failed' });
  t.is(await asked.ask('next', 'ann'), 'NEXT');
  await using impatient = started(8, 2_000);
  t.true(isUnavailable(await t.throwsAsync(impatient.ask('be stuck', 'ann'))));
  // A slow machine may start no thread within that time.
  const last = () => impatient.ask('last', 'ann').catch((error: unknown) => t.true(isUnavailable(error)));
  let answer = await last();
  while (answer === true) answer = await last();
  t.is(answer, 'LAST');
});

test('ask refuses at once what finds too much waiting', async (t) => {
  await using asked = started(1);
  const [running, waiting, refused] = ['a', 'b', 'c'].map((question) => asked.ask(question, 'ann'));
  const error = await t.throwsAsync(refused as Promise<string>);
  t.true(isUnavailable(error));
  t.deepEqual([await running, await waiting], ['A', 'B']);
});

test('ask ends work whose caller has gone, and lets work end that is nearly done', async (t) => {
  await using asked = started(8);
  t.is(await asked.ask('first', 'ann'), 'FIRST');
  const caller = new AbortController();
  const stuck = asked.ask('be stuck', 'ann', caller.signal);
  const waiting = asked.ask('waits', 'bob', caller.signal);
  const next = asked.ask('next', 'cay');
  setImmediate(() => caller.abort(new Error('gone')));
  await t.throwsAsync(waiting, { message: 'gone' });
  await t.throwsAsync(stuck, { message: 'gone' });
  t.is(await next, 'NEXT');
  const late = new AbortController();
  const answer = asked.ask('late', 'ann', late.signal);
  setImmediate(() => late.abort(new Error('gone')));
  t.is(await answer.catch(() => 'LATE'), 'LATE');
  t.is(await asked.ask('last', 'ann'), 'LAST');
});
