// The time series of the indices, page by page.
import type { Sales, SalesFigures } from '../../../adapters/store/analytics/sales/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import { analyticsOperations } from '../../../generated/analytics/server.ts';
import type { IndexItem, IndexMeta, Scope } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Handlers } from '../caller.ts';
import { contradiction } from '../reads/contradictory-parameter.ts';
import { stateOf } from '../reads/data-state.ts';
import { foldedFilters } from '../reads/filters.ts';
import type { HeavyReads, RefusedSums } from '../reads/heavy-reads.ts';
import { readingOf } from '../reads/read-scope.ts';
import { calendarsOf } from './calendars/chosen-calendars.ts';
import { calendarsWithin } from './calendars/shown-calendars.ts';
import { definitionsVersion } from './definitions.ts';
import { finestType, rounded, seriesOf, startOf, unsoldOf } from './figures.ts';
import { type FiguresCache, figuresCache } from './figures-cache.ts';
import { type GroupBy, groupId, leavesBy, seriesByGroup } from './groups.ts';
import type { Day, PeriodType } from './period.ts';
import type { Revenue } from './points.ts';
import { roundQuotient } from './rounding.ts';
import { emptyWithin, mixFilter, mixWithin } from './sales-mix.ts';
import type { Figure, Index } from './series.ts';

type Deps = { readonly sales: Sales; readonly heavyReads: HeavyReads; readonly clock: Clock };

type Query = Parameters<Handlers['listIndices']>[0]['query'];

const narrowing = ['dealer_id', 'brand_id', 'region_id', 'model_family_id'] as const;

export const series = ({ sales, heavyReads, clock }: Deps, cache: FiguresCache<RefusedSums> = figuresCache()) =>
  ({
    async listIndices({ caller, query: asked, page: { after = '' }, unchanged, signal }) {
      const query = foldedFilters(asked);
      const now = clock.now();
      if (query.date_from !== undefined && query.date_to !== undefined && query.date_from > query.date_to)
        return contradiction('date_from', query.date_from, 'must not be after date_to');
      const absent = query.fields?.find((name) => !columnsOf(query.group_by).includes(name));
      if (absent !== undefined) return absentField(absent);
      const reading = readingOf('listIndices', caller, query, now);
      if (reading.kind === 'refused') return reading.refusal;
      const state = await stateOf({ caller, ...reading, text: query.as_of, now }, sales);
      if (state.kind === 'refused') return state.refusal;
      const { asOf, known, today, textOf } = state;
      const held = textOf(known.revision);
      if (await unchanged(held)) return { status: 304, revision: held };
      const { scope } = reading;
      const filter = { ...filterOf(query, asOf), ...leavesBy(query.group_by) };
      const read = await cache.get({ scope, filter, revision: known.revision }, signal, (ending) =>
        heavyReads.sums(
          { scope, dataRevision: known, query, narrowing },
          () => sales.figures(scope, filter, calendarsOf, ending),
          ending,
        ),
      );
      if (read.kind === 'refused') return read.refusal;
      const figures = read.value;
      const isAsked = (date: string) => date >= (query.date_from ?? '') && date <= (query.date_to ?? '9999-12-31');
      const rows = rowsOf(query, figures, { today, after, isAsked, signal });
      const { revision } = figures.dataRevision;
      return {
        status: 200,
        rows,
        key: keyOf(query.group_by),
        columns: columnsOf(query.group_by),
        body: {
          meta: {
            ...metaOf(query.period_type, figures, reading.shownScope),
            calendars: calendarsWithin(query.period_type, figures, isAsked),
            ...mixWithin(query.period_type, figures, isAsked),
            ...emptyWithin(query.period_type, figures, {
              isFiltered: isFiltered(query),
              isAsked,
              unsold: unsoldOf(figures, query.period_type).keys(),
            }),
          },
        },
        revision: textOf(revision),
      };
    },
  }) satisfies Pick<Handlers, 'listIndices'>;

type Rows = {
  readonly today: Day;
  /** The key of the last row of the page before. */
  readonly after: string;
  readonly isAsked: (date: string) => boolean;
  readonly signal: AbortSignal;
};

