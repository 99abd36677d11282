// Uploads, worker and reading calls on a real database and object store, for the tests beside it. Handlers are called as the generated server calls them.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import { s3 } from '../../adapters/objects/s3.ts';
import { aliasBook } from '../../adapters/store/administration/aliases.ts';
import { calendarBook } from '../../adapters/store/administration/calendars.ts';
import { dealerBook } from '../../adapters/store/administration/dealers.ts';
import { grantBook } from '../../adapters/store/administration/grants.ts';
import { catalog } from '../../adapters/store/analytics/catalog.ts';
import { corrections as correctionStore } from '../../adapters/store/analytics/corrections.ts';
import { grants } from '../../adapters/store/analytics/grants.ts';
import { sales } from '../../adapters/store/analytics/sales.ts';
import { uploads } from '../../adapters/store/analytics/uploads.ts';
import { connect } from '../../adapters/store/connect.ts';
import type { Store } from '../../adapters/store/database.ts';
import { listen } from '../../adapters/store/messages/listen.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import { row, sql } from '../../adapters/store/query.ts';
import { withScope } from '../../adapters/store/scope.ts';
import { subscriptions } from '../../adapters/store/subscriptions/read.ts';
import type { BrandId, DealerId, IndexItem, Job, JobId, RegionId } from '../../generated/analytics/types.ts';
import type { Postgres } from '../../tools/embedded/postgres.ts';
import { freshBuckets, freshDatabase, parts } from '../../tools/test/servers.ts';
import { systemClock } from '../lib/clock.ts';
import { ids } from '../lib/ids.ts';
import { saying } from '../lib/outbox.ts';
import { aliases as aliasHandlers } from './aliases.ts';
import { calendars as calendarHandlers } from './calendars.ts';
import { type Caller, type Handlers, scopeKeyOf } from './caller.ts';
import { catalogue } from './catalog.ts';
import { corrections } from './corrections.ts';
import { dashboard } from './dashboard.ts';
import { dealers as dealerHandlers } from './dealers.ts';
import { grants as grantHandlers } from './grants.ts';
import { heavyReads } from './heavy-reads.ts';
import { ingest } from './ingest.ts';
import { ingestOnce } from './ingest-run.ts';
import { jobErrors } from './job-errors.ts';
import { jobNews } from './job-news.ts';
import { jobs } from './jobs.ts';
import { scope } from './scope.ts';
import { series } from './series.ts';
import { silent, type WorkerSettings, workerOf } from './worker-for-tests.ts';

export type Bench = Awaited<ReturnType<typeof bench>>;
type Form = Parameters<Handlers['uploadFile']>[0]['form'];
/** Left out: all of them. */
type Narrowed = {
  readonly brands?: readonly string[] | undefined;
  readonly regions?: readonly string[] | undefined;
  /** Left out: reader. */
  readonly roles?: readonly string[];
};
type Query = Partial<Parameters<Handlers['listIndices']>[0]['query']>;

