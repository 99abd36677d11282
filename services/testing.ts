// Whole systems for tests: every role as its own process on real servers, with databases, broker host and buckets of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ExecutionContext } from 'ava';
import { openBroker } from '../adapters/broker/amqp.ts';
import { topology as analyticsTopology } from '../generated/analytics/topology.ts';
import { topology as labTopology } from '../generated/lab/topology.ts';
import { keyVariables } from '../tools/embedded/objects.ts';
import { remember } from '../tools/embedded/processes.ts';
import { testFolder } from '../tools/test/folder.ts';
import {
  atEnd,
  freshBuckets,
  freshDatabase,
  freshRedis,
  freshVhost,
  parts,
  type SharedParts,
} from '../tools/test/servers.ts';
import type { Role } from './config.ts';

type Test = Pick<ExecutionContext, 'log'>;

/** One line that a process logged. */
export type Line = { readonly event: string; readonly level: string } & Readonly<Record<string, unknown>>;

export type Running = {
  readonly roles: readonly Role[];
  readonly pid: number;
  /** Of the listener, without a path; empty for roles that have none. */
  readonly url: string;
  readonly lines: readonly Line[];
  /** Everything that it wrote, also what was no log line. */
  output(): string;
  /** Resolves with the exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
};

export type System = Awaited<ReturnType<typeof system>>;

/** Servers and an environment for roles; `run` starts a process. Everything ends with the test file. Who kills servers brings all of them (`ownParts`). */
export async function system(t: Test, own?: SharedParts) {
  const { postgres, broker, identity } = own ?? (await parts(t, ['postgres', 'broker', 'identity']));
  const [analytics, platform, infrastructure] = await Promise.all([
    freshDatabase(postgres, 'analytics'),
    freshDatabase(postgres, 'platform'),
    freshDatabase(postgres, 'infrastructure'),
  ]);
  const [vhost, objects, redis] = await Promise.all([
    freshVhost(broker),
    own?.objects ?? freshBuckets(),
    own?.redis ?? freshRedis(t),
  ]);
  await declareAll(vhost.url);
  const dir = await testFolder();
  const spool = path.join(dir, 'spool');
  mkdirSync(spool);
  atEnd(async () => rmSync(dir, { recursive: true, force: true }));
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    ANALYTICS_LISTEN: '127.0.0.1:0',
    PLATFORM_LISTEN: '127.0.0.1:0',
    INFRA_LISTEN: '127.0.0.1:0',
    PUBLIC_URL: 'http://127.0.0.1',
    TRUSTED_PROXIES: '',
    DATABASE_ANALYTICS: analytics.appUrl,
    DATABASE_PLATFORM: platform.appUrl,
    DATABASE_INFRASTRUCTURE: infrastructure.appUrl,
    DATABASE_ANALYTICS_OWNER: analytics.ownerUrl,
    DATABASE_PLATFORM_OWNER: platform.ownerUrl,
    DATABASE_INFRASTRUCTURE_OWNER: infrastructure.ownerUrl,
    REDIS_URL: redis.url,
    BROKER_URL_ANALYTICS: vhost.urls.analytics,
    BROKER_URL_PLATFORM: vhost.urls.platform,
    BROKER_URL_INFRA: vhost.urls.infra,
    BROKER_URL_WORKER: vhost.urls.worker,
    OBJECTS_ENDPOINT: objects.endpoint,
    OBJECTS_REGION: objects.region,
    ...keyVariables(objects),
    ISSUER_ANALYTICS: identity.issuers.analytics,
    ISSUER_LABS: identity.issuers.labs,
    ANALYTICS_CLIENT_ID: identity.clients.facade.id,
    ANALYTICS_CLIENT_SECRET: identity.clients.facade.secret,
    PLATFORM_CLIENT_ID: identity.clients.platform.id,
    PLATFORM_CLIENT_SECRET: identity.clients.platform.secret,
    INFRA_CLIENT_ID: identity.clients.infra.id,
    INFRA_CLIENT_SECRET: identity.clients.infra.secret,
    INFRA_CLIENTS: identity.clients.platform.id,
    KEY_RING: `test:${randomBytes(32).toString('base64')}`,
    SPOOL_DIR: spool,
    INSTALLATION_ID: `test${randomBytes(4).toString('hex')}`,
    // The port discard, where nobody is: whoever runs an infrastructure names it.
    INFRA_URL: 'http://127.0.0.1:9/infra/v1',
    LAB_ENGINE: 'memory',
    REGISTRY_URL: 'registry.example',
    ENVIRONMENT: 'dev',
  };
  const run = (roles: readonly Role[], more: NodeJS.ProcessEnv = {}, program = main) =>
    startProcess(dir, program, roles, { ...env, ...more });
  return { env, run, analytics, platform, infrastructure, vhost, broker, objects, redis, identity, spool };
}

/** As after the first start of an installation: no role waits for exchanges and queues of a role that the test does not run. */
async function declareAll(url: string): Promise<void> {
  const broker = openBroker({ url, name: 'first start' });
  await broker.assertTopology(analyticsTopology);
  await broker.assertTopology(labTopology);
  await broker.close();
}

const main = path.join(import.meta.dirname, 'main.ts');

/** Resolves when the process says that it is ready; rejects with all it wrote when it ends before. */
async function startProcess(
  dir: string,
  program: string,
  roles: readonly Role[],
  env: NodeJS.ProcessEnv,
): Promise<Running> {
  const child = spawn(process.execPath, [program, ...roles], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid = 0 } = child;
  await remember(dir, `${roles.join('-')}-${pid}`, pid);
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const { lines, output, ready } = listenTo(child);
  await Promise.race([
    ready,
    ended.then((how) => Promise.reject(new Error(`${roles.join(' ')} ended with ${how}:\n${output()}`))),
  ]);
  const port = lines.find(({ event }) => event === 'listening')?.port;
  return {
    roles,
    pid,
    url: port === undefined ? '' : `http://127.0.0.1:${port}`,
    lines,
    output,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function listenTo(child: ChildProcess) {
  const lines: Line[] = [];
  const texts: string[] = [];
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface(stream).on('line', (text) => {
      texts.push(text);
      if (!text.startsWith('{')) return;
      const line = JSON.parse(text) as Line;
      lines.push(line);
      if (line.event === 'ready') ready.resolve();
    });
  }
  return { lines, output: () => texts.join('\n'), ready: ready.promise };
}

/** Looks again until it is so; the test's own time limit ends it. */
export async function eventually<T>(look: () => Promise<T>, good: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await look();
    if (good(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
