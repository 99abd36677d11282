// Finds the rows of a file that are the sum of other rows, by their numbers. Decision 599.
import { isMake } from './makes.ts';
import { totalName } from './total-words.ts';
import type { MarkedRow, SeriesSum, UnitSums } from './unit-sums.ts';

export type TotalRow = { readonly row: number; readonly column: number; readonly id: string };

export type Totals = {
  /** The units of all rows that were accepted, and of those that are not the sum of others. */
  readonly units: number;
  readonly unitsWithout: number;
  /** The first ones, in the order of the file. */
  readonly rows: readonly TotalRow[];
  readonly count: number;
};

const mostListed = 100;

/** Subtotals hide a grand total, until they are left out. */
const mostRounds = 4;

/** Null: no row is a sum. */
export function findTotals(sums: UnitSums): Totals | null {
  if (!sums.isKept) return null;
  const search = new TotalsSearch(sums);
  for (let round = 0; round < mostRounds && search.round(); round++);
  return search.totals;
}

/** A value, and what it is compared with: the units of the others, and how many these are. */
type Scope = { readonly value: number; readonly others: number; readonly count: number };

type Grouped = Map<number, Map<number, number>>;

const [brand, region, family] = [0, 1, 2] as const;

class TotalsSearch {
  readonly #sums: UnitSums;
  readonly #series: readonly SeriesSum[];
  readonly #byPeriod: readonly { readonly period: number; readonly brand: number; readonly units: number }[];
  /** Series that are the sum of others, with the column whose name stands for that. */
  readonly #found = new Map<number, number>();

  constructor(sums: UnitSums) {
    this.#sums = sums;
    this.#series = [...sums.series()];
    this.#byPeriod = [...sums.brandsByPeriod()];
  }

  get totals(): Totals | null {
    if (this.#found.size === 0) return null;
    const found = this.#series.filter(({ series }) => this.#found.has(series)).sort((a, b) => a.row - b.row);
    const rows = found.slice(0, mostListed).map(({ series, row, codes }) => {
      const column = this.#found.get(series) ?? brand;
      return { row, column, id: this.#sums.idOf(column, codes[column] as number) };
    });
    const units = this.#sums.total;
    const ofTotals = found.reduce((sum, each) => sum + each.units, 0);
    return { units, unitsWithout: units - ofTotals, rows, count: found.length };
  }

  /** True: some were found. */
  round(): boolean {
    const before = this.#found.size;
    this.#findNamed();
    this.#findFamilies();
    this.#findRegions();
    this.#findBrands();
    return this.#found.size > before;
  }

  get #details(): readonly SeriesSum[] {
    return this.#series.filter(({ series, isNamed }) => !isNamed && !this.#found.has(series));
  }

  /** Rows that are named like a sum, and have the units of one. */
  #findNamed(): void {
    const named = this.#series.filter(({ series, isNamed }) => isNamed && !this.#found.has(series));
    if (named.length === 0) return;
    const sums = new DetailSums(this.#details, (column, code) => this.#sums.idOf(column, code));
    const rowsOf = Map.groupBy(this.#neighbours(), ({ series }) => series);
    const periods = this.#periodSums();
    for (const each of named) {
      const rows = rowsOf.get(each.series) ?? [];
      const matching = rows.filter(({ units, near, period }) =>
        [...near, periods.get(period) ?? 0].some(isNear(units)),
      );
      const isSum = sums.of(each).some(isNear(each.units)) || (rows.length > 0 && 2 * matching.length >= rows.length);
      if (isSum) this.#found.set(each.series, sums.namedColumn(each));
    }
  }

  /** The units between a row that is named like a sum and the one before it, and the one after it. */
  #neighbours(): readonly (MarkedRow & { readonly near: readonly number[] })[] {
    const { marked, details } = this.#sums;
    return marked.map((each, i) => ({
      ...each,
      near: [each.before - (marked[i - 1]?.before ?? 0), (marked[i + 1]?.before ?? details) - each.before],
    }));
  }

  #periodSums(): ReadonlyMap<number, number> {
    const periods = new Map<number, number>();
    const left = this.#brandsLeftOut();
    for (const { period, brand: code, units } of this.#byPeriod)
      if (!left.has(code)) periods.set(period, (periods.get(period) ?? 0) + units);
    return periods;
  }

  /** Brands of which no series is left. */
  #brandsLeftOut(): ReadonlySet<number> {
    const left = new Set(this.#details.map(({ codes }) => codes[brand]));
    return new Set(this.#series.map(({ codes }) => codes[brand]).filter((code) => !left.has(code)));
  }

  /** A model family, or none, that is the sum of the other ones of each brand. */
  #findFamilies(): void {
    this.#findIn(family, grouped(this.#details, brand, family), (code) => this.#sums.idOf(family, code) === 'all');
  }

  #findRegions(): void {
    this.#findIn(region, grouped(this.#details, brand, region), () => false);
  }