/** A database and a bucket of its own, and what handlers need of them. */
async function servers(t: ExecutionContext, own?: Postgres) {
  const { postgres } = own ? { postgres: own } : await parts(t, ['postgres']);
  const database = await freshDatabase(postgres, 'analytics');
  const settings: WorkerSettings = {
    databaseUrl: database.appUrl,
    objects: await freshBuckets(),
    bucket: 'backups',
    leaseMs: 1_000,
  };
  const store = connect(database.appUrl, { poolSize: 6 });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'covenant-ingest-'));
  t.teardown(async () => {
    await news.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const files = s3(settings.objects).bucket(settings.bucket);
  const news = jobNews(listen(database.appUrl, 'upload_jobs'), systemClock);
  const shared = {
    clock: systemClock,
    ids: ids(),
    report: silent,
    sales: sales(store),
    heavyReads: heavyReads({ clock: systemClock, report: silent }),
  };
  const deps = {
    ...shared,
    uploads: uploads(store),
    corrections: correctionStore(store),
    news,
    files,
    subscriptions: subscriptions(store),
    catalog: catalog(store),
    grants: grants(store),
    dealerBook: dealerBook(store),
    calendarBook: calendarBook(store),
    grantBook: grantBook(store),
    aliasBook: aliasBook(store),
    say: saying(outbox(store), { ids: ids(), clock: systemClock }),
  };
  return { database, settings, store, folder, files, deps };
}

/** Works until nobody waits any more. */
async function workAll(worker: ReturnType<typeof workerOf>, signal: AbortSignal): Promise<void> {
  while ((await worker.work.waiting()).length > 0) {
    const outcome = await ingestOnce(worker, signal);
    // Somebody else holds the lease, or died with it.
    if (outcome !== 'worked') await systemClock.wait(50);
  }
}

const handlersOf = (deps: Awaited<ReturnType<typeof servers>>['deps']) => ({
  ...ingest(deps),
  ...corrections(deps),
  ...jobs(deps),
  ...jobErrors(deps),
  ...series(deps),
  ...dashboard(deps),
  ...catalogue(deps),
  ...scope(deps),
  ...dealerHandlers(deps),
  ...calendarHandlers(deps),
  ...grantHandlers(deps),
  ...aliasHandlers(deps),
});

/** Who kills the database brings its own. */
export async function bench(t: ExecutionContext, own?: Postgres) {
  const { database, settings, store, folder, files, deps } = await servers(t, own);
  const handlers = handlersOf(deps);
  const facts = {
    requestId: 'req-1',
    address: '127.0.0.1',
    base: '/api/v1',
    traceparent: undefined,
    signal: new AbortController().signal,
  };
  const worker = workerOf(settings, store);
  const work = () => workAll(worker, facts.signal);
  const job = async (caller: Caller, id: JobId, wait = 0): Promise<Job | undefined> => {
    const reply = await handlers.getJob({ ...facts, caller, path: { id }, query: { wait } });
    return reply.status === 200 ? reply.body : undefined;
  };
  const upload = (caller: Caller, file: string | Buffer, form: Partial<Omit<Form, 'file'>> = {}) => {
    const [dealer_id] = caller.scope.uploads;
    const fields = {
      dealer_id: dealer_id as DealerId,
      period: '2026-01/2026-06',
      on_error: 'refuse' as const,
      dry_run: false,
      ...form,
    };
    return handlers.uploadFile({ ...facts, caller, form: { ...fields, file: spooled(folder, Buffer.from(file)) } });
  };
  return {
    store,
    database,
    settings,
    files,
    deps,
    handlers,
    facts,
    work,
    job,
    upload,
    spooled: (file: string) => spooled(folder, Buffer.from(file)),
    worker,
    dealer: (id: string, region = 'x', narrowed: Narrowed = {}) => addDealer(store, id, region, narrowed),
    /** Uploads, works, and gives the job as it ended. */
    async load(caller: Caller, file: string | Buffer, form: Partial<Omit<Form, 'file'>> = {}): Promise<Job> {
      const reply = await upload(caller, file, form);
      if (reply.status !== 202) throw new Error(JSON.stringify(reply));
      await work();
      return (await job(caller, reply.body.job_id)) as Job;
    },
    async indices(caller: Caller, query: Query = {}): Promise<readonly IndexItem[]> {
      const reply = await handlers.listIndices({
        ...facts,
        caller,
        query: { period_type: 'month', limit: 1_000, ...query },
        unchanged: () => false,
      });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply));
      return reply.body.items;
    },
    outbox: () =>
      store.any(
        sql.type(
          row<{ routing_key: string; body: Record<string, unknown> }>(),
        )`select routing_key, body from outbox order by id`,
      ),
    stagings: () =>
      store.anyFirst(
        sql.type(row<{ name: string }>())`select tablename as name from pg_tables where schemaname = 'staging'`,
      ),
  };
}

function spooled(folder: string, bytes: Buffer): Form['file'] {
  const file = path.join(folder, randomUUID());
  writeFileSync(file, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    path: file,
    size: bytes.length,
    sha256,
    filename: 'sales.csv',
    mediaType: 'text/csv',
    open: () => createReadStream(file),
  };
}

async function addDealer(store: Store, id: string, region: string, { brands, regions }: Narrowed): Promise<Caller> {
  const subject = `analyst-of-${id}`;
  const roles = brands || regions ? ['reader'] : ['reader', 'uploader'];
  await withScope(store, { dealers: [id] }, async (tx) => {
    await tx.query(sql.unsafe`insert into dealers (dealer_id, name, region_id) values (${id}, ${id}, ${region})`);
    await tx.query(sql.unsafe`
      insert into dealer_grants (dealer_id, principal, roles, brand_ids, region_ids)
      values (${id}, ${subject}, ${sql.array([...roles], 'text')}, ${listed(brands)}, ${listed(regions)})`);
  });
  return callerOf([[id, { brands, regions, roles }]], subject);
}

const listed = (ids?: readonly string[]) => (ids ? sql.array([...ids], 'text') : null);

export function callerOf(dealers: readonly (readonly [string, Narrowed])[], subject = 'somebody'): Caller {
  const set = <Id extends string>(list?: readonly string[]): ReadonlySet<Id> | 'all' =>
    list ? new Set(list as Id[]) : 'all';
  const withRole = (role: string) => dealers.filter(([, { roles = ['reader'] }]) => roles.includes(role));
  const scope = {
    dealers: new Map(
      withRole('reader').map(([id, { brands, regions }]) => [
        id as DealerId,
        { brands: set<BrandId>(brands), regions: set<RegionId>(regions) },
      ]),
    ),
    uploads: new Set(withRole('uploader').map(([id]) => id as DealerId)),
  };
  return { subject, kind: 'user', roles: [], scope, scopeKey: scopeKeyOf(subject, scope) };
}
