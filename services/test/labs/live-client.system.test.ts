// The client of the live updates against the real service: connections are killed, processes stop, and nothing is lost
// or comes twice.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { WebSocket as SocketOfAPackage } from 'ws';
import { connect } from '../../../generated/platform/client.ts';
import { LiveEnded, type LiveOptions, liveUpdates, type ServerMessage } from '../../../generated/platform/live.ts';
import { cable, type Pipe } from '../fixtures/cable.ts';
import { eventually } from '../fixtures/eventually.ts';
import { copied, instance, noticed } from '../fixtures/platform/live-rows.ts';
import { arrive, labYaml, origin, type Stage, stage, uploaded } from '../fixtures/platform/platform.ts';

let on: Stage;

test.before(async (t) => {
  on = await stage(t);
});

/** A teacher's lab, and a line to the live updates of its platform that can be killed as often as it comes back. */
async function scene(t: ExecutionContext, lab: string) {
  const { url, sockets, run } = await on.serve(t);
  run();
  const teacher = await arrive(on, url, 'teacher');
  await uploaded(url, teacher.token, labYaml(lab));
  const lines = new Set<Socket>();
  const pipe: Pipe = (near, far) => {
    lines.add(near);
    near.once('close', () => lines.delete(near));
    near.pipe(far).pipe(near);
  };
  const line = await cable(sockets.url.replace('ws:', 'http:'), pipe);
  t.teardown(() => line.cut());
  const kill = () => {
    for (const each of lines) each.resetAndDestroy();
  };
  const client = connect({ baseUrl: line.url.replace(/\/live$/, ''), token: teacher.token, wait: async () => {} });
  return { client, kill, sockets: sockets.sockets };
}

function follow(
  t: ExecutionContext,
  { client }: Pick<Awaited<ReturnType<typeof scene>>, 'client'>,
  more?: LiveOptions,
) {
  const leaving = new AbortController();
  t.teardown(() => leaving.abort());
  return liveUpdates(client, { origin, signal: leaving.signal, ...more });
}

async function take(updates: AsyncIterator<ServerMessage>): Promise<ServerMessage> {
  const { value, done } = await updates.next();
  if (done) throw new Error('the updates have ended');
  return value;
}

const statesOf = (message: ServerMessage) =>
  message.type === 'notice' ? message.notice_id : message.instances.map(({ sequence, state }) => [sequence, state]);

for (const [of, options] of [
  ['the WebSocket of the platform', {}],
  ['that of a package', { WebSocket: SocketOfAPackage }],
] as const) {
  test(`a follower with ${of} gets each change once, in order, over killed connections`, async (t) => {
    const lab = `killed-${Object.keys(options).length}`;
    const there = await scene(t, lab);
    const anna = instance(lab, 'anna', 1);
    await copied(on, anna);
    const updates = follow(t, there, options);
    const first = await take(updates);
    t.deepEqual([first.type, statesOf(first)], ['snapshot', [[1, 'creating']]]);
    const notices = [randomUUID(), randomUUID()] as const;
    const got: unknown[] = [];
    const expected: unknown[] = [];
    const states = ['running', 'degraded'] as const;
    for (let sequence = 2; sequence < 8; sequence += 1) {
      // One of two changes comes while no one is connected.
      if (sequence % 2 === 0) there.kill();
      const state = states[sequence % 2] ?? 'running';
      await copied(on, { ...anna, sequence, state });
      const notice_id = notices[sequence - 4];
      if (notice_id !== undefined) await noticed(on, lab, notice_id);
      expected.push([[sequence, state]], ...(notice_id === undefined ? [] : [notice_id]));
      while (got.length < expected.length) got.push(statesOf(await take(updates)));
    }
    t.deepEqual(got, expected);
  });
}

test('a follower is told when its process stops, and a later run begins where the last one ended', async (t) => {
  const [here, there] = [await scene(t, 'moves'), await scene(t, 'stays')];
  const anna = instance('moves', 'anna', 1);
  await copied(on, anna);
  const lost = new Promise<number>((resolve) => {
    const updates = follow(t, here, { onReconnect: ({ code }) => resolve(code) });
    void take(updates)
      .then(() => here.sockets[Symbol.asyncDispose]())
      .then(() => take(updates))
      .catch(() => {});
  });
  t.is(await lost, 1012);
  const client = { ...there.client, token: String(here.client.token) };
  const position = await take(follow(t, { client }));
  if (position.type === 'notice') throw new Error('a notice came first');
  await copied(on, { ...anna, sequence: 2, state: 'running' });
  const missed = await take(follow(t, { client }, { from: position }));
  t.deepEqual([missed.type, statesOf(missed)], ['delta', [[2, 'running']]]);
});

test('a notice that a follower acknowledges does not come to the next one', async (t) => {
  const there = await scene(t, 'shown');
  const [one, two] = [randomUUID(), randomUUID()];
  for (const each of [one, two]) await noticed(on, 'shown', each);
  const updates = follow(t, there);
  t.is((await take(updates)).type, 'snapshot');
  t.is(statesOf(await take(updates)), one);
  updates.acknowledge(one);
  t.is(statesOf(await take(updates)), two);
  there.kill();
  // The acknowledgement may have been on its way: the next connection sends it again.
  void take(updates).catch(() => {});
  const firstOf = async () => {
    const next = follow(t, there);
    const [, notice] = [await take(next), await take(next)];
    await next.return?.();
    return statesOf(notice);
  };
  t.is(await eventually(firstOf, (found) => found === two), two);
});

test('a follower ends with what the contract calls the close', async (t) => {
  const { client } = await scene(t, 'refused');
  const elsewhere = follow(t, { client }, { origin: 'https://elsewhere.example' });
  const foreign = await t.throwsAsync(take(elsewhere), { instanceOf: LiveEnded });
  t.deepEqual([foreign?.why, foreign?.code], ['foreign_origin', 4403]);
  const unknown = await t.throwsAsync(take(follow(t, { client: { ...client, token: 'zz' } })), {
    instanceOf: LiveEnded,
  });
  t.deepEqual([unknown?.why, unknown?.code], ['session_ended', 4401]);
  const renewed = { ...client, token: 'zz', refresh: async () => String(client.token) };
  t.is((await take(follow(t, { client: renewed }))).type, 'snapshot');
});
