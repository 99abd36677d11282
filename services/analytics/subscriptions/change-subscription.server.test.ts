// changeSubscription: which changes are possible, what they publish, and what they open and close.
import test from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { regionId } from '../../../generated/analytics/ids.ts';
import type { DealerId, SubscriptionRequest } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { dealers } from '../administration/dealers.ts';
import { changeSubscription } from './change-subscription.ts';
import { subscription } from './subscriptions.ts';

const dealer_id = 'fjord' as DealerId;
const admin = callerOf([], 'admin');
const future = '2199-01-01T00:00:00.000Z';
const past = '2020-01-01T00:00:00.000Z';
type Status = SubscriptionRequest['status'];

/** With the trial that every new dealer has. */
async function withDealer(b: Bench): Promise<void> {
  const body = { dealer_id, name: 'Fjord', region_id: regionId('x') };
  await dealers(b.deps).createDealer({ ...b.facts, caller: admin, body });
}

const change = (b: Bench, status: Status, expires_at: string | null = null, ifMatch = (_: string) => true) =>
  changeSubscription(b.deps).changeSubscription({
    ...b.facts,
    caller: admin,
    path: { dealer_id },
    body: { plan: 'trial', status, expires_at },
    ifMatch,
  });

async function refusal(changing: ReturnType<typeof change>) {
  const reply = await changing;
  if (!('problem' in reply)) return reply.status;
  const errors = reply.problem.errors ?? [];
  return [reply.status, ...errors.map(({ pointer = '', message }) => `${pointer} ${message}`)];
}

const published = async (b: Bench) =>
  (await b.outbox())
    .filter(({ routing_key }) => routing_key === 'subscription.changed')
    .map(({ body: { previous_status, status, expires_at, cause } }) => [previous_status, status, expires_at, cause]);

test('changeSubscription makes the transitions of the state table, and publishes each once', async (t) => {
  const b = await bench(t);
  await withDealer(b);
  const [first] = await published(b);
  const paid = await change(b, 'active', future);
  t.like(paid, { status: 200, body: { dealer_id, plan: 'trial', status: 'active', expires_at: future } });
  t.deepEqual(await change(b, 'active', future), paid, 'what changes nothing publishes nothing');
  t.like(await change(b, 'past_due', future), { status: 200, body: { status: 'past_due' } });
  t.like(await change(b, 'expired', past), { status: 200, body: { status: 'expired', expires_at: past } });
  t.like(await change(b, 'active', null), { status: 200, body: { status: 'active', expires_at: null } });
  t.like(await change(b, 'cancelled', null), { status: 200, body: { status: 'cancelled' } });
  t.like(await change(b, 'trialing', future), { status: 200, body: { status: 'trialing' } });
  t.deepEqual(await published(b), [
    first,
    ['trialing', 'active', future, 'administrator'],
    ['active', 'past_due', future, 'administrator'],
    ['past_due', 'expired', past, 'administrator'],
    ['expired', 'active', null, 'administrator'],
    ['active', 'cancelled', null, 'administrator'],
    [null, 'trialing', future, 'administrator'],
  ]);
});

test('changeSubscription refuses other transitions, ends that contradict the status, and unknown plans', async (t) => {
  const b = await bench(t);
  await withDealer(b);
  t.deepEqual(await refusal(change(b, 'past_due', future)), [
    422,
    '/status must be trialing or active or expired or cancelled',
  ]);
  t.deepEqual(await refusal(change(b, 'active', past)), [
    422,
    '/expires_at must be in the future for the status active',
  ]);
  for (const end of [future, null])
    t.deepEqual(await refusal(change(b, 'expired', end)), [
      422,
      '/expires_at must be in the past for the status expired',
    ]);
  const handlers = changeSubscription(b.deps);
  const facts = { ...b.facts, caller: admin, ifMatch: () => true };
  const body = { plan: 'none', status: 'active' as const, expires_at: null };
  t.deepEqual(await refusal(handlers.changeSubscription({ ...facts, path: { dealer_id }, body })), [
    422,
    '/plan must be the name of an existing plan',
  ]);
  t.is((await handlers.changeSubscription({ ...facts, path: { dealer_id: 'none' as DealerId }, body })).status, 404);
  await change(b, 'cancelled');
  t.deepEqual(await refusal(change(b, 'past_due', future)), [422, '/status must be trialing or active']);
  t.is((await published(b)).length, 2, 'what is refused publishes nothing');
});

test('changeSubscription brings back a subscription that was cancelled by mistake', async (t) => {
  const b = await bench(t);
  await withDealer(b);
  await change(b, 'active', future);
  await change(b, 'cancelled', future);
  t.like(await change(b, 'active', future), {
    status: 200,
    body: { plan: 'trial', status: 'active', expires_at: future },
  });
  t.deepEqual((await published(b)).at(-1), ['cancelled', 'active', future, 'administrator']);
});

test('changeSubscription answers 412 to one of two concurrent changes', async (t) => {
  const b = await bench(t);
  await withDealer(b);
  const read = await subscription(b.deps).getSubscription({
    ...b.facts,
    caller: admin,
    path: { dealer_id },
    unchanged: async () => false,
  });
  const revision = 'revision' in read ? read.revision : '';
  const matches = (present: string) => present === revision;
  const both = await Promise.all([change(b, 'active', future, matches), change(b, 'cancelled', null, matches)]);
  t.deepEqual(both.map(({ status }) => status).toSorted(), [200, 412]);
  t.is((await change(b, 'active', null, matches)).status, 412);
  t.is((await published(b)).length, 2);
});

test('an expired subscription refuses uploads and forecasts, reads for 30 days, and works again when it is renewed', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const file = 'period_start,brand,units_sold\n2026-01,Toyota,1\n';
  await b.load(caller, file, { period: '2026-01' });
  await withScope(b.store, { dealers: [dealer_id] }, (tx) =>
    tx.query(
      sql.unsafe`insert into subscriptions (dealer_id, plan, status) values (${dealer_id}, 'trial', 'trialing')`,
    ),
  );
  const answers = async () => {
    const query = { period_type: 'month' as const };
    const read = await b.handlers.listIndices({
      ...b.facts,
      caller,
      query: { ...query, limit: 10 },
      unchanged: async () => false,
    });
    const forecast = await b.handlers.listForecasts({
      ...b.facts,
      caller,
      query: { ...query, horizon_days: 90 },
      unchanged: async () => false,
    });
    const upload = await b.upload(caller, file.replace('1\n', '2\n'), { period: '2026-02', dry_run: true });
    return [read, forecast, upload].map((reply) =>
      'problem' in reply ? `${reply.status} ${reply.problem.slug}` : reply.status,
    );
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  t.deepEqual(await answers(), [200, 200, 202]);
  await change(b, 'active', future);
  await change(b, 'past_due', future);
  t.deepEqual(await answers(), [200, 200, 202], 'past due only warns');
  await change(b, 'expired', daysAgo(29));
  t.deepEqual(await answers(), [200, '403 subscription-expired', '403 subscription-expired']);
  await change(b, 'expired', daysAgo(31));
  t.deepEqual(await answers(), ['403 subscription-expired', '403 subscription-expired', '403 subscription-expired']);
  await change(b, 'active', null);
  t.deepEqual(await answers(), [200, 200, 202]);
});
