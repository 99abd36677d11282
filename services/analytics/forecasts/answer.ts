// The body of a forecast: items with their bounds, the history before them, and what they were made from.
import type { SalesFigures } from '../../../adapters/store/analytics/sales/port.ts';
import type { ForecastItem, ForecastList, ForecastMeta } from '../../../generated/analytics/types.ts';
import { calendarsUsed } from '../indices/calendars/chosen-calendars.ts';
import { definitionsVersion } from '../indices/definitions.ts';
import { finestType, startOf } from '../indices/figures.ts';
import type { PeriodType } from '../indices/period.ts';
import { round4, roundQuotient } from '../indices/rounding.ts';
import { mixOf } from '../indices/sales-mix.ts';
import type { Index } from '../indices/series.ts';
import type { Computed } from './compute-thread.ts';
import type { History } from './history.ts';
import type { Backtest } from './model/backtest.ts';
import type { Forecast } from './model/forecast.ts';

/** The levels of the intervals, as the library is asked for them. */
export const levels: readonly number[] = [0.95, 0.8];

/** What does not depend on the caller, the horizon apart. */
export type ForecastAnswer = {
  readonly revision: number;
  readonly items: ForecastItem[];
  readonly history: NonNullable<ForecastList['history']>;
  readonly meta: Omit<ForecastMeta, 'scope' | 'horizon_days'>;
};

type Made = {
  readonly type: PeriodType | null;
  readonly figures: SalesFigures;
  readonly series: readonly Index[];
};

/** Without a forecast, `reason` says why. */
export type Outcome =
  | { readonly kind: 'forecast'; readonly history: History; readonly computed: Extract<Computed, { kind: 'computed' }> }
  | { readonly kind: 'refused'; readonly reason: string };

export function answerOf(made: Made, outcome: Outcome): ForecastAnswer {
  const { type, figures } = made;
  const { revision, data_as_of } = figures.dataRevision;
  const about = {
    period_type: type,
    finest_period_type: finestType(figures),
    level: 0.95,
    revision,
    data_as_of: data_as_of?.toISOString() ?? null,
    calendars: calendarsUsed(figures),
    ...mixOf(figures),
    definitions_version: definitionsVersion,
  };
  if (outcome.kind === 'refused' || type === null) {
    const reason = outcome.kind === 'refused' ? outcome.reason : 'no_data';
    return { revision, items: [], history: historyItems(made), meta: { ...about, ...nothing(reason) } };
  }
  const { history, computed } = outcome;
  const items = itemsOf(type, history, computed.forecast);
  return { revision, items, history: historyItems(made), meta: { ...about, ...trainedOn(type, history, computed) } };
}

const nothing = (reason: string) => ({
  steps: 0,
  method: null,
  trained_from: null,
  trained_until: null,
  gaps: 0,
  backtest: null,
  null_reasons: { method: reason, backtest: reason },
});

function trainedOn(
  type: PeriodType,
  history: History,
  { forecast, backtest }: { forecast: Forecast; backtest: Backtest | null },
) {
  const { first, last, values, steps } = history;
  return {
    steps,
    method: forecast.method,
    trained_from: startOf(type, { n: first }),
    trained_until: startOf(type, { n: last }),
    gaps: values.filter((value) => value === null).length,
    backtest: backtest && backtestOf(backtest),
    null_reasons: {
      ...(forecast.intervals.length === 0 ? { confidence: 'short_history' } : {}),
      ...(backtest === null ? { backtest: 'short_history' } : {}),
    },
  };
}

const backtestOf = ({ origins, steps, smape, relative_error, coverage: [coverage, coverage80] }: Backtest) => ({
  origins,
  steps,
  smape: round4(smape),
  relative_error: relative_error === null ? null : round4(relative_error),
  coverage: coverage === undefined ? null : roundQuotient(coverage),
  coverage_80: coverage80 === undefined ? null : roundQuotient(coverage80),
});

function itemsOf(type: PeriodType, history: History, { values, intervals: [wide, narrow] }: Forecast): ForecastItem[] {
  const at = (bounds: Float64Array | undefined, h: number): number | null => {
    const value = bounds?.[h];
    return value === undefined ? null : round4(value);
  };
  return Array.from(values, (value, h) => ({
    date: startOf(type, { n: history.last + 1 + h }),
    period_type: type,
    selling_days: roundQuotient(history.sellingDays[history.values.length + h] ?? 0),
    value: round4(value),
    confidence_low: at(wide?.lower, h),
    confidence_high: at(wide?.upper, h),
    confidence_low_80: at(narrow?.lower, h),
    confidence_high_80: at(narrow?.upper, h),
  }));
}

/** Three years, of days one. */
const shown: Record<PeriodType, number> = { day: 365, week: 156, month: 36, quarter: 12 };

const historyItems = ({ type, series }: Made): ForecastAnswer['history'] =>
  type === null
    ? []
    : series.slice(-shown[type]).map((index) => ({
        date: startOf(type, index),
        period_type: type,
        complete: index.complete,
        units: index.units,
        selling_days: roundQuotient(index.sellingDays),
      }));
