// How much of what is stored a job removes, and when that must be confirmed. Decisions 170 and 171.
import type { Counts } from '../../../adapters/store/analytics/ingest/port.ts';
import type { JobRow, StoredReplacement } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { Job, SliceContent } from '../../../generated/analytics/types.ts';
import { problemBase } from '../../../generated/runtime/problem.ts';
import { round4 } from '../indices/rounding.ts';

/** The share of the units, or of the periods with sales, that may be lost without a confirmation. */
const allowedShare = 0.2;

const [confirmationRequired, totalsInFile] = [`${problemBase}confirmation-required`, `${problemBase}totals-in-file`];

export function lostShare({ before, after, compared_periods, removed_period_count }: StoredReplacement): number {
  const ofUnits = before.units > 0 ? 1 - after.units / before.units : 0;
  const ofPeriods = compared_periods > 0 ? removed_period_count / compared_periods : 0;
  return round4(Math.min(1, Math.max(0, ofUnits, ofPeriods)));
}

const takesMuch = (replacement: StoredReplacement): boolean => lostShare(replacement) > allowedShare;

const skipsEmpty = ({ emptied_count }: StoredReplacement, { rejected }: Pick<Counts, 'rejected'>): boolean =>
  rejected > 0 && emptied_count > 0;

export const needsConfirm = (replacement: StoredReplacement, rows: Pick<Counts, 'rejected'>): boolean =>
  takesMuch(replacement) || skipsEmpty(replacement, rows);

/** `confirm` names the revision that was current when the loss was accepted. */
export const permitted = (
  { confirm }: Pick<JobRow, 'confirm'>,
  rows: Counts,
  replacement: StoredReplacement,
  replaces: number | null,
): boolean => !needsConfirm(replacement, rows) || (confirm !== null && confirm === replaces);

export function unconfirmed(
  { period }: Pick<JobRow, 'period'>,
  rows: Counts,
  replacement: StoredReplacement,
  replaces: number | null,
) {
  const confirm = replaces ?? 0;
  const reason = takesMuch(replacement) ? lossReason(period, replacement) : emptiedBy(rows, replacement);
  return problems.confirmationRequired({
    detail: `${reason} Nothing was stored. ${takesMuch(replacement) ? 'Send it' : 'Correct the file, or send it'} again with confirm=${confirm} if you intend this.`,
    lost_share: lostShare(replacement),
    allowed_share: allowedShare,
    confirm,
  });
}

const lossReason = (period: string, replacement: StoredReplacement): string =>
  `The file would remove ${percent(lostShare(replacement))} of the data stored for ${period}: ${amount(replacement.before)} would become ${amount(replacement.after)}.`;

function emptiedBy({ read, rejected }: Counts, { emptied, emptied_count }: StoredReplacement): string {
  const bad = `${count(rejected)} of ${count(read)} rows ${rejected === 1 ? 'has' : 'have'} errors`;
  const more =
    emptied_count > 1
      ? `, and ${plural(emptied_count - 1, 'other brand and period', 'other brands and periods')} likewise`
      : '';
  return `${bad}. Without ${rejected === 1 ? 'it' : 'them'}, ${emptied?.brand_id} would have no data left in ${emptied?.period}${more}.`;
}

const amount = ({ units, periods }: SliceContent): string =>
  `${plural(units, 'unit', 'units')} in ${plural(periods, 'period', 'periods')}`;

const plural = (value: number, one: string, many: string): string => `${count(value)} ${value === 1 ? one : many}`;

const count = (value: number): string => value.toLocaleString('en');

const percent = (share: number): string => `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`;

/** A reversal is never asked: it brings back what was stored before. */
export function shownReplacement(
  replacement: StoredReplacement,
  { kind, rows_rejected: rejected }: Pick<JobRow, 'kind' | 'rows_rejected'>,
): NonNullable<Job['replacement']> {
  const { compared_periods: _, emptied: _first, emptied_count: _count, ...shown } = replacement;
  return {
    ...shown,
    lost_share: lostShare(replacement),
    needs_confirm: kind !== 'reversal' && needsConfirm(replacement, { rejected }),
  };
}

/** For a caller who may read a part of the dealer: the details speak of all brands and regions. */
export function withoutAmounts(problem: JobRow['problem']): JobRow['problem'] {
  if (problem?.type === confirmationRequired) {
    const { lost_share, ...rest } = problem as typeof problem & { lost_share?: number };
    return { ...rest, detail: 'The job would remove a large share of the stored data. Nothing was changed.' };
  }
  if (problem?.type !== totalsInFile) return problem;
  const { units, units_without, ...rest } = problem as typeof problem & { units?: number; units_without?: number };
  return { ...rest, detail: 'The file has rows that are the sum of other rows. Nothing was stored.' };
}
