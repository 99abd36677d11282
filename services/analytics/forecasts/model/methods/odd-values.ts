// Values that stand alone: a typing error, one order of a fleet. No level begins with them, and methods that follow the
// last values would take them for one. F. R. Hampel, "The influence curve and its role in robust estimation", JASA 69
// (1974): what is a little too far counts less, what is far too far counts nothing.
//
// Without this, five times the level in the last of 48 months raised the forecast of a year to 2.8 times the level, and
// bounds of 95 % held 0.41. A value that is repeated is a new level, and stays. Where the last value begins one, only
// the next value shows it; until then the bounds have both (intervals.ts).
import { root, squared } from '../roots.ts';
import type { Series } from '../series.ts';

/** So many values before one, by their median, are what it is compared with. */
const reach = 3;
const leastHistory = 2 * reach;
/**
 * Times the median deviation, which is 0.67 standard deviations of normal noise: from where a value counts less, and
 * from where it counts nothing.
 */
const [less, nothing] = [5, 8];

/** `values` with what is odd brought to the values before it; the same array where nothing is. They have no season. */
export function withoutOddValues(values: Series): Series {
  if (values.length < leastHistory) return values;
  const roots = values.map(root);
  const usual = roots.map((value, t) => (t < reach ? value : middleOf(roots, t)));
  const sizes = roots.map((value, t) => Math.abs(value - (usual[t] ?? 0)));
  const compared = sizes.subarray(reach).sort();
  const median = compared[compared.length >> 1] ?? 0;
  if (median === 0 || (compared.at(-1) ?? 0) <= less * median) return values;
  return values.map((value, t) => {
    const size = (roots[t] ?? 0) - (usual[t] ?? 0);
    const kept = keptOf(Math.abs(size) / median) * median;
    return kept >= Math.abs(size) || !isAlone(roots, t, usual[t] ?? 0, less * median)
      ? value
      : squared((usual[t] ?? 0) + Math.sign(size) * kept);
  });
}

function middleOf(values: Series, t: number): number {
  const [a = 0, b = 0, c = 0] = values.subarray(t - reach, t);
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** How much of a deviation is left; both in median deviations. */
function keptOf(size: number): number {
  if (size <= less) return size;
  return Math.max(0, (less * (nothing - size)) / (nothing - less));
}

/** Whether the values beside it are nearer to the usual one than half the way. */
function isAlone(roots: Series, t: number, usual: number, limit: number): boolean {
  const most = Math.max(limit, Math.abs((roots[t] ?? 0) - usual) / 2);
  return [roots[t - 1], roots[t + 1]].every((beside) => beside === undefined || Math.abs(beside - usual) <= most);
}
