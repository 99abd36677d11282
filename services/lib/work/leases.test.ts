// Holding a lease and an Idempotency-Key over time, by a clock that is turned by hand.
import test from 'ava';
import type { Attempt, IdempotencyRecords, Lease, Leases } from '../../../adapters/store/port.ts';
import { manualClock } from '../clock.ts';
import { idempotency, isStored } from '../http/idempotency.ts';
import { holdLease } from './leases.ts';

function leasesThat(answer: () => boolean | Error) {
  const calls: string[] = [];
  const leases: Leases = {
    claim: async (name, holder) => ({ name, holder, fence: 7 }),
    renew: async (_lease: Lease) => {
      calls.push('renew');
      const answered = answer();
      if (answered instanceof Error) throw answered;
      return answered;
    },
    release: async () => void calls.push('release'),
    hold: async () => {},
  };
  return { leases, calls };
}

test('holdLease renews a lease three times in its duration, and releases it', async (t) => {
  const clock = manualClock();
  const { leases, calls } = leasesThat(() => true);
  const held = (await holdLease(leases, 'run', { holder: 'a', clock }))!;
  t.is(held.fence, 7);
  await clock.advance(60_000);
  t.is(calls.length, 6);
  t.false(held.signal.aborted);
  await held[Symbol.asyncDispose]();
  t.is(calls.at(-1), 'release');
  await clock.advance(60_000);
  t.is(calls.length, 7);
});

test('holdLease aborts the work at the next heartbeat when its lease has passed on', async (t) => {
  const clock = manualClock();
  const { leases, calls } = leasesThat(() => false);
  const held = (await holdLease(leases, 'run', { holder: 'a', clock }))!;
  await clock.advance(10_000);
  t.regex(String(held.signal.reason), /another holder has it/);
  await held[Symbol.asyncDispose]();
  t.deepEqual(calls, ['renew']);
});

test('holdLease keeps the lease while the database is unavailable, until its time is over', async (t) => {
  const clock = manualClock();
  let isDown = true;
  const { leases } = leasesThat(() => (isDown ? new Error('away') : true));
  const held = (await holdLease(leases, 'run', { holder: 'a', clock }))!;
  await clock.advance(25_000);
  t.false(held.signal.aborted);
  isDown = false;
  await clock.advance(5_000);
  isDown = true;
  await clock.advance(29_000);
  t.false(held.signal.aborted);
  await clock.advance(2_000);
  t.regex(String(held.signal.reason), /could not be renewed in time/);
});

function recordsOf(begun: Awaited<ReturnType<IdempotencyRecords['begin']>>) {
  const calls: string[] = [];
  const records: IdempotencyRecords = {
    begin: async (_attempt: Attempt) => begun,
    store: async (_attempt, reply) => calls.push(`store ${reply.status}`) > 0,
    release: async () => void calls.push('release'),
    renew: async () => calls.push('renew') > 0,
    sweep: async () => 0,
  };
  return { records, calls };
}

test('begin renews the key of a request for as long as it runs', async (t) => {
  const clock = manualClock();
  const { records, calls } = recordsOf({ kind: 'fresh' });
  const begun = await idempotency(records, clock, 30_000).begin('k', 'u', 'op', 'h');
  await clock.advance(45_000);
  t.deepEqual(calls, ['renew', 'renew', 'renew', 'renew']);
  if (begun.kind === 'fresh') await begun.store({ status: 202, headers: {}, body: null });
  await clock.advance(60_000);
  t.deepEqual(calls.slice(4), ['store 202']);
});

test('begin keeps no reply that may pass by itself', async (t) => {
  const statuses = [200, 201, 202, 400, 401, 403, 404, 409, 412, 422, 429, 500, 501, 503];
  t.deepEqual(
    statuses.filter((status) => !isStored(status)),
    [401, 429, 500, 501, 503],
  );
  const { records, calls } = recordsOf({ kind: 'fresh' });
  const begun = await idempotency(records, manualClock()).begin('k', 'u', 'op', 'h');
  if (begun.kind === 'fresh') await begun.store({ status: 503, headers: {}, body: null });
  t.deepEqual(calls, ['release']);
});

test('begin answers with a time to retry for a key in flight', async (t) => {
  const { records } = recordsOf({ kind: 'in-flight', retryAfterMs: 1_200 });
  t.deepEqual(await idempotency(records).begin('k', 'u', 'op', 'h'), { kind: 'in-flight', retryAfterS: 2 });
});
