// Why a file that was read is refused by its content alone. Decisions 5, 191 and 599.
import type { Findings } from '../../../adapters/store/analytics/ingest/port.ts';
import type { JobRow } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { SalesFile } from '../sales-file/file.ts';
import { addedColumns } from '../sales-file/rejected-rows-file.ts';
import { type FileTotals, hasTotals } from './totals/totals.ts';

export function fileRefusal(
  job: Pick<JobRow, 'on_error' | 'dry_run'>,
  file: Pick<SalesFile, 'shape' | 'failed' | 'gaveUp' | 'given'>,
  findings: Findings,
  totals: FileTotals | null,
) {
  const hasErrors = findings.error_count > (totals?.errors.length ?? 0);
  const isUnusable = job.on_error === 'refuse' || file.shape === null || file.failed || findings.rows.accepted === 0;
  if (hasErrors && isUnusable) return badFile(findings, file.gaveUp);
  const added = job.dry_run ? undefined : addedColumns.find((name) => file.given.includes(name));
  if (added !== undefined) return partOfFile(added, findings);
  return totals === null ? null : hasTotals(totals);
}

function badFile({ rows, error_count }: Findings, gaveUp: boolean) {
  const some = `${count(rows.rejected)} of ${count(rows.read)} rows ${rows.rejected === 1 ? 'has' : 'have'} errors`;
  const all = `Each of the first ${count(rows.read)} rows has errors; the remaining rows were not read`;
  const found = rows.rejected === 0 ? 'The file cannot be read' : gaveUp ? all : some;
  return problems.badFile({ detail: `${found}. Nothing was stored.`, error_count });
}

/** Decision 191: the rows that were right are not in it, and would be gone from the period. */
const partOfFile = (added: (typeof addedColumns)[number], { error_count }: Findings) =>
  problems.badFile({
    detail: `The file has the column ${added}, so it has only the rejected rows of another file, and an upload replaces the whole period. Nothing was stored. Put the corrected rows into the whole file, without ${addedColumns.join(' and ')}, and upload that.`,
    error_count,
  });

const count = (value: number): string => value.toLocaleString('en');
