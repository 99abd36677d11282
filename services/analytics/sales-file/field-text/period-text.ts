// How dealers and their programs write days, weeks, months and quarters, as the text that the contract has for each.
// Decision 600.
import { monthOf } from './month-names.ts';

/** `2026-10-31`, `2026-10`, `2026-W44` or `2026-Q4`; a day whose order is not clear; or what it was. */
export type PeriodText = IsoText | SlashedDay;

export type IsoText = { readonly kind: 'iso'; readonly iso: string };

type SlashedDay = { readonly kind: 'slashed'; readonly first: number; readonly second: number; readonly year: number };

const isoText = (iso: string): IsoText => ({ kind: 'iso', iso });

type Form = readonly [RegExp, (parts: Parts) => string];
type Parts = Readonly<Record<string, string>>;

const [year, two, gap] = ['(?<y>(?:19|20|21)\\d\\d)', '(?<y>(?:19|20|21)\\d\\d|\\d\\d)', "[-/., '’]*"];
const quarterWord = '(?:q|qtr|t|tr|trim|k|kv|kvt|quarter|quartal|kvartal|trimestre|kwartaal)';
const weekWord = '(?:w|wk|week|cw|kw|kalenderwoche|woche|uke|u|uge|vecka|v|sem|semaine|semana|s|settimana)';
const ordinal = '(?:st|nd|rd|th|er|e|º|ª|o|°)?';

const pad = (digits = ''): string => digits.padStart(2, '0');
const whole = (digits = ''): string => (digits.length === 2 ? `${Number(digits) < 70 ? 20 : 19}${digits}` : digits);
const month = ({ y, m }: Parts): string => `${whole(y)}-${pad(m)}`;
const day = ({ y, m, d }: Parts): string => `${whole(y)}-${pad(m)}-${pad(d)}`;
const quarter = ({ y, q }: Parts): string => `${whole(y)}-Q${q}`;
const week = ({ y, w }: Parts): string => `${y}-W${pad(w)}`;

const form = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'u');

const forms: readonly Form[] = [
  [form(`${year}(?<m>0[1-9]|1[0-2])`), month],
  [form(`${year}(?<m>0[1-9]|1[0-2])(?<d>0[1-9]|[12]\\d|3[01])`), day],
  [form(`${year}(?<s>[-/.])(?<m>\\d{1,2})\\k<s>(?<d>\\d{1,2})\\.?`), day],
  [form(`(?<d>\\d{1,2})\\. ?(?<m>\\d{1,2})\\. ?${two}\\.?`), day],
  [form(`${year}[-/. ](?<m>\\d{1,2})`), month],
  [form(`(?<m>\\d{1,2})[-/. ]${year}`), month],
  [form(`${year}${gap}m${gap}(?<m>\\d{1,2})`), month],
  [form(`m${gap}(?<m>\\d{1,2})${gap}${year}`), month],
  [form(`${year}${gap}${quarterWord}${gap}(?<q>[1-4])`), quarter],
  [form(`${quarterWord}${gap}(?<q>[1-4])${gap}${two}`), quarter],
  [form(`(?<q>[1-4])${ordinal}${gap}${quarterWord}${gap}${two}`), quarter],
  [form(`${year}${gap}${weekWord}${gap}(?<w>\\d{1,2})`), week],
  [form(`${weekWord}${gap}(?<w>\\d{1,2})${gap}${year}`), week],
  [form(`(?<w>\\d{1,2})${ordinal}${gap}${weekWord}${gap}${year}`), week],
];

const slashed = /^(\d{1,2})([/-])(\d{1,2})\2((?:19|20|21)\d\d|\d\d)$/;
const isoForm = /^\d{4}-(?:\d{2}(?:-\d{2})?|W\d{2}|Q[1-4])$/;

