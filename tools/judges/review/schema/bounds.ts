// Numbers that bound a value from below or above: minimum and maximum in all their forms, lengths, item and property
// counts, multipleOf.

import { isMultiple } from '../../../runtime/formats.ts';
import type { Effect } from '../change.ts';
import type { SchemaRule } from './rule.ts';
import { admits, type JsonType, keyword, placeOf, type Shape } from './shape.ts';
import { narrowed, replaced, widened } from './verdicts.ts';

type Bound = { readonly value: number; readonly exclusive: boolean };
type Side = 'lower' | 'upper';
type Kind = {
  readonly id: string;
  readonly side: Side;
  readonly types: readonly JsonType[];
  readonly values: (bound: string) => string;
};

const kinds: readonly Kind[] = [
  { id: 'minimum', side: 'lower', types: ['number', 'integer'], values: (bound) => `numbers below ${bound}` },
  { id: 'maximum', side: 'upper', types: ['number', 'integer'], values: (bound) => `numbers above ${bound}` },
  { id: 'minLength', side: 'lower', types: ['string'], values: (bound) => `texts shorter than ${bound}` },
  { id: 'maxLength', side: 'upper', types: ['string'], values: (bound) => `texts longer than ${bound}` },
  { id: 'minItems', side: 'lower', types: ['array'], values: (bound) => `lists of fewer than ${bound}` },
  { id: 'maxItems', side: 'upper', types: ['array'], values: (bound) => `lists of more than ${bound}` },
  {
    id: 'minProperties',
    side: 'lower',
    types: ['object'],
    values: (bound) => `objects with fewer than ${bound} fields`,
  },
  {
    id: 'maxProperties',
    side: 'upper',
    types: ['object'],
    values: (bound) => `objects with more than ${bound} fields`,
  },
];

const boundRule = (kind: Kind): SchemaRule => ({
  id: kind.id,
  reason: 'Values beyond the bound are refused from senders, and may overflow what readers have reserved.',
  compare(before, after) {
    if (!admits(before, ...kind.types) || !admits(after, ...kind.types)) return [];
    const [old, now] = [bound(before, kind), bound(after, kind)];
    const order = compareBounds(old, now, kind.side);
    return order === 0 ? [] : [shiftedBound(kind, before, after, old, now, order)];
  },
});

export const bounds: readonly SchemaRule[] = kinds.map(boundRule);

function shiftedBound(
  kind: Kind,
  before: Shape,
  after: Shape,
  old: Bound | undefined,
  now: Bound | undefined,
  order: number,
): Effect {
  const tighter = order > 0;
  const verb =
    old === undefined
      ? 'added'
      : now === undefined
        ? 'removed'
        : (kind.side === 'upper') === tighter
          ? 'lowered'
          : 'raised';
  const rule = `${kind.id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${verb}`;
  const what =
    old === undefined
      ? `${kind.id} is ${shown(now)}`
      : now === undefined
        ? `${kind.id} ${shown(old)} is gone`
        : `${kind.id} changes from ${shown(old)} to ${shown(now)}`;
  const where = { rule, what, before: boundPlace(before, kind), after: boundPlace(after, kind) };
  return tighter ? narrowed(where, kind.values(shown(now))) : widened(where, kind.values(shown(old)));
}

const shown = (value: Bound | undefined): string =>
  value === undefined ? 'nothing' : `${value.value.toLocaleString('en')}${value.exclusive ? ' (itself excluded)' : ''}`;

const exclusiveName = (kind: Kind): string => `exclusive${kind.id[0]?.toUpperCase()}${kind.id.slice(1)}`;
const boundPlace = (shape: Shape, kind: Kind) => keyword(shape, kind.id)[0] ?? placeOf(shape, exclusiveName(kind));

/** The tightest of all bounds of one side. */
function bound(shape: Shape, kind: Kind): Bound | undefined {
  const found: Bound[] = [
    ...keyword(shape, kind.id).map((node) => ({ value: Number(node.value), exclusive: false })),
    ...(kind.id.endsWith('imum')
      ? keyword(shape, exclusiveName(kind)).map((node) => ({ value: Number(node.value), exclusive: true }))
      : []),
  ];
  const whole = kind.id.endsWith('imum') && shape.types !== undefined && !shape.types.has('number');
  const last = found
    .map((each) => (whole ? inWholeNumbers(each, kind.side) : each))
    .reduce<Bound | undefined>(
      (tightest, each) => (compareBounds(tightest, each, kind.side) > 0 ? each : tightest),
      undefined,
    );
  const idle = kind.side === 'lower' && !kind.id.endsWith('imum') && last?.value === 0;
  return idle ? undefined : last;
}

