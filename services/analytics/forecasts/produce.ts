// From what is asked to an answer: the figures read, their history, and the forecast of it.
import type { ReadScope, Sales, SalesFigures, SalesFilter } from '../../../adapters/store/analytics/sales/port.ts';
import { calendarsOf } from '../indices/calendars/chosen-calendars.ts';
import { finestType, seriesOf } from '../indices/figures.ts';
import { canCompute, type Day, type PeriodType } from '../indices/period.ts';
import { nothingIn } from '../indices/sales-mix.ts';
import { answerOf, type ForecastAnswer, levels } from './answer.ts';
import type { Compute } from './compute.ts';
import { type History, historyOf, seasonsOf } from './history.ts';
import type { Request } from './model/forecast.ts';

export type Selection = {
  readonly scope: readonly ReadScope[];
  readonly filter: SalesFilter;
  /** Undefined: the finest that is stored. */
  readonly type: PeriodType | undefined;
  readonly horizonDays: number;
  readonly today: Day;
};

type Deps = { readonly sales: Pick<Sales, 'figures'>; readonly forecastThread: Compute };

/** `subject` takes turns with others. */
export const producer = ({ sales, forecastThread }: Deps) => ({
  read: ({ scope, filter }: Selection, signal?: AbortSignal): Promise<SalesFigures> =>
    sales.figures(scope, filter, calendarsOf, signal),

  async answer(
    { today, ...selection }: Selection,
    figures: SalesFigures,
    subject: string,
    signal?: AbortSignal,
  ): Promise<ForecastAnswer> {
    const type = selection.type ?? finestType(figures);
    if (type === null || figures.leaves.length === 0)
      return answerOf({ type, figures, series: [] }, noForecast(nothingIn(figures, isFiltered(selection.filter))));
    const made = { type, figures, series: seriesOf(type, figures, today) };
    if (!canCompute(type, finestType(figures) ?? type)) return answerOf(made, noForecast('finer_than_stored'));
    const history = historyOf(figures, made.series, { ...selection, type, today });
    if (history === null) return answerOf(made, noForecast('no_data'));
    const computed = await forecastThread.ask(requestOf(type, history), subject, signal);
    return answerOf(made, computed.kind === 'refused' ? computed : { kind: 'forecast', history, computed });
  },
});

const noForecast = (reason: string) => ({ kind: 'refused', reason }) as const;

const isFiltered = ({ as_of: _, by: __, ...narrowing }: SalesFilter): boolean =>
  Object.values(narrowing).some((value) => value !== undefined);

function requestOf(type: PeriodType, { values, sellingDays, steps }: History): Request {
  // A day sells or it does not; how much is what the day of the week is for.
  const exposure = type === 'day' ? sellingDays.map((days) => (days > 0 ? 1 : 0)) : sellingDays;
  return { values, exposure, periods: seasonsOf[type], horizon: steps, levels };
}
