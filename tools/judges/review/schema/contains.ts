// contains, minContains and maxContains: how many items of a kind there must be.

import type { Effect } from '../change.ts';
import type { Node } from '../source.ts';
import { isAny } from './fits.ts';
import { type Descend, isSame, type SchemaRule, unmatched } from './rule.ts';
import { admits, keyword, placeOf, type Shape, schemaOf } from './shape.ts';
import { narrowed, notUnderstood, replaced, setChange, type Where, widened } from './verdicts.ts';

type Counted = { readonly node: Node; readonly least: number; readonly most: number };

/** Each part counts for itself. */
const countedIn = ({ parts }: Shape): Counted[] =>
  parts.flatMap((part) => {
    const node = part.raw('contains');
    if (node === undefined) return [];
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = part.fields;
    return [{ node, least: Number(minContains), most: Number(maxContains) }];
  });

export const contains: SchemaRule = {
  id: 'contains',
  reason: 'Readers rely on an item that the list must contain; senders must include it.',
  compare(before, after, descend) {
    if (!admits(before, 'array') || !admits(after, 'array')) return [];
    const { gone, fresh } = unmatched(
      countedIn(before),
      countedIn(after),
      (was, is) => was.least === is.least && was.most === is.most && isSame(was.node, is.node, descend),
    );
    const [[old, ...more], [now, ...others]] = [gone, fresh];
    if (old === undefined && now === undefined) return [];
    const where = (name: string, rule: string, what: string) => ({
      rule,
      what,
      before: (name === 'contains' ? old?.node : undefined) ?? placeOf(before, name),
      after: (name === 'contains' ? now?.node : undefined) ?? placeOf(after, name),
    });
    if ([before, after].some((shape) => keyword(shape, 'unevaluatedItems').some((node) => !isAny(node))))
      return [
        notUnderstood(
          where('contains', 'contains-not-understood', 'other items are asked for'),
          'what `contains` counts is not one of the items of `unevaluatedItems`, which this review does not follow',
        ),
      ];
    if (old !== undefined && now !== undefined && more.length + others.length === 0)
      return changed(old, now, where, descend);
    return [
      ...fresh.map((each) =>
        narrowed(
          { ...where('contains', 'contains-added', 'some items are asked for'), after: each.node },
          'lists without them',
        ),
      ),
      ...gone.map((each) =>
        widened(
          { ...where('contains', 'contains-removed', 'no items are asked for any more'), before: each.node },
          'lists without them',
        ),
      ),
    ];
  },
};

type Wheres = (name: string, rule: string, what: string) => Where;

function changed(old: Counted, now: Counted, where: Wheres, descend: Descend): Effect[] {
  const capped = old.most < Number.POSITIVE_INFINITY && now.most < Number.POSITIVE_INFINITY;
  return [...member(descend(schemaOf(old.node), schemaOf(now.node)), capped, where), ...counted(old, now, where)];
}

/** Where at most so many may be of a kind, a wider kind leaves fewer lists. */
function member(effects: readonly Effect[], capped: boolean, where: Wheres): Effect[] {
  const { widens, narrows } = setChange(effects);
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
