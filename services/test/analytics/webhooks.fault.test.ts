// The process that delivers webhooks is killed at each step of a delivery.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { programOf } from '../../../tools/test/programs.ts';
import { type Bench, bench } from '../fixtures/analytics/analytics.ts';
import { receiver, webhookBench } from '../fixtures/analytics/receiver.ts';
import { eventually } from '../fixtures/eventually.ts';

const program = programOf(path.join(import.meta.dirname, '../fixtures/analytics/webhook-worker-process.ts'));

async function killAt(b: Bench, keyRing: string, failpoint: string): Promise<void> {
  const settings = JSON.stringify({ databaseUrl: b.settings.databaseUrl, keyRing });
  const child = spawn(process.execPath, [program, settings, failpoint], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL') throw new Error(`the process ended with ${signal ?? 'an exit code'}, not at ${failpoint}`);
  await b.store.query(sql.unsafe`
    update webhook_deliveries set claimed_until = clock_timestamp() where claimed_until > clock_timestamp()`);
}

test('a process killed after the last answer of a webhook has disabled it with a notice, and sends nothing more', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const [r, notices] = [await receiver(t), await receiver(t)];
  const caller = await b.dealer('fjord');
  const { webhook_id } = await w.create(caller, { url: r.url });
  await w.create(caller, { url: notices.url, events: ['webhook.disabled'] });
  r.answers((_, response) => void response.writeHead(410).end());
  for (let sent = 0; sent < 2; sent++) await w.handlers.sendTestEvent({ ...b.facts, caller, path: { webhook_id } });
  await killAt(b, w.keyRing, 'deliver-webhook:4:exit');
  w.worker();
  const notice = await eventually(
    async () => notices.got[0],
    (got) => got !== undefined,
  );
  t.like(JSON.parse(notice?.body ?? ''), { type: 'webhook.disabled', data: { webhook_id, reason: 'gone' } });
  t.is(r.got.length, 1);
  t.deepEqual(
    await b.store.anyFirst(sql.type(row<{ reason: string }>())`
      select reason from webhook_deliveries where webhook_id = ${webhook_id} order by sequence`),
    ['status', 'webhook_disabled'],
  );
});

const steps = [
  { step: 1, phase: 'claimed', requests: 1 },
  { step: 2, phase: 'about to send', requests: 1 },
  { step: 3, phase: 'answered, not recorded', requests: 2 },
  { step: 4, phase: 'recorded', requests: 1 },
] as const;

test('a process killed at any step of a delivery loses no event, and sends it again with the same id', async (t) => {
  const b = await bench(t);
  const w = webhookBench(t, b);
  const r = await receiver(t);
  const caller = await b.dealer('fjord');
  const { webhook_id } = await w.create(caller, { url: r.url });
  for (const { step, phase, requests } of steps) {
    r.got.length = 0;
    const sent = await w.handlers.sendTestEvent({ ...b.facts, caller, path: { webhook_id } });
    if (sent.status !== 201) return t.fail();
    await killAt(b, w.keyRing, `deliver-webhook:${step}:exit`);
    const worker = w.worker();
    const { message_id } = sent.body;
    const [attempts] = await eventually(
      () =>
        b.store.anyFirst(sql.type(row<{ attempt_count: number }>())`
          select attempt_count from webhook_deliveries where message_id = ${message_id} and status = 'delivered'`),
      (found) => found.length === 1,
    );
    await worker.stop();
    t.is(attempts, 1, phase);
    t.deepEqual(
      r.got.map(({ headers }) => headers['webhook-id']),
      Array.from({ length: requests }, () => message_id),
      phase,
    );
  }
});