  #findBrands(): void {
    this.#findIn(brand, this.#brandsByPeriod(), () => false);
    const byRegion = grouped(this.#details, region, brand);
    if (byRegion.size > 1) this.#findIn(brand, byRegion, () => false);
    const periods = new Map<number, number>();
    for (const { brand: code } of this.#byPeriod) periods.set(code, (periods.get(code) ?? 0) + 1);
    const hasOnePeriod = (code: number) => periods.get(code) === 1;
    // The sum of all periods stands in one of them.
    const whole = new Map([[0, valuesBy(this.#details, brand)]]);
    this.#findIn(brand, whole, () => false, hasOnePeriod);
  }

  /** Without those of brands that are sums; a region or model family that is one counts as its brand. */
  #brandsByPeriod(): Grouped {
    if (this.#found.size > 0) {
      const ofSums = this.#series.some(({ series }) => this.#found.has(series) && this.#found.get(series) !== brand);
      if (ofSums) return new Map();
    }
    const left = this.#brandsLeftOut();
    const groups: Grouped = new Map();
    for (const { period, brand: code, units } of this.#byPeriod)
      if (!left.has(code)) groupOf(groups, period).set(code, units);
    return groups;
  }

  #findIn(
    column: 0 | 1 | 2,
    groups: Grouped,
    isBlank: (code: number) => boolean,
    mayBe: (code: number) => boolean = () => true,
  ): void {
    for (const [code, scopes] of scopesOf(groups)) {
      if (!mayBe(code) || scopes.some(({ value, others }) => !equal(value, others))) continue;
      const weightOfScopes = evidence(scopes, isBlank(code));
      if (weightOfScopes === 0) continue;
      const series = this.#details.filter(({ codes }) => codes[column] === code);
      if (weightOfScopes + this.#signs(column, code, series, isBlank(code)) < enough) continue;
      const groupsOf = new Set(
        [...groups].filter(([, values]) => values.size > 1 && values.has(code)).map(([at]) => at),
      );
      for (const each of series)
        if (column !== family || groupsOf.has(each.codes[brand])) this.#found.set(each.series, column);
    }
  }

  /** What speaks for a sum beside its numbers, and against it. */
  #signs(column: 0 | 1 | 2, code: number, series: readonly SeriesSum[], isBlank: boolean): number {
    const isEdge = series.some((each) => each.row === this.#sums.firstRow || each.series === this.#sums.lastSeries);
    const isKnown = column === brand && isMake(this.#sums.idOf(brand, code));
    return (isEdge ? 1 : 0) + (isBlank ? 1 : 0) - (isKnown ? 3 : 0);
  }
}

/** Three for one equal sum of a thousand units: by chance, one in about a thousand is equal. */
const enough = 2.7;
const mostOfOne = 3;
const fewScopes = 3;

/**
 * The decimal logarithm of how seldom such numbers are equal by chance. Two that are equal are no sum, unless one is
 * blank in several such pairs.
 */
function evidence(scopes: readonly Scope[], isBlank: boolean): number {
  const sums = scopes.filter(({ count }) => count > 1);
  const pairs = isBlank ? scopes.filter(({ count }) => count === 1) : [];
  const ofSums = sums.reduce((all, { value, count }) => all + weight(value) + (count > 2 ? 0.5 : 0), 0);
  const ofPairs = pairs.length < fewScopes ? 0 : pairs.reduce((all, { value }) => all + weight(value) / 2, 0);
  return ofSums + ofPairs;
}

const weight = (value: number): number => Math.min(mostOfOne, Math.log10(Math.max(1, Math.abs(value))));

const equal = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(one));

/** A sum may be rounded, or lack a row that was left out. */
const isNear =
  (units: number) =>
  (sum: number): boolean =>
    sum !== 0 && units !== 0 && Math.abs(units - sum) <= 0.02 * Math.abs(sum);

/**
 * The value of each code in each group, beside the others there. Groups in which it is alone, or nothing is, say
 * nothing.
 */
function scopesOf(groups: Grouped): ReadonlyMap<number, readonly Scope[]> {
  const scopes = new Map<number, Scope[]>();
  for (const values of groups.values()) {
    let [sum, count] = [0, 0];
    for (const value of values.values()) {
      sum += value;
      if (value !== 0) count += 1;
    }
    for (const [code, value] of values) {
      const others = { value, others: sum - value, count: count - (value === 0 ? 0 : 1) };
      if (others.count === 0) continue;
      const list = scopes.get(code);
      if (list === undefined) scopes.set(code, [others]);
      else list.push(others);
    }
  }
  return scopes;
}

function groupOf(groups: Grouped, at: number): Map<number, number> {
  const group = groups.get(at) ?? new Map<number, number>();
  groups.set(at, group);
  return group;
}

function grouped(series: readonly SeriesSum[], by: 0 | 1 | 2, of: 0 | 1 | 2): Grouped {
  const groups: Grouped = new Map();
  for (const { codes, units } of series) {
    const group = groupOf(groups, codes[by]);
    group.set(codes[of], (group.get(codes[of]) ?? 0) + units);
  }
  return groups;
}

function valuesBy(series: readonly SeriesSum[], of: 0 | 1 | 2): Map<number, number> {
  const values = new Map<number, number>();
  for (const { codes, units } of series) values.set(codes[of], (values.get(codes[of]) ?? 0) + units);
  return values;
}

/** What a row that is named like a sum may be the sum of. */
class DetailSums {
  readonly #idOf: (column: number, code: number) => string;
  readonly #all: number;
  /** By the id of a brand, region or model family, by a brand and region, and by a region and brand. */
  readonly #byId = new Map<string, number>();

  constructor(details: readonly SeriesSum[], idOf: (column: number, code: number) => string) {
    this.#idOf = idOf;
    this.#all = details.reduce((sum, { units }) => sum + units, 0);
    for (const { codes, units } of details) {
      const ids = codes.map((code, column) => idOf(column, code));
      const [ofBrand, ofRegion, ofFamily] = ids;
      const names = new Set([
        `${ofBrand}`,
        `${ofRegion}`,
        `${ofFamily}`,
        `${ofBrand}/${ofRegion}`,
        `*/${ofRegion}`,
        `${ofBrand}/*`,
      ]);
      for (const name of names) this.#byId.set(name, (this.#byId.get(name) ?? 0) + units);
    }
  }

  of({ codes }: SeriesSum): readonly number[] {
    const ids = codes.map((code, column) => this.#idOf(column, code));
    const [ofBrand = '', ofRegion = '', ofFamily = ''] = ids;
    const rests = ids.map((id) => totalName(id)?.rest ?? '').filter((rest) => rest !== '');
    const isAll = totalName(ofBrand) !== null;
    const places = isAll
      ? [`*/${ofRegion}`]
      : [`${ofBrand}/*`, ...(totalName(ofFamily) === null ? [] : [`${ofBrand}/${ofRegion}`])];
    const sums = [...rests, ...places].map((name) => this.#byId.get(name) ?? 0);
    return isAll ? [this.#all, ...sums] : sums;
  }

  /** The column whose name is that of a sum. */
  namedColumn({ codes }: SeriesSum): number {
    const at = codes.findIndex((code, column) => totalName(this.#idOf(column, code)) !== null);
    return Math.max(0, at);
  }
}
