// What the text of a period, a name or a word of a list stands for. Called once per different spelling.

import {
  firstDay,
  formatPeriod,
  isoDate,
  lastDay,
  nonexistent,
  type Period,
  type PeriodType,
  parseDay,
  parsePeriod,
  periodOf,
  rangeDays,
} from '../indices/period.ts';
import type { Meaning } from './checks.ts';
import { type Column, isBlank, isBlankName } from './columns.ts';
import { isCurrency } from './currencies.ts';
import { DayOrder, periodText } from './field-text/period-text.ts';
import type { Expected } from './header.ts';
import { type Aliases, idOf, type NameKind, slug } from './normalise.ts';
import { headingKey } from './sniff.ts';
import { totalName } from './totals/total-words.ts';

const blank: Meaning = { kind: 'blank' };
const value = (id: string): Meaning => ({ kind: 'value', id });
const fault = (rule: string, message: string): Meaning => ({ kind: 'fault', fault: { rule, message } });

/** The id of a period is its first day. */
export const periodMeaning =
  (expected: Expected, order: DayOrder = new DayOrder()) =>
  (text: string): Meaning => {
    const trimmed = yearFirst(text.trim());
    if (isBlank(trimmed)) return blank;
    const dated = midnight.exec(trimmed);
    if (dated === null && timed.test(trimmed)) return fault('period', timeInstead);
    const read = dayText(dated?.[1] ?? withoutMidnight(trimmed), order, (iso) => periodIn(iso, expected) !== undefined);
    if (read.kind === 'fault') return fault('period', read.fault);
    const period = periodIn(read.iso, expected);
    if (period === undefined) {
      if (totalName(slug(text)) !== null) return fault('period', 'is no period; remove the row if it is a total');
      const first = `must be the first day of a ${expected.type}, such as ${periodExample(expected.type)}`;
      return fault('period', nonexistent(read.iso) ?? first);
    }
    return insideOrFault(period, expected);
  };

function periodIn(iso: string, { type }: Expected): Period | undefined {
  const period = parsePeriod(iso);
  return period && asType(period, type);
}

function dayText(text: string, order: DayOrder, isPossible: (iso: string) => boolean) {
  const read = periodText(text);
  return read.kind === 'iso' ? read : order.iso(text, read, isPossible);
}

const withoutMidnight = (text: string): string => text.replace(/ (?:0{1,2}:00(?::00)?|12:00(?::00)? AM)$/i, '');

/** The id of a day is the first day of its period. A time is left out as it is written, in whatever zone that is. */
export const dateMeaning =
  (expected: Expected, order: DayOrder = new DayOrder()) =>
  (text: string): Meaning => {
    const trimmed = yearFirst(text.trim());
    if (isBlank(trimmed)) return blank;
    const read = dayText(
      isoDay.exec(trimmed)?.[1] ?? withoutTime(trimmed),
      order,
      (each) => parseDay(each) !== undefined,
    );
    if (read.kind === 'fault') return fault('date', read.fault);
    const { iso } = read;
    const found = parseDay(iso);
    if (found === undefined)
      return fault('date', nonexistent(iso) ?? 'must be a day, such as 2026-11-21 or 21.11.2026');
    const { from, to } = rangeDays(expected.range);
    if (found < from || found > to)
      return fault('outside_period', `${iso} is outside the period of the upload, ${isoDate(from)} to ${isoDate(to)}`);
    if (found > expected.latest) return fault('future', `${iso} is in the future; clear it until the vehicle is sold`);
    const meaning = insideOrFault(periodOf(expected.type, found), expected);
    return meaning.kind === 'value' ? { ...meaning, day: found } : meaning;
  };

const withoutTime = (text: string): string => text.replace(/[ T]\d{1,2}:\d{2}[\d:.]*(?: ?[AaPp][Mm])?$/, '');

/**
 * Where the day ends of a day with a time, else `end`: the times of a column are as many as its rows, its days are few.
 */
export function endOfDay(bytes: Buffer, start: number, end: number): number {
  if (end - start < shortestTimed || end - start > longestTimed) return end;
  const [, iso, local] = dayAndTime.exec(bytes.toString('latin1', start, end)) ?? [];
  const day = iso ?? local;
  return day === undefined ? end : start + day.length;
}

