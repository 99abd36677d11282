// Dealers of a conformance run, and who may do what for them: one that is well, one of another analyst whose plan
// forecasts less than a year, one whose plan is used up, one whose subscription has ended.
import type pg from 'pg';
import { withClient } from '../../../local/servers/postgres.ts';

export type DealerIds = Readonly<Record<'own' | 'other' | 'full' | 'late', string>>;

/** Dealers of a run on the command line: they stay for the next one, with their figures. */
export const dealerIds: DealerIds = { own: 'conf-own', other: 'conf-other', full: 'conf-full', late: 'conf-late' };

/** What the identity provider calls those who have grants. */
export type Subjects = Readonly<Record<'analyst' | 'outsider' | 'narrow' | 'uploader' | 'late', string>>;

export const dealers = (databaseUrl: string, ids: DealerIds, subjects: Subjects): Promise<void> =>
  asOwner(databaseUrl, async (client) => {
    const { own, other, full, late } = ids;
    await plan(client, plenty, 10_000);
    await plan(client, nothing, 0);
    await plan(client, shorter, 10_000, 300);
    await dealer(client, own, plenty, { endsInDays: 365 });
    await dealer(client, other, shorter, { endsInDays: 365 });
    await dealer(client, full, nothing, { endsInDays: 365 });
    await dealer(client, late, plenty, { endsInDays: -60, status: 'expired' });
    for (const id of [own, full, late]) await grant(client, id, subjects.analyst);
    await grant(client, other, subjects.outsider);
    await grant(client, late, subjects.late);
    await grant(client, own, subjects.narrow, { roles: ['reader'], brands: ['toyota'], regions: ['oslo'] });
    await grant(client, own, subjects.uploader, { roles: ['uploader'] });
  });

/** A subscription whose end has passed and which has not been marked expired: the first read reports it. */
export const endedDealer = (databaseUrl: string, id: string): Promise<void> =>
  asOwner(databaseUrl, (client) => dealer(client, id, plenty, { endsInDays: -1 }));

/** Who has no account any more has no grants either. */
export const removeGrants = (databaseUrl: string, subjects: Subjects): Promise<void> =>
  asOwner(databaseUrl, async (client) => {
    await client.query('delete from dealer_grants where principal = any($1)', [Object.values(subjects)]);
  });

/** As the owner of the tables would, who is bound by row-level security like everybody. */
const asOwner = (databaseUrl: string, change: (client: pg.Client) => Promise<void>): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query("select set_config('covenant.every_dealer', 'on', true)");
    await change(client);
    await client.query('commit');
  });

const plenty = 'conf-plan';
const nothing = 'conf-nothing';
const shorter = 'conf-shorter';
const dayMs = 24 * 60 * 60 * 1000;

const plan = (client: pg.Client, name: string, uploads: number, forecastDays = 365) =>
  client.query(
    'insert into plans (plan, title, limits, forecast_days) values ($1, $1, $2, $3) on conflict do nothing',
    [
      name,
      JSON.stringify([{ name: 'uploads_per_month', unit: 'uploads', limit: uploads, window: 'month' }]),
      forecastDays,
    ],
  );

type Ending = { readonly endsInDays: number; readonly status?: 'active' | 'expired' };

async function dealer(client: pg.Client, id: string, planName: string, ending: Ending): Promise<void> {
  const { endsInDays, status = 'active' } = ending;
  await client.query(
    "insert into dealers (dealer_id, name, region_id) values ($1, $2, 'oslo') on conflict do nothing",
    [id, `Of conformance runs: ${id}`],
  );
  await client.query(
    `insert into subscriptions (dealer_id, plan, status, expires_at) values ($1, $2, $3, $4)
     on conflict (dealer_id) do update set plan = excluded.plan, status = excluded.status, expires_at = excluded.expires_at`,
    [id, planName, status, new Date(Date.now() + endsInDays * dayMs).toISOString()],
  );
}

type Terms = {
  readonly roles?: readonly string[];
  readonly brands?: readonly string[];
  readonly regions?: readonly string[];
};

/** Both roles, and all of the dealer, where nothing else is said. */
const grant = (client: pg.Client, dealerId: string, principal: string, terms: Terms = {}) => {
  const { roles = ['reader', 'uploader'], brands = null, regions = null } = terms;
  return client.query(
    `insert into dealer_grants (dealer_id, principal, brand_ids, region_ids, roles, created_by)
     values ($1, $2, $3, $4, $5, 'conformance') on conflict do nothing`,
    [dealerId, principal, brands, regions, roles],
  );
};
