// The infrastructure, its relay and a worker on real servers and a cluster in memory; everything ends with the test.
import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { ExecutionContext } from 'ava';
import { openBroker } from '../../adapters/broker/amqp.ts';
import type { Broker } from '../../adapters/broker/port.ts';
import { memory, memoryWorld } from '../../adapters/cluster/memory/memory.ts';
import { s3 } from '../../adapters/objects/s3.ts';
import { memoryProbes } from '../../adapters/ssh/memory.ts';
import { connect } from '../../adapters/store/connect.ts';
import { listen } from '../../adapters/store/messages/listen.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import { row, sql } from '../../adapters/store/query.ts';
import { tarEnd } from '../../adapters/tar/header.ts';
import { type Entry, readTar } from '../../adapters/tar/read.ts';
import { writeEntry } from '../../adapters/tar/write.ts';
import { mountInfra } from '../../generated/infra/server.ts';
import type { Access, Deployment, Instance } from '../../generated/infra/types.ts';
import { topology } from '../../generated/lab/topology.ts';
import { freshBuckets, freshDatabase, freshVhost, parts, type SharedParts } from '../../tools/test/servers.ts';
import { infra } from '../infra/index.ts';
import { depsOf } from '../infra/infra-for-tests.ts';
import { isPasswordOf } from '../labs/crypt.ts';
import { fillStudentNotification } from '../labs/notification.ts';
import { systemClock } from '../lib/clock.ts';
import { hastyBroker } from '../lib/fixtures/hasty.ts';
import { createHealth } from '../lib/health.ts';
import { parseKeyRing } from '../lib/key-ring.ts';
import { startRelay } from '../lib/relay.ts';
import { Secret } from '../lib/secret.ts';
import { listening } from '../platform/listening-for-tests.ts';
import { eventually } from '../testing.ts';
import { serveCluster } from './remote-cluster-for-tests.ts';
import { type RoleOptions, startRole } from './role.ts';
import { type WorkerParts, type WorkerSettings, workerOf } from './worker-for-tests.ts';

export type Bench = Awaited<ReturnType<typeof labBench>>;

export const shell = (labId: string, more = ''): string =>
  `lab_id: ${labId}\nname: A shell\n${more}containers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n`;

/** By what is closed: one that does not end says so, and holds no test file. */
type Closing = [what: string, close: () => Promise<unknown>][];
const longestCloseMs = 60_000;

async function closeAll(closing: Closing): Promise<void> {
  const hung: string[] = [];
  for (const [what, close] of closing.reverse()) {
    const over = new AbortController();
    const late = pause(longestCloseMs, undefined, { signal: over.signal }).then(() => hung.push(what));
    await Promise.race([close(), late]);
    over.abort();
    late.catch(() => {});
  }
  if (hung.length > 0) throw new Error(`not closed within ${longestCloseMs / 1000} s: ${hung.join(', ')}`);
}

/** `servers`: of the file's own, to be killed. */
export async function labBench(
  t: ExecutionContext,
  { leaseMs = 2_000, servers: own }: { readonly leaseMs?: number; readonly servers?: SharedParts } = {},
) {
  const closing: Closing = [];
  t.teardown(() => closeAll(closing));
  const world = memoryWorld({ clock: systemClock });
  const cluster = memory(world, 'test');
  const probes = memoryProbes(world, isPasswordOf);
  const served = await serveCluster(cluster, probes);
  closing.push(['the cluster', () => served.close()]);
  const base = await serversOf(t, closing, own);
  const settings: WorkerSettings = { ...base.settings, clusterUrl: served.url, leaseMs };
  const deps = (more: Partial<WorkerParts> = {}) => workerOf({ settings, store: base.store, cluster, probes, ...more });
  return {
    ...base,
    ...(await caller(t, base)),
    ...homes(world, base),
    settings,
    world,
    cluster,
    deps,
    objects: () =>
      world
        .all()
        .map(({ kind, name }) => `${kind} ${name}`)
        .sort(),
    /** A worker with its consumers in this process. */
    worker: async (more: Partial<WorkerParts> = {}, options: RoleOptions = {}) => {
      const role = startRole({ ...deps(more), broker: base.open() }, { pollMs: 100, sweepMs: 1_000, ...options });
      closing.push(['a worker', () => role.end()]);
      return role;
    },
    relay: () => {
      const relay = startRelay({
        name: 'relay',
        outbox: outbox(base.store),
        broker: base.broker,
        listen: listen(settings.databaseUrl),
        fill: { StudentNotification: fillStudentNotification(base.keys) },
      });
      closing.push(['the relay', () => relay.close()]);
      return relay;
    },
  };
}

type Base = Awaited<ReturnType<typeof serversOf>>;

