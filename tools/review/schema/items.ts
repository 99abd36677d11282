// items, prefixItems, contains and not: schemas inside a schema that are no fields; and the schema that no value fits.

import type { Effect } from '../change.ts';
import { canonical, list, type Node } from '../source.ts';
import { isAny } from './fits.ts';
import { type Descend, type SchemaRule, under } from './rule.ts';
import { admits, keyword, placeOf, type Schema, type Shape, schemaOf } from './shape.ts';
import { additive, breaking, narrowed, replaced, type Where, widened } from './verdicts.ts';

/** `false` is the schema of what never is. */
export function possible(before: Shape, after: Shape): Effect[] {
  if (before.never && after.never) return [];
  const where = { before: before.parts[0], after: after.parts[0] };
  if (before.never) return [widened({ ...where, rule: 'now-possible', what: 'it is possible now' }, 'it')];
  return [narrowed({ ...where, rule: 'never-possible', what: 'it is no longer possible' }, 'it')];
}

/** A field is no value that readers must expect: they use it, or do not know it. */
export const possibleField = (effect: Effect): Effect =>
  effect.pointer !== ''
    ? effect
    : effect.rule === 'never-possible'
      ? { ...effect, reading: breaking('{Readers} that use it find nothing.') }
      : effect.rule === 'now-possible'
        ? { ...effect, reading: additive('{Readers} ignore fields that they do not know.') }
        : effect;

/** What is said of each item from some place on; nothing where anything may stand. */
const rest = (shape: Shape): Schema => keyword(shape, 'items').filter((node) => !isAny(node));
const prefix = (shape: Shape): Node | undefined => keyword(shape, 'prefixItems')[0];
const placeAt = (shape: Shape, index: number): Schema => {
  const own = prefix(shape)?.raw(index);
  if (own !== undefined) return isAny(own) ? [] : schemaOf(own);
  return rest(shape);
};

export const items: SchemaRule = {
  id: 'items',
  reason: 'What holds for an item holds for each of them; what holds for a place holds there.',
  compare(before, after, descend) {
    if (!admits(before, 'array') || !admits(after, 'array')) return [];
    const places = Math.max(...[before, after].map((shape) => list(prefix(shape)?.value).length));
    const ends = (name: string) => ({ before: placeOf(before, name), after: placeOf(after, name) });
    return [
      ...Array.from({ length: places }, (_, index) =>
        under(`[${index}]`, itemsOf(placeAt(before, index), placeAt(after, index), ends('prefixItems'), descend)),
      ).flat(),
      ...under('[]', itemsOf(rest(before), rest(after), ends('items'), descend)),
    ];
  },
};

type Ends = Pick<Where, 'before' | 'after'>;

function itemsOf(old: Schema, now: Schema, ends: Ends, descend: Descend): Effect[] {
  if (old.length > 0 && now.length > 0) return descend(old, now);
  const closed = [...old, ...now].some(({ value }) => value === false);
  if (now.length > 0)
    return [
      closed
        ? narrowed({ ...ends, rule: 'never-possible', what: 'no further items are possible' }, 'further items')
        : narrowed({ ...ends, rule: 'items-added', what: 'items have one form' }, 'items of another form'),
    ];
  if (old.length > 0)
    return [
      closed
        ? widened({ ...ends, rule: 'now-possible', what: 'further items are possible' }, 'further items')
        : widened({ ...ends, rule: 'items-removed', what: 'items may have any form' }, 'items of another form'),
    ];
  return [];
}

export const contains: SchemaRule = {
  id: 'contains',
  reason: 'Who reads takes what must be among the items; who sends has to put it there.',
  compare(before, after, descend) {
    if (!admits(before, 'array') || !admits(after, 'array')) return [];
    const [old, now] = [keyword(before, 'contains')[0], keyword(after, 'contains')[0]];
    const where = (name: string, rule: string, what: string) => ({
      rule,
      what,
      before: placeOf(before, name),
      after: placeOf(after, name),
    });
    if (old === undefined && now === undefined) return [];
    if (old === undefined)
      return [narrowed(where('contains', 'contains-added', 'some items are asked for'), 'lists without them')];
    if (now === undefined)
      return [widened(where('contains', 'contains-removed', 'no items are asked for any more'), 'lists without them')];
    const [were, are] = [before, after].map((shape) => ({
      least: Number(keyword(shape, 'minContains')[0]?.value ?? 1),
      most: Number(keyword(shape, 'maxContains')[0]?.value ?? Number.POSITIVE_INFINITY),
    })) as [Counted, Counted];
    const capped = were.most < Number.POSITIVE_INFINITY && are.most < Number.POSITIVE_INFINITY;
    return [...member(descend(schemaOf(old), schemaOf(now)), capped, where), ...counted(were, are, where)];
  },
};

type Counted = { readonly least: number; readonly most: number };
type Wheres = (name: string, rule: string, what: string) => Where;

/** Where at most so many may be of a kind, a wider kind leaves fewer lists. */
function member(effects: readonly Effect[], capped: boolean, where: Wheres): Effect[] {
  const widens = effects.some(({ reading }) => reading.rating === 'breaking');
  const narrows = effects.some(({ sending }) => sending.rating === 'breaking');
  if (!widens && !narrows) return [];
  const what = 'other items are asked for';
  if ((widens && narrows) || capped)
    return [replaced(where('contains', 'contains-changed', what), 'other items are counted than before')];
  return widens
    ? [widened(where('contains', 'contains-widened', what), 'lists with other items')]
    : [narrowed(where('contains', 'contains-narrowed', what), 'lists with other items')];
}

function counted(old: Counted, now: Counted, where: Wheres): Effect[] {
  const shown = (count: number) => (count === Number.POSITIVE_INFINITY ? 'any number' : `${count}`);
  const effects: Effect[] = [];
  if (old.least !== now.least) {
    const what = `at least ${now.least} of the items asked for, before ${old.least}`;
    effects.push(
      now.least > old.least
        ? narrowed(where('minContains', 'min-contains-raised', what), `lists with fewer than ${now.least} of them`)
        : widened(where('minContains', 'min-contains-lowered', what), `lists with fewer than ${old.least} of them`),
    );
  }
  if (old.most !== now.most) {
    const what = `at most ${shown(now.most)} of the items asked for, before ${shown(old.most)}`;
    const verb =
      old.most === Number.POSITIVE_INFINITY
        ? 'added'
        : now.most === Number.POSITIVE_INFINITY
          ? 'removed'
          : now.most < old.most
            ? 'lowered'
            : 'raised';
    effects.push(
      now.most < old.most
        ? narrowed(where('maxContains', `max-contains-${verb}`, what), `lists with more than ${now.most} of them`)
        : widened(where('maxContains', `max-contains-${verb}`, what), `lists with more than ${old.most} of them`),
    );
  }
  return effects;
}

export const not: SchemaRule = {
  id: 'not',
  reason: 'What is excluded turns around: excluding more leaves less.',
  compare(before, after, descend) {
    const [was, is] = [before, after].map((shape) => keyword(shape, 'not').filter((node) => node.value !== false)) as [
      Node[],
      Node[],
    ];
    const beyond = (one: readonly Node[], other: readonly Node[]) =>
      one.filter((node) => !other.some((each) => canonical(each.value) === canonical(node.value)));
    const [gone, fresh] = [beyond(was, is), beyond(is, was)];
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
