// The reads of one dealer that are timed: the first of each kind, and many more with other filters.

import type { Caller } from './caller.ts';
import { brands, firstYear, regions } from './uploads.ts';

export type Read = {
  readonly title: string;
  /** The nth request of this kind. */
  readonly where: (n: number) => string;
};

export type Figures = {
  readonly firstMs: number;
  readonly firstDatabaseMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
};

/** A hundredth of them are twenty. */
const others = 2_000;
const rounds = 8;

/**
 * Each asks for other dates or another brand, so that no ready answer is read again, but for the dashboard and the
 * catalogue, of which there are fewer. `at`: half of the data was stored then.
 */
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

/** `chosen`: makes this dealer the one that is read. */
export type Dealer = { readonly at: string; readonly chosen: () => Promise<void> };

/** What the nth kind of read costs each dealer, round by round in turn: one after the other, as one person reads. */
export async function figuresOf(
  kind: number,
  dealers: readonly Dealer[],
  ask: Caller,
  databaseUs: () => number,
): Promise<readonly Figures[]> {
  const timed = async ({ at }: Dealer, n: number): Promise<number> => {
    const started = performance.now();
    await ask(readCases(at)[kind]?.where(n) ?? '', 200);
    return performance.now() - started;
  };
  const firsts: Pick<Figures, 'firstMs' | 'firstDatabaseMs'>[] = [];
  for (const dealer of dealers) {
    await dealer.chosen();
    const before = databaseUs();
    const firstMs = await timed(dealer, 0);
    firsts.push({ firstMs, firstDatabaseMs: (databaseUs() - before) / 1000 });
  }
  const all = dealers.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, dealer] of dealers.entries()) {
      await dealer.chosen();
      for (let n = 1; n <= others / rounds; n++) all[i]?.push(await timed(dealer, round * (others / rounds) + n));
    }
  return firsts.map((first, i) => {
    const sorted = all[i]?.toSorted((a, b) => a - b) ?? [];
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    return { ...first, medianMs: at(0.5), p99Ms: at(0.99) };
  });
}
