// Messages while servers, relays and consumers are killed: nothing is lost and each has its effect once.
// One seed for each row here; `FAULTS=all` takes three fixed seeds and a random one, which the title shows.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { consumers } from '../../../generated/lab/messages.ts';
import type { EmbeddedParts } from '../../../tools/local/servers/parts.ts';
import { programOf } from '../../../tools/test/programs.ts';
import { ownParts } from '../../../tools/test/servers.ts';
import { nameId } from '../../lib/ids.ts';
import { type Bench, bench, drain, effectCount, effects, labCreate, until } from '../fixtures/relay.ts';
import type { RelaySettings } from '../fixtures/relay-process.ts';
import { randomOf, seeds } from '../fixtures/seeds.ts';
import { brief } from '../fixtures/short-waits.ts';

/** 10,000 and five kills are kept for the fault matrix: a kill meets the same steps among 600. */
const isMatrix = process.env.FAULTS === 'all';
const count = isMatrix ? 10_000 : 600;
const kills = isMatrix ? 5 : 3;
const counted = count.toLocaleString('en');

let servers: Promise<EmbeddedParts> | undefined;

function ownServers(t: ExecutionContext): Promise<EmbeddedParts> {
  servers ??= ownParts(t, ['postgres', 'broker']);
  return servers;
}

/**
 * Writes every message in a transaction of some, and again whatever was not acknowledged; an id that is there already
 * was only unheard.
 */
async function writeAll(at: Bench, messageIds: readonly string[]): Promise<void> {
  const chunks = Array.from({ length: Math.ceil(messageIds.length / 25) }, (_, i) =>
    messageIds.slice(i * 25, i * 25 + 25),
  );
  const write = async (chunk: readonly string[]): Promise<void> => {
    try {
      await at.store.transaction(async (tx) => {
        for (const id of chunk) await at.outbox.add(tx, labCreate(id));
      });
    } catch (error) {
      if (error instanceof Error && 'kind' in error && error.kind === 'constraint') return;
      await until(() =>
        at.store.ping().then(
          () => true,
          () => false,
        ),
      );
      await write(chunk);
    }
  };
  const next = chunks.values();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const chunk of next) await write(chunk);
    }),
  );
}

function start(
  t: ExecutionContext,
  at: Bench,
  settings: Pick<RelaySettings, 'role' | 'name'> & Partial<RelaySettings>,
): ChildProcess {
  const program = programOf(join(import.meta.dirname, '../fixtures/relay-process.ts'));
  const given: RelaySettings = { storeUrl: at.database.appUrl, brokerUrl: at.brokerUrl, ...settings };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: 'inherit' });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

/** Everything is said, taken in once, and nothing lies anywhere. */
async function settled(t: ExecutionContext, at: Bench, messageIds: readonly string[]): Promise<void> {
  await until(async () => {
    const { rows, waiting } = await state(at);
    return rows >= messageIds.length && waiting === 0;
  });
  const found = await effects(at.store);
  t.deepEqual(
    [...found.values()].filter((times) => times !== 1),
    [],
  );
  t.deepEqual([...found.keys()].sort(), [...messageIds].sort());
  t.deepEqual(
    at.consumerEvents.filter(({ kind }) => kind === 'dead'),
    [],
  );
}

/** -1 while the database does not answer. */
const state = async (at: Bench): Promise<{ rows: number; waiting: number }> => {
  try {
    const { waiting } = await at.outbox.backlog();
    return { rows: await effectCount(at.store), waiting };
  } catch {
    return { rows: -1, waiting: -1 };
  }
};

type Row = {
  readonly title: string;
  /** Called with the share of the effects at which it happens, 0 to 1, in ascending order. */
  readonly strike: (at: Bench, parts: EmbeddedParts) => Promise<void>;
  readonly strikes: number;
};

const killPart =
  (name: 'postgres' | 'broker'): Row['strike'] =>
  async (_at, parts) => {
    await until(() => parts.pid(name) !== undefined);
    const pid = parts.pid(name) ?? 0;
    process.kill(-pid, 'SIGKILL');
    await until(() => parts.pid(name) !== undefined && parts.pid(name) !== pid);
  };

const rows: readonly Row[] = [
  { title: 'the broker is killed', strike: killPart('broker'), strikes: 1 },
  { title: 'PostgreSQL is killed', strike: killPart('postgres'), strikes: 2 },
];

for (const seed of seeds)
  for (const { title, strike, strikes } of rows)
    test.serial(`relays deliver ${counted} messages while ${title} (seed ${seed})`, async (t) => {
      const parts = await ownServers(t);
      const random = randomOf(seed);
      const at = await bench(t, parts);
      const messageIds = Array.from({ length: count }, (_, i) => nameId(title, String(seed), String(i)));
      at.relay(brief);
      await at.consumer({ broker: at.open('a') });
      await at.consumer({ broker: at.open('b') });
      const written = writeAll(at, messageIds);
      const moments = Array.from({ length: strikes }, () => random() * 0.8 * count).sort((a, b) => a - b);
      for (const moment of moments) {
        await until(async () => (await state(at)).rows >= moment);
        await strike(at, parts);
      }
      await written;
      await settled(t, at, messageIds);
    });

