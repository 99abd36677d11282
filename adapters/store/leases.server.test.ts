// Fencing and Idempotency-Keys under races.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { freshDatabase, parts } from '../../tools/test/servers.ts';
import { connect } from './connect.ts';
import { idempotencyRecords } from './idempotency.ts';
import { leases } from './leases.ts';
import type { Attempt, Lease } from './port.ts';
import { row, sql } from './query.ts';

async function fresh(t: ExecutionContext, poolSize = 20) {
  const { postgres } = await parts(t, ['postgres']);
  const store = connect((await freshDatabase(postgres, 'infrastructure')).appUrl, { poolSize });
  t.teardown(() => store.close());
  return store;
}

test('claim gives a lease to one of fifty holders', async (t) => {
  const held = leases(await fresh(t));
  const claims = await Promise.all(Array.from({ length: 50 }, (_, i) => held.claim('sweep', `holder-${i}`, 30_000)));
  t.is(claims.filter((claim) => claim !== null).length, 1);
});

test('claim passes a released or expired lease on with a higher fence, and its former holder can do nothing with it', async (t) => {
  const store = await fresh(t);
  const held = leases(store);
  const first = (await held.claim('run', 'a', 30_000))!;
  t.deepEqual(first, { name: 'run', holder: 'a', fence: 1 });
  t.is(await held.claim('run', 'b', 30_000), null);
  await held.release(first);
  t.deepEqual(await held.claim('run', 'b', 0), { name: 'run', holder: 'b', fence: 2 });
  t.deepEqual(await held.claim('run', 'c', 30_000), { name: 'run', holder: 'c', fence: 3 });
  t.false(await held.renew(first, 30_000));
  await held.release(first);
  t.is(await held.claim('run', 'd', 30_000), null);
});

test('hold refuses the write of a stale holder, even if it checked before', async (t) => {
  const store = await fresh(t);
  const held = leases(store);
  const write = (lease: Lease) =>
    store.transaction(async (tx) => {
      await held.hold(tx, lease);
      await tx.query(
        sql.unsafe`insert into inbox (consumer, message_id) values ('c', ${`${lease.holder}-${lease.fence}`})`,
      );
    });
  const stale = (await held.claim('run', 'a', 0))!;
  t.like(await t.throwsAsync(write(stale)), { name: 'LeaseLost', kind: 'lease-lost' });

  const slow = (await held.claim('run', 'a', 30_000))!;
  const checked = Promise.withResolvers<void>();
  const writing = store.transaction(async (tx) => {
    await held.hold(tx, slow);
    checked.resolve();
    await tx.query(sql.unsafe`select pg_sleep(0.2)`);
    await tx.query(sql.unsafe`insert into inbox (consumer, message_id) values ('c', 'in time')`);
    return await tx.oneFirst(sql.type(row<{ fence: number }>())`select fence from leases where name = 'run'`);
  });
  await checked.promise;
  // Given up in the name of the holder, then claimed by another: both wait for the transaction.
  const overtaken = held.release(slow).then(() => held.claim('run', 'b', 30_000));
  t.is(await writing, slow.fence);
  t.is((await overtaken)?.holder, 'b');
  t.like(await t.throwsAsync(write(slow)), { kind: 'lease-lost' });
  t.deepEqual([...(await store.anyFirst(sql.unsafe`select message_id from inbox`))], ['in time']);
});

const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  principal: 'u1',
  operation: 'startLab',
  key: 'k',
  bodyHash: 'h',
  attempt: randomUUID(),
  leaseMs: 30_000,
  retentionMs: 86_400_000,
  ...over,
});
const reply = { status: 202, headers: { location: '/x' }, body: { job_id: '7', none: null } };

test('begin runs one of fifty requests with one key, and gives its reply to the others', async (t) => {
  const records = idempotencyRecords(await fresh(t));
  const attempts = Array.from({ length: 50 }, () => attempt());
  const begun = await Promise.all(attempts.map((each) => records.begin(each)));
  const fresh1 = begun.flatMap((each, i) => (each.kind === 'fresh' ? [attempts[i]!] : []));
  t.is(fresh1.length, 1);
  t.is(begun.filter(({ kind }) => kind === 'in-flight').length, 49);
  t.true(await records.store(fresh1[0]!, reply));
  t.deepEqual(await records.begin(attempt()), { kind: 'replay', reply });
});

test('begin treats a key as part of its principal, operation and body', async (t) => {
  const records = idempotencyRecords(await fresh(t));
  await records.begin(attempt());
  t.deepEqual(await records.begin(attempt({ bodyHash: 'other' })), { kind: 'mismatch' });
  t.deepEqual(await records.begin(attempt({ principal: 'u2' })), { kind: 'fresh' });
  t.deepEqual(await records.begin(attempt({ operation: 'stopLab' })), { kind: 'fresh' });
});

test('begin treats a released key as new, and repeats a dead run after its lease', async (t) => {
  const records = idempotencyRecords(await fresh(t));
  const released = attempt();
  await records.begin(released);
  await records.release(released);
  const dead = attempt({ leaseMs: 0, bodyHash: 'any' });
  t.deepEqual(await records.begin(dead), { kind: 'fresh' });
  t.deepEqual(await records.begin(attempt({ bodyHash: 'other' })), { kind: 'mismatch' });
  const next = attempt({ bodyHash: 'any' });
  t.deepEqual(await records.begin(next), { kind: 'fresh' });
  t.false(await records.store(dead, reply));
  t.false(await records.renew(dead));
  t.true(await records.renew(next));
  t.true(await records.store(next, reply));
});

test('sweep removes a reply when its time is over', async (t) => {
  const store = await fresh(t);
  const records = idempotencyRecords(store);
  const old = attempt({ retentionMs: 0 });
  await records.begin(old);
  await records.store(old, reply);
  t.deepEqual(await records.begin(attempt({ retentionMs: 0, bodyHash: 'new' })), { kind: 'fresh' });
  t.is(await records.sweep(100), 1);
  t.is(await records.sweep(100), 0);
});
