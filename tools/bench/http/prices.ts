// The bodies that the HTTP benchmark serves: 64 different ones in turn, since V8 remembers the text of numbers it has just written.
import { randomFrom } from '../random.ts';

export type Shape = 'list' | 'small';
export const shapes: readonly Shape[] = ['list', 'small'];

const different = 64;
const rows = 200;

export function bodies(shape: Shape, seed: number): readonly object[] {
  const random = randomFrom(seed);
  const decimals = (most: number) => Math.round(random.next() * most * 10_000) / 10_000;
  const day = () => new Date(Date.UTC(2026, 0, 1 + random.below(320))).toISOString().slice(0, 10);
  const price = () => ({
    item: random.below(1_000_000),
    day: day(),
    units: decimals(1_000),
    price: decimals(50_000),
    share: decimals(1),
  });
  const summary = () => ({
    store: `store-${random.below(10_000)}`,
    day: day(),
    items: random.below(100_000),
    units: decimals(100_000),
    mean: decimals(1_000),
    open: random.below(2) === 1,
  });
  return Array.from({ length: different }, () =>
    shape === 'small' ? summary() : { items: Array.from({ length: rows }, price) },
  );
}

const names: Record<Shape, string> = { list: 'prices', small: 'summary' };

/** What is asked for, with one path parameter and two query parameters. */
export const pathsOf = (shape: Shape, prefix = ''): readonly string[] =>
  Array.from(
    { length: different },
    (_, i) =>
      `${prefix}/stores/store-${i}/${names[shape]}?limit=200&since=2026-${String(1 + (i % 12)).padStart(2, '0')}-01`,
  );

/** Calls `make` with each body in turn. */
export function inTurn<Made>(list: readonly object[], make: (body: object) => Made): () => Made {
  let turn = 0;
  const made = list.map(make);
  return () => made[turn++ % made.length] as Made;
}
