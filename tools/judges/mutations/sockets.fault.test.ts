// What the judge of WebSockets is worth: nothing is found on a healthy server of live updates, and each mutant is found
// by its check and rule.
import { join } from 'node:path';
import test from 'ava';
import type { CheckName } from '../conformance/checks.ts';
import { conformSockets } from '../conformance/sockets.ts';
import { callers, origin, type Steps, socketMutants, startSocket, values } from './sockets.ts';

const document = join(import.meta.dirname, '../../../spec/platform/asyncapi.yaml');

async function judged(mutate: Partial<Steps>, answerMs: number, only?: readonly CheckName[]) {
  await using server = await startSocket(mutate);
  return await conformSockets({
    document,
    baseUrl: server.url,
    origin,
    callers,
    values: { live: values },
    answerMs,
    ...(only ? { only } : {}),
  });
}

test('conformSockets finds nothing on a healthy server', async (t) => {
  t.timeout(60_000);
  const { findings, received } = await judged({}, 60_000);
  t.deepEqual(findings, []);
  t.deepEqual(Object.keys(received).sort(), ['Delta', 'Snapshot']);
});

for (const { id, what, check, rule, mutate } of socketMutants)
  test.serial(`conformSockets finds ${id} (${what})`, async (t) => {
    t.timeout(60_000);
    const { findings } = await judged(mutate, 5_000, [check === 'socket-heard' ? 'socket-example' : check]);
    const found = findings.find((each) => each.check === check && each.rule === rule);
    t.truthy(
      found,
      `expected ${check} | ${rule}, found:\n${findings.map((each) => Object.values(each).join(' | ')).join('\n') || 'nothing'}`,
    );
    t.regex(found?.request ?? '', /^curl /);
  });
