// Dealers, for administrators.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { DealerRow, Dealers, DealerTerms, Terms } from './port.ts';

export const storedDealers = (store: Store): Dealers => ({
  dealers: ({ after, limit }) =>
    withScope(store, { dealers: 'every' }, (tx) =>
      tx.any(sql.type(row<DealerRow>())`
        select ${dealerColumns} from dealers where dealer_id > ${after} order by dealer_id limit ${limit}`),
    ),

  dealer: (dealer_id) =>
    withScope(store, { dealers: [dealer_id] }, (tx) =>
      tx.maybeOne(sql.type(row<DealerRow>())`select ${dealerColumns} from dealers where dealer_id = ${dealer_id}`),
    ),

  transaction: (dealer_id, work) => withScope(store, { dealers: [dealer_id] }, work),

  async createDealer(tx: Tx, dealer, trialDays, by) {
    const { dealer_id, name, region_id, country, calendar_id, region_calendars } = dealer;
    const created = await tx.maybeOne(sql.type(row<DealerRow>())`
      insert into dealers (dealer_id, name, region_id, country, calendar_id, region_calendars)
      values (${dealer_id}, ${name}, ${region_id}, ${country}, ${calendar_id}, ${byRegion(region_calendars)})
      on conflict do nothing returning ${dealerColumns}`);
    if (created === null) return null;
    await publishAssignment(tx, dealer, created.version);
    const terms = await tx.one(sql.type(row<Terms>())`
      insert into subscriptions (dealer_id, plan, status, expires_at)
      values (${dealer_id}, 'trial', 'trialing', date_trunc('second', clock_timestamp()) + ${trialDays} * interval '1 day')
      returning dealer_id, plan, status, expires_at`);
    await audit(tx, 'dealer.created', dealer_id, dealer_id, by, detailsOf(dealer));
    return { dealer: created, terms };
  },

  replaceDealer: (dealer, version, by) =>
    withScope(store, { dealers: [dealer.dealer_id] }, async (tx) => {
      const { dealer_id, name, region_id, country, calendar_id, region_calendars } = dealer;
      const changed = await tx.maybeOne(sql.type(row<DealerRow>())`
        update dealers set name = ${name}, region_id = ${region_id}, country = ${country}, calendar_id = ${calendar_id},
          region_calendars = ${byRegion(region_calendars)}, version = version + 1, updated_at = clock_timestamp()
        where dealer_id = ${dealer_id} and version = ${version} returning ${dealerColumns}`);
      if (changed === null) return 'changed';
      await publishAssignment(tx, dealer, changed.version);
      await audit(tx, 'dealer.replaced', dealer_id, dealer_id, by, detailsOf(dealer));
      return changed;
    }),
});

/** Nothing where it is what counted before, so that a new name restates no index. */
async function publishAssignment(
  tx: Tx,
  { dealer_id, country, sells_by, edition, region_calendars }: DealerTerms,
  version: number,
): Promise<void> {
  // A calendar that is published at the same time either comes before the assignment or finds it.
  await tx.query(sql.unsafe`select pg_advisory_xact_lock_shared(hashtext('selling_calendars'))`);
  await tx.query(sql.unsafe`
    insert into dealer_calendars (dealer_id, version, calendar_id, region_calendars, country, edition, own_calendar)
    select ${dealer_id}, ${version}, ${sells_by}, ${byRegion(region_calendars)}, ${country}, ${edition},
      (select own_calendar from dealer_calendars where dealer_id = ${dealer_id} order by version desc limit 1)
    where not exists (
      select 1 from (select * from dealer_calendars where dealer_id = ${dealer_id} order by version desc limit 1) as held
      where held.calendar_id = ${sells_by} and held.region_calendars = ${byRegion(region_calendars)}
        and held.country is not distinct from ${country} and held.edition = ${edition})`);
}

const detailsOf = ({ name, region_id, country, calendar_id, region_calendars }: DealerTerms) => ({
  name,
  region_id,
  country,
  calendar_id,
  region_calendars: Object.fromEntries(entriesOf(region_calendars)),
});

/** As the column has them: an object, by region. */
const byRegion = (calendars: DealerTerms['region_calendars']) => sql.jsonb(Object.fromEntries(entriesOf(calendars)));

const entriesOf = (calendars: DealerTerms['region_calendars']) =>
  calendars.map(({ region_id, calendar_id }) => [region_id, calendar_id] as const);

const regionCalendars = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object('region_id', key, 'calendar_id', value) order by key collate "C"), '[]')
  from jsonb_each_text(region_calendars))`;

const dealerColumns = sql.fragment`dealer_id, name, region_id, country, calendar_id,
  ${regionCalendars} as region_calendars, created_at, version`;
