// A state table as a drawing: states in columns by their distance from the initial one, transitions as lines.
import type { JsonObject } from '../../contract/json.ts';
import { asRecord } from '../../contract/json.ts';
import { strings } from '../../contract/model/contracts.ts';
import { textOf } from '../../contract/model/schema.ts';
import { seconds } from '../../contract/model/words.ts';

export interface StateTable {
  readonly initial: string;
  readonly final: readonly string[];
  readonly moves: readonly (readonly [from: string, to: string])[];
  readonly states: readonly string[];
  readonly deadlines: Readonly<Record<string, number>>;
  /** What the description says of each state, in a list such as "- `queued`: accepted, not started yet." */
  readonly meanings: ReadonlyMap<string, string>;
  /** The rest of the description. */
  readonly lead: string;
}

const meaning = /^- `(\w+)`: (.+)$/gm;

export function stateTable(schema: JsonObject): StateTable {
  const { initial, moves, final } = asRecord(schema['x-states']);
  const pairs = Object.entries(asRecord(moves)).flatMap(([from, targets]) =>
    strings(targets).map((to) => [from, to] as const),
  );
  const description = textOf(schema.description);
  return {
    initial: String(initial),
    final: strings(final),
    moves: pairs,
    states: strings(schema.enum),
    deadlines: asRecord(schema['x-deadlines']) as Readonly<Record<string, number>>,
    meanings: new Map([...description.matchAll(meaning)].map(([, state = '', text = '']) => [state, text])),
    lead: description.replaceAll(meaning, '').trim(),
  };
}

/** Lengths along the transitions and beside them: a drawing goes across a wide window and down a narrow one. */
interface Direction {
  readonly name: 'across' | 'down';
  readonly box: { readonly along: number; readonly beside: number };
  readonly gap: { readonly along: number; readonly beside: number };
  /** Where the first box begins, and the space after the last. */
  readonly margin: number;
  /** Between the lines that lead back, where those begin, and where they leave and reach a box. */
  readonly track: { readonly gap: number; readonly first: number; readonly port: number };
}

const directions: readonly Direction[] = [
  {
    name: 'across',
    box: { along: 128, beside: 42 },
    gap: { along: 104, beside: 30 },
    margin: 58,
    track: { gap: 9, first: 14, port: 11 },
  },
  {
    name: 'down',
    box: { along: 40, beside: 94 },
    gap: { along: 76, beside: 10 },
    margin: 60,
    track: { gap: 7, first: 8, port: 14 },
  },
];

interface Position {
  readonly state: string;
  readonly along: number;
  readonly beside: number;
  readonly column: number;
}

/** Two drawings of fixed coordinates, of which the page shows one; colours come from its style. */
export const drawing = (table: StateTable, title: string): string =>
  directions.map((direction) => drawn(table, title, direction)).join('');

/**
 * The states that most others lead to, such as those of a failure: their lines would cover the drawing, so that it
 * counts them at the box, and the table lists them. A line that is the only one out of a state stays.
 */
export function hubs({ states, moves }: StateTable): ReadonlyMap<string, number> {
  const counts = Map.groupBy(moves, ([, to]) => to);
  return new Map(
    [...counts].flatMap(([state, { length }]) =>
      length >= 4 && length > states.length / 2 ? [[state, length] as const] : [],
    ),
  );
}

function drawn(whole: StateTable, title: string, direction: Direction): string {
  const { name, box, margin, track } = direction;
  const counted = hubs(whole);
  const outgoing = Map.groupBy(whole.moves, ([from]) => from);
  const isDrawn = ([from, to]: readonly [string, string]) => !counted.has(to) || outgoing.get(from)?.length === 1;
  const table = { ...whole, moves: whole.moves.filter(isDrawn) };
  const columns = distances(table);
  const isBack = ([from, to]: readonly [string, string]) => (columns.get(to) ?? 0) < (columns.get(from) ?? 0);
  const back = table.moves.filter(isBack);
  const positions = positionsOf(table, columns, direction, track.first + 12 + back.length * track.gap);
  const at = (state: string) => positions.find((each) => each.state === state) as Position;
  const length = Math.max(...positions.map(({ along }) => along)) + box.along + margin + 18;
  const breadth = Math.max(...positions.map(({ beside }) => beside)) + box.beside + (name === 'across' ? 26 : 8);
  const [width, height] = name === 'across' ? [length, breadth] : [breadth, length];
  const curves = table.moves.map(([from, to]) => {
    const index = back.findIndex((each) => each[0] === from && each[1] === to);
    return index < 0 ? forward(at(from), at(to), direction) : backward(at(from), at(to), index, direction);
  });
  const id = `${title.replaceAll(/\W+/g, '-')}-${name}`;
  const label = `${title}: ${whole.moves.map(([from, to]) => `${from} to ${to}`).join(', ')}`;
  const tip = `<defs><marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 .8 7 4 0 7.2z"/></marker></defs>`;
  const paths = curves.map((d) => `<path class="move" d="${d}" marker-end="url(#${id})"/>`).join('');
  const boxes = positions.map((each) => boxOf(each, table, direction) + countAt(each, counted, direction)).join('');
  return `<svg class="machine ${name}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">${tip}${paths}${boxes}</svg>`;
}

