// Which dates of a revision count, when each later one has replaced its own.
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { SliceRow } from './port.ts';

type Dated = Pick<SliceRow, 'dealer_id' | 'revision' | 'from' | 'to'>;
/** The day after the last one. */
type Days = readonly [first: number, after: number];
/** `dates`: a datemultirange. */
export type LiveDates = { readonly dealer_id: DealerId; readonly revision: number; readonly dates: string };

/** The days of each revision that no later one has replaced. Deletions and reversals replace, too. */
export function liveDates(slices: readonly Dated[]): readonly LiveDates[] {
  const replaced = new Map<DealerId, readonly Days[]>();
  const newestFirst = slices.toSorted((a, b) => b.revision - a.revision);
  return newestFirst.flatMap(({ dealer_id, revision, from, to }) => {
    const own: Days = [dayOf(from), dayOf(to) + 1];
    const later = replaced.get(dealer_id) ?? [];
    const left = without(own, later);
    if (left.length === 0) return [];
    replaced.set(dealer_id, joined(later, own));
    return [{ dealer_id, revision, dates: `{${left.map(([a, b]) => `[${dateOf(a)},${dateOf(b)})`).join(',')}}` }];
  });
}

const dayOf = (date: string): number => Date.parse(date) / 86_400_000;
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The ranges do not meet, and are in order. */
function without([first, after]: Days, ranges: readonly Days[]): readonly Days[] {
  const left: Days[] = [];
  let from = first;
  for (const [start, end] of ranges) {
    if (end <= from) continue;
    if (start >= after) break;
    if (start > from) left.push([from, start]);
    from = end;
  }
  if (from < after) left.push([from, after]);
  return left;
}

/** Ranges that meet or overlap the new one become one with it; in order. */
function joined(ranges: readonly Days[], added: Days): readonly Days[] {
  const before = ranges.filter(([, end]) => end < added[0]);
  const behind = ranges.filter(([start]) => start > added[1]);
  const touching = ranges.slice(before.length, ranges.length - behind.length);
  const whole: Days = [
    Math.min(added[0], touching[0]?.[0] ?? added[0]),
    Math.max(added[1], touching.at(-1)?.[1] ?? added[1]),
  ];
  return [...before, whole, ...behind];
}
