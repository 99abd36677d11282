// What the owner of a webhook may have sent again, what is kept of it, and what an account without a grant gets
// (decision 581).
import test, { type ExecutionContext } from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { webhookAttempts } from '../../../adapters/store/webhooks/attempts.ts';
import { webhookDeliveries } from '../../../adapters/store/webhooks/deliveries.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import type { DeliveryId, WebhookId } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { receiver, webhookBench } from '../../test/fixtures/analytics/receiver.ts';
import { eventually } from '../../test/fixtures/eventually.ts';

const hidden = 'https://8.8.8.8/';
const owner = callerOf([], 'owner');

/** Deliveries that ended, one a minute from the beginning of 2026 on. */
const ended = (b: Bench, webhook_id: WebhookId, count: number, status = 'delivered') =>
  b.store.query(sql.unsafe`
    insert into webhook_deliveries (webhook_id, message_id, event, aggregate, data, occurred_at, status, next_attempt_at, finished_at)
    select ${webhook_id}, gen_random_uuid(), 'webhook.test', 'test', '{}', timestamptz '2026-01-01T00:00:00Z' + nth * interval '1 minute',
      ${status}, null, clock_timestamp()
    from generate_series(0, ${count - 1}) nth`);

/** All that wait have ended. */
const arrive = (b: Bench, at = 'now') =>
  b.store.query(sql.unsafe`
    update webhook_deliveries set status = 'delivered', next_attempt_at = null, finished_at = ${at}::timestamptz where status = 'waiting'`);

async function benchWith(t: ExecutionContext, count: number, quota?: number) {
  const b = await bench(t);
  const w = webhookBench(t, b, quota);
  const { webhook_id } = await w.create(owner, { url: hidden });
  await ended(b, webhook_id, count);
  const request = { ...b.facts, caller: owner, path: { webhook_id } };
  const replay = (since = '2020-01-01T00:00:00Z', status: 'all' | 'failed' = 'all') =>
    w.handlers.replayWebhookDeliveries({ ...request, body: { since, status } });
  const waiting = () =>
    b.store.oneFirst(sql.type(row<{ count: number }>())`
      select count(*)::integer as count from webhook_deliveries where status = 'waiting'`);
  return { b, w, webhook_id, request, replay, waiting };
}

test('a replay counts by what it sends: it ends where the rate limit does, states where to go on, and is refused then', async (t) => {
  const { b, replay, waiting } = await benchWith(t, 1_500, 1_200);
  const first = await replay();
  t.like(first, { status: 200, body: { replayed: 1_200, next_since: '2026-01-01T20:00:00.000Z' } });
  t.is(await waiting(), 1_200);
  t.like(await replay('2026-01-01T20:00:00.000Z'), {
    status: 429,
    problem: { policy: 'deliveries' },
  });
  t.is(await waiting(), 1_200);
  await arrive(b);
  t.is((await replay()).status, 429);
  t.is(await waiting(), 0);
});

test('test events and replays of one delivery count, too: a test as ten', async (t) => {
  const { b, w, request } = await benchWith(t, 1, 21);
  const delivery_id = await b.store.oneFirst(sql.type(row<{ delivery_id: DeliveryId }>())`
    select delivery_id from webhook_deliveries`);
  const again = () => w.handlers.replayWebhookDelivery({ ...request, path: { ...request.path, delivery_id } });
  const replies = [
    await w.handlers.sendTestEvent(request),
    await again(),
    await w.handlers.sendTestEvent(request),
    await again(),
    await w.handlers.sendTestEvent(request),
  ];
  t.deepEqual(
    replies.map(({ status }) => status),
    [201, 200, 201, 429, 429],
  );
  t.is(
    await b.store.oneFirst(
      sql.type(row<{ count: number }>())`select count(*)::integer as count from webhook_deliveries`,
    ),
    3,
  );
});

test('a replay that finds nothing costs nothing, and one that the limit holds states no time', async (t) => {
  const { b, replay } = await benchWith(t, 30, 30);
  t.like(await replay('2100-01-01T00:00:00Z'), { status: 200, body: { replayed: 0, next_since: null } });
  t.like(await replay(undefined, 'failed'), { status: 200, body: { replayed: 0, next_since: null } });
  t.like(await replay(), { status: 200, body: { replayed: 30, next_since: null } });
  await arrive(b);
  t.is((await replay()).status, 429);
});

