// The copy against a server that ends watches, forgets versions, falls silent and becomes unavailable.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import test from 'ava';
import { ClusterError } from '../../faults.ts';
import { resourceOf } from '../objects.ts';
import type { Api, Query } from './api.ts';
import { ApiError } from './faults.ts';
import { Mirror, type MirrorSettings } from './mirror.ts';

/** The name of the pod, readable in an id. */
const idOf = (name: string): string => `00000000-0000-8000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;
const nameIn = (id: string): string => Buffer.from(id.slice(24).replace(/^(00)+/, ''), 'hex').toString();

const pod = (name: string, version: number) => ({
  metadata: {
    name,
    uid: `uid-${name}`,
    resourceVersion: String(version),
    labels: { installation_id: 'one', 'covenant.instance_id': idOf(name) },
  },
});

type Watch = { readonly query: Query; readonly send: (type: string, object: object) => void; readonly end: () => void };

function untilAborted(body: PassThrough, signal: AbortSignal): unknown {
  body.on('error', () => undefined);
  signal.addEventListener('abort', () => body.destroy(new Error('aborted')));
  return body;
}

/** Pods are scripted; of the other kinds there is nothing, and nothing happens. */
function fakeServer() {
  const state = { pods: [] as object[], version: 1, lists: 0, listFault: null as Error | null };
  const watches: Watch[] = [];
  let notified = Promise.withResolvers<void>();
  const api: Api = {
    async call<T>(_method: string, path: string) {
      const isPods = path.endsWith('/pods');
      if (isPods) state.lists += 1;
      if (isPods && state.listFault) throw state.listFault;
      return { items: isPods ? state.pods : [], metadata: { resourceVersion: String(state.version) } } as T;
    },
    async stream(path, query, signal) {
      const body = Object.assign(new PassThrough(), { complete: true });
      if (!path.endsWith('/pods')) return untilAborted(body, signal) as unknown as IncomingMessage;
      if (nextFault) {
        const fault = nextFault;
        nextFault = null;
        throw fault;
      }
      watches.push({
        query,
        send: (type, object) => body.write(`${JSON.stringify({ type, object })}\n`),
        end: () => body.end(),
      });
      notified.resolve();
      return untilAborted(body, signal) as unknown as IncomingMessage;
    },
    connect: async () => Promise.reject(new Error('not here')),
    [Symbol.dispose]: () => undefined,
  };
  let nextFault: Error | null = null;
  return {
    api,
    state,
    failNextWatch: (error: Error) => {
      nextFault = error;
    },
    /** The nth watch of pods, counted from 0, once it is there. */
    async watch(n: number): Promise<Watch> {
      for (;;) {
        const found = watches[n];
        if (found) return found;
        notified = Promise.withResolvers();
        if (watches.length <= n) await notified.promise;
      }
    },
    count: () => watches.length,
  };
}

function mirrorOf(api: Api, change: Partial<MirrorSettings> = {}) {
  const pauses: number[] = [];
  const clock = { ms: 0 };
  const mirror = new Mirror(
    { api, namespace: 'labs' },
    {
      ...{ installation: 'one', watchS: 40, silenceMs: 60_000, relistMs: 600_000 },
      ...{ firstPauseMs: 250, longestPauseMs: 10_000, now: () => clock.ms, isNews: () => true },
      pause: async (ms) => {
        pauses.push(ms);
        await new Promise(setImmediate);
      },
      ...change,
    },
  );
  const end = new AbortController();
  const woken: string[] = [];
  let wakeUp = Promise.withResolvers<void>();
  const running = mirror.run((id) => {
    woken.push(nameIn(id));
    wakeUp.resolve();
  }, end.signal);
  return {
    mirror,
    pauses,
    clock,
    async woken(n: number): Promise<readonly string[]> {
      while (woken.length < n) {
        wakeUp = Promise.withResolvers();
        await wakeUp.promise;
      }
      return woken;
    },
    names: () => mirror.resources()?.map(({ meta }) => meta.name),
    current: () => mirror.current()?.map(({ meta }) => `${meta.name} ${meta.version}`),
    async stop() {
      end.abort();
      await running;
    },
  };
}

test('the mirror holds what was listed and reported, and wakes its caller', async (t) => {
  const server = fakeServer();
  server.state.pods = [pod('anna', 1)];
  const { names, woken, stop } = mirrorOf(server.api);
  const watch = await server.watch(0);
  t.deepEqual(
    { ...watch.query, timeoutSeconds: '' },
    {
      labelSelector: 'installation_id=one',
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: '1',
      timeoutSeconds: '',
    },
  );
  watch.send('ADDED', pod('ben', 2));
  watch.send('MODIFIED', pod('anna', 3));
  watch.send('DELETED', pod('anna', 4));
  t.deepEqual(await woken(4), ['anna', 'ben', 'anna', 'anna']);
  t.deepEqual(names(), ['ben']);
  await stop();
  t.is(names(), undefined);
});

test('the mirror holds own writes at once, and no earlier event or list undoes them', async (t) => {
  const server = fakeServer();
  server.state.pods = [pod('anna', 1)];
  const { mirror, current, woken, stop } = mirrorOf(server.api);
  const watch = await server.watch(0);
  await woken(1);
  mirror.written(resourceOf('pod', pod('anna', 10)));
  mirror.written(resourceOf('pod', pod('ben', 11)));
  t.deepEqual(current(), ['anna 10', 'ben 11']);
  watch.send('MODIFIED', pod('anna', 9));
  watch.send('MODIFIED', pod('carl', 12));
  await woken(3);
  t.deepEqual(current(), ['anna 10', 'ben 11', 'carl 12']);
  server.state.pods = [pod('anna', 9), pod('carl', 12)];
  server.state.version = 9;
  watch.send('ERROR', { code: 410, message: 'too old resource version' });
  await server.watch(1);
  t.deepEqual(current(), ['anna 10', 'carl 12', 'ben 11']);
  await stop();
});

test('the mirror forgets deleted objects, whatever answers late, and holds relabelled ones again', async (t) => {
  const server = fakeServer();
  server.state.pods = [pod('anna', 1), pod('ben', 1)];
  const { mirror, current, woken, stop } = mirrorOf(server.api);
  const watch = await server.watch(0);
  mirror.removed('pod', 'uid-anna');
  t.deepEqual(current(), ['ben 1']);
  mirror.written(resourceOf('pod', pod('anna', 20)));
  watch.send('DELETED', pod('ben', 5));
  await woken(3);
  mirror.written(resourceOf('pod', pod('ben', 4)));
  t.deepEqual(current(), []);
  watch.send('ADDED', pod('ben', 6));
  await woken(4);
  t.deepEqual(current(), ['ben 6']);
  await stop();
});

test('the mirror does not wake its caller for what this process has written', async (t) => {
  const server = fakeServer();
  server.state.pods = [pod('anna', 1)];
  const { mirror, current, woken, stop } = mirrorOf(server.api);
  const watch = await server.watch(0);
  mirror.written(resourceOf('pod', pod('anna', 2)));
  mirror.written(resourceOf('pod', pod('ben', 3)));
  for (const [name, version] of [
    ['anna', 2],
    ['ben', 3],
    ['carl', 4],
    ['ben', 5],
  ] as const)
    watch.send('MODIFIED', pod(name, version));
  t.deepEqual(await woken(3), ['anna', 'carl', 'ben']);
  t.deepEqual(current(), ['anna 2', 'ben 5', 'carl 4']);
  await stop();
});

test('the mirror is not current between a broken watch and the next one', async (t) => {
  const server = fakeServer();
  server.state.pods = [pod('anna', 1)];
  const held = Promise.withResolvers<void>();
  const { current, names, stop } = mirrorOf(server.api, { pause: () => held.promise });
  (await server.watch(0)).end();
  await new Promise(setImmediate);
  t.deepEqual(current(), ['anna 1']);
  await stopped(stop, held);

  const broken = Promise.withResolvers<void>();
  const other = fakeServer();
  other.state.pods = [pod('anna', 1)];
  const second = mirrorOf(other.api, { silenceMs: 20, pause: () => broken.promise });
  await other.watch(0);
  while (second.current() !== undefined) await new Promise(setImmediate);
  t.deepEqual([second.names(), names()], [['anna'], undefined]);
  await stopped(second.stop, broken);
});

async function stopped(stop: () => Promise<void>, held: PromiseWithResolvers<void>): Promise<void> {
  held.resolve();
  await stop();
}

test('the mirror continues an ended watch where it was, without a list', async (t) => {
  const server = fakeServer();
  const { stop } = mirrorOf(server.api);
  const first = await server.watch(0);
  first.send('BOOKMARK', pod('', 7));
  first.end();
  const second = await server.watch(1);
  t.is(second.query.resourceVersion, '7');
  second.end();
  t.is((await server.watch(2)).query.resourceVersion, '7');
  t.is(server.state.lists, 1);
  await stop();
});

test('the mirror lists again after a forgotten version, and reports all changes since', async (t) => {
  const server = fakeServer();
  server.state.pods = [pod('anna', 1), pod('ben', 1), pod('carl', 1)];
  const { names, woken, stop } = mirrorOf(server.api);
  const first = await server.watch(0);
  server.state.pods = [pod('anna', 1), pod('ben', 8), pod('dora', 9)];
  server.state.version = 9;
  first.send('ERROR', { code: 410, message: 'too old resource version' });
  const second = await server.watch(1);
  t.is(second.query.resourceVersion, '9');
  t.deepEqual((await woken(6)).slice(3), ['ben', 'dora', 'carl']);
  t.deepEqual(names(), ['anna', 'ben', 'dora']);
  server.failNextWatch(new ApiError(410, 'Expired'));
  second.end();
  await server.watch(2);
  t.is(server.state.lists, 3);
  await stop();
});

test('the mirror ends a silent watch, and keeps what it reported', async (t) => {
  const server = fakeServer();
  server.state.pods = [pod('anna', 1)];
  const { names, stop } = mirrorOf(server.api, { silenceMs: 20 });
  await server.watch(0);
  await server.watch(1);
  t.deepEqual([names(), server.state.lists], [['anna'], 1]);
  await stop();
});

test('the mirror survives a broken connection and half a line', async (t) => {
  const server = fakeServer();
  const { stop } = mirrorOf(server.api);
  await server.watch(0);
  server.failNextWatch(new ClusterError('unavailable', 'ECONNRESET'));
  (await server.watch(0)).end();
  await server.watch(1);
  t.is(server.state.lists, 1);
  await stop();
});

test('the mirror backs off from a server that ends every watch', async (t) => {
  const server = fakeServer();
  const { pauses, stop } = mirrorOf(server.api);
  for (let n = 0; n < 9; n++) (await server.watch(n)).end();
  await server.watch(9);
  const limits = [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000];
  t.deepEqual(
    pauses.slice(0, 9).map((ms, n) => ms >= limits[n]! / 2 && ms <= limits[n]!),
    limits.map(() => true),
    pauses.join(),
  );
  await stop();
});

test('the mirror is stale after a minute without news', async (t) => {
  const server = fakeServer();
  server.state.pods = [pod('anna', 1)];
  const { names, clock, stop } = mirrorOf(server.api);
  await server.watch(0);
  t.deepEqual(names(), ['anna']);
  clock.ms = 59_000;
  t.deepEqual(names(), ['anna']);
  clock.ms = 60_000;
  t.is(names(), undefined);
  await stop();
});

test('the mirror corrects a lost event by its periodic list', async (t) => {
  const server = fakeServer();
  const { names, clock, stop } = mirrorOf(server.api);
  const first = await server.watch(0);
  server.state.pods = [pod('anna', 2)];
  clock.ms = 601_000;
  first.end();
  await server.watch(1);
  t.is(server.state.lists, 2);
  t.is(names(), undefined); // the other kinds have not been received
  clock.ms = 0;
  t.deepEqual(names(), ['anna']);
  await stop();
});

test('the mirror repeats its first list until it succeeds', async (t) => {
  const server = fakeServer();
  server.state.listFault = new ApiError(503, 'starting');
  const { names, pauses, stop } = mirrorOf(server.api);
  while (pauses.length < 4) await new Promise(setImmediate);
  t.is(names(), undefined);
  server.state.listFault = null;
  await server.watch(0);
  t.deepEqual(names(), []);
  await stop();
});
