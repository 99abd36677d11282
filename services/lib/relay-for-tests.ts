// Outbox, broker and inbox on real servers, with the lab contract's messages and a table of effects. Used by the tests of relay.ts and inbox.ts.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { openBroker } from '../../adapters/broker/amqp.ts';
import type { Broker, Subscription } from '../../adapters/broker/port.ts';
import { connect } from '../../adapters/store/connect.ts';
import type { Store } from '../../adapters/store/database.ts';
import { inbox } from '../../adapters/store/messages/inbox.ts';
import { listen } from '../../adapters/store/messages/listen.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import { row, sql } from '../../adapters/store/query.ts';
import { consumers, type LabCreate, type LabCreateMessage, messages } from '../../generated/lab/messages.ts';
import { topology } from '../../generated/lab/topology.ts';
import type { OutboxMessage } from '../../generated/runtime/message.ts';
import { withClient } from '../../tools/embedded/postgres.ts';
import { manage } from '../../tools/embedded/rabbitmq.ts';
import { freshDatabase, freshVhost, type SharedParts } from '../../tools/test/servers.ts';
import { hasty, hastyBroker, leaveEffect } from './fixtures/hasty.ts';
import { type ConsumerEvent, type ConsumerOptions, startConsumer } from './inbox.ts';
import { type Relay, type RelayEvent, type RelayOptions, startRelay } from './relay.ts';

export type Bench = Awaited<ReturnType<typeof bench>>;

/** An own database and virtual host on the given servers; everything opened here is closed with the test. */
export async function bench(t: ExecutionContext, servers: SharedParts) {
  const database = await freshDatabase(servers.postgres, 'platform');
  const { url: brokerUrl, vhost } = await freshVhost(servers.broker);
  await withClient(database.ownerUrl, async (client) => {
    await client.query(
      'create table effects (message_id text not null, by text not null); grant select, insert on effects to covenant_app',
    );
  });
  const closing: (() => Promise<unknown>)[] = [];
  t.teardown(async () => {
    for (const close of closing.reverse()) await close();
  });
  const keep = <T>(thing: T, close: (thing: T) => Promise<unknown>): T => {
    closing.push(() => close(thing));
    return thing;
  };
  const open = (name: string, url = brokerUrl): Broker =>
    keep(openBroker({ url, name, ...hastyBroker }), (broker) => broker.close());
  const store = keep(connect(database.appUrl, { poolSize: 20 }), (opened) => opened.close());
  const broker = open('bench');
  await broker.assertTopology(topology);
  const relayEvents: RelayEvent[] = [];
  const consumerEvents: ConsumerEvent[] = [];
  return {
    database,
    brokerUrl,
    store,
    broker,
    open,
    outbox: outbox(store),
    inbox: inbox(store),
    relayEvents,
    consumerEvents,
    relay: (options: Partial<RelayOptions> = {}): Relay =>
      keep(
        startRelay({
          name: 'relay',
          outbox: outbox(store),
          broker,
          listen: listen(database.appUrl),
          observe: (event) => relayEvents.push(event),
          ...hasty,
          ...options,
        }),
        (relay) => relay.close(),
      ),
    consumer: async (options: Partial<ConsumerOptions<LabCreateMessage>> = {}): Promise<Subscription> =>
      keep(
        await startConsumer({
          name: 'worker',
          consumer: consumers.labCreate,
          broker,
          store,
          inbox: inbox(store),
          handle: (tx, { id }) => leaveEffect(tx, id, options.name ?? 'worker'),
          observe: (event) => consumerEvents.push(event),
          ...hasty,
          ...options,
        }),
        (subscription) => subscription.cancel(),
      ),
    manage: (method: string, resource: string, body?: object) =>
      manage(servers.broker, method, resource.replace('VHOST', vhost), body),
  };
}

export const labCreate = (id: string = randomUUID(), generation = 1): OutboxMessage =>
  messages.labCreate(
    {
      instance_id: id,
      run_id: id,
      generation,
      lab_id: 'linux-basics',
      deployment_mode: 'per_student',
      student_id: 'anna',
      group_id: null,
    } as LabCreate,
    { id, occurredAt: '2026-11-21T09:00:00Z' },
  );

/** Message id -> how often it had its effect; the effects are counted, nothing keeps a second one out. */
export async function effects(store: Store): Promise<Map<string, number>> {
  const rows = await store.any(sql.type(row<{ id: string; times: number }>())`
    select message_id as id, count(*)::int as times from effects group by message_id`);
  return new Map(rows.map(({ id, times }) => [id, times]));
}

/** All effects, repeated ones included: cheap enough to be asked all the time. */
export async function effectCount(store: Store): Promise<number> {
  const [found] = await store.any(sql.type(row<{ times: number }>())`select count(*)::int as times from effects`);
  return found?.times ?? 0;
}

/** Looks at the state until it is as wanted; the test's own time limit is the limit. */
export async function until(wanted: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await wanted())) await pause(20);
}

/** Takes everything out of a queue, waiting for at least `count`. */
export async function drain(broker: Broker, queue: string, count: number) {
  const found: { id: string | undefined; headers: Readonly<Record<string, unknown>>; body: string }[] = [];
  const subscription = await broker.consume(queue, { prefetch: 100 }, async ({ messageId, headers, body }) => {
    found.push({ id: messageId, headers, body: Buffer.from(body).toString() });
    return 'ack';
  });
  await until(() => found.length >= count);
  await subscription.cancel();
  return found;
}
