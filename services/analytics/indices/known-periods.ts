// Which days of a dealer are known: those that its uploads cover, as far as they had passed when the file came.
// Decision 160.

import { coarsen, type Day, firstDay, lastDay, type Period, type PeriodType, periodOf } from './period.ts';

/** Periods that a dealer has uploaded; inside them a missing row means nothing sold, outside nothing is known. */
export type Covered = {
  readonly dealer: string;
  readonly type: PeriodType;
  readonly from: number;
  readonly to: number;
  /** The day of the upload: what comes after it is not known yet. */
  readonly until: Day;
};

export type KnownPeriods = {
  /** Up to which day a reported period is known. At least its first day, since a dealer may be a day ahead of UTC. */
  end(dealer: string, period: Period): Day;
  /** The stored periods of `type` inside the period that uploads cover, reported or not. */
  inside(dealer: string, period: Period, type: PeriodType): readonly number[];
  /** Whether each day of the period that `sells` is known; `types` are those of its stored periods. */
  whole(dealer: string, period: Period, types: readonly PeriodType[], sells: (day: Day) => boolean): boolean;
};

type Days = { readonly from: Day; readonly to: Day };

export function knownPeriods(covered: readonly Covered[]): KnownPeriods {
  const ranges = Map.groupBy(covered, ({ dealer }) => dealer);
  const early = Map.groupBy(
    covered.filter(({ type, to, until }) => lastDay({ type, n: to }) > until),
    ({ dealer }) => dealer,
  );
  const days = new Map([...ranges].map(([dealer, of]) => [dealer, joined(of)]));
  const end = (dealer: string, { type, n }: Period): Day => {
    const found = early.get(dealer)?.find((range) => range.type === type && range.from <= n && n <= range.to);
    const last = lastDay({ type, n });
    return found === undefined ? last : Math.min(last, Math.max(found.until, firstDay({ type, n })));
  };
  return {
    end,
    inside: (dealer, period, type) =>
      (ranges.get(dealer) ?? [])
        .filter((range) => range.type === type)
        .flatMap((range) => numbersInside(period, range)),
    whole(dealer, period, types, sells) {
      const [type] = types;
      if (types.length === 1 && type === period.type)
        return !somewhere({ from: end(dealer, period) + 1, to: lastDay(period) }, sells);
      return gaps(spanOf(period, types), days.get(dealer) ?? []).every((gap) => !somewhere(gap, sells));
    },
  };
}

/** Known days as ranges that neither meet nor overlap, in order. */
function joined(covered: readonly Covered[]): readonly Days[] {
  const found: { from: Day; to: Day }[] = [];
  const each = covered.map(({ type, from, to, until }) => ({
    from: firstDay({ type, n: from }),
    to: Math.min(lastDay({ type, n: to }), until),
  }));
  for (const { from, to } of each.sort((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
    else if (from <= to) found.push({ from, to });
  }
  return found;
}

function gaps({ from, to }: Days, days: readonly Days[]): readonly Days[] {
  const found: Days[] = [];
  let next = from;
  for (const range of days) {
    if (range.to < next) continue;
    if (range.from > to) break;
    found.push({ from: next, to: range.from - 1 });
    next = range.to + 1;
  }
  return [...found, { from: next, to }];
}

function somewhere({ from, to }: Days, sells: (day: Day) => boolean): boolean {
  for (let day = from; day <= to; day++) if (sells(day)) return true;
  return false;
}

/** Weeks are counted into the month of their Thursday, so that a month of weeks may begin and end some days off. */
function spanOf(period: Period, types: readonly PeriodType[]): Days {
  if (!types.includes('week') || period.type === 'week') return { from: firstDay(period), to: lastDay(period) };
  const next = { type: period.type, n: period.n + 1 };
  return {
    from: firstDay({ type: 'week', n: firstInside(period, 'week') }),
    to: firstDay({ type: 'week', n: firstInside(next, 'week') }) - 1,
  };
}

/**
 * Numbers of the range's periods that are counted into `period`; at most 92 days, so the search starts at its first
 * day.
 */
function numbersInside(period: Period, { type, from, to, until }: Covered): readonly number[] {
  const found: number[] = [];
  const last = Math.min(to, periodOf(type, until).n);
  for (let n = Math.max(from, firstInside(period, type)); n <= last; n++) {
    if (coarsen(period.type, { type, n }).n !== period.n) break;
    found.push(n);
  }
  return found;
}

/** A week that began in the month before may belong here by its Thursday, so at most one step is needed. */
function firstInside(period: Period, type: PeriodType): number {
  const { n } = periodOf(type, firstDay(period));
  return coarsen(period.type, { type, n }).n < period.n ? n + 1 : n;
}
