// Subscriptions end by themselves, and their end is published once.
import test from 'ava';
import { outbox } from '../../../adapters/store/messages/outbox.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { subscriptionExpiry } from '../../../adapters/store/subscriptions/expire.ts';
import { systemClock } from '../../lib/clock.ts';
import { ids } from '../../lib/ids.ts';
import { enqueueFrom } from '../../lib/messages/outbox.ts';
import { bench } from '../../test/fixtures/analytics/analytics.ts';
import { expireSubscriptions } from './expire-subscriptions.ts';

test('expireSubscriptions sets ended subscriptions to expired, publishes each once, and touches nothing else', async (t) => {
  const b = await bench(t);
  const rows = [
    ['trial-over', 'trialing', '2026-01-01T00:00:00Z'],
    ['late-over', 'past_due', '2026-01-02T00:00:00Z'],
    ['cancelled-over', 'cancelled', '2026-01-01T00:00:00Z'],
    ['expired-before', 'expired', '2026-01-01T00:00:00Z'],
    ['still-running', 'active', '2999-01-01T00:00:00Z'],
    ['for-ever', 'active', null],
  ] as const;
  for (const [id] of rows) await b.dealer(id);
  await withScope(b.store, { dealers: 'every' }, async (tx) => {
    await tx.query(sql.unsafe`insert into plans (plan, title, limits) values ('p', 'P', '[]')`);
    for (const [id, status, end] of rows)
      await tx.query(
        sql.unsafe`insert into subscriptions (dealer_id, plan, status, expires_at) values (${id}, 'p', ${status}, ${end}::timestamptz)`,
      );
  });
  const enqueue = enqueueFrom(outbox(b.store), { ids: ids(), clock: systemClock });
  const expire = () =>
    expireSubscriptions({ subscriptions: subscriptionExpiry(b.store), enqueue, clock: systemClock }, 1);
  const both = await Promise.all([expire(), expire()]);
  t.deepEqual([...both, await expire()], [1, 1, 0], 'two processes at once share the work');
  const statuses = await withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.any(sql.type(row<{ dealer_id: string; status: string }>())`select dealer_id, status from subscriptions`),
  );
  t.deepEqual(
    new Map(statuses.map(({ dealer_id, status }) => [dealer_id, status])),
    new Map(
      rows.map(
        ([id, status]) => [id, ['trial-over', 'late-over'].includes(id) ? 'expired' : status] as [string, string],
      ),
    ),
  );
  const published = [...(await b.outbox())].sort((x, y) => (JSON.stringify(x.body) < JSON.stringify(y.body) ? -1 : 1));
  const changed = (dealer_id: string, previous_status: string, expires_at: string) => ({
    routing_key: 'subscription.changed',
    body: { dealer_id, plan: 'p', status: 'expired', previous_status, expires_at, cause: 'time' },
  });
  t.deepEqual(published as unknown, [
    changed('late-over', 'past_due', '2026-01-02T00:00:00.000Z'),
    changed('trial-over', 'trialing', '2026-01-01T00:00:00.000Z'),
  ]);
});
