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

  dealer: (dealerId) =>
    withScope(store, { dealers: [dealerId] }, (tx) =>
      tx.maybeOne(sql.type(row<DealerRow>())`select ${dealerColumns} from dealers where dealer_id = ${dealerId}`),
    ),

  createDealer: (dealer, trialDays, by, announce) =>
    withScope(store, { dealers: [dealer.dealerId] }, async (tx) => {
      const { dealerId, name, regionId, country, calendarId, regionCalendars } = dealer;
      const made = await tx.maybeOne(sql.type(row<DealerRow>())`
        insert into dealers (dealer_id, name, region_id, country, calendar_id, region_calendars)
        values (${dealerId}, ${name}, ${regionId}, ${country}, ${calendarId}, ${sql.jsonb(regionCalendars)})
        on conflict do nothing returning ${dealerColumns}`);
      if (made === null) return 'taken';
      await publishAssignment(tx, dealer, made.version);
      const terms = await tx.one(sql.type(row<Terms>())`
        insert into subscriptions (dealer_id, plan, status, expires_at)
        values (${dealerId}, 'trial', 'trialing', date_trunc('second', clock_timestamp()) + ${trialDays} * interval '1 day')
        returning dealer_id as "dealerId", plan, status, expires_at as "expiresAt"`);
      await audit(tx, 'dealer.created', dealerId, dealerId, by, detailsOf(dealer));
      await announce(tx, terms);
      return made;
    }),

  replaceDealer: (dealer, version, by) =>
    withScope(store, { dealers: [dealer.dealerId] }, async (tx) => {
      const { dealerId, name, regionId, country, calendarId, regionCalendars } = dealer;
      const changed = await tx.maybeOne(sql.type(row<DealerRow>())`
        update dealers set name = ${name}, region_id = ${regionId}, country = ${country}, calendar_id = ${calendarId},
          region_calendars = ${sql.jsonb(regionCalendars)}, version = version + 1, updated_at = clock_timestamp()
        where dealer_id = ${dealerId} and version = ${version} returning ${dealerColumns}`);
      if (changed === null) return 'changed';
      await publishAssignment(tx, dealer, changed.version);
      await audit(tx, 'dealer.replaced', dealerId, dealerId, by, detailsOf(dealer));
      return changed;
    }),
});

/** Nothing where it is what counted before, so that a new name restates no index. */
async function publishAssignment(tx: Tx, { dealerId, sellsBy, regionCalendars }: DealerTerms, version: number) {
  await tx.query(sql.unsafe`
    insert into dealer_calendars (dealer_id, version, calendar_id, region_calendars)
    select ${dealerId}, ${version}, ${sellsBy}, ${sql.jsonb(regionCalendars)}
    where not exists (
      select 1 from (select calendar_id, region_calendars from dealer_calendars where dealer_id = ${dealerId} order by version desc limit 1) as held
      where held.calendar_id = ${sellsBy} and held.region_calendars = ${sql.jsonb(regionCalendars)})`);
}

const detailsOf = ({ name, regionId, country, calendarId, regionCalendars }: DealerTerms) => ({
  name,
  region_id: regionId,
  country,
  calendar_id: calendarId,
  region_calendars: regionCalendars,
});

const dealerColumns = sql.fragment`dealer_id as "dealerId", name, region_id as "regionId", country, calendar_id as "calendarId",
  region_calendars as "regionCalendars", created_at as "createdAt", version`;
