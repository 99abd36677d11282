// What one caller can take from all others on the event loop of a process, in its CPU time and in numbers of answers: a
// busy machine changes neither.
import { readFileSync } from 'node:fs';
import test from 'ava';
import { platformLimits } from '../../../generated/platform/limits.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { type Running, system } from '../fixtures/system.ts';

let platform: Running;
/** The token of a new teacher, whose quotas are whole. */
let teacher: () => Promise<string>;

test.before(async (t) => {
  const { run, identity } = await system(t);
  platform = await run(['platform']);
  const address = `${identity.issuers.labs}/protocol/openid-connect/token`;
  teacher = async () => {
    const { username, password } = await freshUser(identity, 'labs', ['teacher']);
    const form = { grant_type: 'password', client_id: identity.clients.demo.id, username, password };
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
    return ((await response.json()) as { access_token: string }).access_token;
  };
});

type Sent = { readonly path: string; readonly type?: string; readonly body?: string };

async function send(token: string, { path, type, body }: Sent): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) };
  const response = await fetch(`${platform.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body }),
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Of the thread with the event loop, in hundredths of a second; others compile, collect garbage and judge
 * configurations.
 */
function loopTicks(): number {
  const fields =
    readFileSync(`/proc/${platform.pid}/task/${platform.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

async function ticksOf(count: number, token: string, sent: Sent, status: number): Promise<number> {
  const before = loopTicks();
  for (let n = 0; n < count; n++) {
    const found = await send(token, sent);
    if (found !== status) throw new Error(`${sent.path} was answered ${found}, not ${status}`);
  }
  return (loopTicks() - before) / count;
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n * 7919}`);
const read: Sent = { path: '/auth/me' };
const costly = {
  'YAML of 15,000 unknown names': [
    {
      path: '/labs',
      type: 'application/yaml',
      body: names(15_000)
        .map((name) => `${name}: 1`)
        .join('\n'),
    },
    422,
  ],
  'YAML of 1,400 unknown names': [
    {
      path: '/labs',
      type: 'application/yaml',
      body: names(1_400)
        .map((name) => `${name}: 1`)
        .join('\n'),
    },
    422,
  ],
  'JSON of 4,000 unknown members': [
    {
      path: '/labs/none/start',
      type: 'application/json',
      body: JSON.stringify(Object.fromEntries(names(4_000).map((name) => [name, 1]))),
    },
    400,
  ],
} as const satisfies Record<string, readonly [Sent, number]>;

test.serial('the platform holds its event loop for a costly body no longer than for ten reads', async (t) => {
  const token = await teacher();
  for (const [sent, status] of Object.values(costly)) await ticksOf(10, token, sent, status);
  await ticksOf(100, token, read, 200);
  const one = await ticksOf(200, token, read, 200);
  for (const [name, [sent, status]] of Object.entries(costly)) {
    const times = (await ticksOf(20, token, sent, status)) / one;
    t.log(`${name}: ${times.toFixed(1)} times a read`);
    t.true(times < 10, `${name}: ${times} times a read`);
  }
});

test.serial('a caller that goes on after 429 on six connections gets a few answers a second', async (t) => {
  const token = await teacher();
  const sent = { path: '/labs/none/start', type: 'application/json', body: '{"student_ids":["anna"]}' };
  while ((await send(token, sent)) !== 429);
  const began = performance.now();
  let answers = 0;
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      while (performance.now() - began < 2_000) {
        await send(token, sent);
        answers++;
      }
    }),
  );
  const elapsed = performance.now() - began;
  const refilled = Math.ceil((elapsed / 1_000) * (platformLimits.start.quota / platformLimits.start.windowS));
  // Ten at once, then four a second and connection (decision 286).
  const most = 10 + refilled + 6 * (elapsed / 250 + 1);
  t.log(`${answers} answers, ${Math.floor(most)} at most`);
  t.true(answers <= most, `${answers} answers, ${most} at most`);
});
