// From what is asked to an answer: the figures read, their history, and the forecast of it.
import type { ReadScope, Sales, SalesFilter } from '../../../adapters/store/analytics/sales/port.ts';
import type { Request } from '../forecast/forecast.ts';
import type { HeavyReads } from '../heavy-reads.ts';
import { finestType, seriesOf } from '../indices/figures.ts';
import { canCompute, type Day, type PeriodType } from '../indices/period.ts';
import { type Answer, answerOf, levels } from './answer.ts';
import type { Compute } from './compute.ts';
import { type History, historyOf, seasonsOf } from './history.ts';

export type Selection = {
  readonly scope: readonly ReadScope[];
  readonly filter: SalesFilter;
  /** Undefined: the finest that is stored. */
  readonly type: PeriodType | undefined;
  readonly horizonDays: number;
  readonly today: Day;
};

/** How much is read, and who takes turns with others. */
type Cost = { readonly rows: number; readonly subject: string };

type Deps = { readonly sales: Sales; readonly heavyReads: HeavyReads; readonly forecastThread: Compute };

/** Null: too many large reads are in progress. */
export const producer =
  ({ sales, heavyReads, forecastThread }: Deps) =>
  async ({ scope, filter, today, ...selection }: Selection, { rows, subject }: Cost): Promise<Answer | null> => {
    // Not the signal of the caller: others may wait for the same.
    const { signal } = new AbortController();
    const read = () => sales.figures(scope, filter);
    const figures = await heavyReads.run({ scope, dataRevision: { rows } }, read, signal);
    if (figures === 'busy') return null;
    const type = selection.type ?? finestType(figures);
    if (type === null) return answerOf({ type, figures, series: [] }, { reason: 'no_data' });
    const made = { type, figures, series: seriesOf(type, figures, today) };
    if (!canCompute(type, finestType(figures) ?? type)) return answerOf(made, { reason: 'finer_than_stored' });
    const history = historyOf(figures, made.series, { ...selection, type, today });
    if (history === null) return answerOf(made, { reason: 'no_data' });
    const computed = await forecastThread.ask(requestOf(type, history), subject);
    return answerOf(made, 'reason' in computed ? computed : { history, computed });
  };

function requestOf(type: PeriodType, { values, sellingDays, steps }: History): Request {
  // A day sells or it does not; how much is what the day of the week is for.
  const exposure = type === 'day' ? sellingDays.map((days) => (days > 0 ? 1 : 0)) : sellingDays;
  return { values, exposure, periods: seasonsOf[type], horizon: steps, levels };
}