/** Above 0, excluded, means from 1 where there are whole numbers only. */
function inWholeNumbers({ value, exclusive }: Bound, side: Side): Bound {
  if (side === 'lower') return { value: exclusive ? Math.floor(value) + 1 : Math.ceil(value), exclusive: false };
  return { value: exclusive ? Math.ceil(value) - 1 : Math.floor(value), exclusive: false };
}

/** Positive: `now` is tighter than `old`. */
function compareBounds(old: Bound | undefined, now: Bound | undefined, side: Side): number {
  if (old === undefined || now === undefined) return (now === undefined ? 0 : 1) - (old === undefined ? 0 : 1);
  if (old.value !== now.value) return side === 'lower' ? now.value - old.value : old.value - now.value;
  return Number(now.exclusive) - Number(old.exclusive);
}

export const multipleOf: SchemaRule = {
  id: 'multipleOf',
  reason: 'It sets how many decimals a number has, and so how both sides store it.',
  compare(before, after) {
    if (!admits(before, 'number', 'integer') || !admits(after, 'number', 'integer')) return [];
    const [was, is] = [factors(before), factors(after)];
    const [[old, ...gone], [now, ...fresh]] = [
      was.filter((each) => !is.includes(each)),
      is.filter((each) => !was.includes(each)),
    ];
    if (old === undefined && now === undefined) return [];
    const where = (verb: string, what: string) => ({
      rule: `multiple-of-${verb}`,
      what,
      before: placeOf(before, stepKeyword(before)),
      after: placeOf(after, stepKeyword(after)),
    });
    if (gone.length + fresh.length > 0)
      return [replaced(where('changed', 'numbers are multiples of others'), 'several factors change at once')];
    if (old === undefined)
      return [narrowed(where('added', `numbers are multiples of ${now}`), `numbers that are no multiple of ${now}`)];
    if (now === undefined)
      return [
        widened(where('removed', `numbers need not be multiples of ${old}`), `numbers that are no multiple of ${old}`),
      ];
    const what = `multipleOf changes from ${old} to ${now}`;
    if (isMultiple(now, old)) return [narrowed(where('coarsened', what), `numbers that are no multiple of ${now}`)];
    if (isMultiple(old, now)) return [widened(where('refined', what), `numbers that are no multiple of ${old}`)];
    return [replaced(where('changed', what), `neither of ${old} and ${now} divides the other`)];
  },
};

/** `x-decimals` says the same as a power of ten. */
const stepKeyword = (shape: Shape): string => (keyword(shape, 'multipleOf').length > 0 ? 'multipleOf' : 'x-decimals');

const factors = (shape: Shape): number[] =>
  [
    ...keyword(shape, 'multipleOf').map((node) => Number(node.value)),
    ...keyword(shape, 'x-decimals').map((node) => Number(`1e-${node.value}`)),
  ].filter((each) => !(isMultiple(1, each) && shape.types !== undefined && !shape.types.has('number')));

export const uniqueItems: SchemaRule = {
  id: 'uniqueItems',
  reason: 'Readers of a set expect no duplicates; senders of a list may repeat values.',
  compare(before, after) {
    if (!admits(before, 'array') || !admits(after, 'array')) return [];
    const [old, now] = [before, after].map((shape) =>
      keyword(shape, 'uniqueItems').some((node) => node.value === true),
    );
    if (old === now) return [];
    const where = (verb: string, what: string) => ({
      rule: `unique-items-${verb}`,
      what,
      before: placeOf(before, 'uniqueItems'),
      after: placeOf(after, 'uniqueItems'),
    });
    return now
      ? [narrowed(where('added', 'each item occurs once'), 'lists with repeated items')]
      : [widened(where('removed', 'items may be repeated'), 'lists with repeated items')];
  },
};
