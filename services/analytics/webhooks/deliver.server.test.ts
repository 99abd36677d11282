// Deliveries that cannot be sent do not keep their worker busy (decision 188).
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import test from 'ava';
import type { Tx } from '../../../adapters/store/port.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { webhookAttempts } from '../../../adapters/store/webhooks/attempts.ts';
import { claimDue, nextDue } from '../../../adapters/store/webhooks/claims.ts';
import type { Recorded } from '../../../adapters/store/webhooks/port.ts';
import { webhookQueue } from '../../../adapters/store/webhooks/queue.ts';
import { webhookSecrets } from '../../../adapters/store/webhooks/secrets.ts';
import { deliveryId } from '../../../generated/analytics/ids.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import type { SubscriptionChanged } from '../../../generated/analytics/payloads.ts';
import type { DealerId, WebhookId } from '../../../generated/analytics/types.ts';
import { systemClock } from '../../lib/clock.ts';
import { parseKeyRing } from '../../lib/key-ring.ts';
import { Secret } from '../../lib/secret.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { silent } from '../../test/fixtures/analytics/ingest-worker.ts';
import { receiver, secret, webhookBench } from '../../test/fixtures/analytics/receiver.ts';
import { eventually } from '../../test/fixtures/eventually.ts';
import { openSecrets, resealSecrets } from './secrets.ts';

async function waiting(b: Bench, w: ReturnType<typeof webhookBench>) {
  const caller = callerOf([], 'owner');
  const { webhook_id } = await w.create(caller, { url: 'https://8.8.8.8/' });
  const sent = await w.handlers.sendTestEvent({ ...b.facts, caller, path: { webhook_id } });
  if (sent.status !== 201) throw new Error(JSON.stringify(sent));
  return { caller, path: { webhook_id, delivery_id: sent.body.delivery_id }, sent: sent.body };
}

test('a delivery that was added while its webhook was being disabled fails', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const { caller, path } = await waiting(b, w);
  await b.store.query(sql.unsafe`
    update webhooks set enabled = false, disabled_reason = ${'owner'}, disabled_at = clock_timestamp()`);
  w.worker();
  const ended = await eventually(
    () => w.handlers.getWebhookDelivery({ ...b.facts, caller, path }),
    (reply) => reply.status === 200 && reply.body.status !== 'waiting',
  );
  t.like(ended, { body: { status: 'failed', reason: 'webhook_disabled', attempt_count: 0, next_attempt_at: null } });
});

test('a delivery whose secret does not open is due again after a pause', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const { sent } = await waiting(b, w);
  const keys = parseKeyRing(new Secret(`k2:${randomBytes(32).toString('base64')}`));
  w.worker({ keys });
  const paused = await eventually(
    () =>
      b.store.one(sql.type(row<{ claimed_by: string | null; next_attempt_at: Date }>())`
        select claimed_by, next_attempt_at from webhook_deliveries`),
    ({ claimed_by, next_attempt_at }) =>
      claimed_by === null && next_attempt_at.toISOString() > (sent.next_attempt_at ?? ''),
  );
  t.is(paused.claimed_by, null);
});

/** Events of the dealers, as many of each, for the webhook. */
const occur = (b: Bench, webhook_id: WebhookId, dealers: number, each: number, status = 'waiting') =>
  b.store.query(sql.unsafe`
    insert into webhook_deliveries (webhook_id, message_id, event, aggregate, data, occurred_at, status, next_attempt_at, finished_at)
    select ${webhook_id}, gen_random_uuid(), 'webhook.test', 'dealer:' || dealer, '{}', now(), ${status},
      case when ${status} = 'waiting' then now() end, case when ${status} <> 'waiting' then now() end
    from generate_series(1, ${each}), generate_series(1, ${dealers}) dealer`);

const statuses = (b: Bench) =>
  b.store.any(sql.type(row<{ webhook_id: WebhookId; status: string; count: number }>())`
    select webhook_id, status, count(*) as count from webhook_deliveries group by webhook_id, status order by webhook_id, status`);

