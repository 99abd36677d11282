// not: values that are excluded.

import type { Effect } from '../change.ts';
import { isSame, type SchemaRule, unmatched } from './rule.ts';
import { keyword, placeOf, schemaOf } from './shape.ts';
import { narrowed, replaced, setChange, widened } from './verdicts.ts';

export const not: SchemaRule = {
  id: 'not',
  reason: 'An exclusion works in reverse: a wider one allows fewer values.',
  compare(before, after, descend) {
    const all = (shape: typeof before) => keyword(shape, 'not').filter((node) => node.value !== false);
    const { gone, fresh } = unmatched(all(before), all(after), (was, is) => isSame(was, is, descend));
    const [old, now] = [gone[0], fresh[0]];
    const ends = { before: old ?? placeOf(before, 'not'), after: now ?? placeOf(after, 'not') };
    if (now !== undefined && old === undefined)
      return [narrowed({ ...ends, rule: 'not-added', what: 'some values are excluded' }, 'the excluded values')];
    if (old !== undefined && now === undefined)
      return [
        widened(
          { ...ends, rule: 'not-removed', what: 'some values are no longer excluded' },
          'the values that were excluded',
        ),
      ];
    if (old === undefined || now === undefined) return [];
    if (gone.length + fresh.length > 2)
      return [
        replaced({ ...ends, rule: 'not-changed', what: 'other values are excluded' }, 'several exclusions change'),
      ];
    return excluded(descend(schemaOf(old), schemaOf(now)), ends);
  },
};

function excluded(effects: readonly Effect[], ends: Pick<Effect, 'before' | 'after'>): Effect[] {
  const { widens, narrows } = setChange(effects);
  if (widens && narrows)
    return [
      replaced(
        { ...ends, rule: 'not-changed', what: 'other values are excluded' },
        'other values are excluded than before',
      ),
    ];
  if (widens)
    return [
      narrowed({ ...ends, rule: 'not-widened', what: 'more values are excluded' }, 'values that are excluded now'),
    ];
  if (narrows)
    return [widened({ ...ends, rule: 'not-narrowed', what: 'fewer values are excluded' }, 'values that were excluded')];
  return [];
}
