// A process that is stopped while it is busy: a caller who waits for an answer gets it, no one is cut off, and what it
// leaves is done by another one.
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { Readiness } from '../../lib/http/health.ts';
import { eventually } from '../fixtures/eventually.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import { accepted, dealers, ended, formOf, get, jobOf, login, person, upload } from '../fixtures/users.ts';

const csv = 'period_start,brand,units_sold\n2024-01,Toyota,1\n';
const own = { dealer_id: 'fjordbil', period: '2024-01' };

let whole: System;
let staying: Running;
let token: string;

test.before(async (t) => {
  whole = await system(t);
  staying = await whole.run(['analytics']);
  await dealers(whole, ['fjordbil']);
  token = (await login(staying, await person(whole, { dealer: 'fjordbil' }))).access_token;
});

/** Ends as it must: with 0, which it does not after its 25 s, and after it had said that it was stopping. */
async function stopped(t: ExecutionContext, leaving: Running) {
  t.is(await leaving.ended, 0);
  const events = leaving.lines.map(({ event }) => event).filter((event) => event.startsWith('stop'));
  t.is(events.join(' '), 'stopping stopped');
}

const readiness = async ({ url }: Running) => {
  const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } });
  return { status: response.status, body: (await response.json()) as Readiness };
};

type Observed = { readonly answers: Map<number, number>; readonly faults: string[]; reconnects: number };

/**
 * Between two requests of a client: twenty-four of them keep a process busy, and leave this machine to the other tests.
 */
const betweenMs = 100;

/** One client with a connection that it keeps until an answer closes it; the next one goes where `balance` says. */
async function client(balance: () => Running, observed: Observed, stop: AbortSignal): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let api = balance();
  while (!stop.aborted) {
    const { status, closes, fault } = await ask(`${api.url}/api/v1/indices`, agent);
    if (status !== undefined) observed.answers.set(status, (observed.answers.get(status) ?? 0) + 1);
    if (fault !== undefined) observed.faults.push(fault);
    if (closes) {
      api = balance();
      observed.reconnects++;
    }
    await pause(betweenMs);
  }
  agent.destroy();
}

type Asked = { readonly status?: number; readonly closes?: boolean; readonly fault?: string };

const ask = (url: string, agent: http.Agent): Promise<Asked> =>
  new Promise((resolve) => {
    const fault = ({ code, message }: NodeJS.ErrnoException) => resolve({ fault: `${code} ${message}` });
    const request = http.get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      const { statusCode: status = 0, headers } = response;
      response.on('end', () => resolve({ status, closes: headers.connection === 'close' }));
      response.on('error', fault).resume();
    });
    request.on('error', fault);
  });

test.serial('a process under load answers every request, and is not ready before it ends', async (t) => {
  // Long enough for a balancer on a busy machine to see that it is leaving.
  const leaving = await whole.run(['analytics'], { STOP_LINGER_MS: '10000' });
  const over = new AbortController();
  t.teardown(() => over.abort());
  const observed: Observed = { answers: new Map(), faults: [], reconnects: 0 };
  let ready = true;
  const balance = () => (ready ? leaving : staying);
  const clients = Array.from({ length: 24 }, () => client(balance, observed, over.signal));
  await eventually(
    async () => observed.answers.get(200) ?? 0,
    (count) => count > 200,
  );
  await eventually(
    () => readiness(leaving),
    ({ status }) => status === 200,
  );
  void leaving.end('SIGTERM');
  const refusing = await eventually(
    () => readiness(leaving),
    ({ body }) => body.draining,
  );
  ready = false;
  t.deepEqual(refusing, { status: 503, body: { ready: false, draining: true, dependencies: {}, missing: [] } });
  await stopped(t, leaving);
  const before = observed.answers.get(200) ?? 0;
  await eventually(
    async () => observed.answers.get(200) ?? 0,
    (count) => count > before + 100,
  );
  over.abort();
  await Promise.all(clients);
  t.deepEqual(observed.faults, []);
  t.deepEqual([...observed.answers.keys()], [200]);
  t.true(observed.reconnects >= clients.length, 'each was told to close its connection');
});

test.serial('a process that ends completes an upload that is under way', async (t) => {
  const leaving = await whole.run(['analytics']);
  const body = new Response(formOf(csv, own));
  const bytes = Buffer.from(await body.arrayBuffer());
  const headers = { authorization: `Bearer ${token}`, 'content-type': body.headers.get('content-type') ?? '' };
  const answered = Promise.withResolvers<number>();
  const request = http.request(`${leaving.url}/api/v1/ingest/files`, { method: 'POST', headers }, (response) => {
    response.resume().on('end', () => answered.resolve(response.statusCode ?? 0));
  });
  request.on('error', answered.reject);
  await new Promise((sent) => request.write(bytes.subarray(0, 200), sent));
  void leaving.end('SIGTERM');
  await eventually(
    async () => leaving.lines,
    (lines) => lines.some(({ event }) => event === 'stopping'),
  );
  request.end(bytes.subarray(200));
  t.is(await answered.promise, 202);
  await stopped(t, leaving);
});

test.serial('getJob answers a waiting caller at once when its process ends', async (t) => {
  const leaving = await whole.run(['analytics']);
  const id = await accepted(await upload(staying, token, csv, own));
  const waiting = get(leaving, token, `/ingest/jobs/${id}?wait=30`);
  // When this one is over, the one before it has long begun.
  t.is((await jobOf(leaving, token, id, 1)).status, 'queued');
  void leaving.end('SIGTERM');
  // After its 30 s the process would have been ended with another code.
  const response = await waiting;
  t.deepEqual([response.status, ((await response.json()) as { status: string }).status], [200, 'queued']);
  await stopped(t, leaving);
});

const days = Array.from({ length: 100 }, (_, i) => new Date(Date.UTC(2023, 0, 1 + i)).toISOString().slice(0, 10));
const large = `date,brand,units\n${days.flatMap((day) => Array.from({ length: 800 }, (_, i) => `${day},Brand ${i},1`)).join('\n')}\n`;

/** A job whose worker was stopped within it. */
async function leftJob(t: ExecutionContext): Promise<string> {
  const leaving = await whole.run(['ingest']);
  const fields = { dealer_id: 'fjordbil', period: '2023-01-01/2023-04-10' };
  const id = await accepted(await upload(staying, token, large, fields));
  await eventually(
    () => jobOf(staying, token, id),
    ({ status }) => status === 'loading' || status === 'succeeded',
  );
  void leaving.end('SIGTERM');
  await stopped(t, leaving);
  const { status } = await jobOf(staying, token, id);
  // A slow machine reads and stops too late.
  if (status === 'succeeded') return leftJob(t);
  t.is(status, 'loading');
  return id;
}

test.serial('a job that a worker leaves is finished by another one', async (t) => {
  const id = await leftJob(t);
  await whole.run(['ingest']);
  const job = await ended(staying, token, id);
  t.like(job, { status: 'succeeded', progress: 100, rows: { read: 80_000, accepted: 80_000, rejected: 0 } });
});
