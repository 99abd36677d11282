// Periods (day, ISO week, month, quarter) as plain integers, with their text forms. Decision 4.

import type { PeriodType } from '../../../generated/analytics/types.ts';

export type { PeriodType };

/** Days since 1970-01-01 (proleptic Gregorian calendar, no time zone). */
export type Day = number;

/**
 * The `n`-th day, ISO week, month or quarter; consecutive periods have consecutive numbers, so arithmetic is
 * subtraction.
 */
export type Period = { readonly type: PeriodType; readonly n: number };

/** `from` and `to` are both inside. */
export type PeriodRange = { readonly type: PeriodType; readonly from: number; readonly to: number };

const firstYear = 1900;
const lastYear = 2199;
const dayMs = 86_400_000;
const thursday = 3;

const forms: readonly (readonly [PeriodType, RegExp])[] = [
  ['day', /^(\d{4})-(\d{2})-(\d{2})$/],
  ['week', /^(\d{4})-W(\d{2})$/],
  ['month', /^(\d{4})-(\d{2})$/],
  ['quarter', /^(\d{4})-Q([1-4])$/],
];

export const dayOf = (year: number, month: number, date: number): Day => Date.UTC(year, month - 1, date) / dayMs;

export const isoDate = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The day of an instant in UTC. */
export const dayAt = (at: Date): Day => Math.floor(at.getTime() / dayMs);

/** `2026-11-21` as a day; undefined when there is no such day. */
export function parseDay(text: string): Day | undefined {
  const period = parsePeriod(text);
  return period?.type === 'day' ? period.n : undefined;
}

/** 0 = Monday ... 6 = Sunday. 1970-01-01 was a Thursday. */
export const weekday = (day: Day): number => (((day + thursday) % 7) + 7) % 7;

/** `2026-11-21`, `2026-W47`, `2026-11` or `2026-Q4`; undefined for anything else, also for 2026-02-30 and 2026-W54. */
export function parsePeriod(text: string): Period | undefined {
  for (const [type, form] of forms) {
    const parts = form.exec(text)?.slice(1).map(Number);
    if (parts === undefined) continue;
    const [year = 0, part = 0, date = 1] = parts;
    if (year < firstYear || year > lastYear) return undefined;
    const period: Period = { type, n: numberOf(type, year, part, date) };
    return formatPeriod(period) === text ? period : undefined; // refuses what overflowed into the next month or year
  }
  return undefined;
}

/** What does not exist about a text that has the form of a period; undefined for any other text. */
export function nonexistent(text: string): string | undefined {
  const [type] = forms.find(([, form]) => form.test(text)) ?? [];
  if (type === undefined || parsePeriod(text) !== undefined) return undefined;
  const year = Number(text.slice(0, 4));
  if (year < firstYear || year > lastYear) return `the year ${year} is not from ${firstYear} to ${lastYear}`;
  const month = text.slice(0, 7);
  return type === 'day' && parsePeriod(month) === undefined
    ? `the month ${month} does not exist`
    : `the ${type} ${text} does not exist`;
}

/** One period, or two of one kind joined by a slash: `2007-01/2017-01`. */
export function parseRange(text: string): PeriodRange | undefined {
  const parts = text.split('/');
  const first = parsePeriod(parts[0] ?? '');
  const last = parts.length === 1 ? first : parsePeriod(parts[1] ?? '');
  if (first === undefined || last === undefined || parts.length > 2) return undefined;
  return first.type === last.type && first.n <= last.n ? { type: first.type, from: first.n, to: last.n } : undefined;
}

export function formatPeriod({ type, n }: Period): string {
  const start = firstDay({ type, n });
  if (type === 'day') return isoDate(start);
  if (type === 'month') return isoDate(start).slice(0, 7);
  if (type === 'quarter') return `${pad(Math.floor(n / 4), 4)}-Q${(n % 4) + 1}`;
  const { year, week } = isoWeek({ type, n });
  return `${pad(year, 4)}-W${pad(week, 2)}`;
}

export const formatRange = ({ type, from, to }: PeriodRange): string =>
  from === to ? formatPeriod({ type, n: from }) : `${formatPeriod({ type, n: from })}/${formatPeriod({ type, n: to })}`;

export function firstDay({ type, n }: Period): Day {
  if (type === 'day') return n;
  if (type === 'week') return n * 7 - thursday;
  return type === 'month' ? dayOf(Math.floor(n / 12), (n % 12) + 1, 1) : dayOf(Math.floor(n / 4), (n % 4) * 3 + 1, 1);
}

export const lastDay = ({ type, n }: Period): Day => firstDay({ type, n: n + 1 }) - 1;

/** The period of `type` that holds the day. */
export function periodOf(type: PeriodType, day: Day): Period {
  if (type === 'day') return { type, n: day };
  if (type === 'week') return { type, n: Math.floor((day + thursday) / 7) };
  const date = new Date(day * dayMs);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return { type, n: type === 'month' ? month : Math.floor(month / 3) };
}

/** ISO 8601: the year and week of the Thursday. */
export function isoWeek(period: Period): { year: number; week: number } {
  const middle = firstDay(period) + thursday;
  const year = new Date(middle * dayMs).getUTCFullYear();
  return { year, week: Math.floor((middle - dayOf(year, 1, 1)) / 7) + 1 };
}

export const periodsInYear: Record<PeriodType, number> = { day: 365, week: 52, month: 12, quarter: 4 };

const fineness: Record<PeriodType, number> = { day: 0, week: 1, month: 2, quarter: 3 };

/** Whether figures of `coarse` can be computed from figures of `fine`; finer is never invented. */
export const canCompute = (coarse: PeriodType, fine: PeriodType): boolean => fineness[fine] <= fineness[coarse];

export const finest = (types: Iterable<PeriodType>): PeriodType | undefined =>
  [...types].sort((a, b) => fineness[a] - fineness[b])[0];

export const coarsest = (types: Iterable<PeriodType>): PeriodType | undefined =>
  [...types].sort((a, b) => fineness[b] - fineness[a])[0];

/** The period of `type` that a finer one is counted into; a week belongs to the month of its Thursday. */
export const coarsen = (type: PeriodType, period: Period): Period =>
  periodOf(type, period.type === 'week' ? firstDay(period) + thursday : firstDay(period));

/**
 * The same period a year before: 12 months, 4 quarters, 364 days (keeps the weekday), the same ISO week (53 meets 52).
 */
export function yearBefore({ type, n }: Period): Period {
  if (type === 'month') return { type, n: n - 12 };
  if (type === 'quarter') return { type, n: n - 4 };
  if (type === 'day') return { type, n: n - 364 };
  const { year, week } = isoWeek({ type, n });
  return { type, n: numberOf('week', year - 1, Math.min(week, 52), 1) };
}

export const rangeDays = ({ type, from, to }: PeriodRange): { from: Day; to: Day } => ({
  from: firstDay({ type, n: from }),
  to: lastDay({ type, n: to }),
});

function numberOf(type: PeriodType, year: number, part: number, date: number): number {
  if (type === 'day') return dayOf(year, part, date);
  if (type === 'month') return year * 12 + part - 1;
  if (type === 'quarter') return year * 4 + part - 1;
  return periodOf('week', dayOf(year, 1, 4)).n + part - 1; // 4 January is always in week 1
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
