// A state table as a drawing: states in columns by their distance from the initial one, transitions as curves.
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

const box = { width: 124, height: 40, gapX: 76, gapY: 34 };
const margin = 46;

interface Placed {
  readonly state: string;
  readonly x: number;
  readonly y: number;
  readonly column: number;
}

/** An SVG of fixed coordinates; colours come from the style of the page. */
export function drawing(table: StateTable, title: string): string {
  const placed = placesOf(table);
  const at = new Map(placed.map((each) => [each.state, each]));
  const width = Math.max(...placed.map(({ x }) => x)) + box.width + margin;
  const height = Math.max(...placed.map(({ y }) => y)) + box.height + margin;
  const curves = table.moves.flatMap(([from, to]) => {
    const [start, end] = [at.get(from), at.get(to)];
    return start === undefined || end === undefined ? [] : [curve(start, end)];
  });
  const id = title.replaceAll(/\W+/g, '-');
  return `<svg class="machine" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}: ${table.moves.map(([from, to]) => `${from} to ${to}`).join(', ')}"><defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 .8 7 4 0 7.2z"/></marker></defs>${curves.map((d) => `<path class="move" d="${d}" marker-end="url(#${id}-tip)"/>`).join('')}${placed.map((each) => boxOf(each, table)).join('')}</svg>`;
}

function placesOf(table: StateTable): readonly Placed[] {
  const columns = distances(table);
  const deepest = Math.max(...columns.values());
  const byColumn = Map.groupBy(table.states, (state) => columns.get(state) ?? deepest);
  const tallest = Math.max(...[...byColumn.values()].map((own) => own.length));
  return [...byColumn].flatMap(([column, own]) =>
    own.map((state, row) => ({
      state,
      column,
      x: margin / 2 + column * (box.width + box.gapX),
      y: margin + (row + (tallest - own.length) / 2) * (box.height + box.gapY),
    })),
  );
}

function distances({ initial, moves }: StateTable): ReadonlyMap<string, number> {
  const known = new Map([[initial, 0]]);
  for (const [state, distance] of known)
    for (const [from, to] of moves) if (from === state && !known.has(to)) known.set(to, distance + 1);
  return known;
}

/** Forward from the right side, back over the top, within a column around the side. */
function curve(start: Placed, end: Placed): string {
  const middle = box.height / 2;
  if (end.column > start.column) {
    const [x1, y1, x2, y2] = [start.x + box.width, start.y + middle, end.x - 2, end.y + middle];
    const reach = Math.max(36, (x2 - x1) / 2);
    return `M${x1} ${y1}C${x1 + reach} ${y1} ${x2 - reach} ${y2} ${x2} ${y2}`;
  }
  if (end.column === start.column) {
    const down = end.y > start.y;
    const x = start.x + box.width * (down ? 0.6 : 0.4);
    const [y1, y2] = down ? [start.y + box.height, end.y - 2] : [start.y, end.y + box.height + 2];
    if (Math.abs(end.y - start.y) < box.height * 2.2) return `M${x} ${y1}L${x} ${y2}`;
    const side = start.x + box.width + 30;
    return `M${start.x + box.width} ${start.y + middle}C${side} ${start.y + middle} ${side} ${end.y + middle} ${end.x + box.width + 2} ${end.y + middle}`;
  }
  const [x1, x2] = [start.x + box.width * 0.35, end.x + box.width * 0.65];
  const top = Math.min(start.y, end.y) - 26;
  return `M${x1} ${start.y}C${x1} ${top} ${x2} ${top} ${x2} ${end.y - 2}`;
}

function boxOf({ state, x, y }: Placed, { initial, final, deadlines }: StateTable): string {
  const kind = state === initial ? ' first' : final.includes(state) ? ' last' : '';
  const deadline = deadlines[state];
  const middle = x + box.width / 2;
  const lines =
    deadline === undefined
      ? `<text x="${middle}" y="${y + 25}">${state}</text>`
      : `<text x="${middle}" y="${y + 18}">${state}</text><text class="deadline" x="${middle}" y="${y + 32}">at most ${seconds(deadline)}</text>`;
  return `<g class="state${kind}"><rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="${final.includes(state) ? 20 : 9}"/>${lines}</g>`;
}
