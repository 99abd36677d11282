// What each column of a file means, from its header line. Decision 5.

import { type Day, type PeriodRange, type PeriodType, parsePeriod } from '../indices/period.ts';
import { type Column, type ColumnName, caps, type Form } from './columns.ts';
import { monthOf } from './field-text/month-names.ts';
import { periodText } from './field-text/period-text.ts';
import { slug } from './normalise.ts';
import type { RowError } from './report.ts';
import { type Delimiter, headingKey, isLongHeading, splitHeader } from './sniff.ts';
import { totalName } from './totals/total-words.ts';

/**
 * What the upload form says about the rows, their period type and the dates that they may have, and the last day on
 * which a period may begin.
 */
export type Expected = {
  readonly type: PeriodType;
  readonly range: PeriodRange;
  readonly latest: Day;
  /** Columns that are not known are left out (decision 561); else they refuse the file. */
  readonly ignoresUnknown?: boolean;
};

/** One entry per column of the file; null where there is none: those are not copied. */
export type Layout = {
  readonly headings: readonly string[];
  readonly columns: readonly (Column | null)[];
  /** There are headings that nothing is known of, which is an error already, so the rows are only judged. */
  readonly hasUnknown: boolean;
};

type Add = (error: Pick<RowError, 'rule' | 'message'> & Partial<RowError>) => void;

