// The reads of one dealer that are timed: the first of each kind, and many more with other filters.

import type { Caller } from './caller.ts';
import { brands, firstYear, regions } from './uploads.ts';

export type Read = {
  readonly title: string;
  /** The nth request of this kind. */
  readonly where: (n: number) => string;
};

export type Figures = {
  readonly read: Read;
  readonly firstMs: number;
  readonly firstDatabaseMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
};

const others = 300;

/** Each asks for other dates or another brand, so that no ready answer is read again. `at`: half of the data was stored then. */
export function readCases(at: string): readonly Read[] {
  const indices = (filter: (n: number) => string) => (n: number) =>
    `/indices?period_type=month&date_from=${dayOf(n)}${filter(n)}`;
  const brand = (n: number) => `&brand_id=brand-${n % brands}`;
  const region = (n: number) => `&region_id=region-${n % regions}`;
  const past = `&as_of=${encodeURIComponent(at)}`;
  return [
    { title: '/indices, no filter', where: indices(() => '') },
    { title: 'of one brand', where: indices(brand) },
    { title: 'of one brand and region', where: indices((n) => brand(n) + region(n)) },
    { title: 'of one model family', where: indices((n) => `&model_family_id=model-${n % brands}-0`) },
    { title: 'no filter, as_of', where: indices(() => past) },
    { title: 'of one brand, as_of', where: indices((n) => brand(n) + past) },
    { title: 'the newest 12 of one brand', where: indices((n) => `${brand(n)}&limit=12`) },
    { title: '/dashboard/summary', where: (n) => `/dashboard/summary${n === 0 ? '' : brand(n).replace('&', '?')}` },
    { title: '/catalog/brands', where: (n) => `/catalog/brands?limit=${1 + (n % 200)}` },
  ];
}

const dayOf = (n: number): string => new Date(Date.UTC(firstYear - 90, 0, 1 + n)).toISOString().slice(0, 10);

/** One after the other, as one person reads. */
export async function figuresOf(read: Read, ask: Caller, databaseUs: () => number): Promise<Figures> {
  const timed = async (n: number): Promise<number> => {
    const started = performance.now();
    await ask(read.where(n), 200);
    return performance.now() - started;
  };
  const before = databaseUs();
  const firstMs = await timed(0);
  const firstDatabaseMs = (databaseUs() - before) / 1000;
  const all: number[] = [];
  for (let n = 1; n <= others; n++) all.push(await timed(n));
  all.sort((a, b) => a - b);
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
  return { read, firstMs, firstDatabaseMs, medianMs: at(0.5), p99Ms: at(0.99) };
}