async function serversOf(t: ExecutionContext, closing: Closing, own?: SharedParts) {
  const servers = own ?? (await parts(t, ['postgres', 'broker']));
  const database = await freshDatabase(servers.postgres, 'infrastructure');
  const [vhost, objects] = [await freshVhost(servers.broker), own?.objects ?? (await freshBuckets())];
  const keyRing = `test:${randomBytes(32).toString('base64')}`;
  const settings = { databaseUrl: database.appUrl, brokerUrl: vhost.url, objects, keyRing };
  const store = connect(database.appUrl, { poolSize: 20 });
  closing.push(['the store', () => store.close()]);
  const open = (): Broker => {
    const opened = openBroker({ url: vhost.url, name: 'test', backoff: hastyBroker.backoff });
    closing.push(['a broker connection', () => opened.close()]);
    return opened;
  };
  const broker = open();
  await broker.assertTopology(topology);
  const files = s3(objects);
  const keys = parseKeyRing(new Secret(keyRing));
  return { settings, servers, database, store, open, broker, vhost, files, volumes: files.bucket('lab-volumes'), keys };
}

/** The infrastructure's API, as Platform calls it, and what came of it. */
async function caller(t: ExecutionContext, { store, files, keys }: Base) {
  const url = await listening(t, {
    basePath: '/infra/v1',
    store,
    health: createHealth(),
    authenticate: async () => ({
      subject: 'covenant-platform',
      kind: 'service',
      roles: [],
      scopeKey: 'covenant-platform',
      clientId: 'covenant-platform',
      isPlatform: true,
    }),
    contract: (kit) => mountInfra(infra(depsOf(store, { files: files.bucket('lab-configs'), keys })), kit),
  });
  const send = async (method: string, path: string, body?: object, person?: string) => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        ...(person && { 'requested-by': person }),
      },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const accepted = async (path: string, body: object, person?: string): Promise<Deployment> => {
    // On a busy machine wishes wait for each other longer than a statement may take; whoever is told to come again does.
    const reply = await eventually(
      () => send('POST', path, body, person),
      ({ status }) => status !== 503,
    );
    if (reply.status !== 202) throw new Error(JSON.stringify(reply.body));
    return reply.body as Deployment;
  };
  const instance = async (id: string) => (await send('GET', `/instances/${id}`)).body as Instance;
  return {
    send,
    instance,
    upload: (labId: string, text = shell(labId)) => files.bucket('lab-configs').put(`${labId}.yaml`, Buffer.from(text)),
    deploy: (body: object) => accepted('/deploy', body),
    /** The id of the one instance. */
    start: async (labId: string, student: string, more: object = {}) =>
      (await accepted('/deploy', { lab_id: labId, student_ids: [student], ...more })).results[0]?.instance_id ?? '',
    stop: (labId: string, student: string) => accepted('/delete', { lab_id: labId, student_ids: [student] }),
    restart: (labId: string, students?: readonly string[], person?: string) =>
      accepted('/restart', { lab_id: labId, ...(students && { student_ids: students }) }, person),
    stopAll: (labId: string, students: readonly string[]) =>
      accepted('/delete', { lab_id: labId, student_ids: students }),
    restore: (body: object) => accepted('/restore', body),
    access: async (id: string, student: string) =>
      (await send('GET', `/instances/${id}/access?student_id=${student}`)).body as Access,
    /** Looks at an instance until it is as wanted; the test's own time limit is the limit. */
    until: async (id: string, wanted: (instance: Instance) => boolean): Promise<Instance> => {
      for (;;) {
        const found = await instance(id);
        if (wanted(found)) return found;
        await pause(25);
      }
    },
    /** What the worker did on its own. */
    unasked: () =>
      store.any(sql.type(row<Readonly<Record<'actor' | 'actor_kind' | 'service' | 'action' | 'reason', string>>>())`
        select actor, actor_kind, service, action, details ->> 'reason' as reason
        from audit_logs where actor_kind = 'system' order by id`),
    said: async (routingKey: string) =>
      (
        await store.any(sql.type(row<{ body: Record<string, unknown> }>())`
          select coalesce(body, reference -> 'body') as body from outbox where routing_key = ${routingKey} order by id`)
      ).map(({ body }) => body),
  };
}

/** What students leave in their labs, and what of it is in the archives. */
function homes(world: ReturnType<typeof memoryWorld>, { volumes }: Base) {
  const claimOf = (name: string) => world.all().find((each) => each.kind === 'claim' && each.name === name);
  const file = (name: string, content: string): Entry => {
    const bytes = Buffer.from(content);
    const pieces = [{ at: 0, bytes }];
    return {
      name,
      kind: 'file',
      mode: 0o600,
      uid: 10_001,
      gid: 10_001,
      modified: 0,
      target: '',
      pieces,
      size: bytes.length,
    };
  };
  const named = (tar: Buffer) =>
    readTar(tar).flatMap(({ name, pieces }) =>
      name === '' ? [] : [`${name}: ${Buffer.concat(pieces.map(({ bytes }) => bytes))}`],
    );
  return {
    write: (name: string, path: string, content: string) => {
      const claim = claimOf(name);
      if (!claim) throw new Error(`there is no claim ${name}`);
      world.fill(claim, Buffer.concat([claim.home, writeEntry(file(path, content))]));
    },
    /** `path: content` of each file; null without a claim. */
    home: (name: string) => {
      const claim = claimOf(name);
      return claim ? named(Buffer.concat([claim.home, tarEnd])) : null;
    },
    archived: async (name: string, versionId?: string) => {
      const found = await volumes.read(`${name}.tar.gz`, versionId === undefined ? {} : { versionId });
      return found === 'missing' ? null : named(gunzipSync(await buffer(found.body)));
    },
  };
}