const [shortestTimed, longestTimed] = ['1.1.2026 0:00'.length, 64];
const dayAndTime =
  /^(?:(\d{4}-\d{2}-\d{2})[T ]\d{1,2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?|(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}) \d{1,2}:\d{2}[\d:.]*(?: ?[AaPp][Mm])?)$/;
const isoDay = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{1,2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})((?: \d{1,2}:\d{2}[\d:.]*)?)$/;
const yearFirst = (text: string): string => {
  const [, day = '', month = '', year, time] = dayFirst.exec(text) ?? [];
  return year === undefined ? text : `${year}-${pad(month)}-${pad(day)}${time}`;
};
const pad = (digits: string): string => digits.padStart(2, '0');

/** How spreadsheets and statistics programs write a day that they keep as a moment. */
const midnight = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?$/;
const timed = /^\d{4}-\d{2}-\d{2}[T ]\d{1,2}:/;
const timeInstead = 'must be a day without a time, or with midnight, such as 2026-11-01T00:00:00';

/** For a row that has its year and month in two columns. */
export const monthMeaning = (expected: Expected, year: number, month: number): Meaning =>
  insideOrFault({ type: 'month', n: year * 12 + month - 1 }, expected);

type NameColumn = Extract<Column, { kind: 'name' }>;

/** `otherwise`: the id that a blank stands for. */
export const nameMeaning =
  ({ name, maxLength }: NameColumn, aliases: Aliases, otherwise?: string) =>
  (text: string): Meaning => {
    const trimmed = text.trim();
    if (otherwise === undefined ? isBlank(trimmed) : isBlankName(trimmed))
      return otherwise === undefined ? blank : value(otherwise);
    if (hasControls(text)) return fault('pattern', 'must not have line breaks or control characters');
    if ([...trimmed].length > maxLength) return fault('length', `must have at most ${maxLength} characters`);
    const named = idOf(name as NameKind, trimmed, aliases);
    if (named.id === '') return fault('pattern', 'must contain a letter or a digit');
    return named.id.length > maxLength
      ? fault('length', `must have at most ${maxLength} characters`)
      : { kind: 'value', ...named };
  };

export const choiceMeaning =
  ({ choices, words = {}, otherwise }: Extract<Column, { kind: 'choice' }>) =>
  (text: string): Meaning => {
    if (isBlank(text.trim())) return otherwise === undefined ? blank : value(otherwise);
    const key = headingKey(text);
    if (choices.includes(key)) return value(key);
    return Object.hasOwn(words, key) ? value(words[key] as string) : fault('enum', `must be ${choices.join(' or ')}`);
  };

export const currencyMeaning = (text: string): Meaning => {
  const trimmed = text.trim();
  if (isBlank(trimmed)) return blank;
  if (!/^[A-Z]{3}$/.test(trimmed)) return fault('pattern', 'must be three capital letters, such as NOK');
  return isCurrency(trimmed) ? value(trimmed) : fault('enum', 'must be a currency code of ISO 4217, such as NOK');
};

/**
 * A day stands for the longer period that begins on it, and for the month or quarter that ends on it, as reports name
 * these.
 */
function asType(period: Period, type: PeriodType): Period | undefined {
  if (period.type === type) return period;
  if (period.type !== 'day') return undefined;
  const start = periodOf(type, period.n);
  const isNamedByLast = (type === 'month' || type === 'quarter') && lastDay(start) === period.n;
  return firstDay(start) === period.n || isNamedByLast ? start : undefined;
}

function insideOrFault(period: Period, { range, latest }: Expected): Meaning {
  const start = firstDay(period);
  const from = firstDay({ type: range.type, n: range.from });
  const past = firstDay({ type: range.type, n: range.to + 1 });
  if (start >= from && start < past)
    return start > latest ? fault('future', `${formatPeriod(period)} has not started`) : value(isoDate(start));
  return fault(
    'outside_period',
    `${formatPeriod(period)} is outside the period of the upload, ${isoDate(from)} to ${isoDate(past - 1)}`,
  );
}

// Tabs are left to the trimming; anything else below a blank would break the file for other readers, a
// line break for PostgreSQL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const hasControls = (text: string): boolean => /[\u0000-\u0008\u000a-\u001f\u007f]/.test(text);

const periodExample = (type: PeriodType): string =>
  ({
    day: '2026-11-21',
    week: '2026-11-16 or 2026-W47',
    month: '2026-11-01 or 2026-11',
    quarter: '2026-10-01 or 2026-Q4',
  })[type];
