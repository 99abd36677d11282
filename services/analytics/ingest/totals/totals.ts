// Whether a file with rows that are the sum of others must be confirmed, and what the confirmation shows. Decision 599.
import type { JobRow } from '../../../../adapters/store/analytics/port.ts';
import { problems } from '../../../../generated/analytics/problems.ts';
import type { SalesFile } from '../../sales-file/file.ts';

export type FileTotals = NonNullable<SalesFile['totals']>;

/** `confirm_units` is the units of the file as it is: another file needs another confirmation. */
export function unconfirmedTotals(
  { confirm_units }: Pick<JobRow, 'confirm_units'>,
  { totals }: Pick<SalesFile, 'totals'>,
): FileTotals | null {
  return totals === null || totals.units === confirm_units ? null : totals;
}

export function hasTotals({ units, unitsWithout, count, errors }: FileTotals) {
  const rows = errors.slice(0, mostNamed).map(({ row, value }) => `row ${row} (${value})`);
  const more = count > rows.length ? ` and ${number(count - rows.length)} more` : '';
  return problems.totalsInFile({
    detail: `${count === 1 ? 'A row is' : `${number(count)} rows are`} the sum of other rows: ${rows.join(', ')}${more}. The file has ${number(units)} units with ${count === 1 ? 'it' : 'them'}, and ${number(unitsWithout)} without. Nothing was stored. Remove ${count === 1 ? 'it' : 'them'}, or send the file again with confirm_units=${units} if ${count === 1 ? 'it is' : 'they are'} no total.`,
    units,
    units_without: unitsWithout,
  });
}

const mostNamed = 5;

const number = (value: number): string => value.toLocaleString('en');
