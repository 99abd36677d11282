// The attempts that the contract promises: eleven in about a day. Decision 188.
import test from 'ava';
import { nextAttempt, pausesMs } from './schedule.ts';

/** When each attempt is made, from the first one on. */
function attempts(random: () => number): readonly { readonly atMs: number; readonly in_line: boolean }[] {
  const made = [{ atMs: 0, in_line: true }];
  for (;;) {
    const { retry_ms, in_line } = nextAttempt(made.length, pausesMs, random);
    if (retry_ms === null) return made;
    made.push({ atMs: (made.at(-1)?.atMs ?? 0) + retry_ms, in_line });
  }
}

const hourMs = 3_600_000;

test('a delivery is attempted eleven times in about a day, with pauses that do not shrink', (t) => {
  const at = [0, 5, 35, 155, 755, 2_555, 6_155, 13_355, 27_755, 56_555, 85_355];
  t.deepEqual(
    attempts(() => 0).map(({ atMs }) => atMs / 1_000),
    at,
  );
  const last = attempts(() => 0).at(-1)?.atMs ?? 0;
  const latest = attempts(() => 1).at(-1)?.atMs ?? 0;
  t.true(23.5 * hourMs < last && latest < 26.5 * hourMs, `${last} to ${latest}`);
  t.true(Math.abs(latest - 1.1 * last) <= at.length, 'each pause is up to a tenth longer');
});

test('a delivery holds its line until its fifth attempt has failed', (t) => {
  t.deepEqual(
    attempts(() => 0).map(({ in_line }) => in_line),
    [true, true, true, true, true, false, false, false, false, false, false],
  );
});
