// What requests leave behind, everywhere: files under way, objects of uploads, rows. For tests that refuse, break off or break down.
import { readdirSync } from 'node:fs';
import { s3 } from '../adapters/objects/s3.ts';
import { withClient } from '../tools/embedded/postgres.ts';
import type { System } from './testing.ts';

const tables = [
  'dealers',
  'dealer_grants',
  'subscriptions',
  'upload_jobs',
  'slices',
  'sales',
  'catalog_brands',
  'catalog_regions',
  'catalog_model_families',
  'subscription_usage',
  'audit_events',
  'outbox',
  'idempotency_keys',
] as const;

export type Left = {
  readonly rows: Readonly<Record<(typeof tables)[number] | 'stagings', number>>;
  readonly objects: readonly string[];
  readonly spooled: readonly string[];
};

export async function left(whole: System): Promise<Left> {
  return { rows: await rowsLeft(whole), objects: await objectsLeft(whole), spooled: readdirSync(whole.spool) };
}

const rowsLeft = ({ analytics }: System): Promise<Left['rows']> =>
  withClient(analytics.ownerUrl, async (client) => {
    await client.query("select set_config('covenant.every_dealer', 'on', false)");
    const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
    const stagings = "(select count(*)::int from pg_tables where schemaname = 'staging') as stagings";
    const { rows } = await client.query<Left['rows']>(`select ${[...counts, stagings].join(', ')}`);
    return rows[0] as Left['rows'];
  });

async function objectsLeft({ objects }: System): Promise<string[]> {
  await using store = s3(objects);
  return await Array.fromAsync(store.bucket('analytics-uploads').list(), ({ key }) => key);
}
