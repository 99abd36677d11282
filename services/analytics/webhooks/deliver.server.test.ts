// Deliveries that cannot be sent do not keep their worker busy (decision 188).
import { randomBytes } from 'node:crypto';
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { parseKeyRing } from '../../lib/key-ring.ts';
import { Secret } from '../../lib/secret.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { webhookBench } from '../../test/fixtures/analytics/receiver.ts';
import { eventually } from '../../test/fixtures/eventually.ts';

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
