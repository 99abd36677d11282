// The constraints of operations, and from how many sides each was asked: values that break it, and values that it lets
// through.
import type { Operation } from '../contract/document.ts';
import type { CoveredConstraint } from '../report.ts';

type Counts = { times: number; kept: number };

/** Rules that the good request keeps by what it has not. */
const keptByAnyGood = ['once', 'unknown', 'required', 'additionalProperties'];

export function sides() {
  const all = new Map<string, Map<string, Counts>>();
  const countsOf = ({ id }: Operation, place: string, rule: string): Counts => {
    const mine = all.get(id) ?? new Map<string, Counts>();
    all.set(id, mine);
    const key = `${place}\n${rule}`;
    const counts = mine.get(key) ?? { times: 0, kept: 0 };
    mine.set(key, counts);
    return counts;
  };
  return {
    /** A constraint that the document has, whether or not anything is asked about it. */
    declares: (operation: Operation, place: string, rule: string) => void countsOf(operation, place, rule),
    broke: (operation: Operation, place: string, rule: string) => {
      const counts = countsOf(operation, place, rule);
      counts.times += 1;
      if (keptByAnyGood.includes(rule)) counts.kept = Math.max(counts.kept, 1);
    },
    /** A value that the constraint lets through was taken. */
    kept: (operation: Operation, place: string, rule: string) => {
      countsOf(operation, place, rule).kept += 1;
    },
    isKept: (operation: Operation, place: string, rule: string) => countsOf(operation, place, rule).kept > 0,
    of: ({ id }: Operation): readonly CoveredConstraint[] =>
      [...(all.get(id) ?? [])].map(([key, counts]) => {
        const [place = '', rule = ''] = key.split('\n');
        return { place, rule, ...counts };
      }),
  };
}
