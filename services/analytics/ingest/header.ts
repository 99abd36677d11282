// What each column of a file means, from its header line. Rows are read in rows.ts. Decision 5.

import type { PeriodRange, PeriodType } from '../indices/period.ts';
import { type Column, type ColumnName, caps, columns } from './columns.ts';
import type { Report } from './report.ts';
import { type Delimiter, headingKey, splitHeader } from './sniff.ts';

/** What the upload form says about the rows: their period type and the dates that they may have. */
export type Expected = { readonly type: PeriodType; readonly range: PeriodRange };

/** One entry per column of the file; null where the heading is unknown (an error already, so the rows are only judged). */
export type Layout = { readonly headings: readonly string[]; readonly columns: readonly (Column | null)[] };

const byHeading = new Map(
  columns.flatMap((column) => [column.name, ...column.also].map((name) => [name, column] as const)),
);

/** Null when the rows can not even be judged. Every error is reported with the heading that it is about. */
export function readHeader(
  line: string,
  delimiter: Delimiter,
  { type, range }: Expected,
  report: Report,
): Layout | null {
  const headings = splitHeader(line, delimiter);
  if (headings === null) {
    report.add({
      row: 1,
      rule: 'quoting',
      message: 'a quote of the header line is not closed, or followed by other text',
    });
    return null;
  }
  if (headings.length > caps.columns) {
    report.add({
      row: 1,
      rule: 'column_count',
      message: `there are more than ${caps.columns.toLocaleString('en')} columns`,
    });
    return null;
  }
  const found = headings.map((heading) => byHeading.get(headingKey(heading)) ?? null);
  const before = report.count;
  reportUnknown(headings, found, report);
  reportRepeated(headings, found, report);
  const repeated = report.count - before > found.filter((column) => column === null).length;
  const missing = missingColumns(found, type, range.type === type && range.from === range.to);
  for (const { column, message } of missing) report.add({ row: 1, column, rule: 'missing_column', message });
  return missing.length > 0 || repeated
    ? null
    : { headings: headings.map((heading) => heading.trim()), columns: found };
}

function reportUnknown(headings: readonly string[], found: readonly (Column | null)[], report: Report): void {
  found.forEach((column, i) => {
    if (column !== null) return;
    const heading = headings[i] ?? '';
    const near = nearest(headingKey(heading));
    const message =
      near === null ? 'is not a known column; leave it out' : `is not a known column; did you mean ${near}?`;
    report.add({ row: 1, column: heading, value: heading, rule: 'unknown_column', message });
  });
}

function reportRepeated(headings: readonly string[], found: readonly (Column | null)[], report: Report): void {
  const first = new Map<ColumnName, string>();
  found.forEach((column, i) => {
    if (column === null) return;
    const heading = headings[i] ?? '';
    const other = first.get(column.name);
    if (other === undefined) first.set(column.name, heading);
    else
      report.add({
        row: 1,
        column: heading,
        value: heading,
        rule: 'repeated_column',
        message: `means ${column.name}, as ${other} does already`,
      });
  });
}

function missingColumns(found: readonly (Column | null)[], type: PeriodType, onePeriod: boolean) {
  const has = (name: ColumnName): boolean => found.some((column) => column?.name === name);
  const missing: { column: string; message: string }[] = columns
    .filter((column) => column.required && !has(column.name))
    .map(({ name, also }) => ({ column: name, message: `the file has no column ${[name, ...also].join(' or ')}` }));
  const dated = has('period_start') || (has('year') && has('month') && type === 'month');
  if (!dated && !onePeriod) missing.push({ column: 'period_start', message: periodAdvice(type) });
  if (has('revenue') !== has('currency')) {
    missing.push({ column: has('revenue') ? 'currency' : 'revenue', message: 'revenue and currency belong together' });
  }
  return missing;
}

const periodAdvice = (type: PeriodType): string =>
  `the file has no column period_start${type === 'month' ? ', nor year and month' : ''}, and the period of the upload is more than one ${type}`;

/** A known heading one or two slips away, so that `unit_sold` or `brnad` is answered with what was meant. */
function nearest(key: string): string | null {
  const far = 3;
  const [best] = [...byHeading.keys()]
    .map((name) => ({ name, slips: key.length > 40 ? far : distance(key, name) }))
    .sort((a, b) => a.slips - b.slips);
  return best !== undefined && best.slips < far && best.slips * 3 <= best.name.length ? best.name : null;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
