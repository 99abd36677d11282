import test from 'ava';
import { connect } from './client.ts';
import { follow, LiveEnded, type LiveOptions } from './live.ts';
import type { LiveMessage } from './live-place.ts';
import type { ClientOptions } from './options.ts';

const closes = {
  session_ended: { code: 4401, reason: 'the session has ended' },
  foreign_origin: { code: 4403, reason: 'the origin is not allowed' },
  silent: { code: 4408, reason: 'silent' },
  too_many_connections: { code: 4409, reason: 'too many connections' },
  too_large: { code: 4413, reason: 'too large' },
  invalid_message: { code: 4422, reason: 'no resume' },
  too_many_messages: { code: 4429, reason: 'too many messages' },
  restart: { code: 1012, reason: 'restart' },
};
const facts = { path: '/api/v1/live', closes };

/** What a connection does with each message that it is sent: it answers, or ends with a code. */
type Script = (sent: { readonly after: number | null }, nth: number) => readonly (object | string | number)[];

/** A service that does as the scripts say, one for each connection, and the last for all that follow. */
function service(...scripts: Script[]) {
  const opened: { url: string; headers?: object }[] = [];
  const sent: object[] = [];
  class Scripted extends EventTarget {
    readonly #script: Script;
    #nth = 0;
    constructor(url: string, init: { headers?: object } = {}) {
      super();
      this.#script = scripts[Math.min(opened.length, scripts.length - 1)] ?? (() => []);
      opened.push({ url, ...init });
      queueMicrotask(() => this.dispatchEvent(new Event('open')));
    }
    send(text: string) {
      const message = JSON.parse(text) as { after: number | null };
      sent.push(message);
      for (const each of this.#script(message, this.#nth++)) {
        const event =
          typeof each === 'number'
            ? Object.assign(new Event('close'), { code: each, reason: '' })
            : Object.assign(new Event('message'), { data: typeof each === 'string' ? each : JSON.stringify(each) });
        queueMicrotask(() => this.dispatchEvent(event));
      }
    }
    close() {}
  }
  return { opened, sent, WebSocket: Scripted };
}

const epoch = '6fa459ea-ee8a-4ca4-894e-db77e160355e';
const snapshot = (sequence: number) => ({ type: 'snapshot', epoch, sequence, labs: [], instances: [] });
const delta = (previous: number, sequence: number, instances: readonly string[] = ['one']) => ({
  type: 'delta',
  epoch,
  previous,
  sequence,
  labs: [],
  instances,
});
const notice = (notice_id: string) => ({ type: 'notice', notice_id });

function followed(
  of: ReturnType<typeof service>,
  { token = 't', ...more }: Partial<ClientOptions> = {},
  options: LiveOptions = {},
) {
  const pauses: number[] = [];
  const wait = async (ms: number) => void pauses.push(ms);
  const client = connect({ baseUrl: 'https://labs.example/api/v1', token, wait, random: () => 1, ...more });
  return { pauses, updates: follow<LiveMessage>(client, facts, { WebSocket: of.WebSocket, ...options }) };
}

/** So many updates, by what distinguishes them. */
async function taken(updates: AsyncIterable<LiveMessage>, count: number) {
  const got: (string | number)[] = [];
  for await (const update of updates) {
    got.push(update.type === 'notice' ? update.notice_id : update.sequence);
    if (got.length === count) break;
  }
  return got;
}

test('a follower connects at the address of the API with its token and its origin', async (t) => {
  const of = service(() => [snapshot(1)]);
  t.deepEqual(await taken(followed(of).updates, 1), [1]);
  t.deepEqual(of.opened, [
    { url: 'wss://labs.example/api/v1/live', headers: { origin: 'https://labs.example', authorization: 'Bearer t' } },
  ]);
  t.deepEqual(of.sent, [{ type: 'resume', epoch: null, after: null }]);
});

test('a follower resumes after a gap, and gives nothing twice', async (t) => {
  const of = service(
    (_, nth) =>
      [
        [snapshot(1), notice('a'), delta(1, 2), delta(3, 4), delta(4, 5)],
        [delta(2, 5), notice('a'), notice('b'), 1006],
      ][nth] ?? [],
    ({ after }) => [delta(after ?? 0, 5, []), notice('b'), delta(5, 6), notice('c')],
  );
  const { updates, pauses } = followed(of);
  t.deepEqual(await taken(updates, 7), [1, 'a', 2, 5, 'b', 6, 'c']);
  t.deepEqual(of.sent.slice(1) as unknown, [
    { type: 'resume', epoch, after: 2 },
    { type: 'resume', epoch, after: 5 },
  ]);
  t.deepEqual(pauses, [500]);
});

test('a follower pauses longer after each failure, and a minute after too many messages', async (t) => {
  const of = service(
    () => [snapshot(1), 4429],
    () => [1006],
    () => [1012],
    () => [4408],
    () => [delta(1, 2)],
  );
  const { updates, pauses } = followed(of);
  t.deepEqual(await taken(updates, 2), [1, 2]);
  t.deepEqual(pauses, [60_500, 1_000, 2_000, 4_000]);
});

test('a follower throws what the contract calls the close', async (t) => {
  const why = async (code: number) => {
    const error = await t.throwsAsync(taken(followed(service(() => [code])).updates, 1), { instanceOf: LiveEnded });
    return [error?.why, error?.code];
  };
  t.deepEqual(await Promise.all([4401, 4403, 4409, 4413, 4422, 4999].map(why)), [
    ['session_ended', 4401],
    ['foreign_origin', 4403],
    ['too_many_connections', 4409],
    ['too_large', 4413],
    ['invalid_message', 4422],
    ['unknown', 4999],
  ]);
});

