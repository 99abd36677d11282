// A process of the API that is killed while uploads arrive: anyone who repeats them with the same key at another
// process gets one job for each.
import test from 'ava';
import { left } from '../fixtures/leftovers.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import { accepted, dealers, ended, formOf, login, person, post, problemOf, problemType } from '../fixtures/users.ts';

let whole: System;
let staying: Running;
let token: string;

test.before(async (t) => {
  whole = await system(t);
  staying = await whole.run(['analytics', 'ingest']);
  await dealers(whole, ['fjordbil']);
  token = (await login(staying, await person(whole, { dealer: 'fjordbil' }))).access_token;
});

const months = Array.from({ length: 12 }, (_, i) => `2024-${String(i + 1).padStart(2, '0')}`);

function send(api: Running, period: string, units = 1): Promise<Response> {
  const file = `period_start,brand,units_sold\n${period},Toyota,${units}\n`;
  const form = formOf(file, { dealer_id: 'fjordbil', period });
  return post(api, token, '/ingest/files', form, { 'idempotency-key': `upload-of-${period}` });
}

/**
 * Until the killed process has lost its claim on the key (LEASE_MS), its request counts as running, and four uploads
 * of one caller are taken at once: a client retries after Retry-After.
 */
async function again(period: string): Promise<string> {
  const response = await send(staying, period);
  if (response.status !== 409 && response.status !== 429) return await accepted(response);
  await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1_000));
  return await again(period);
}

test('uploadFile has one job for each key over killed processes, and keeps the answers it gave', async (t) => {
  const leaving = await whole.run(['analytics'], { LEASE_MS: '2000' });
  const first = Promise.withResolvers<void>();
  const tries = Promise.allSettled(
    months.map(async (period) => {
      const response = await send(leaving, period);
      first.resolve();
      return await accepted(response);
    }),
  );
  await first.promise;
  t.is(await leaving.end('SIGKILL'), 'SIGKILL');
  const answered = await tries;
  const repeated = await Promise.all(months.map(again));
  t.deepEqual(
    answered.map((each, i) => (each.status === 'fulfilled' ? each.value : repeated[i])),
    repeated,
    'who had an answer gets the same one',
  );
  t.is(new Set(repeated).size, months.length);
  const jobs = await Promise.all(repeated.map((id) => ended(staying, token, id)));
  t.deepEqual(
    jobs.map(({ status, period }) => [status, period]),
    months.map((period) => ['succeeded', period]),
  );
  const { rows } = await left(whole);
  t.is(rows.upload_jobs, months.length);
  const other = await send(staying, '2024-01', 2);
  t.like(await problemOf(other), { type: problemType('idempotency-key-reused'), status: 422 });
});
