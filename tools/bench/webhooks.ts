// Benchmark "webhooks": events of many dealers to many webhooks, from the outbox to a recorded answer, by one process on a real database.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../adapters/store/connect.ts';
import { listen } from '../../adapters/store/messages/listen.ts';
import { migrate } from '../../adapters/store/migrate.ts';
import { webhookWork } from '../../adapters/store/webhooks/work.ts';
import { webhookReceivers } from '../../adapters/webhooks/receivers.ts';
import { type DeliverDeps, runWebhooks } from '../../services/analytics/webhooks/deliver.ts';
import { sealSecret } from '../../services/analytics/webhooks/secrets.ts';
import { systemClock } from '../../services/lib/clock.ts';
import { noFailpoints } from '../../services/lib/failpoints.ts';
import { parseKeyRing } from '../../services/lib/key-ring.ts';
import { Secret } from '../../services/lib/secret.ts';
import { silent } from '../../services/test/fixtures/analytics/ingest-worker.ts';
import { startParts } from '../local/servers/parts.ts';
import { withClient } from '../local/servers/postgres.ts';
import type { Bench } from './bench.ts';
import { cpuUs, startChild } from './child.ts';
import { goalLine, median, table } from './figures.ts';

const [webhooks, dealers, each] = [50, 20, 4];
const events = webhooks * dealers * each;

type Taken = { readonly perSecond: number; readonly cpuMs: number };

export const webhookDeliveries: Bench = {
  name: 'webhooks',
  async run({ dir, print, rounds, signal }) {
    await using stack = new AsyncDisposableStack();
    const parts = stack.adopt(await startParts({ dir, only: ['postgres'] }), (started) => started.stop());
    const ownerUrl = parts.postgres.url('analytics', 'owner');
    await migrate(ownerUrl, 'analytics');
    const receiver = stack.use(startChild('webhooks-receiver.ts'));
    const { port } = await receiver.ask<{ port: number }>(null);
    const url = `http://127.0.0.1:${port}/`;
    const appUrl = parts.postgres.url('analytics', 'app');
    const store = stack.use(connect(appUrl, { poolSize: 6 }));
    const receivers = stack.use(webhookReceivers({ allowed: ['127.0.0.0/8'], allowHttp: true }));
    const keys = parseKeyRing(new Secret(`k1:${randomBytes(32).toString('base64')}`));
    const deps: DeliverDeps = {
      work: webhookWork(store),
      receivers,
      keys,
      enqueue: async () => {},
      listen: listen(appUrl, 'webhooks'),
      clock: systemClock,
      report: silent,
      failpoints: noFailpoints,
      holder: 'bench',
      leaseMs: 4_000,
    };
    await register(ownerUrl, url, keys);
    const [delivered, bare]: [Taken[], Taken[]] = [[], []];
    for (let round = -1; round < rounds; round++) {
      signal.throwIfAborted();
      await occur(ownerUrl);
      const all = [await deliver(deps, ownerUrl), await sendBare(receivers, url)] as const;
      const { count } = await receiver.ask<{ count: number }>(null);
      if (count !== 2 * events) throw new Error(`${count} requests came for ${2 * events} events`);
      if (round < 0) continue; // warms the server up
      delivered.push(all[0]);
      bare.push(all[1]);
    }
    const line = (what: string, taken: readonly Taken[]) => [
      what,
      Math.round(median(taken.map(({ perSecond }) => perSecond))),
      median(taken.map(({ cpuMs }) => cpuMs)),
    ];
    print(
      table(
        [`${events} events, ${webhooks} webhooks, ${dealers} dealers`, 'deliveries/s', 'CPU ms of Node for each'],
        [line('claimed, signed, sent, recorded', delivered), line('only sent, 64 at a time', bare)],
      ),
    );
    const measured = median(delivered.map(({ perSecond }) => perSecond));
    print(goalLine({ what: 'deliveries per second from one process', measured, sign: '>=', goal: 500 }));
  },
};

async function register(ownerUrl: string, url: string, keys: ReturnType<typeof parseKeyRing>): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("select set_config('covenant.every_dealer', 'on', false)");
    const ids = Array.from({ length: dealers }, (_, i) => `dealer-${i}`);
    await client.query(
      'insert into dealers (dealer_id, name, region_id) select id, id, $2 from unnest($1::text[]) id',
      [ids, 'x'],
    );
    for (let i = 0; i < webhooks; i++) {
      await client.query(
        "insert into dealer_grants (dealer_id, principal, roles) select id, $2, '{reader}' from unnest($1::text[]) id",
        [ids, `owner-${i}`],
      );
      const { rows } = await client.query<{ id: string }>('select gen_random_uuid() as id');
      const id = rows[0]?.id ?? '';
      const sealed = sealSecret(keys, id, `whsec_${randomBytes(24).toString('base64')}`);
      await client.query(
        "insert into webhooks (webhook_id, principal, url, events, description, secret_sealed) values ($1, $2, $3, '{subscription.changed}', '', $4)",
        [id, `owner-${i}`, url, sealed],
      );
    }
  });
}

/** As they are written when a subscription changes. */
async function occur(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("select set_config('covenant.every_dealer', 'on', false)");
    await client.query(
      `insert into webhook_deliveries (webhook_id, message_id, event, aggregate, data, occurred_at)
       select webhook_id, gen_random_uuid(), 'subscription.changed', 'dealer:' || dealer_id,
         jsonb_build_object('dealer_id', dealer_id, 'plan', 'standard', 'status', 'active', 'previous_status', 'past_due', 'expires_at', null, 'cause', 'administrator'), now()
       from generate_series(1, $1), webhooks, dealers`,
      [each],
    );
    await client.query('analyze webhook_deliveries');
  });
}

async function deliver(deps: DeliverDeps, ownerUrl: string): Promise<Taken> {
  const stopping = new AbortController();
  return await taken(async () => {
    const running = runWebhooks(deps, stopping.signal);
    for (let waiting = events; waiting > 0; await pause(20))
      waiting = await withClient(ownerUrl, async (client) => {
        const { rows } = await client.query<{ n: string }>(
          "select count(*) as n from webhook_deliveries where status = 'waiting'",
        );
        return Number(rows[0]?.n);
      });
    stopping.abort();
    await running;
  });
}

async function sendBare(receivers: Pick<DeliverDeps['receivers'], 'send'>, url: string): Promise<Taken> {
  const body = JSON.stringify({ type: 'subscription.changed', data: { dealer_id: 'dealer-1' } });
  const never = new AbortController().signal;
  return await taken(async () => {
    const next = Array.from({ length: events }).values();
    const senders = Array.from({ length: 64 }, async () => {
      for (const _ of next) await receivers.send({ url, headers: {}, body }, never);
    });
    await Promise.all(senders);
  });
}

async function taken(work: () => Promise<void>): Promise<Taken> {
  const [began, cpu] = [performance.now(), cpuUs()];
  await work();
  return { perSecond: (events * 1_000) / (performance.now() - began), cpuMs: (cpuUs() - cpu) / 1_000 / events };
}
