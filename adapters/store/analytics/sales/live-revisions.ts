// Which revisions of a dealer can have rows that count, when each later one has replaced its dates.
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { SliceRow } from './port.ts';

type Dated = Pick<SliceRow, 'dealer_id' | 'revision' | 'from' | 'to'>;
type Days = readonly [first: number, last: number];

/** Those with a day that no later one has replaced. Deletions and reversals replace, too. */
export function liveRevisions(slices: readonly Dated[]): readonly number[] {
  const replaced = new Map<DealerId, readonly Days[]>();
  const newestFirst = slices.toSorted((a, b) => b.revision - a.revision);
  return newestFirst.flatMap(({ dealer_id, revision, from, to }) => {
    const days: Days = [dayOf(from), dayOf(to)];
    const later = replaced.get(dealer_id) ?? [];
    if (later.some(([first, last]) => first <= days[0] && days[1] <= last)) return [];
    replaced.set(dealer_id, joined(later, days));
    return [revision];
  });
}

const dayOf = (date: string): number => Date.parse(date) / 86_400_000;

/** Ranges that meet or overlap the new one become one with it. */
function joined(ranges: readonly Days[], added: Days): readonly Days[] {
  const meets = ([first, last]: Days): boolean => first <= added[1] + 1 && added[0] <= last + 1;
  const touching = [added, ...ranges.filter(meets)];
  const whole: Days = [Math.min(...touching.map(([first]) => first)), Math.max(...touching.map(([, last]) => last))];
  return [...ranges.filter((range) => !meets(range)), whole];
}