/** Null when the rows cannot even be judged. Every error is reported with the heading that it is about. */
export function readHeader(
  line: string,
  delimiter: Delimiter,
  expected: Expected,
  form: Form,
  add: Add,
): Layout | null {
  const fields = splitHeader(line, delimiter);
  const headings = fields?.map((heading) => heading.trim());
  if (fields?.some((field) => /^ +"/.test(field))) {
    add({ rule: 'quoting', message: 'there is a space before a quote in the header line; remove it' });
    return null;
  }
  if (headings === undefined) {
    add({ rule: 'quoting', message: 'a quote in the header line is not closed, or is followed by other text' });
    return null;
  }
  if (headings.length > caps.columns) {
    add({ rule: 'column_count', message: `there are more than ${caps.columns.toLocaleString('en')} columns` });
    return null;
  }
  const found = withoutWeak(
    headings,
    headings.map((heading) => form.byHeading.get(headingKey(heading)) ?? null),
  );
  const unknown = unknownColumns(headings, found, form, expected);
  const wide = wideTable(headings, found, form);
  for (const error of wide.length > 0 ? wide : unknown) add(error);
  const misplaced = [...repeated(headings, found), ...partsOfPeriod(headings, found, expected.type)];
  const missing = missingColumns(found, form, expected).map(alongside(recognized(headings, found)));
  for (const error of [...misplaced, ...missing]) add(error);
  return misplaced.length + missing.length > 0
    ? null
    : { headings, columns: found, hasUnknown: unknown.length + wide.length > 0 };
}

type Found = readonly (Column | null)[];

/** Headings of public files that mean a column where no other heading does: beside a brand, `company` is the dealer. */
const weak: ReadonlySet<string> = new Set(
  'maker,manufacturer,company,oem,registrations,new_registrations,vehicles_sold,cars_sold'.split(','),
);

function withoutWeak(headings: readonly string[], found: Found): Found {
  const isWeak = (i: number) => weak.has(headingKey(headings[i] ?? ''));
  return found.map((column, i) =>
    column !== null && isWeak(i) && found.some((other, j) => other === column && !isWeak(j)) ? null : column,
  );
}
type HeadingError = Parameters<Add>[0];

/** Spreadsheets write columns without a name between and behind others: a value in one is an error of its row. */
const unknownColumns = (
  headings: readonly string[],
  found: Found,
  form: Form,
  { ignoresUnknown }: Expected,
): readonly HeadingError[] =>
  headings.flatMap((heading, i) => {
    if (found[i] !== null || heading === '') return [];
    const meant = form.meaningsOf.get(headingKey(heading));
    if (meant !== undefined) return [{ column: heading, value: heading, ...ambiguousHeading(meant) }];
    if (ignoresUnknown) return [];
    const near = nearest(heading, found, form);
    const isTotal = !isLongHeading(heading) && totalName(slug(heading)) !== null;
    const other = isTotal ? 'it is named like a sum of others, so leave it out' : 'leave it out';
    const advice = near === null ? other : `did you mean ${near}?`;
    const message = `is not a known column; ${advice}`;
    return [{ column: heading, value: heading, rule: 'unknown_column', message }];
  });

/** A column for each period, or for new and used: the table has to be turned, so that a row has one of them. */
function wideTable(headings: readonly string[], found: Found, form: Form): readonly HeadingError[] {
  if (form.name !== 'sales' || found.some((column) => column?.name === 'units_sold')) return [];
  const loose = headings.filter((heading, i) => found[i] === null && heading !== '');
  const periods = loose.filter(isPeriodHeading);
  if (periods.length > 1)
    return [
      wideError(
        periods,
        `are periods, but a row is one period: write a row for each, with the period in period_start and its number in units_sold`,
      ),
    ];
  for (const column of form.columns) {
    if (column.kind !== 'choice') continue;
    const values = loose.filter((heading) => column.choices.includes(headingKey(heading)));
    if (values.length > 1)
      return [
        wideError(
          values,
          `are values of ${column.name}: write a row for each, with the value in ${column.name} and its number in units_sold`,
        ),
      ];
  }
  return [];
}

const wideError = (headings: readonly string[], message: string): HeadingError => ({
  column: headings[0] ?? '',
  value: headings[0] ?? '',
  rule: 'wide_table',
  message: `the headings ${listed(headings)} ${message}`,
});

function isPeriodHeading(heading: string): boolean {
  if (isLongHeading(heading)) return false;
  if (/^(19|20|21)\d\d$/.test(heading) || monthOf(heading) !== undefined) return true;
  const read = periodText(heading);
  return read.kind !== 'iso' || parsePeriod(read.iso) !== undefined;
}

export const ambiguousHeading = (meant: readonly ColumnName[]) => ({
  rule: 'ambiguous_column',
  message: `may mean ${meant.join(' or ')}; rename it to the one that you mean`,
});

function repeated(headings: readonly string[], found: Found): readonly HeadingError[] {
  const first = new Map<ColumnName, string>();
  return found.flatMap((column, i) => {
    const heading = headings[i] ?? '';
    const other = column && first.get(column.name);
    if (column && other === undefined) first.set(column.name, heading);
    if (!column || other === undefined) return [];
    const message = `means ${column.name}, and so does ${other}`;
    return [{ column: heading, value: heading, rule: 'repeated_column', message }];
  });
}

export const onlyMonthly = (type: PeriodType): string => `is only for monthly rows; this upload has rows by ${type}`;

/** Year and month are the period of rows by month, and then its only one. */
function partsOfPeriod(headings: readonly string[], found: Found, type: PeriodType): readonly HeadingError[] {
  const whole = headings[found.findIndex((column) => column?.name === 'period_start')];
  if (whole === undefined && type === 'month') return [];
  const message = whole === undefined ? onlyMonthly(type) : `remove it, because ${whole} already gives the period`;
  return found.flatMap((column, i) =>
    column?.name === 'year' || column?.name === 'month'
      ? [{ column: headings[i] ?? '', value: headings[i] ?? '', rule: 'misplaced_column', message }]
      : [],
  );
}

function missingColumns(found: Found, form: Form, expected: Expected): readonly HeadingError[] {
  const has: Has = (name) => found.some((column) => column?.name === name);
  const missing = form.columns
    .filter((column) => column.required && !has(column.name))
    .map(({ name, also }) => ({ column: name, message: `the file has no column ${name}${alsoAccepted(also)}` }));
  const alone = (name: ColumnName, other: ColumnName) =>
    has(name) && !has(other)
      ? [{ column: other, message: `${name} and ${other} must be given together${wholeMonths(name)}` }]
      : [];
  return [
    ...missing,
    ...(form.name === 'sales' ? missingPeriod(has, expected) : missingDate(has)),
    ...form.together.flatMap(([one, other]) => [...alone(one, other), ...alone(other, one)]),
  ].map((error) => ({ ...error, rule: 'missing_column' }));
}

/** Whether a column called month has numbers or months with their years shows only in its rows. */
const wholeMonths = (name: ColumnName): string =>
  name === 'month' ? '; rename month to period_start if its values have the year, as 2026-10 does' : '';

const alsoAccepted = (names: readonly string[]): string => {
  const shown = names.filter((name) => !weak.has(name));
  return shown.length === 0 ? '' : ` (also accepted: ${shown.join(', ')})`;
};

/** Once is enough: the first of the columns that are missing says what the file has instead. */
const alongside =
  (what: string) =>
  (error: HeadingError, i: number): HeadingError =>
    i === 0 ? { ...error, message: `${error.message}; ${what}` } : error;

const [mostHeadings, mostCharacters] = [12, 40];

/** Which headings mean a column, and which none. */
function recognized(headings: readonly string[], found: Found): string {
  const of = (isKnown: boolean) =>
    headings.flatMap((heading, i) => {
      const column = found[i] ?? null;
      if ((column !== null) !== isKnown || heading === '') return [];
      const short = heading.length > mostCharacters ? `${heading.slice(0, mostCharacters)}…` : heading;
      return [column === null || column.name === headingKey(heading) ? short : `${short} (${column.name})`];
    });
  const unknown = of(false);
  return `recognized: ${listed(of(true))}${unknown.length === 0 ? '' : `; not recognized: ${listed(unknown)}`}`;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const more = names.length - mostHeadings;
  return `${names.slice(0, mostHeadings).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

type Has = (name: ColumnName) => boolean;

function missingPeriod(has: Has, { type, range }: Expected) {
  const isDated = has('period_start') || (has('year') && has('month') && type === 'month');
  const isOne = range.type === type && range.from === range.to;
  return isDated || isOne ? [] : [{ column: 'period_start', message: periodAdvice(type) }];
}

/** Rows of vehicles without a date are in stock, so that the period of the upload can not stand for it. */
const missingDate = (has: Has) =>
  has('sale_date')
    ? []
    : [{ column: 'sale_date', message: 'the file has no column sale_date, which says when each vehicle was sold' }];

const periodAdvice = (type: PeriodType): string =>
  `the file has no column period_start${type === 'month' ? ', nor year and month' : ''}, and the period of the upload is more than one ${type}`;

/**
 * A heading that the file still lacks, within one or two slips, so that `unit_sold` or `brnad` is answered with what
 * was meant. What is required comes first. One with another first letter is a guess, unless the first two are swapped;
 * one with letters that no heading has is a word of another language (`Stück` is not stock).
 */
export function nearest(heading: string, found: Found, { columns }: Pick<Form, 'columns'>): string | null {
  const key = headingKey(heading);
  if (key.length > 40 || /\P{ASCII}/u.test(heading)) return null;
  const most = key.length <= 5 ? 1 : 2;
  const near = columns
    .filter((column) => !found.includes(column))
    .flatMap((column) => [column.name, ...column.also].map((name) => ({ name, required: column.required })))
    .filter(({ name }) => key[0] === name[0] || (key[1] === name[0] && key[0] === name[1]))
    .map((each) => ({ ...each, slips: distance(key, each.name) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => Number(b.required) - Number(a.required) || a.slips - b.slips);
  return near[0]?.name ?? null;
}

/** Letters left out, put in, changed, or swapped with the next. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwapped ? (before[j - 2] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