test('the pause of a webhook whose secret does not open doubles once for all its lines, and no attempt counts', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const { webhook_id } = await w.create(callerOf([], 'owner'), { url: 'https://8.8.8.8/' });
  await occur(b, webhook_id, 11, 1);
  const stored = webhookAttempts(b.store);
  let [elapsed, reports] = [0, 0];
  const rounds: { readonly reports: number; readonly all: readonly Recorded[] }[] = [];
  // The pause is over as soon as it is recorded.
  const record = (all: readonly Recorded[]) => {
    rounds.push({ reports, all });
    elapsed += Math.max(...all.map(({ retry_ms }) => retry_ms ?? 0));
    return stored.record(all.map((each) => ({ ...each, retry_ms: 0 })));
  };
  const keys = parseKeyRing(new Secret(`k2:${randomBytes(32).toString('base64')}`));
  const clock = { ...systemClock, monotonicMs: () => elapsed };
  const report = { ...silent, dependencyFailed: () => void reports++ };
  w.worker({ keys, clock, report, attempts: { ...stored, record } });
  await eventually(
    async () => rounds.length,
    (count) => count >= 4,
  );
  t.deepEqual(
    rounds
      .slice(0, 4)
      .map((round) => [round.reports, round.all.map(({ retry_ms, status, failures }) => [retry_ms, status, failures])]),
    [1_000, 2_000, 4_000, 8_000].map((ms, index) => [index + 1, Array.from({ length: 11 }, () => [ms, 'waiting', 0])]),
  );
  const attempted = sql.unsafe`select 1 from webhook_deliveries where attempt_count > 0`;
  t.false(await b.store.exists(attempted));
});

/** Nothing goes on because a poll, a renewal or the end of a lease comes. */
const withoutPolls = {
  leaseMs: 300_000,
  clock: {
    ...systemClock,
    wait: (ms: number, signal?: AbortSignal) => systemClock.wait(ms < 5_000 ? ms : 1e9, signal),
  },
};

test('a receiver that hangs holds up no other one, not even those of the same claim with many events', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const [slow, quick] = [await receiver(t), await receiver(t)];
  slow.answers(() => {});
  const hanging = await w.create(callerOf([], 'slow-owner'), { url: slow.url });
  const other = await w.create(callerOf([], 'quick-owner'), { url: quick.url });
  await occur(b, hanging.webhook_id, 40, 1);
  // More than a claim takes of a line.
  await occur(b, other.webhook_id, 1, 35);
  t.timeout(240_000);
  w.worker(withoutPolls);
  await eventually(
    async () => quick.got.length,
    (count) => count === 35,
  );
  await eventually(
    async () => slow.got.length,
    (count) => count >= 32,
  );
  t.is(slow.got.length, 32, 'requests of one principal at a time');
});

test('a line whose first event fails goes on after its pause while the receiver of another owner hangs', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const [slow, quick] = [await receiver(t), await receiver(t)];
  slow.answers(() => {});
  quick.answers((_, response) => void response.writeHead(quick.got.length === 1 ? 500 : 204).end());
  const hanging = await w.create(callerOf([], 'slow-owner'), { url: slow.url });
  const other = await w.create(callerOf([], 'quick-owner'), { url: quick.url });
  await occur(b, hanging.webhook_id, 1, 1);
  await occur(b, other.webhook_id, 1, 3);
  t.timeout(240_000);
  w.worker({ ...withoutPolls, pausesMs: [20] });
  await eventually(
    async () => quick.got.length,
    (count) => count === 4,
  );
  const [first, again, ...later] = quick.got.map(({ headers }) => headers['webhook-id']);
  t.is(again, first);
  t.is(new Set([first, ...later]).size, 3);
});

