// The dashboard: the indices of the newest complete month, and what is out of line. The same figures as the time series
// gives (decision 121).
import type { DataRevision, ReadScope, Sales } from '../../adapters/store/analytics/sales/port.ts';
import type { Alert, BrandId, IndexItem, Kpi, Scope } from '../../generated/analytics/types.ts';
import { sharedWork } from '../../generated/runtime/shared-work.ts';
import type { Clock } from '../lib/clock.ts';
import { alertsVersion } from './alerts/alerts-version.ts';
import { demandAlert } from './alerts/demand-alert.ts';
import { type UnusualDemand, unusualDemand } from './alerts/unusual-demand.ts';
import type { Handlers } from './caller.ts';
import { calendarsOf } from './indices/calendars/chosen-calendars.ts';
import { calendarsWithin } from './indices/calendars/shown-calendars.ts';
import { unitOf } from './indices/definitions.ts';
import { overBrands, seriesOf, startOf } from './indices/figures.ts';
import { type GroupSeries, seriesByGroup } from './indices/groups.ts';
import { filterOf, itemsOf } from './indices/indices.ts';
import { type Day, dayAt } from './indices/period.ts';
import { mixWithin } from './indices/sales-mix.ts';
import type { Index } from './indices/series.ts';
import { foldedFilters } from './reads/filters.ts';
import type { HeavyReads } from './reads/heavy-reads.ts';
import { readingOf } from './reads/read-scope.ts';

type Deps = { readonly sales: Sales; readonly heavyReads: HeavyReads; readonly clock: Clock };

const kpiNames = ['units', 'dsr', 'demand_growth', 'z_t', 'inventory', 'days_supply', 'demand_supply_ratio'] as const;
const mostAlerts = 100;

type Summary = Awaited<ReturnType<Handlers['getDashboardSummary']>>;
type Query = Parameters<Handlers['getDashboardSummary']>[0]['query'];

/** Callers with one scope and different rights to upload share no answer, but what it is made of. */
export const dashboard = (deps: Deps, computing = sharedWork<Summary>()) =>
  ({
    async getDashboardSummary({ caller, query: asked, unchanged, signal }) {
      const query = foldedFilters(asked);
      const now = deps.clock.now();
      const reading = readingOf('getDashboardSummary', caller, query, now);
      if (reading.kind === 'refused') return reading.refusal;
      const { scope, shownScope, subscriptions } = reading;
      const dealers = scope.map(({ dealer_id }) => dealer_id);
      const today = dayAt(now);
      const pastDue = subscriptions.filter(({ status, ended_at }) => status === 'past_due' && ended_at === null);
      const marks = { today, pastDue: pastDue.map(({ dealer_id }) => dealer_id), shownScope };
      const dataRevision = caller.state.revision(dealers);
      const known = revisionText(dataRevision.revision, marks);
      if (await unchanged(known)) return { status: 304, revision: known };
      const key = JSON.stringify([known, scope, query]);
      return await computing.run(key, signal, (ending) =>
        summaryOf(deps, { scope, query, dataRevision, marks }, ending),
      );
    },
  }) satisfies Pick<Handlers, 'getDashboardSummary'>;

type Asked = {
  readonly scope: readonly ReadScope[];
  readonly query: Query;
  readonly dataRevision: DataRevision;
  readonly marks: Marks;
};

async function summaryOf(
  { sales, heavyReads }: Deps,
  { scope, query, dataRevision, marks }: Asked,
  signal: AbortSignal,
): Promise<Summary> {
  const { today, shownScope } = marks;
  const read = await heavyReads.sums(
    { scope, dataRevision, query, narrowing: ['dealer_id', 'brand_id', 'region_id'] },
    () => sales.figures(scope, { ...filterOf(query, undefined), by: 'brand' }, calendarsOf, signal),
    signal,
  );
  if (read.kind === 'refused') return read.refusal;
  const figures = read.value;
  const months = seriesOf('month', overBrands(figures), today).filter(({ complete }) => complete);
  const newest = months.at(-1);
  const unusual =
    newest === undefined
      ? []
      : await unusualOf(seriesByGroup('month', { by: 'brand', signal }, figures, today), newest.n);
  const names = await sales.brandNames(
    scope.map(({ dealer_id }) => dealer_id),
    unusual.map(({ brand_id }) => brand_id),
  );
  const alerts = [
    ...unusual.map(({ brand_id, demand }) => demandAlert({ brand_id, name: names.get(brand_id) ?? brand_id }, demand)),
    ...marks.pastDue.map(pastDueAlert),
  ];
  const { revision, data_as_of } = figures.dataRevision;
  const dates = newest === undefined ? [] : [newest.n, newest.n - 1].map((n) => startOf('month', { n }));
  const isShown = (date: string) => dates.includes(date);
  const mix = mixWithin('month', figures, isShown);
  const calendars = calendarsWithin('month', figures, isShown);
  return {
    status: 200,
    body: {
      kpi: newest === undefined ? [] : kpisOf(months, newest),
      alerts: alerts.slice(0, mostAlerts),
      updated_at: data_as_of?.toISOString() ?? null,
      meta: { scope: shownScope, revision, calendars, ...mix },
    },
    revision: revisionText(revision, marks),
  };
}

type Marks = { readonly today: Day; readonly pastDue: readonly string[]; readonly shownScope: Scope };

/**
 * Beside the data, the answer changes with the day, on which a month may end, with subscriptions and with the rules of
 * alerts.
 */
const revisionText = (revision: number, { today, pastDue, shownScope }: Marks): string =>
  [alertsVersion, revision, today, ...shownScope.dealer_ids, '!', ...pastDue].join(' ');

function kpisOf(months: readonly Index[], newest: Index): Kpi[] {
  const [item] = itemsOf('month', [newest]);
  const [before] = itemsOf(
    'month',
    months.filter(({ n }) => n === newest.n - 1),
  );
  return item === undefined ? [] : kpiNames.map((name) => kpiOf(name, item, before));
}

const kpiOf = (name: (typeof kpiNames)[number], item: IndexItem, before: IndexItem | undefined): Kpi => ({
  name,
  unit: unitOf(name),
  date: item.date,
  period_type: item.period_type,
  value: item[name],
  previous: before?.[name] ?? null,
  null_reason: name === 'units' ? null : (item.null_reasons[name] ?? null),
});

type Unusual = { readonly brand_id: BrandId; readonly demand: UnusualDemand };

/** The rarest first, so that what is critical precedes what is a warning. */
async function unusualOf(brands: AsyncIterable<GroupSeries>, month: number): Promise<readonly Unusual[]> {
  const unusual: Unusual[] = [];
  for await (const { brand_id, indices } of brands) {
    const demand = unusualDemand(indices, month);
    if (brand_id !== null && demand !== null) unusual.push({ brand_id, demand });
  }
  return unusual.sort((a, b) => a.demand.probability - b.demand.probability);
}

const pastDueAlert = (dealer_id: string): Alert => ({
  kind: 'subscription_past_due',
  severity: 'warning',
  message: `The subscription of ${dealer_id} is past due.`,
  date: null,
  brand_id: null,
  value: null,
  threshold: null,
});
