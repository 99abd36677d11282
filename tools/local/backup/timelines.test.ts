// Which segments of the log a recovery reads.
import test from 'ava';
import { branchesTo, chainOf, isOn } from './timelines.ts';

const name = (timeline: number, number: number) =>
  `0000000${timeline}00000000${number.toString(16).toUpperCase().padStart(8, '0')}`;
const history = '1\t0/5000028\tbefore 2026-11-28 15:00:00+00\n\n2\t0/7000000\tno recovery target specified\n';
const branches = branchesTo(3, history);

test('a chain follows the timelines of a history, and names the segment that is missing before others', (t) => {
  const whole = [name(1, 3), name(1, 4), name(2, 5), name(2, 6), name(3, 7)];
  const abandoned = [name(1, 5), name(1, 6), name(2, 9), '00000003.history', `${name(1, 4)}.00000028.backup`];
  const chain = (names: readonly string[]) => chainOf(names, branches, name(1, 3), name(1, 3));
  t.deepEqual(branches, [
    { timeline: 1, from: 0 },
    { timeline: 2, from: 5 },
    { timeline: 3, from: 7 },
  ]);
  t.deepEqual(chain([...whole, ...abandoned]), { segments: whole, missing: undefined });
  t.deepEqual(chain(whole.toSpliced(3, 1)), { segments: whole.slice(0, 3), missing: name(2, 6) });
  t.deepEqual(chain([...whole.slice(0, 2), name(1, 5)]), {
    segments: [...whole.slice(0, 2), name(1, 5)],
    missing: undefined,
  });
  t.deepEqual(chain([]), { segments: [], missing: name(1, 3) });
});

test('a backup that an earlier restore went back from is not on the timeline of that restore', (t) => {
  const backup = (timeline: number, number: number) => ({
    first_segment: name(timeline, number),
    last_segment: name(timeline, number),
  });
  t.deepEqual(
    [backup(1, 4), backup(1, 6), backup(2, 6), backup(3, 9), backup(4, 9)].map((each) => isOn(branches, each)),
    [true, false, true, true, false],
  );
});
