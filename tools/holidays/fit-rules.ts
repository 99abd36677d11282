// The shortest list of rules that gives exactly the dates of a country: what repeats becomes a rule, what does not
// stays a date.
import { dayBy } from '../../services/analytics/holidays/rules.ts';
import { type Day, isoDate, parseDay } from '../../services/analytics/indices/period.ts';

export type Years = { readonly from: number; readonly to: number };

type Run = { readonly rule: string; readonly from: number; readonly to: number; readonly days: readonly Day[] };

/** A rule replaces at least so many dates; fewer are easier to read as dates. */
const fewest = 4;

/** A rule that holds until the last year goes on after it, and one that holds from the first year was there before. */
export function fitRules(dates: readonly string[], years: Years): string {
  const left = new Set(dates.map((date) => parseDay(date) as Day));
  const all: ReadonlySet<Day> = new Set(left);
  const runs = candidates.flatMap((rule) => runsOf(rule, all, years));
  const words: string[] = [];
  for (;;) {
    const best = longest(runs, left);
    if (best === undefined) break;
    for (const day of best.days) left.delete(day);
    words.push(textOf(best, years));
  }
  return [...words.sort(), ...[...left].sort((a, b) => a - b).map(isoDate)].join(' ');
}

function longest(runs: readonly Run[], left: ReadonlySet<Day>): Run | undefined {
  let best: Run | undefined;
  let most = fewest - 1;
  for (const run of runs) {
    const covered = run.days.filter((day) => left.has(day)).length;
    if (covered <= most) continue;
    best = run;
    most = covered;
  }
  return best;
}

const textOf = ({ rule, from, to }: Run, years: Years): string => {
  const [first, last] = [from === years.from ? '' : from, to === years.to ? '' : to];
  return first === '' && last === '' ? rule : `${rule}:${first}-${last}`;
};

/** The longest ranges of years in which each day of the rule is a holiday. */
function runsOf(rule: string, all: ReadonlySet<Day>, { from, to }: Years): readonly Run[] {
  const runs: Run[] = [];
  const day = dayBy(rule);
  let start = from;
  let days: Day[] = [];
  const end = (year: number) => {
    if (days.length >= fewest) runs.push({ rule, from: start, to: year - 1, days });
    start = year + 1;
    days = [];
  };
  for (let year = from; year <= to; year++) {
    const each = day(year);
    if (each === undefined) continue;
    if (all.has(each)) days.push(each);
    else end(year);
  }
  end(to + 1);
  return runs;
}

const two = (n: number): string => String(n).padStart(2, '0');
const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const months = numbers(1, 12).map(two);
const dated = months.flatMap((month) => numbers(1, 31).map((date) => `${month}-${two(date)}`));

/** Plain dates come first: of rules that give as much, the first is taken. */
const candidates: readonly string[] = [
  ...dated,
  ...numbers(-60, 70).map((days) => `E${days}`),
  ...months.flatMap((month) => [1, 2, 3, 4, -1].flatMap((nth) => numbers(1, 7).map((iso) => `${month}#${nth}.${iso}`))),
  ...numbers(-60, 70).map((days) => `O${days}`),
  ...dated.flatMap((date) => numbers(1, 7).map((iso) => `${date}/${iso}`)),
];