/** Spreadsheets put an apostrophe before what is to stay text. */
export function periodText(written: string): PeriodText {
  const text = written.trim().replace(/^['’`]\s*/, '');
  if (isoForm.test(text)) return isoText(text);
  const [, first, , second, yearText] = slashed.exec(text) ?? [];
  if (first !== undefined) {
    const year = Number(whole(yearText));
    return { kind: 'slashed', first: Number(first), second: Number(second), year };
  }
  const key = text.toLowerCase();
  for (const [pattern, iso] of forms) {
    const parts = pattern.exec(key)?.groups;
    if (parts !== undefined) return isoText(iso(parts));
  }
  return isoText(named(key) ?? text);
}

const fillers = new Set(['of', 'de', 'del', 'den']);

/**
 * With the name of a month: `Okt 2026`, `Sep-26`, `31. Oktober 2026`, `Oct 31, 2026`. A day alone, as in `26-Sep`, has
 * no year.
 */
function named(text: string): string | undefined {
  if (!/^[\p{L}\p{M}\d\s./,'’ºª°-]+$/u.test(text)) return undefined;
  const found = text.replace(/^[\p{L}\p{M}]+\.?, /u, '').matchAll(/[\p{L}\p{M}]+|\d+(?:st|nd|rd|th|er|º|ª|°)?/gu);
  const tokens = [...found].map(([token]) => token);
  const words = tokens.filter((token) => /^[\p{L}\p{M}]/u.test(token) && !fillers.has(token));
  const numbers = tokens.flatMap((token) => /^\d+/.exec(token)?.[0] ?? []);
  const m = words.length === 1 ? monthOf(words[0] ?? '') : undefined;
  const [one = '', other] = numbers;
  if (m === undefined || numbers.length > 2 || numbers.some(({ length }) => length !== 4 && length > 2))
    return undefined;
  if (other === undefined) {
    const isYear = one.length === 4 || (one.length === 2 && tokens.indexOf(words[0] ?? '') < tokens.indexOf(one));
    return isYear ? month({ y: one, m: String(m) }) : undefined;
  }
  const [d, y] = one.length === 4 ? [other, one] : [one, other];
  return d.length <= 2 && (y.length === 4 || y.length === 2) ? day({ y, m: String(m), d }) : undefined;
}

type DayFault = { readonly kind: 'fault'; readonly fault: string };

/**
 * Which number of a day with slashes or hyphens is the day. The first one that can be read in one order alone decides
 * for its column.
 */
export class DayOrder {
  /** Null: none has decided yet. */
  leading: 'day' | 'month' | null = null;
  #decidedBy = '';

  /**
   * The text of the day; a fault if it may be two days, or contradicts the ones before. `isPossible`: whether a day is
   * one that the column can have.
   */
  iso(
    written: string,
    { first, second, year: inYear }: SlashedDay,
    isPossible: (iso: string) => boolean,
  ): IsoText | DayFault {
    const byDay = day({ y: String(inYear), m: String(second), d: String(first) });
    const byMonth = day({ y: String(inYear), m: String(first), d: String(second) });
    if (first === second) return isoText(byDay);
    const [mayBeDay, mayBeMonth] = [second <= 12, first <= 12];
    const only = mayBeDay === mayBeMonth ? onlyOne(isPossible(byDay), isPossible(byMonth)) : mayBeDay ? 'day' : 'month';
    if (!mayBeDay && !mayBeMonth) return isoText(byDay);
    if (only !== null && this.leading !== null && only !== this.leading && mayBeDay !== mayBeMonth)
      return {
        kind: 'fault',
        fault: `has the ${only} first, but ${this.#decidedBy} has the ${this.leading} first; write each as 2026-11-21`,
      };
    if (only !== null && this.leading === null) [this.leading, this.#decidedBy] = [only, written];
    const order = this.leading ?? only;
    if (order !== null) return isoText(order === 'day' ? byDay : byMonth);
    return {
      kind: 'fault',
      fault: `may be ${byDay} or ${byMonth}, and no day of the column above 12 shows which; write it as ${byDay} or ${byMonth}`,
    };
  }
}

const onlyOne = (isDay: boolean, isMonth: boolean): 'day' | 'month' | null =>
  isDay === isMonth ? null : isDay ? 'day' : 'month';

const head = 64 * 1024;

/** Whether the text has such a day. */
export const hasSlashedDay = (bytes: Buffer): boolean =>
  /(?<!\d)\d{1,2}([/-])\d{1,2}\1(?:\d{4}|\d{2})(?!\d)/.test(bytes.toString('latin1', 0, head));
