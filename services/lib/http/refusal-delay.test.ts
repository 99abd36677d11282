// Refusals beyond the first few of a window come late, and only those.
import test from 'ava';
import { manualClock } from '../clock.ts';
import { delayRefusals, refusalDelays } from './refusal-delay.ts';

const { atOnce, delayMs, waiting } = refusalDelays;
const ask = { policy: 'read', key: 'tora', quota: 1, windowS: 60, cost: 1 };
const refusal = { allowed: false, remaining: 0, resetS: 30, retryAfterS: 20 };

/** How many of the answers have come. */
function counted(answers: readonly Promise<unknown>[]) {
  let came = 0;
  for (const each of answers) void each.then(() => came++);
  return async () => {
    await new Promise(setImmediate);
    return came;
  };
}

test('refusalDelays answers the first refusals of a window at once, and later ones with a delay', async (t) => {
  const clock = manualClock();
  const limit = delayRefusals(async () => refusal, clock);
  const answers = Array.from({ length: atOnce + 2 }, () => limit(ask));
  const came = counted(answers);
  t.is(await came(), atOnce);
  await clock.advance(delayMs);
  t.is(await came(), atOnce + 2);
  t.deepEqual(await answers[0], refusal);
  t.deepEqual(await answers.at(-1), { ...refusal, resetS: 29.75, retryAfterS: 19.75 });
});

test('refusalDelays delays no allowed call, other caller or other policy, and begins each window without delay', async (t) => {
  const clock = manualClock();
  const limit = delayRefusals(async ({ key }) => (key === 'good' ? { ...refusal, allowed: true } : refusal), clock);
  for (let i = 0; i < atOnce; i++) await limit(ask);
  await Promise.all([
    limit({ ...ask, key: 'good' }),
    limit({ ...ask, key: 'ben' }),
    limit({ ...ask, policy: 'write' }),
  ]);
  await clock.advance(60_000);
  t.deepEqual(await limit(ask), refusal);
});

test('refusalDelays bounds the refusals that wait, and answers the others at once', async (t) => {
  const clock = manualClock();
  const limit = delayRefusals(async () => refusal, clock);
  for (let i = 0; i < atOnce; i++) await limit(ask);
  const came = counted(Array.from({ length: waiting + 7 }, () => limit(ask)));
  t.is(await came(), 7);
  await clock.advance(delayMs);
  t.is(await came(), waiting + 7);
});