test('a claim leaves a line alone of which a delivery is in hand behind many that were replayed', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const { webhook_id } = await w.create(callerOf([], 'owner'), { url: 'https://8.8.8.8/' });
  await occur(b, webhook_id, 1, 60, 'failed');
  await occur(b, webhook_id, 1, 1);
  const queue = webhookQueue(b.store);
  const options = { lines: 10, each: 5, ofPrincipal: 10, leaseMs: 60_000 };
  const first = await queue.claim({ by: 'a', ...options });
  t.is(first.kind === 'claimed' && first.claimed.length, 1);
  await w.handlers.replayWebhookDeliveries({
    ...b.facts,
    caller: callerOf([], 'owner'),
    path: { webhook_id },
    body: { since: '2020-01-01T00:00:00Z', status: 'failed' },
  });
  t.is((await queue.claim({ by: 'b', ...options })).kind, 'nothing_due');
});

type Node = { readonly 'Relation Name'?: string; readonly [Key: string]: unknown };

/** Entries of deliveries that a query reads, those that its conditions drop included. */
async function readBy(b: Bench, query: ReturnType<typeof claimDue>): Promise<number> {
  const plan = await withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.oneFirst(sql.type(row<{ 'QUERY PLAN': readonly { Plan: Node }[] }>())`explain (analyze, format json) ${query}`),
  );
  const count = (node: Node): number => {
    const rows = Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0);
    const own =
      node['Relation Name'] === 'webhook_deliveries' && !isUpdate(node) ? rows * Number(node['Actual Loops']) : 0;
    return ((node.Plans as readonly Node[] | undefined) ?? []).reduce((sum, each) => sum + count(each), own);
  };
  return plan.reduce((sum, { Plan }) => sum + count(Plan), 0);
}

const isUpdate = (node: Node): boolean => node['Node Type'] === 'ModifyTable';

test('a claim reads none of the 100,000 lines of an owner that has no room for another request', async (t) => {
  t.timeout(120_000);
  const b = await bench(t);
  const w = webhookBench(t, b);
  const hanging = await w.create(callerOf([], 'slow-owner'), { url: 'https://8.8.8.8/' });
  await occur(b, hanging.webhook_id, 100_000, 1);
  const queue = webhookQueue(b.store);
  const options = { lines: 10, each: 5, ofPrincipal: 2, leaseMs: 600_000 };
  const slow = await queue.claim({ by: 'slow', ...options });
  t.is(slow.kind === 'claimed' && slow.claimed.length, 2);
  t.true((await readBy(b, nextDue(options.ofPrincipal))) < 100);
  const other = await w.create(callerOf([], 'quick-owner'), { url: 'https://8.8.8.8/' });
  await occur(b, other.webhook_id, 1, 1);
  t.true((await readBy(b, claimDue({ by: 'quick', ...options }))) < 100);
  const claimed = sql.type(row<{ webhook_id: string; claimed_by: string; count: number }>())`
    select webhook_id, claimed_by, count(*)::integer as count from webhook_deliveries where claimed_by is not null
    group by webhook_id, claimed_by order by claimed_by desc`;
  t.deepEqual(await b.store.any(claimed), [
    { webhook_id: hanging.webhook_id, claimed_by: 'slow', count: 2 },
    { webhook_id: other.webhook_id, claimed_by: 'quick', count: 1 },
  ]);
});

test('a replay of thousands replays each of them once, and those that did not fail only with status=all', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const { webhook_id } = await w.create(callerOf([], 'owner'), { url: 'https://8.8.8.8/' });
  await occur(b, webhook_id, 5, 500, 'failed');
  const request = { ...b.facts, caller: callerOf([], 'owner'), path: { webhook_id } };
  await occur(b, webhook_id, 1, 1_100, 'delivered');
  await occur(b, webhook_id, 1, 1, 'withheld');
  const replay = (since: string, status: 'failed' | 'all') =>
    w.handlers.replayWebhookDeliveries({ ...request, body: { since, status } });
  t.like(await replay('2020-01-01T00:00:00Z', 'failed'), { status: 200, body: { replayed: 2_500 } });
  t.like(await replay('2100-01-01T00:00:00Z', 'all'), { status: 200, body: { replayed: 0 } });
  t.like(await replay('2020-01-01T00:00:00Z', 'all'), { status: 200, body: { replayed: 1_101 } });
  t.deepEqual([...(await statuses(b))], [{ webhook_id, status: 'waiting', count: 3_601 }]);
});

