// Forecasts of units sold: computed after the merge, or in a thread, once for all who ask, and cached by the revision
// of the data. Decisions 178 and 305.
import type { Sales } from '../../../adapters/store/analytics/sales/port.ts';
import type { StoredForecasts } from '../../../adapters/store/forecasts/port.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Handlers } from '../caller.ts';
import { filterOf } from '../indices/indices.ts';
import { stateOf } from '../reads/data-state.ts';
import { foldedFilters } from '../reads/filters.ts';
import type { HeavyReads, RefusedSums } from '../reads/heavy-reads.ts';
import { readingOf } from '../reads/read-scope.ts';
import type { ForecastAnswer } from './answer.ts';
import type { Compute } from './compute.ts';
import { memory } from './memory.ts';
import { methodVersion } from './model/method-version.ts';
import { withinPlans } from './plan.ts';
import { producer, type Selection } from './produce.ts';
import { storedAnswer } from './stored-forecast.ts';

type Deps = {
  readonly sales: Sales;
  readonly heavyReads: HeavyReads;
  readonly forecastThread: Compute;
  readonly storedForecasts: StoredForecasts;
  readonly clock: Clock;
};

/** The limit of one process: some thousand forecasts of three months. */
const mostCachedBytes = 32 * 1024 * 1024;

const narrowing = ['dealer_id', 'brand_id', 'region_id', 'model_family_id'] as const;

export const forecasts = ({ sales, heavyReads, forecastThread, storedForecasts, clock }: Deps) => {
  const cache = memory<ForecastAnswer, RefusedSums>(mostCachedBytes);
  const produce = producer({ sales, forecastThread });
  return {
    async listForecasts({ caller, query: asked, unchanged, signal }) {
      const query = foldedFilters(asked);
      const { horizon_days: horizonDays, period_type: type, include } = query;
      const now = clock.now();
      const readable = readingOf('listForecasts', caller, query, now);
      if (readable.kind === 'refused') return readable.refusal;
      const reading = withinPlans(readable, horizonDays);
      if (reading.kind === 'refused') return reading.refusal;
      const { scope, shownScope } = reading;
      const state = await stateOf({ caller, ...reading, text: query.as_of, now }, sales);
      if (state.kind === 'refused') return state.refusal;
      const { asOf, known, today, textOf } = state;
      // The numbers change with the methods, too.
      const held = `${methodVersion} ${textOf(known.revision)}`;
      if (await unchanged(held)) return { status: 304, revision: held };
      const selection: Selection = { scope, filter: filterOf(query, asOf), type, horizonDays, today };
      // What is cached under a revision is of that one or a later one, whose number it states.
      const key = JSON.stringify([known.revision, selection]);
      const answer = await cache.of(key, signal, async (ending) => {
        const found = await storedAnswer(storedForecasts, selection, known.revision);
        if (found !== null) return { kind: 'value', value: found };
        const weight = { scope, dataRevision: known, query, narrowing };
        const figures = await heavyReads.sums(weight, () => produce.read(selection, ending), ending);
        if (figures.kind === 'refused') return figures;
        return { kind: 'value', value: await produce.answer(selection, figures.value, caller.subject, ending) };
      });
      if (answer.kind === 'refused') return answer.refusal;
      const { items, history, meta, revision } = answer.value;
      return {
        status: 200,
        body: {
          items,
          ...(include === 'history' ? { history } : {}),
          meta: { scope: shownScope, horizon_days: horizonDays, ...meta },
        },
        revision: `${methodVersion} ${textOf(revision)}`,
      };
    },
  } satisfies Pick<Handlers, 'listForecasts'>;
};
