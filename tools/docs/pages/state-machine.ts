// A state table as a drawing: states in columns by their distance from the initial one, transitions as lines.
import type { JsonObject } from '../../generator/json.ts';
import { asRecord } from '../../generator/json.ts';
import { strings } from './contracts.ts';
import { seconds } from './words.ts';

export interface StateTable {
  readonly initial: string;
  readonly final: readonly string[];
  readonly moves: readonly (readonly [from: string, to: string])[];
  readonly states: readonly string[];
  readonly deadlines: Readonly<Record<string, number>>;
}

export function stateTable(schema: JsonObject): StateTable {
  const { initial, moves, final } = asRecord(schema['x-states']);
  const pairs = Object.entries(asRecord(moves)).flatMap(([from, targets]) =>
    strings(targets).map((to) => [from, to] as const),
  );
  return {
    initial: String(initial),
    final: strings(final),
    moves: pairs,
    states: strings(schema.enum),
    deadlines: asRecord(schema['x-deadlines']) as Readonly<Record<string, number>>,
  };
}

const box = { width: 128, height: 42, gapX: 104, gapY: 30 };
const side = 58;
const track = 9;

interface Position {
  readonly state: string;
  readonly x: number;
  readonly y: number;
  readonly column: number;
}

/** An SVG of fixed coordinates; colours come from the style of the page. */
export function drawing(table: StateTable, title: string): string {
  const columns = distances(table);
  const isBack = ([from, to]: readonly [string, string]) => (columns.get(to) ?? 0) < (columns.get(from) ?? 0);
  const back = table.moves.filter(isBack);
  const top = 26 + back.length * track;
  const positions = positionsOf(table, columns, top);
  const at = (state: string) => positions.find((each) => each.state === state) as Position;
  const width = Math.max(...positions.map(({ x }) => x)) + box.width + side + 18;
  const height = Math.max(...positions.map(({ y }) => y)) + box.height + 26;
  const curves = table.moves.map(([from, to]) => {
    const index = back.findIndex((each) => each[0] === from && each[1] === to);
    return index < 0 ? forward(at(from), at(to)) : backward(at(from), at(to), { index, y: 14 + index * track });
  });
  const id = `${title.replaceAll(/\W+/g, '-')}-tip`;
  const label = `${title}: ${table.moves.map(([from, to]) => `${from} to ${to}`).join(', ')}`;
  const tip = `<defs><marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 .8 7 4 0 7.2z"/></marker></defs>`;
  const paths = curves.map((d) => `<path class="move" d="${d}" marker-end="url(#${id})"/>`).join('');
  return `<svg class="machine" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">${tip}${paths}${positions.map((each) => boxOf(each, table)).join('')}</svg>`;
}

function positionsOf({ states }: StateTable, columns: ReadonlyMap<string, number>, top: number): readonly Position[] {
  const deepest = Math.max(...columns.values());
  const byColumn = Map.groupBy(states, (state) => columns.get(state) ?? deepest);
  const tallest = Math.max(...[...byColumn.values()].map((own) => own.length));
  return [...byColumn].flatMap(([column, own]) =>
    own.map((state, row) => ({
      state,
      column,
      x: side + column * (box.width + box.gapX),
      y: top + (row + (tallest - own.length) / 2) * (box.height + box.gapY),
    })),
  );
}

function distances({ initial, moves }: StateTable): ReadonlyMap<string, number> {
  const known = new Map([[initial, 0]]);
  for (const [state, distance] of known)
    for (const [from, to] of moves) if (from === state && !known.has(to)) known.set(to, distance + 1);
  return known;
}

/** To the next column in a curve; within a column straight, or around the boxes between. */
function forward(start: Position, end: Position): string {
  const middle = box.height / 2;
  if (end.column > start.column) {
    const [x1, y1, x2, y2] = [start.x + box.width, start.y + middle, end.x - 2, end.y + middle];
    const reach = Math.max(40, (x2 - x1) / 2);
    return `M${x1} ${y1}C${x1 + reach} ${y1} ${x2 - reach} ${y2} ${x2} ${y2}`;
  }
  const isDown = end.y > start.y;
  if (Math.abs(end.y - start.y) <= box.height + box.gapY) {
    const x = start.x + box.width * (isDown ? 0.58 : 0.42);
    return isDown
      ? `M${x} ${start.y + box.height}L${x} ${end.y - 2}`
      : `M${x} ${start.y}L${x} ${end.y + box.height + 2}`;
  }
  const out = start.x + box.width;
  const bow = out + (isDown ? 30 : 44);
  return `M${out} ${start.y + middle + 6}C${bow} ${start.y + middle + 6} ${bow} ${end.y + middle + 6} ${out + 2} ${end.y + middle + 6}`;
}

interface Track {
  readonly index: number;
  readonly y: number;
}

/** Out on the right, over the top of all boxes in a track, and in from the left: no line crosses a box. */
function backward(start: Position, end: Position, { index, y }: Track): string {
  const round = 6;
  const from = { x: start.x + box.width, y: start.y + 11 };
  const to = { x: end.x - 2, y: end.y + 11 };
  const up = from.x + 12 + index * 5;
  const down = to.x - 10 - index * 5;
  return [
    `M${from.x} ${from.y}H${up - round}Q${up} ${from.y} ${up} ${from.y - round}`,
    `V${y + round}Q${up} ${y} ${up - round} ${y}H${down + round}Q${down} ${y} ${down} ${y + round}`,
    `V${to.y - round}Q${down} ${to.y} ${down + round} ${to.y}H${to.x}`,
  ].join('');
}

function boxOf({ state, x, y }: Position, { initial, final, deadlines }: StateTable): string {
  const kind = state === initial ? ' first' : final.includes(state) ? ' last' : '';
  const deadline = deadlines[state];
  const middle = x + box.width / 2;
  const lines =
    deadline === undefined
      ? `<text x="${middle}" y="${y + 26}">${state}</text>`
      : `<text x="${middle}" y="${y + 19}">${state}</text><text class="deadline" x="${middle}" y="${y + 33}">at most ${seconds(deadline)}</text>`;
  return `<g class="state${kind}"><rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="${final.includes(state) ? 21 : 9}"/>${lines}</g>`;
}
