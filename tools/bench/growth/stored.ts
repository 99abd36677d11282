// What the benchmark needs of the database itself: a dealer without the limits of a plan, and the space of its rows.
import { Client } from 'pg';

export const dealerOf = (rows: number): string => `rows-${rows}`;

/** No plan sells so many rows, so nothing is limited here. The person has these dealers alone. */
export async function prepare(url: string, dealers: readonly string[], principal: string): Promise<void> {
  await connected(url, async (client) => {
    await client.query('begin');
    await client.query("select set_config('covenant.every_dealer', 'on', true)");
    await client.query(
      "insert into plans (plan, title, limits) values ('unlimited', 'Unlimited', '[]') on conflict do nothing",
    );
    for (const dealer of dealers) {
      await client.query("insert into dealers (dealer_id, name, region_id) values ($1, $1, 'norway')", [dealer]);
      await client.query(
        "insert into subscriptions (dealer_id, plan, status, expires_at) values ($1, 'unlimited', 'active', now() + interval '1 year')",
        [dealer],
      );
    }
    await grant(client, dealers, principal);
    await client.query('commit');
  });
}

/** The person reads this dealer alone: reads take no dealer. */
export const chooseDealer = (url: string, dealer: string, principal: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query('begin');
    await client.query("select set_config('covenant.every_dealer', 'on', true)");
    await grant(client, [dealer], principal);
    await client.query('commit');
  });

async function grant(client: Client, dealers: readonly string[], principal: string): Promise<void> {
  await client.query('delete from dealer_grants where principal = $1', [principal]);
  for (const dealer of dealers)
    await client.query(
      "insert into dealer_grants (dealer_id, principal, roles, created_by) values ($1, $2, '{reader,uploader}', 'bench')",
      [dealer, principal],
    );
}

/** The bytes of all dealers together, with indexes and sums. */
export const bytesPerRow = (url: string): Promise<number> =>
  connected(url, async (client) => {
    await client.query("select set_config('covenant.every_dealer', 'on', false)");
    const { rows } = await client.query<{ bytes: string; count: string }>(
      "select pg_total_relation_size('packed_sales') as bytes, sum(rows_stored) as count from dealers",
    );
    return Number(rows[0]?.bytes) / Number(rows[0]?.count);
  });

/** What the database has written so far: temporary files, and its log. */
export const written = (url: string): Promise<{ readonly temporaryMb: number; readonly walMb: number }> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ temporary: string; wal: string }>(
      "select temp_bytes as temporary, pg_current_wal_lsn() - '0/0' as wal from pg_stat_database where datname = current_database()",
    );
    return { temporaryMb: Number(rows[0]?.temporary) / 1e6, walMb: Number(rows[0]?.wal) / 1e6 };
  });

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