test('a delivery is sent again at most ten times, by replays since a time and by its id', async (t) => {
  const { b, w, request, replay } = await benchWith(t, 3);
  const delivery_id = await b.store.oneFirst(sql.type(row<{ delivery_id: DeliveryId }>())`
    select delivery_id from webhook_deliveries order by sequence limit 1`);
  const one = () => w.handlers.replayWebhookDelivery({ ...request, path: { ...request.path, delivery_id } });
  const statuses: number[] = [];
  for (let nth = 0; nth < 4; nth++) {
    statuses.push((await one()).status);
    await arrive(b);
  }
  const counts: unknown[] = [];
  for (let nth = 0; nth < 12; nth++) {
    const reply = await replay();
    counts.push(reply.status === 200 && reply.body.replayed);
    await arrive(b);
  }
  t.deepEqual(statuses, [200, 200, 200, 200]);
  t.deepEqual(counts, [3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 0, 0]);
  t.is((await one()).status, 409);
});

test('replays do not keep a delivery: 14 days count from its first end, and one that waits is kept until it ends', async (t) => {
  const { b, replay, waiting } = await benchWith(t, 2);
  await b.store.query(
    sql.unsafe`update webhook_deliveries set finished_at = '2026-01-02' where occurred_at = '2026-01-01T00:00:00Z'`,
  );
  await replay();
  const sweep = () => webhookDeliveries(b.store).sweep(new Date('2026-01-03T00:00:00Z'), 10);
  t.is(await sweep(), 0);
  t.is(await waiting(), 2);
  await arrive(b);
  t.is(await sweep(), 1);
  t.is(await sweep(), 0);
});

test('a delivery keeps its last 20 attempts', async (t) => {
  const { b, webhook_id } = await benchWith(t, 1);
  const { attempts, by } = { attempts: webhookAttempts(b.store), by: 'test' };
  const [delivery_id, other] = await b.store.anyFirst(sql.type(row<{ delivery_id: DeliveryId }>())`
    insert into webhook_deliveries (webhook_id, message_id, event, aggregate, data, occurred_at, claimed_by)
    select ${webhook_id}, gen_random_uuid(), 'webhook.test', nth::text, '{}', now(), ${by} from generate_series(1, 2) nth
    returning delivery_id`);
  const attempt = (id: DeliveryId | undefined, nth: number) => ({
    ...{
      by,
      delivery_id: id as DeliveryId,
      status: 'waiting' as const,
      reason: 'status',
      failures: nth,
      in_line: true,
    },
    ...{
      retry_ms: 0,
      attempt: { attempted_at: new Date(nth * 1_000), duration_ms: nth, reason: 'status', response: null },
    },
  });
  for (let nth = 1; nth <= 33; nth++) {
    await attempts.record([attempt(delivery_id, nth), ...(nth > 25 ? [attempt(other, nth)] : [])]);
    await b.store.query(sql.unsafe`update webhook_deliveries set claimed_by = ${by} where status = 'waiting'`);
  }
  const kept = (id: DeliveryId | undefined) =>
    b.store.anyFirst(sql.type(row<{ duration_ms: number }>())`
      select duration_ms from webhook_attempts where delivery_id = ${id ?? ''} order by attempted_at`);
  t.deepEqual(
    [...(await kept(delivery_id))],
    Array.from({ length: 20 }, (_, index) => index + 14),
  );
  t.deepEqual([...(await kept(other))], [26, 27, 28, 29, 30, 31, 32, 33]);
});

test('without any grant, test events are sent and nothing else', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const [r, granted] = [await receiver(t), await receiver(t)];
  const dealer = await b.dealer('fjord');
  const events = ['webhook.disabled' as const];
  const { webhook_id } = await w.create(owner, { url: r.url, events });
  await w.create(dealer, { url: granted.url, events });
  const disabled = (principal: string) =>
    withScope(b.store, { dealers: 'every' }, (tx) =>
      b.deps.enqueue(tx, (meta) =>
        messages.webhookDisabled({ webhook_id, principal, reason: 'gone', disabled_at: '2026-01-01T00:00:00Z' }, meta),
      ),
    );
  await disabled(owner.subject);
  await disabled(dealer.subject);
  await w.handlers.sendTestEvent({ ...b.facts, caller: owner, path: { webhook_id } });
  w.worker();
  const outcomes = await eventually(
    () =>
      b.store.any(sql.type(row<{ event: string; status: string; reason: string | null }>())`
        select event, status, reason from webhook_deliveries order by sequence`),
    (all) => all.every(({ status }) => status !== 'waiting'),
  );
  t.deepEqual(
    [...outcomes],
    [
      { event: 'webhook.disabled', status: 'withheld', reason: 'not_granted' },
      { event: 'webhook.disabled', status: 'delivered', reason: null },
      { event: 'webhook.test', status: 'delivered', reason: null },
    ],
  );
  t.deepEqual(
    [r, granted].map(({ got }) => got.map(({ body }) => JSON.parse(body).type)),
    [['webhook.test'], ['webhook.disabled']],
  );
});
