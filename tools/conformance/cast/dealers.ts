// Dealers of a conformance run's own: one that is well, one of another analyst, one whose plan is used up, one whose subscription has ended. They stay for the next run, with their figures.
import type pg from 'pg';
import { withClient } from '../../embedded/postgres.ts';

export const dealerIds = { own: 'conf-own', other: 'conf-other', full: 'conf-full', late: 'conf-late' } as const;

const dayMs = 24 * 60 * 60 * 1000;

type Subjects = Readonly<Record<'analyst' | 'outsider' | 'narrow' | 'late', string>>;

/** As the owner of the tables would, who is bound by row-level security like everybody. */
export const dealers = (databaseUrl: string, subjects: Subjects): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query("select set_config('covenant.every_dealer', 'on', true)");
    await plan(client, 'conf-plan', 10_000);
    await plan(client, 'conf-nothing', 0);
    const { own, other, full, late } = dealerIds;
    await dealer(client, own, 'conf-plan', 'active');
    await dealer(client, other, 'conf-plan', 'active');
    await dealer(client, full, 'conf-nothing', 'active');
    await dealer(client, late, 'conf-plan', 'expired');
    for (const id of [own, full, late]) await grant(client, id, subjects.analyst);
    await grant(client, other, subjects.outsider);
    await grant(client, late, subjects.late);
    await grant(client, own, subjects.narrow, [['toyota'], ['oslo']]);
    await client.query('commit');
  });

/** Who has no account any more has no grants either. */
export const removeGrants = (databaseUrl: string, subjects: Subjects): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query("select set_config('covenant.every_dealer', 'on', true)");
    await client.query('delete from dealer_grants where principal = any($1)', [Object.values(subjects)]);
    await client.query('commit');
  });

const plan = (client: pg.Client, name: string, uploads: number) =>
  client.query('insert into plans (plan, title, limits) values ($1, $1, $2) on conflict do nothing', [
    name,
    JSON.stringify([{ name: 'uploads_per_month', unit: 'uploads', limit: uploads, window: 'month' }]),
  ]);

async function dealer(client: pg.Client, id: string, planName: string, status: string): Promise<void> {
  await client.query(
    "insert into dealers (dealer_id, name, region_id) values ($1, $2, 'oslo') on conflict do nothing",
    [id, `Of conformance runs: ${id}`],
  );
  const expires = new Date(Date.now() + (status === 'expired' ? -60 : 365) * dayMs).toISOString();
  await client.query(
    `insert into subscriptions (dealer_id, plan, status, expires_at) values ($1, $2, $3, $4)
     on conflict (dealer_id) do update set plan = excluded.plan, status = excluded.status, expires_at = excluded.expires_at`,
    [id, planName, status, expires],
  );
}

const grant = (
  client: pg.Client,
  dealerId: string,
  principal: string,
  [brands, regions]: readonly [readonly string[] | null, readonly string[] | null] = [null, null],
) =>
  client.query(
    `insert into dealer_grants (dealer_id, principal, brand_ids, region_ids, roles, created_by)
     values ($1, $2, $3, $4, '{reader,uploader}', 'conformance') on conflict do nothing`,
    [dealerId, principal, brands, regions],
  );
