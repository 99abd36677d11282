// How the period and the period type of an upload go together, and what that asks of its rows. Decision 4.
import type { JobRow } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { Day, PeriodType } from '../indices/period.ts';
import { dayAt, firstDay, isoDate, nonexistent, type PeriodRange, parseRange, rangeDays } from '../indices/period.ts';
import type { Expected } from '../sales-file/header.ts';

export type UploadPeriod = {
  readonly range: PeriodRange;
  readonly type: PeriodType;
  readonly from: string;
  readonly to: string;
};

/** Period types that fill a period of another type exactly. */
const parts: Record<PeriodType, readonly PeriodType[]> = {
  day: ['day'],
  week: ['day', 'week'],
  month: ['day', 'month'],
  quarter: ['day', 'month', 'quarter'],
};

export const partsOf = (type: PeriodType): readonly PeriodType[] => parts[type];

/**
 * Undefined when there is no such period; a type that does not fill it comes back as it is, for the caller to refuse.
 */
export function uploadPeriod(period: string, asked?: PeriodType): UploadPeriod | undefined {
  const range = parseRange(period);
  if (range === undefined) return undefined;
  const { from, to } = rangeDays(range);
  return { range, type: asked ?? range.type, from: isoDate(from), to: isoDate(to) };
}

/**
 * The last day on which a period may begin: where days begin first, it is tomorrow already when it is still today in
 * UTC. Decision 161.
 */
export const latestStart = (now: Date): Day => dayAt(now) + 1;

/** Whether the last period of the upload has not begun anywhere. */
export const isFuture = ({ range: { type, to } }: UploadPeriod, now: Date): boolean =>
  firstDay({ type, n: to }) > latestStart(now);

/** The fields of a job that was admitted, so its period is one. */
type Asked = Pick<JobRow, 'period' | 'period_type'> & Partial<Pick<JobRow, 'unknown_columns'>>;

export function expectedOf({ period, period_type, unknown_columns }: Asked, now: Date): Expected {
  const range = parseRange(period);
  if (range === undefined) throw new Error(`${period} is not a period`);
  return { type: period_type, range, latest: latestStart(now), ignoresUnknown: unknown_columns === 'ignore' };
}

// The pattern of the contract lets 2026-02-30 and intervals that run backwards through.
export function invalidPeriod(period: string) {
  const [missing] = period.split('/').flatMap((text) => nonexistent(text) ?? []);
  const message = missing ?? 'must be an interval with the earlier period first';
  const detail = missing === undefined ? 'The interval ends before it starts.' : 'The period does not exist.';
  return problems.invalidRequest({ detail, errors: [{ pointer: '/period', value: period, rule: 'period', message }] });
}
