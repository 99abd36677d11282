// x-states and x-deadlines: which state may follow which, and how long one may last. Watchers of a state rely on it.

import type { Effect } from '../change.ts';
import { fields, list, type Node } from '../source.ts';
import type { SchemaRule } from './rule.ts';
import { keyword, type Shape } from './shape.ts';
import { additive, breaking, editorial } from './verdicts.ts';

type Ends = Pick<Effect, 'before' | 'after'>;
type Table = {
  readonly node: Node;
  readonly initial: string;
  readonly moves: ReadonlySet<string>;
  readonly final: ReadonlySet<string>;
  readonly states: ReadonlySet<string>;
};

/** A state travels in replies and messages; where it is sent as a filter, its table does not matter. */
const watched = (ends: Ends, rule: string, what: string, reading: Effect['reading']): Effect => ({
  ...ends,
  rule,
  what,
  pointer: '',
  sending: editorial('Callers that only send the value do not depend on the transitions.'),
  reading,
});

export const states: SchemaRule = {
  id: 'x-states',
  reason: 'Programs wait for states, and stop polling at a final one.',
  compare(before, after) {
    const [old, now] = [table(before), table(after)];
    if (old === undefined && now === undefined) return [];
    const ends = { before: old?.node ?? before.parts[0], after: now?.node ?? after.parts[0] };
    if (now === undefined)
      return [
        watched(
          ends,
          'state-table-removed',
          'the state table is gone',
          breaking('{Readers} no longer know which state follows which.'),
        ),
      ];
    if (old === undefined)
      return [
        watched(
          ends,
          'state-table-added',
          'there is a state table',
          additive('{Readers} learn which state follows which.'),
        ),
      ];
    return [...statesOf(old, now, ends), ...movesOf(old, now, ends), ...endsOf(old, now, ends)];
  },
};

function table(shape: Shape): Table | undefined {
  const [node] = keyword(shape, 'x-states');
  if (node === undefined) return undefined;
  const moves = Object.entries(fields(node.fields.moves)).flatMap(([from, to]) =>
    list(to).map((each) => `${from} → ${each}`),
  );
  const final = list(node.fields.final).map(String);
  const states = new Set([String(node.fields.initial), ...final, ...moves.flatMap((move) => move.split(' → '))]);
  return { node, initial: String(node.fields.initial), moves: new Set(moves), final: new Set(final), states };
}

const beyond = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((each) => !other.has(each));

/** A new state of a closed enum is judged as a value of that enum; here only what waiting for it means. */
const statesOf = (old: Table, now: Table, ends: Ends): Effect[] => [
  ...beyond(old.states, now.states).map((state) =>
    watched(
      ends,
      'state-removed',
      `the state \`${state}\` is gone`,
      breaking(`{Readers} that wait for \`${state}\` wait for ever.`),
    ),
  ),
  ...beyond(now.states, old.states).map((state) =>
    watched(
      ends,
      'state-added',
      `the state \`${state}\` is new`,
      breaking(`{Readers} that know all states of the table meet \`${state}\`, which has no branch in their programs.`),
    ),
  ),
];

function movesOf(old: Table, now: Table, ends: Ends): Effect[] {
  const inside = (move: string) => move.split(' → ').every((state) => old.states.has(state) && now.states.has(state));
  const gone = beyond(old.moves, now.moves).filter(inside);
  const fresh = beyond(now.moves, old.moves).filter(inside);
  return [
    ...gone.map((move) =>
      watched(
        ends,
        'move-removed',
        `the move ${move} is gone`,
        breaking('Callers that request this transition or wait for it no longer see it.'),
      ),
    ),
    ...fresh.map((move) => {
      const [from = ''] = move.split(' → ');
      const why = old.final.has(from)
        ? breaking(`{Readers} stopped reading at \`${from}\`, which was final, and miss what follows.`)
        : additive('{Readers} know both states, and do not depend on the transition between them.');
      return watched(ends, 'move-added', `the move ${move} is new`, why);
    }),
  ];
}

function endsOf(old: Table, now: Table, ends: Ends): Effect[] {
  const effects = beyond(old.final, now.final)
    .filter((state) => now.states.has(state))
    .map((state) =>
      watched(
        ends,
        'state-no-longer-final',
        `\`${state}\` is no longer final`,
        breaking(`{Readers} that stop at \`${state}\` miss what follows.`),
      ),
    );
  for (const state of beyond(now.final, old.final).filter((each) => old.states.has(each)))
    effects.push(
      watched(
        ends,
        'state-final',
        `\`${state}\` is final`,
        breaking(`{Readers} that wait for what follows \`${state}\` wait for ever.`),
      ),
    );
  if (old.initial !== now.initial)
    effects.push(
      watched(
        ends,
        'initial-changed',
        `the first state is \`${now.initial}\`, no longer \`${old.initial}\``,
        breaking(`{Readers} that expect \`${old.initial}\` at first meet \`${now.initial}\`.`),
      ),
    );
  return effects;
}

export const deadlines: SchemaRule = {
  id: 'x-deadlines',
  reason: 'It limits how long a transient state lasts.',
  compare(before, after) {
    const [oldNode, nowNode] = [keyword(before, 'x-deadlines')[0], keyword(after, 'x-deadlines')[0]];
    const [old, now] = [fields(oldNode?.value), fields(nowNode?.value)];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((state) => {
      const [was, is] = [old[state], now[state]] as [number | undefined, number | undefined];
      // A state that came or went as a whole is reported as such.
      if (was === is || (before.values !== undefined && isOne(state, before) !== isOne(state, after))) return [];
      const ends = {
        before: oldNode?.raw(state) ?? oldNode ?? before.parts[0],
        after: nowNode?.raw(state) ?? nowNode ?? after.parts[0],
      };
      const what =
        is === undefined
          ? `\`${state}\` may last for ever`
          : was === undefined
            ? `\`${state}\` lasts at most ${is} s`
            : `\`${state}\` lasts at most ${is} s, no longer ${was} s`;
      if (was === undefined || (is !== undefined && is < was))
        return [watched(ends, 'deadline-shortened', what, additive('{Readers} wait no longer than they had to.'))];
      return [
        watched(
          ends,
          'deadline-lengthened',
          what,
          breaking(`{Readers} that give up after ${was} s give up too early.`),
        ),
      ];
    });
  },
};

const isOne = (state: string, { values }: Shape): boolean => values === undefined || values.has(JSON.stringify(state));
