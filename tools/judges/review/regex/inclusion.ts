// Whether every text that one pattern accepts is accepted by another: by walking both automata side by side, with a
// text as witness where not. Anchors are steps that cost no character and exist at one end of the text only, so they
// may stand anywhere in a pattern. Parsing: parse.ts.

import { anyCharacter, NotRegular, parseRegex, type Ranges, type Regex } from './parse.ts';

export type Relation = 'same' | 'wider' | 'narrower' | 'crossing' | 'unknown';
export type Comparison = {
  readonly relation: Relation;
  readonly gone?: string;
  readonly fresh?: string;
  readonly reason?: string;
};

/** How the texts of `after` relate to those of `before`, with a shortest text that is gone and one that is new. */
export function comparePatterns(before: string, after: string): Comparison {
  try {
    const [old, now] = [automaton(before), automaton(after)];
    const gone = witness(old, now);
    const fresh = witness(now, old);
    const relation =
      gone === undefined ? (fresh === undefined ? 'same' : 'wider') : fresh === undefined ? 'narrower' : 'crossing';
    return { relation, ...(gone === undefined ? {} : { gone }), ...(fresh === undefined ? {} : { fresh }) };
  } catch (error) {
    if (error instanceof NotRegular || error instanceof SyntaxError)
      return { relation: 'unknown', reason: error.message };
    throw error;
  }
}

type State = {
  readonly edges: { ranges: Ranges; to: number }[];
  readonly free: number[];
  readonly begin: number[];
  readonly end: number[];
};
type Automaton = { readonly states: readonly State[]; readonly start: number; readonly accept: number };

/** Enough for every pattern in the contracts a hundred times over; beyond it we say that we cannot compare. */
const stateLimit = 20_000;
const pairLimit = 20_000;

/** A pattern matches anywhere in the text: whatever may stand before and behind it. */
function automaton(pattern: string): Automaton {
  const states: State[] = [];
  const state = (): number => {
    if (states.push({ edges: [], free: [], begin: [], end: [] }) > stateLimit) throw new NotRegular('it is too large');
    return states.length - 1;
  };
  const [start, accept] = [state(), state()];
  states[start]?.edges.push({ ranges: anyCharacter, to: start });
  states[accept]?.edges.push({ ranges: anyCharacter, to: accept });
  const last = add(parseRegex(pattern), start, states, state);
  states[last]?.free.push(accept);
  return { states, start, accept };
}

/** Adds what accepts `regex` behind `from`; gives the state behind it. */
function add(regex: Regex, from: number, states: State[], state: () => number): number {
  const link = (one: number, other: number) => states[one]?.free.push(other);
  switch (regex.kind) {
    case 'set': {
      const to = state();
      states[from]?.edges.push({ ranges: regex.ranges, to });
      return to;
    }
    case 'anchor': {
      const to = state();
      states[from]?.[regex.at].push(to);
      return to;
    }
    case 'sequence':
      return regex.parts.reduce((at, part) => add(part, at, states, state), from);
    case 'either': {
      const to = state();
      for (const part of regex.parts) {
        const first = state();
        link(from, first);
        link(add(part, first, states, state), to);
      }
      return to;
    }
    case 'repeat': {
      let at = from;
      for (let count = 0; count < regex.from; count++) at = add(regex.part, at, states, state);
      const to = state();
      if (regex.to === Number.POSITIVE_INFINITY) {
        const loop = state();
        link(at, loop);
        link(add(regex.part, loop, states, state), loop);
        link(loop, to);
        return to;
      }
      link(at, to);
      for (let count = regex.from; count < regex.to; count++) {
        at = add(regex.part, at, states, state);
        link(at, to);
      }
      return to;
    }
  }
}

type Pair = { readonly one: readonly number[]; readonly other: readonly number[]; readonly text: string };

/** A shortest text that `one` accepts and `other` does not. */
function witness(one: Automaton, other: Automaton): string | undefined {
  const letters = alphabet(one, other);
  const queue: Pair[] = [
    { one: closure(one, [one.start], 'begin'), other: closure(other, [other.start], 'begin'), text: '' },
  ];
  const visited = new Set<string>();
  for (let at = 0; at < queue.length; at++) {
    const pair = queue[at] as Pair;
    const place = pair.text === '' ? 'both' : 'end';
    if (closure(one, pair.one, place).includes(one.accept) && !closure(other, pair.other, place).includes(other.accept))
      return pair.text;
    for (const letter of letters) {
      const next = closure(one, step(one, pair.one, letter), 'middle');
      const beside = closure(other, step(other, pair.other, letter), 'middle');
      const key = `${next}|${beside}`;
      if (next.length === 0 || visited.has(key)) continue;
      if (visited.add(key).size > pairLimit) throw new NotRegular('comparing takes too long');
      queue.push({ one: next, other: beside, text: pair.text + String.fromCodePoint(letter) });
    }
  }
  return undefined;
}

const step = ({ states }: Automaton, from: readonly number[], letter: number): readonly number[] =>
  from.flatMap((state) =>
    (states[state]?.edges ?? []).flatMap(({ ranges, to }) =>
      ranges.some(([low, high]) => low <= letter && letter <= high) ? [to] : [],
    ),
  );

/** All states that are reached without a character. An anchor is passed only where its end of the text is. */
function closure(
  { states, accept }: Automaton,
  from: readonly number[],
  place: 'begin' | 'middle' | 'end' | 'both',
): readonly number[] {
  const found = new Set(from);
  for (const state of found) {
    const { free = [], begin = [], end = [] } = states[state] ?? {};
    for (const next of free) found.add(next);
    if (place === 'begin' || place === 'both') for (const next of begin) found.add(next);
    if (place === 'end' || place === 'both') for (const next of end) found.add(next);
  }
  // Once matched, a text stays matched: the other states say nothing more.
  return found.has(accept) ? [accept] : [...found].sort((a, b) => a - b);
}

/** One character for each class that no range of either automaton distinguishes; readable ones where there are. */
function alphabet(...automata: readonly Automaton[]): readonly number[] {
  const cuts = new Set([0]);
  for (const { states } of automata)
    for (const { edges } of states)
      for (const { ranges } of edges)
        for (const [low, high] of ranges) {
          cuts.add(low);
          if (high < 0x10ffff) cuts.add(high + 1);
        }
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted
    .map((from, index) => {
      const to = (sorted[index + 1] ?? 0x110000) - 1;
      return (
        [0x61, 0x41, 0x30, 0x2d].find((nice) => from <= nice && nice <= to) ?? (from < 0x20 && to >= 0x21 ? 0x21 : from)
      );
    })
    .sort((a, b) => Number(a < 0x21 || a > 0x7e) - Number(b < 0x21 || b > 0x7e) || b - a);
}
