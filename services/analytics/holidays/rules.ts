// Rules of public holidays as text: one word for each, so that a change of the law is one word of a diff.
import { type Day, dayOf, parseDay, weekday } from '../indices/period.ts';
import { easterSunday, orthodoxEasterSunday } from './easter.ts';

/**
 * `05-17` every year; `04-27/1` only if it is a Monday; `E-2`, `O1` days after western and orthodox Easter; `09#1.1`
 * the first Monday of September, `05#-1.1` the last of May; `2017-10-31` once. `:2014-`, `:-2013` and `:2014-2020`
 * limit a rule to these years.
 */
const form = /^(?<rule>.+?)(?::(?<from>\d{4})?-(?<to>\d{4})?)?$/;

export type HolidaysOf = (year: number) => ReadonlySet<Day>;

/** The holidays of a year by the rules, which are separated by spaces. */
export function holidaysBy(rules: string): HolidaysOf {
  const words = rules.split(' ').filter((word) => word !== '');
  const years = new Map<number, ReadonlySet<Day>>();
  const singles = Map.groupBy(words.filter(isDate), (date) => Number(date.slice(0, 4)));
  const rows = words.filter((word) => !isDate(word)).map(parsed);
  return (year) => {
    const existing = years.get(year);
    if (existing !== undefined) return existing;
    const days = rows.flatMap(({ day, from, to }) => (year < from || year > to ? [] : [day(year)]));
    const all = new Set([...days, ...(singles.get(year) ?? []).map(parseDay)].filter((day) => day !== undefined));
    years.set(year, all);
    return all;
  };
}

const isDate = (word: string): boolean => /^\d{4}-\d\d-\d\d$/.test(word);

function parsed(word: string) {
  const { rule = '', from, to } = form.exec(word)?.groups ?? {};
  return {
    day: dayBy(rule),
    from: Number(from ?? Number.NEGATIVE_INFINITY),
    to: Number(to ?? Number.POSITIVE_INFINITY),
  };
}

/** The day of one rule in a year; undefined in a year without it. */
export function dayBy(rule: string): (year: number) => Day | undefined {
  if (rule.startsWith('E')) return (year) => easterSunday(year) + Number(rule.slice(1));
  if (rule.startsWith('O')) return (year) => orthodoxEasterSunday(year) + Number(rule.slice(1));
  const month = Number(rule.slice(0, 2));
  if (rule[2] === '#') {
    const [nth = 0, iso = 0] = rule.slice(3).split('.').map(Number);
    return (year) => nthWeekday(year, month, nth, iso);
  }
  const [date = 0, iso] = rule.slice(3).split('/').map(Number);
  return (year) => {
    const day = dayOf(year, month, date);
    const exists = new Date(day * 86_400_000).getUTCDate() === date;
    return exists && (iso === undefined || weekday(day) === iso - 1) ? day : undefined;
  };
}

function nthWeekday(year: number, month: number, nth: number, iso: number): Day {
  const first = dayOf(year, month, 1);
  const last = dayOf(year, month + 1, 1) - 1;
  return nth > 0
    ? first + ((iso - 1 - weekday(first) + 7) % 7) + (nth - 1) * 7
    : last - ((weekday(last) - iso + 1 + 7) % 7) + (nth + 1) * 7;
}