test('replayWebhookDelivery answers 200 with the waiting delivery while another replay, or an attempt, is in progress', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const { caller, path } = await waiting(b, w);
  await b.store.query(
    sql.unsafe`update webhook_deliveries set status = 'failed', finished_at = clock_timestamp(), next_attempt_at = null`,
  );
  const outside = AsyncLocalStorage.snapshot();
  const other = await b.store.transaction(async (tx) => {
    await tx.query(sql.unsafe`
      update webhook_deliveries set status = 'waiting', finished_at = null, next_attempt_at = clock_timestamp()`);
    const replayed = outside(() => w.handlers.replayWebhookDelivery({ ...b.facts, caller, path }));
    await eventually(
      () => outside(() => isWaitingForLock(b)),
      (isWaiting) => isWaiting,
    );
    return { replayed };
  });
  t.like(await other.replayed, { status: 200, body: { delivery_id: path.delivery_id, status: 'waiting' } });
  const attempted = await b.store.transaction(async (tx) => {
    await tx.query(sql.unsafe`
      update webhook_deliveries set status = 'delivered', finished_at = clock_timestamp(), next_attempt_at = null`);
    const replayed = outside(() => w.handlers.replayWebhookDelivery({ ...b.facts, caller, path }));
    await eventually(
      () => outside(() => isWaitingForLock(b)),
      (isWaiting) => isWaiting,
    );
    return { replayed };
  });
  t.like(await attempted.replayed, { status: 200, body: { status: 'waiting', finished_at: null } });
  const foreign = { ...path, delivery_id: deliveryId(path.webhook_id) };
  t.is((await w.handlers.replayWebhookDelivery({ ...b.facts, caller, path: foreign })).status, 404);
});

const isWaitingForLock = (b: Bench) =>
  b.store.exists(sql.unsafe`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

test('events of one dealer whose transactions overlap are lined up in the order of their commits', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const caller = await b.dealer('fjord');
  await w.create(caller, { url: 'https://8.8.8.8/', events: ['subscription.changed'] });
  const change = (tx: Tx, plan: string) => {
    const payload = {
      dealer_id: 'fjord',
      plan,
      status: 'active',
      previous_status: 'active',
      expires_at: null,
      cause: 'administrator',
    } as SubscriptionChanged;
    return b.deps.enqueue(tx, (meta) => messages.subscriptionChanged(payload, meta), { aggregate: plan });
  };
  const dealer = { dealers: ['fjord' as DealerId] };
  const outside = AsyncLocalStorage.snapshot();
  const order: string[] = [];
  let later: Promise<unknown> = Promise.resolve();
  await withScope(b.store, dealer, async (tx) => {
    await change(tx, 'first');
    later = outside(() => withScope(b.store, dealer, (second) => change(second, 'second'))).then(() =>
      order.push('second'),
    );
    await eventually(
      () => outside(() => isWaitingForLock(b)),
      (isWaiting) => isWaiting,
    );
    order.push('first');
  });
  await later;
  t.deepEqual(order, ['first', 'second']);
  t.deepEqual(
    await b.store.anyFirst(sql.type(row<{ plan: string }>())`
      select data->>'plan' as plan from webhook_deliveries order by sequence`),
    ['first', 'second'],
  );
});

test('secrets are sealed with the current key after a rotation of keys, and open without the former one', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const { webhook_id } = await w.create(callerOf([], 'owner'), { url: 'https://8.8.8.8/' });
  const next = `k2:${randomBytes(32).toString('base64')}`;
  const ring = (text: string) => parseKeyRing(new Secret(text));
  const secrets = webhookSecrets(b.store);
  t.is(await resealSecrets(secrets, ring(next)), 0, 'what does not open stays');
  t.is(await resealSecrets(secrets, ring(`${next},${w.keyRing}`)), 1);
  t.is(await resealSecrets(secrets, ring(`${next},${w.keyRing}`)), 0);
  const [target] = await webhookAttempts(b.store).listTargets([webhook_id]);
  t.deepEqual(target && openSecrets(ring(next), target), [secret]);
});
