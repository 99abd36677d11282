// A job that is cancelled ends what the database does for it, in the process of its worker. Decision 571.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { connect } from '../../../adapters/store/connect.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import { programOf } from '../../../tools/test/programs.ts';
import { type Bench, bench } from '../fixtures/analytics/analytics.ts';
import { eventually } from '../fixtures/eventually.ts';

const program = programOf(path.join(import.meta.dirname, '../fixtures/analytics/ingest-worker-process.ts'));
const file = (units: number) =>
  `period_start,brand,units_sold\n${Array.from({ length: 300 }, (_, n) => `2026-0${1 + (n % 6)},Brand ${n},${units}\n`).join('')}`;

/**
 * Two seconds are promised; more is a machine with much else to do, and less than any of these statements would take.
 */
const longestMs = 10_000;

function startWorker(t: ExecutionContext, b: Bench, rowsAtOnce?: number): void {
  const settings = { ...b.settings, leaseMs: 4_000, ...(rowsAtOnce === undefined ? {} : { rowsAtOnce }) };
  const worker = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: 'inherit' });
  t.teardown(async () => {
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    await ended;
  });
}

/** Statements of jobs that touch the table stand still until they are let on. */
async function stopAt(t: ExecutionContext, b: Bench, table: string): Promise<() => Promise<void>> {
  const owner = connect(b.database.ownerUrl, { poolSize: 1 });
  t.teardown(() => owner.close());
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = owner.transaction(async (tx) => {
    await tx.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`);
    await tx.query(sql.unsafe`lock table ${sql.identifier([table])} in access exclusive mode`);
    begun.resolve();
    await release.promise;
  });
  await begun.promise;
  return async () => {
    release.resolve();
    await locking;
  };
}

/** Statements of jobs that insert into the table run for ten minutes. */
async function slowDown(b: Bench, table: string): Promise<() => Promise<void>> {
  await using owner = connect(b.database.ownerUrl, { poolSize: 1 });
  await owner.query(sql.unsafe`
    create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end'`);
  await owner.query(sql.unsafe`
    create trigger slow before insert on ${sql.identifier([table])} for each row execute function slow()`);
  return async () => {
    await using again = connect(b.database.ownerUrl, { poolSize: 1 });
    await again.query(sql.unsafe`drop function slow cascade`);
  };
}

const waiting = (b: Bench) =>
  b.store.oneFirst(sql.type(row<{ count: number }>())`
    select count(*) from pg_stat_activity
    where datname = current_database() and state = 'active' and (wait_event_type = 'Lock' or wait_event = 'PgSleep')`);

const cases = [
  { what: 'packs rows', table: 'packed_sales', runs: true },
  { what: 'packs rows of a large file', table: 'packed_sales', runs: true, rowsAtOnce: 100 },
  { what: 'names brands', table: 'catalog_brands', runs: true },
  { what: 'keeps spellings', table: 'catalog_spellings' },
  { what: 'compares a dry run', table: 'packed_sales', form: { dry_run: true } },
  { what: 'adds up a dry run', table: 'previewed_sums', form: { dry_run: true } },
  { what: 'brings back a revision', table: 'packed_sales', reverts: true },
] as const;

for (const { what, table, ...more } of cases)
  test.serial(`a cancelled job ends a statement that ${what}`, async (t) => {
    const {
      runs = false,
      rowsAtOnce,
      form,
      reverts = false,
    } = {
      runs: undefined,
      rowsAtOnce: undefined,
      form: undefined,
      reverts: undefined,
      ...more,
    };
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    if (reverts) await b.load(caller, file(1));
    if (reverts) await b.load(caller, file(2));
    const before = await b.indices(caller);
    const letOn = runs ? await slowDown(b, table) : await stopAt(t, b, table);
    const begin = () =>
      reverts
        ? b.handlers.revertRevision({
            ...b.facts,
            caller,
            body: { dealer_id: 'fjord' as DealerId, revision: 2, dry_run: false },
          })
        : b.upload(caller, file(3), form);
    const reply = await begin();
    if (reply.status !== 202) return t.fail(JSON.stringify(reply));
    startWorker(t, b, rowsAtOnce);
    await eventually(
      () => waiting(b),
      (count) => count > 0,
    );
    const cancelledAt = performance.now();
    const { job_id: id } = reply.body;
    t.is((await b.handlers.cancelJob({ ...b.facts, caller, path: { id } })).status, 200);
    await eventually(
      () => waiting(b),
      (count) => count === 0,
    );
    const ms = performance.now() - cancelledAt;
    t.true(ms < longestMs, `${ms} ms`);
    await letOn();
    t.like(await b.job(caller, id), { status: 'cancelled', revision: null });
    t.deepEqual(await b.indices(caller), before);
    const next = await begin();
    if (next.status !== 202) return t.fail(JSON.stringify(next));
    await eventually(
      () => b.job(caller, next.body.job_id),
      (job) => job?.status === 'succeeded',
    );
    t.deepEqual(
      (await b.jobMessages()).map(({ body }) => body.status).slice(reverts ? 2 : 0),
      ['cancelled', 'succeeded'],
      'the cancelled job was not tried again',
    );
  });