function positionsOf(
  { states }: StateTable,
  columns: ReadonlyMap<string, number>,
  { box, gap, margin }: Direction,
  first: number,
): readonly Position[] {
  const deepest = Math.max(...columns.values());
  const byColumn = Map.groupBy(states, (state) => columns.get(state) ?? deepest);
  const most = Math.max(...[...byColumn.values()].map((own) => own.length));
  return [...byColumn].flatMap(([column, own]) =>
    own.map((state, row) => ({
      state,
      column,
      along: margin + column * (box.along + gap.along),
      beside: first + (row + (most - own.length) / 2) * (box.beside + gap.beside),
    })),
  );
}

/**
 * In transitions from the initial state. A state that no line leads to stands in the last column, before those it leads
 * to.
 */
function distances({ initial, moves, states }: StateTable): ReadonlyMap<string, number> {
  const columns = new Map([[initial, 0]]);
  const spread = (): void => {
    for (const [state, distance] of columns)
      for (const [from, to] of moves) if (from === state && !columns.has(to)) columns.set(to, distance + 1);
  };
  spread();
  const last = Math.max(...columns.values());
  for (const state of states)
    if (!columns.has(state) && !moves.some(([, to]) => to === state)) columns.set(state, last);
  spread();
  return columns;
}

/** How many states lead to a box whose lines are left out. */
function countAt({ state, along, beside }: Position, counted: ReadonlyMap<string, number>, { name, box }: Direction) {
  const count = counted.get(state);
  if (count === undefined) return '';
  const [x, y] = name === 'across' ? [along + box.along / 2, beside - 7] : [beside + box.beside / 2, along - 6];
  return `<text class="deadline" x="${x}" y="${y}">from ${count} states</text>`;
}

const pointIn =
  ({ name }: Direction) =>
  (along: number, beside: number): string =>
    name === 'across' ? `${along} ${beside}` : `${beside} ${along}`;

/** To the next column in a curve; within a column straight, or around the boxes between. */
function forward(start: Position, end: Position, direction: Direction): string {
  const { box, gap } = direction;
  const p = pointIn(direction);
  const middle = box.beside / 2;
  const out = start.along + box.along;
  if (end.column > start.column) {
    const [from, to] = [start.beside + middle, end.beside + middle];
    const reach = Math.max(gap.along * 0.4, (end.along - 2 - out) / 2);
    return `M${p(out, from)}C${p(out + reach, from)} ${p(end.along - 2 - reach, to)} ${p(end.along - 2, to)}`;
  }
  const isOn = end.beside > start.beside;
  if (Math.abs(end.beside - start.beside) <= box.beside + gap.beside) {
    const along = start.along + box.along * (isOn ? 0.58 : 0.42);
    return isOn
      ? `M${p(along, start.beside + box.beside)}L${p(along, end.beside - 2)}`
      : `M${p(along, start.beside)}L${p(along, end.beside + box.beside + 2)}`;
  }
  const bow = out + (isOn ? 30 : 44);
  const [from, to] = [start.beside + middle + 6, end.beside + middle + 6];
  return `M${p(out, from)}C${p(bow, from)} ${p(bow, to)} ${p(out + 2, to)}`;
}

/** Out behind the box, beside all boxes in a track, and in from before it: no line crosses a box. */
function backward(start: Position, end: Position, index: number, direction: Direction): string {
  const { box, track } = direction;
  const p = pointIn(direction);
  const round = 6;
  const y = track.first + index * track.gap;
  const from = { along: start.along + box.along, beside: start.beside + track.port };
  const to = { along: end.along - 2, beside: end.beside + track.port };
  const up = from.along + 12 + index * 5;
  const down = to.along - 10 - index * 5;
  return [
    `M${p(from.along, from.beside)}L${p(up - round, from.beside)}Q${p(up, from.beside)} ${p(up, from.beside - round)}`,
    `L${p(up, y + round)}Q${p(up, y)} ${p(up - round, y)}L${p(down + round, y)}Q${p(down, y)} ${p(down, y + round)}`,
    `L${p(down, to.beside - round)}Q${p(down, to.beside)} ${p(down + round, to.beside)}L${p(to.along, to.beside)}`,
  ].join('');
}

function boxOf({ state, along, beside }: Position, table: StateTable, { name, box }: Direction): string {
  const { initial, final, deadlines } = table;
  const kind = state === initial ? ' first' : final.includes(state) ? ' last' : '';
  // A narrow box has no room for it; the table below has it, too.
  const deadline = name === 'across' ? deadlines[state] : undefined;
  const [x, y, width, height] =
    name === 'across' ? [along, beside, box.along, box.beside] : [beside, along, box.beside, box.along];
  const middle = x + width / 2;
  const lines =
    deadline === undefined
      ? `<text x="${middle}" y="${y + height / 2 + 5}">${state}</text>`
      : `<text x="${middle}" y="${y + height / 2 - 2}">${state}</text><text class="deadline" x="${middle}" y="${y + height / 2 + 12}">at most ${seconds(deadline)}</text>`;
  return `<g class="state${kind}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${final.includes(state) ? height / 2 : 9}"/>${lines}</g>`;
}