/** Group by group: those behind the last row that is taken are not computed. */
function rowsOf(
  { period_type: type, group_by: by }: Query,
  figures: SalesFigures,
  { today, after, isAsked, signal }: Rows,
): readonly IndexItem[] | AsyncIterable<readonly IndexItem[]> {
  const key = keyOf(by);
  const isNext = (item: IndexItem) => isAsked(item.date) && (after === '' || key(item) > after);
  if (by === undefined) return itemsOf(type, seriesOf(type, figures, today)).filter(isNext);
  const from = after.slice(0, Math.max(0, after.lastIndexOf(' ')));
  return (async function* () {
    for await (const { id, indices } of seriesByGroup(type, { by, from, signal }, figures, today))
      yield itemsOf(type, indices)
        .map((item) => ({ ...groupId(by, id), ...item }))
        .filter(isNext);
  })();
}

const isFiltered = (query: Query): boolean =>
  [...narrowing, 'condition' as const, 'channel' as const].some((name) => query[name] !== undefined);

/** The ids of groups are the only fields that some items lack. */
function absentField(value: string) {
  const message = `is a field of items only with group_by=${value.replace(/_id$/, '')}`;
  return problems.businessRule({
    detail: `${value} ${message}.`,
    errors: [{ parameter: 'fields', value, rule: 'group_by', message }],
  });
}

const groupIds: readonly string[] = ['brand_id', 'region_id', 'model_family_id', 'dealer_id'];

/** Only the id of its group is a field of an item. */
const columnsOf = (by: GroupBy | undefined) =>
  analyticsOperations.listIndices.columns.filter((name) => !groupIds.includes(name) || name === `${by}_id`);

/** What the items are sorted by. No id has a space. */
const keyOf =
  (by: GroupBy | undefined) =>
  (item: IndexItem): string =>
    by === undefined ? item.date : `${item[`${by}_id`]} ${item.date}`;

type Filters = Pick<Query, 'brand_id' | 'region_id' | 'model_family_id' | 'condition' | 'channel'>;

export const filterOf = ({ brand_id, region_id, model_family_id, ...mix }: Filters, asOf: Date | undefined) => ({
  ...mixFilter(mix),
  ...(brand_id === undefined ? {} : { brand_id }),
  ...(region_id === undefined ? {} : { region_id }),
  ...(model_family_id === undefined ? {} : { model_family_id }),
  ...(asOf === undefined ? {} : { as_of: asOf }),
});

export const itemsOf = (type: PeriodType, found: readonly Index[]): readonly IndexItem[] => madeItems(found, type);

const madeItems = memoize((found: readonly Index[], type: PeriodType): readonly IndexItem[] =>
  found.map((index) => itemOf(type, index)),
);

const itemOf = (type: PeriodType, index: Index): IndexItem => ({
  date: startOf(type, index),
  period_type: type,
  complete: index.complete,
  units: index.units,
  selling_days: roundQuotient(index.sellingDays),
  dsr: rounded(index.dsr),
  demand_growth: rounded(index.demandGrowth),
  coverage: index.coverage === null ? null : roundQuotient(index.coverage),
  z_t: rounded(index.zT),
  inventory: rounded(index.inventory),
  days_supply: rounded(index.daysSupply),
  demand_supply_ratio: rounded(index.demandSupplyRatio),
  orders: index.orders.value,
  ...revenueOf(index.revenue),
  null_reasons: reasonsOf(index),
});

function reasonsOf(index: Index): IndexItem['null_reasons'] {
  const missing = Object.entries(figuresOf(index)).flatMap(([name, figure]) =>
    figure.value === null ? [[name, figure.reason]] : [],
  );
  return Object.fromEntries(missing);
}

/** By the names of the contract. */
const figuresOf = (index: Index): Record<string, Figure> => ({
  demand_growth: index.demandGrowth,
  dsr: index.dsr,
  z_t: index.zT,
  inventory: index.inventory,
  days_supply: index.daysSupply,
  demand_supply_ratio: index.demandSupplyRatio,
  orders: index.orders,
  ...(index.revenue.cents === null ? { revenue: { value: null, reason: index.revenue.reason } } : {}),
});

/** One division of whole hundredths: the nearest number to the sum there is. */
const revenueOf = (revenue: Revenue): Pick<IndexItem, 'revenue' | 'currency'> =>
  revenue.cents === null
    ? { revenue: null, currency: null }
    : { revenue: Number(revenue.cents) / 100, currency: revenue.currency };

const metaOf = (
  type: PeriodType,
  figures: SalesFigures,
  scope: Scope,
): Omit<IndexMeta, 'calendars' | 'conditions' | 'channels' | 'empty_reason'> => ({
  scope,
  period_type: type,
  finest_period_type: finestType(figures),
  revision: figures.dataRevision.revision,
  data_as_of: figures.dataRevision.data_as_of?.toISOString() ?? null,
  definitions_version: definitionsVersion,
});