for (const seed of seeds)
  test.serial(
    `relays deliver ${counted} messages while one of two relays is killed ${kills} times (seed ${seed})`,
    async (t) => {
      const random = randomOf(seed);
      const at = await bench(t, await ownServers(t));
      const messageIds = Array.from({ length: count }, (_, i) => nameId('relay', String(seed), String(i)));
      await at.consumer({ broker: at.open('a') });
      await at.consumer({ broker: at.open('b') });
      const relays = [start(t, at, { role: 'relay', name: 'one' }), start(t, at, { role: 'relay', name: 'two' })];
      const written = writeAll(at, messageIds);
      const moments = Array.from({ length: kills }, () => random() * 0.8 * count).sort((a, b) => a - b);
      for (const [i, moment] of moments.entries()) {
        await until(async () => (await state(at)).rows >= moment);
        relays[i % 2]?.kill('SIGKILL');
        relays[i % 2] = start(t, at, { role: 'relay', name: `next ${i}` });
      }
      await written;
      await settled(t, at, messageIds);
    },
  );

for (const seed of seeds)
  test.serial(
    `relays deliver ${counted} messages while their consumers are killed ${kills} times (seed ${seed})`,
    async (t) => {
      const random = randomOf(seed);
      const at = await bench(t, await ownServers(t));
      const messageIds = Array.from({ length: count }, (_, i) => nameId('consumer', String(seed), String(i)));
      at.relay(brief);
      const workers = [
        start(t, at, { role: 'consumer', name: 'one' }),
        start(t, at, { role: 'consumer', name: 'two' }),
      ];
      const written = writeAll(at, messageIds);
      const moments = Array.from({ length: kills }, () => random() * 0.8 * count).sort((a, b) => a - b);
      for (const [i, moment] of moments.entries()) {
        await until(async () => (await state(at)).rows >= moment);
        workers[i % 2]?.kill('SIGKILL');
        workers[i % 2] = start(t, at, { role: 'consumer', name: `next ${i}` });
      }
      await written;
      await settled(t, at, messageIds);
    },
  );

for (const seed of seeds)
  test.serial(
    `relays deliver ${counted} messages while connections to the broker are reset ${kills} times (seed ${seed})`,
    async (t) => {
      const random = randomOf(seed);
      const at = await bench(t, await ownServers(t));
      const messageIds = Array.from({ length: count }, (_, i) => nameId('reset', String(seed), String(i)));
      const proxy = await resettable(t, at.brokerUrl);
      at.relay({ ...brief, broker: at.open('relay', proxy.url) });
      await at.consumer({ broker: at.open('a', proxy.url) });
      await at.consumer({ broker: at.open('b', proxy.url) });
      const written = writeAll(at, messageIds);
      const moments = Array.from({ length: kills }, () => random() * 0.8 * count).sort((a, b) => a - b);
      for (const moment of moments) {
        await until(async () => (await state(at)).rows >= moment);
        proxy.reset();
      }
      await written;
      await settled(t, at, messageIds);
    },
  );

/** A door to the broker that can be slammed. */
async function resettable(t: ExecutionContext, target: string): Promise<{ url: string; reset: () => void }> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reset = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  t.teardown(() => {
    server.close();
    reset();
  });
  const address = new URL(target);
  address.port = String((server.address() as { port: number }).port);
  return { url: address.href, reset };
}

test.serial('a message that kills every consumer is dead-lettered, and the others arrive', async (t) => {
  const at = await bench(t, await ownServers(t));
  const poison = nameId('poison');
  const others = Array.from({ length: 20 }, (_, i) => nameId('beside poison', String(i)));
  at.relay(brief);
  await writeAll(at, [poison, ...others]);
  let deaths = 0;
  let buried = false;
  const replace = async (): Promise<void> => {
    while (!buried) {
      const [code, signal] = await once(start(t, at, { role: 'consumer', name: 'mortal', diesOf: poison }), 'exit');
      if (signal === 'SIGKILL' && !buried) deaths++;
      else if (!buried) throw new Error(`the consumer ended with ${code ?? signal}`);
    }
  };
  const failed = replace().then(() => new Promise<never>(() => {}));
  const [dead] = await Promise.race([drain(at.broker, 'lab.create.dead', 1), failed]);
  buried = true;
  t.deepEqual([dead?.id, dead?.headers['x-reason']], [poison, 'delivery-limit']);
  await until(async () => (await effects(at.store)).size === others.length);
  t.deepEqual([...(await effects(at.store)).keys()].sort(), [...others].sort());
  t.is(deaths, consumers.labCreate.attempts);
});
