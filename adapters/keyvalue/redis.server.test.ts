// The counters on a real Redis, and the limits above them when it is killed, hangs or forgets.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { systemClock } from '../../services/lib/clock.ts';
import { limits } from '../../services/lib/http/limits.ts';
import { freshRedis, ownParts } from '../../tools/test/servers.ts';
import type { LimitCheck } from './port.ts';
import { connectKeyValue } from './redis.ts';

async function pair(t: ExecutionContext) {
  const { url } = await freshRedis(t);
  const patient = { timeoutMs: 60_000 };
  const [one, two] = [connectKeyValue(url, patient), connectKeyValue(url, patient)];
  t.teardown(async () => {
    await one.close();
    await two.close();
  });
  return { one, two, url };
}

const check = (over: Partial<LimitCheck> = {}): LimitCheck => ({
  key: 'k',
  quota: 10,
  windowS: 3_600,
  cost: 1,
  ...over,
});

test('limits grant exactly the quota to two clients together', async (t) => {
  const { one, two } = await pair(t);
  await fc.assert(
    fc.asyncProperty(
      fc.uuid(),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 3 }),
      async (key, quota, cost) => {
        const asked = Array.from({ length: Math.ceil(quota / cost) + 7 }, (_, i) =>
          (i % 2 === 0 ? one : two).counters.spend(check({ key, quota, cost })),
        );
        const granted = (await Promise.all(asked)).filter(({ allowed }) => allowed).length;
        t.is(granted, Math.floor(quota / cost));
      },
    ),
    { numRuns: 40 },
  );
});

test('spend returns what is left, when all of it is back, and when to retry', async (t) => {
  const { one } = await pair(t);
  const since = performance.now();
  /** The times as they are when all is spent at once: meanwhile they pass. */
  const spend = async (cost: number, times: { readonly resetS: number; readonly retryAfterS: number }) => {
    const verdict = await one.counters.spend(check({ cost }));
    const passedS = Math.ceil((performance.now() - since) / 1_000);
    for (const [found, exact] of [
      [verdict.resetS, times.resetS],
      [verdict.retryAfterS, times.retryAfterS],
    ] as const)
      t.true(found <= exact && found >= Math.max(0, exact - passedS), `${found} s after ${passedS} s, not ${exact} s`);
    return [verdict.allowed, verdict.remaining];
  };
  t.deepEqual(await spend(4, { resetS: 1_440, retryAfterS: 0 }), [true, 6]);
  t.deepEqual(await spend(6, { resetS: 3_600, retryAfterS: 0 }), [true, 0]);
  t.deepEqual(await spend(1, { resetS: 3_600, retryAfterS: 360 }), [false, 0]);
  t.deepEqual(await spend(3, { resetS: 3_600, retryAfterS: 1_080 }), [false, 0]);
  t.deepEqual(await spend(0, { resetS: 3_600, retryAfterS: 0 }), [true, 0]);
  t.like(await one.counters.spend(check({ key: 'other', cost: 11 })), { allowed: false, remaining: 10 });
});

test('spend gives each of those who ask at the same time the verdict on their own check', async (t) => {
  const { one } = await pair(t);
  const wide = check({ key: 'wide', quota: 100 });
  const narrow = check({ key: 'narrow', quota: 2 });
  const verdicts = await Promise.all([wide, narrow, wide, narrow, narrow, wide].map(one.counters.spend));
  t.deepEqual(
    verdicts.map(({ allowed, remaining }) => [allowed, remaining]),
    [
      [true, 99],
      [true, 1],
      [true, 98],
      [true, 0],
      [false, 0],
      [true, 97],
    ],
  );
});

test('spend gets units back one by one', async (t) => {
  const { one } = await pair(t);
  const quick = check({ quota: 20, windowS: 1, cost: 20 });
  // Before the first is spent: a busy machine gives the answer late.
  const since = performance.now();
  t.like(await one.counters.spend(quick), { allowed: true, remaining: 0 });
  let granted = 0;
  while (granted < 10) {
    const { allowed } = await one.counters.spend({ ...quick, cost: 1 });
    if (allowed) granted += 1;
  }
  const took = performance.now() - since;
  t.true(took > 400, `ten of twenty units per second took ${took} ms`);
});