test('a follower whose token has ended comes back with a new one, once', async (t) => {
  const of = service(
    () => [4401],
    () => [snapshot(1), 4401],
    () => [delta(1, 2)],
  );
  const tokens = ['t2', 't3', 't4'];
  const refresh = async () => tokens.shift();
  t.deepEqual(await taken(followed(of, { refresh }).updates, 2), [1, 2]);
  const used = of.opened.map(({ headers }) => (headers as { authorization: string }).authorization);
  t.deepEqual(used, ['Bearer t', 'Bearer t2', 'Bearer t3']);
  const refused = service(() => [4401]);
  await t.throwsAsync(taken(followed(refused, { refresh }).updates, 1), { instanceOf: LiveEnded });
  t.is(refused.opened.length, 2);
});

/** Gives the values in turn; where there is none it fails. */
const failing = (values: readonly (string | undefined)[], failure: string) => {
  const left = [...values];
  return async () => {
    const value = left.shift();
    if (value === undefined) throw new TypeError(failure);
    return value;
  };
};

test('a follower that was connected pauses after each failure to get a token, until its signal', async (t) => {
  const of = service(
    () => [snapshot(1), 1012],
    () => [delta(1, 2), 4401],
    () => [4401],
    () => [delta(2, 3), 1012],
  );
  const stopping = new AbortController();
  const lost: object[] = [];
  const onReconnect = (each: object) => {
    if (lost.push(each) === 6) stopping.abort(new Error('enough'));
  };
  const token = failing(['t', undefined, 't', undefined, 't', 't', 't2'], 'fetch failed');
  const options = { signal: stopping.signal, onReconnect };
  const { updates } = followed(of, { token, refresh: failing([], 'no login') }, options);
  t.is(await taken(updates, 4).catch(String), 'Error: enough');
  t.deepEqual(of.sent.at(-1) as unknown, { type: 'resume', epoch, after: 2 });
  const noToken = { code: 1006, reason: 'no token: TypeError: fetch failed' };
  t.deepEqual(lost, [
    { code: 1012, reason: '', pauseMs: 500 },
    { ...noToken, pauseMs: 1_000 },
    { ...noToken, pauseMs: 500 },
    { code: 1006, reason: 'no token: TypeError: no login', pauseMs: 1_000 },
    { code: 1012, reason: '', pauseMs: 500 },
    { ...noToken, pauseMs: 1_000 },
  ]);
});

test('a follower that was never connected throws a failure to get a token', async (t) => {
  const of = service(() => [snapshot(1)]);
  await t.throwsAsync(taken(followed(of, { token: failing([], 'fetch failed') }).updates, 1), {
    message: 'fetch failed',
  });
  t.deepEqual(of.opened, []);
});

test('a follower that never gets an answer says so, and one that gets a page says that', async (t) => {
  const absent = service(() => [1006]);
  await t.throwsAsync(taken(followed(absent, { retries: 1 }).updates, 1), {
    message: 'liveUpdates: no answer from wss://labs.example/api/v1/live',
  });
  t.is(absent.opened.length, 2);
  const page = service(() => ['<html>']);
  await t.throwsAsync(taken(followed(page).updates, 1), { message: /liveUpdates: unexpected answer .*<html>/ });
});

test('a follower ends with its signal, and a message of a later contract is left out', async (t) => {
  const stopping = new AbortController();
  const of = service(() => [{ type: 'greeting' }, snapshot(1)]);
  const { updates } = followed(of, {}, { signal: stopping.signal });
  t.is((await updates.next()).value?.type, 'snapshot');
  const next = updates.next();
  stopping.abort(new Error('enough'));
  await t.throwsAsync(next, { message: 'enough' });
});

test('a follower that is ended gives none of the updates that wait', async (t) => {
  const stopping = new AbortController();
  const of = service(() => [snapshot(1), delta(1, 2), delta(2, 3)]);
  const { updates } = followed(of, {}, { signal: stopping.signal });
  t.is((await updates.next()).value?.type, 'snapshot');
  await new Promise(setImmediate);
  stopping.abort(new Error('enough'));
  await t.throwsAsync(updates.next(), { message: 'enough' });
});

test('a follower that is ended while it gets its token opens no connection', async (t) => {
  const stopping = new AbortController();
  const of = service(() => [snapshot(1)]);
  const token = async () => {
    stopping.abort(new Error('enough'));
    return 't';
  };
  const client = connect({ baseUrl: 'https://labs.example/api/v1', token });
  const updates = follow(client, facts, { WebSocket: of.WebSocket, signal: stopping.signal });
  await t.throwsAsync(updates.next(), { message: 'enough' });
  t.deepEqual(of.opened, []);
});

test('a follower asks a silent connection for a sign of life, and acknowledges what was shown', async (t) => {
  const of = service((_, nth) => (nth === 0 ? [snapshot(1)] : [delta(1, 1, []), ...(nth === 2 ? [delta(1, 2)] : [])]));
  const { updates } = followed(of, {}, { idleMs: 1 });
  t.is((await updates.next()).value?.type, 'snapshot');
  updates.acknowledge('a');
  t.deepEqual(await taken(updates, 1), [2]);
  t.deepEqual(of.sent.slice(1, 3) as unknown, [
    { type: 'resume', epoch, after: 1, acknowledged: 'a' },
    { type: 'resume', epoch, after: 1, acknowledged: 'a' },
  ]);
});

test('a browser that is given a token says what to do', async (t) => {
  class Browser {
    constructor() {
      throw new SyntaxError('The subprotocol is invalid.');
    }
  }
  const { updates } = followed(service(), {}, { WebSocket: Browser as never });
  await t.throwsAsync(taken(updates, 1), { message: /a browser takes no token here: connect without one/ });
});
