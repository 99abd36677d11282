// items and not: schemas inside a schema that are no fields.

import type { Effect } from '../change.ts';
import { type SchemaRule, under } from './rule.ts';
import { admits, keyword, placeOf, schemaOf } from './shape.ts';
import { narrowed, replaced, widened } from './verdicts.ts';

export const items: SchemaRule = {
  id: 'items',
  reason: 'What holds for an item holds for each of them.',
  compare(before, after, descend) {
    if (!admits(before, 'array') || !admits(after, 'array')) return [];
    const [old, now] = [keyword(before, 'items')[0], keyword(after, 'items')[0]];
    const ends = { before: placeOf(before, 'items'), after: placeOf(after, 'items') };
    if (old !== undefined && now !== undefined) return under('[]', descend(schemaOf(old), schemaOf(now)));
    if (now !== undefined)
      return [narrowed({ ...ends, rule: 'items-added', what: 'items have one form' }, 'items of another form')];
    if (old !== undefined)
      return [widened({ ...ends, rule: 'items-removed', what: 'items may have any form' }, 'items of another form')];
    return [];
  },
};

export const not: SchemaRule = {
  id: 'not',
  reason: 'What is excluded turns around: excluding more leaves less.',
  compare(before, after, descend) {
    const [old, now] = [keyword(before, 'not')[0], keyword(after, 'not')[0]];
    const ends = { before: placeOf(before, 'not'), after: placeOf(after, 'not') };
    if (now !== undefined && old === undefined)
      return [narrowed({ ...ends, rule: 'not-added', what: 'some values are excluded' }, 'the excluded values')];
    if (old !== undefined && now === undefined)
      return [
        widened(
          { ...ends, rule: 'not-removed', what: 'no value is excluded any more' },
          'the values that were excluded',
        ),
      ];
    if (old === undefined || now === undefined) return [];
    return excluded(descend(schemaOf(old), schemaOf(now)), ends);
  },
};

function excluded(effects: readonly Effect[], ends: Pick<Effect, 'before' | 'after'>): Effect[] {
  const widens = effects.some(({ reading }) => reading.rating === 'breaking');
  const narrows = effects.some(({ sending }) => sending.rating === 'breaking');
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