test('cache and sessions keep bytes apart from each other until they expire', async (t) => {
  const { one, two } = await pair(t);
  const bytes = Buffer.from([0, 255, 128]);
  await one.cache.set('k', bytes, 60);
  await one.sessions.set('k', 'text', 60);
  t.deepEqual(await two.cache.get('k'), bytes);
  t.deepEqual(await two.sessions.get('k'), Buffer.from('text'));
  await one.sessions.set('l', 'other', 60);
  t.deepEqual(await Promise.all(['l', 'none', 'k', 'l'].map(two.sessions.get)), [
    Buffer.from('other'),
    null,
    Buffer.from('text'),
    Buffer.from('other'),
  ]);
  await two.cache.delete('k');
  t.is(await one.cache.get('k'), null);
  await one.cache.set('brief', 'x', 0.001);
  while ((await one.cache.get('brief')) !== null);
  t.pass();
});

test('spend takes a reply that came in time, however busy the process was', async (t) => {
  const { url } = await freshRedis(t);
  await using keyValue = connectKeyValue(url, { timeoutMs: 1_000 });
  const isAnswered = () => keyValue.counters.spend(check({ key: 'another' })).then(Boolean, () => false);
  // Redis may ask for the script the first time, which is a second reply, and a busy machine connects late.
  while (!(await isAnswered())) await new Promise(setImmediate);
  const asked = keyValue.counters.spend(check());
  await new Promise(setImmediate);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  t.like(await asked, { allowed: true, remaining: 9 });
});

test('a server that accepts connections and answers nothing is unavailable, and is used once it answers', async (t) => {
  const { url } = await freshRedis(t);
  const { hostname, port } = new URL(url);
  let isSilent = true;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (isSilent) return void socket.resume();
    const through = connect(Number(port), hostname).on('error', () => {});
    socket.pipe(through).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const silent = new URL(url);
  silent.port = String((server.address() as AddressInfo).port);
  await using keyValue = connectKeyValue(silent.href);
  await t.throwsAsync(keyValue.counters.spend(check()), { message: 'Redis did not answer within 250 ms' });
  isSilent = false;
  while (
    !(await keyValue.sessions.get('k').then(
      () => true,
      () => false,
    ))
  );
  t.pass();
});

const limit = { policy: 'login', key: 'a', quota: 10, windowS: 3_600, cost: 1 };

test('limits grant each replica its share while Redis is unavailable, and return to the shared counters afterwards', async (t) => {
  const own = await ownParts(t, ['redis']);
  const [patient, usual] = [connectKeyValue(own.redis.url, { timeoutMs: 60_000 }), connectKeyValue(own.redis.url)];
  t.teardown(() => Promise.all([patient.close(), usual.close()]));
  // A busy machine is no example of a server that hangs.
  let isHanging = false;
  const spend: typeof usual.counters.spend = (...of) => (isHanging ? usual : patient).counters.spend(...of);
  const modes: string[] = [];
  let nowMs = 0;
  const clock = { ...systemClock, monotonicMs: () => nowMs };
  const replica = limits({ counters: { spend }, replicas: 2, clock, onChange: (mode) => modes.push(mode) });
  const granted = async (asked: number) => {
    let count = 0;
    for (let i = 0; i < asked; i++) if ((await replica.limit(limit)).allowed) count += 1;
    return count;
  };
  t.is(await granted(4), 4);

  // A hanging server is as good as none: the answer comes within the command's limit.
  const pid = own.pid('redis')!;
  process.kill(pid, 'SIGSTOP');
  isHanging = true;
  t.is(await granted(20), 5);
  nowMs += 5_000;
  t.is(await granted(20), 0);
  t.deepEqual(modes, ['local']);

  isHanging = false;
  process.kill(pid, 'SIGKILL');
  for (let tries = 0; modes.at(-1) === 'local'; tries++) {
    nowMs += 2_000;
    await replica.limit({ ...limit, key: `probe-${tries}`, quota: 1 });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.deepEqual(modes, ['local', 'shared']);
  t.true((await granted(20)) >= 6);
});

test('a flush of Redis forgets what was spent and nothing else', async (t) => {
  const { one, url } = await pair(t);
  t.like(await one.counters.spend(check({ cost: 10 })), { allowed: true });
  const { Redis } = await import('ioredis');
  const admin = new Redis(url);
  await admin.flushall();
  await admin.script('FLUSH');
  admin.disconnect();
  t.like(await one.counters.spend(check({ cost: 10 })), { allowed: true, remaining: 0 });
});
