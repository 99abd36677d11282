// enum, const, open enums and default: which single values there are.

import { type Effect, listed } from '../change.ts';
import { canonical, list } from '../source.ts';
import { fits } from './fits.ts';
import type { SchemaRule } from './rule.ts';
import { keyword, placeOf, type Shape } from './shape.ts';
import { additive, breaking, narrowed, replaced, widened } from './verdicts.ts';

export const values: SchemaRule = {
  id: 'enum',
  reason: 'A program branches over the values of a closed enum; a value beyond them reaches no branch.',
  compare(before, after) {
    if (before.open && after.open) return knownValues(before, after);
    // Where no values are listed, any value comes already.
    if (before.open !== after.open && (after.open ? before : after).values === undefined)
      return after.open ? knownValues(before, after) : [];
    if (before.open !== after.open) return [openness(before, after)];
    return closedValues(before, after);
  },
};

function closedValues(before: Shape, after: Shape): Effect[] {
  const where = (rule: string, what: string) => ({ rule, what, before: enumPlace(before), after: enumPlace(after) });
  const shown = (all: Iterable<string>) => listed([...all].map((each) => JSON.parse(each) as unknown));
  if (before.values === undefined && after.values === undefined) return [];
  if (before.values === undefined) {
    const excluded = refusedBy(after.values ?? [], before);
    return [
      narrowed(where('enum-added', `only ${shown(after.values ?? [])} are possible`), 'other values'),
      ...(excluded.length > 0
        ? [widened(where('enum-value-added', `the value ${shown(excluded)} is new`), shown(excluded))]
        : []),
    ];
  }
  if (after.values === undefined) {
    const excluded = refusedBy(before.values, after);
    return [
      widened(where('enum-removed', `more than ${shown(before.values)} is possible`), 'other values'),
      ...(excluded.length > 0
        ? [narrowed(where('enum-value-removed', `the value ${shown(excluded)} is gone`), shown(excluded))]
        : []),
    ];
  }
  const gone = [...before.values].filter((each) => !after.values?.has(each));
  const fresh = [...after.values].filter((each) => !before.values?.has(each));
  const word = isConst(before) && isConst(after) ? 'const' : 'enum-value';
  const nullOnly = (all: readonly string[]) => all.length === 1 && all[0] === 'null';
  if (nullOnly(gone) && fresh.length === 0)
    return [narrowed(where('null-removed', 'null is no longer possible'), 'null')];
  if (nullOnly(fresh) && gone.length === 0) return [widened(where('null-added', 'null becomes possible'), 'null')];
  if (word === 'const' && gone.length > 0) {
    const what = `the value changes from ${shown(gone)} to ${shown(fresh)}`;
    return [replaced(where('const-changed', what), `${shown(fresh)} stands where ${shown(gone)} did`)];
  }
  return [
    ...(gone.length > 0
      ? [narrowed(where('enum-value-removed', `the value ${shown(gone)} is gone`), shown(gone))]
      : []),
    ...(fresh.length > 0 ? [widened(where('enum-value-added', `the value ${shown(fresh)} is new`), shown(fresh))] : []),
  ];
}

/** Values that the other side, which enumerates nothing, refuses. */
const refusedBy = (values: Iterable<string>, { types, parts }: Shape): string[] =>
  [...values].filter((each) => !fits(JSON.parse(each), types, parts));

const isConst = (shape: Shape): boolean => keyword(shape, 'enum').length === 0;
const enumPlace = (shape: Shape) => keyword(shape, 'enum')[0] ?? keyword(shape, 'const')[0] ?? shape.parts[0];

/** The values of an open enum that are known today: its enum and its examples. */
const known = (shape: Shape): Set<string> =>
  new Set(
    [...(shape.values ?? []), ...keyword(shape, 'examples').flatMap((node) => list(node.value).map(canonical))].filter(
      (each) => each !== 'null',
    ),
  );

function knownValues(before: Shape, after: Shape): Effect[] {
  const shown = (all: readonly string[]) => listed(all.map((each) => JSON.parse(each) as unknown));
  const place = (shape: Shape) => keyword(shape, 'enum')[0] ?? placeOf(shape, 'examples');
  const [old, now] = [known(before), known(after)];
  const gone = [...old].filter((each) => !now.has(each));
  const fresh = [...now].filter((each) => !old.has(each));
  const ends = { before: place(before), after: place(after), pointer: '' };
  const effects: Effect[] = [];
  if (gone.length > 0)
    effects.push({
      ...ends,
      rule: 'known-value-removed',
      what: `${shown(gone)} is no longer a known value of the open enum`,
      sending: breaking(`{Senders} that send ${shown(gone)} are no longer understood.`),
      reading: additive('{Readers} of an open enum cope with any value; this one no longer comes.'),
    });
  if (fresh.length > 0)
    effects.push({
      ...ends,
      rule: 'known-value-added',
      what: `the open enum knows ${shown(fresh)}`,
      sending: additive('{Senders} may use it and need not.'),
      reading: additive('The enum is open, so {readers} must accept unknown values.'),
    });
  return effects;
}

function openness(before: Shape, after: Shape): Effect {
  const where = (rule: string, what: string) => ({
    rule,
    what,
    before: placeOf(before, 'x-open-enum'),
    after: placeOf(after, 'x-open-enum'),
  });
  if (after.open)
    return widened(where('enum-opened', 'new values may come at any time (x-open-enum)'), 'values that are not listed');
  return narrowed(
    where('enum-closed', 'no value beyond the listed ones will come (no x-open-enum)'),
    'values that are not listed',
  );
}

export const defaultValue: SchemaRule = {
  id: 'default',
  reason: 'Senders that omit a value rely on its default.',
  compare(before, after) {
    const [old, now] = [keyword(before, 'default')[0], keyword(after, 'default')[0]];
    const shown = (value: unknown) => `\`${JSON.stringify(value)}\``;
    const ends = { before: placeOf(before, 'default'), after: placeOf(after, 'default'), pointer: '' };
    if (old === undefined && now === undefined) return [];
    if (old === undefined) {
      const what = `left out, it means ${shown(now?.value)}`;
      const why = 'The value is still optional; the contract now states its default.';
      return [{ ...ends, rule: 'default-added', what, sending: additive(why), reading: additive(why) }];
    }
    if (now !== undefined && canonical(old.value) === canonical(now.value)) return [];
    const what =
      now === undefined
        ? `left out, it no longer means ${shown(old.value)}`
        : `left out, it means ${shown(now.value)} and no longer ${shown(old.value)}`;
    return [
      {
        ...ends,
        rule: now === undefined ? 'default-removed' : 'default-changed',
        what,
        sending: breaking(`{Senders} that leave it out relied on ${shown(old.value)}.`),
        values: 'same',
        reading: breaking(`{Readers} that fill in ${shown(old.value)} where it is left out misread the answer.`),
      },
    ];
  },
};

/** Where the value is always there, its default never counts. */
export function withoutDefaults(effects: readonly Effect[]): Effect[] {
  const idle = { rating: 'editorial', why: 'The value is required, so its default never applies.' } as const;
  return effects.map((effect) =>
    effect.pointer === '' && effect.rule.startsWith('default-') ? { ...effect, sending: idle, reading: idle } : effect,
  );
}
