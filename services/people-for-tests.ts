// Dealers and people for whole-system tests: rows as an administrator makes them, and calls as a client makes them. The processes: testing.ts.

import { withClient } from '../tools/embedded/postgres.ts';
import { freshUser } from '../tools/test/servers.ts';
import { eventually, type Running, type System } from './testing.ts';

export type Granted = {
  readonly dealer: string;
  readonly brands?: readonly string[];
  readonly regions?: readonly string[];
  /** Reading and uploading when left out. */
  readonly roles?: readonly string[];
};

export type Person = { readonly id: string; readonly email: string; readonly password: string };

/** Dealers with an active subscription to a plan of their own name. */
export const dealers = (whole: System, ids: readonly string[]): Promise<void> =>
  withClient(whole.analytics.ownerUrl, async (client) => {
    await client.query("select set_config('covenant.every_dealer', 'on', false)");
    for (const id of ids) {
      await client.query("insert into dealers (dealer_id, name, region_id) values ($1, $1, 'oslo')", [id]);
      const limits = JSON.stringify([{ name: 'uploads_per_month', unit: 'upload', limit: 1000, window: 'month' }]);
      await client.query('insert into plans (plan, title, limits) values ($1, $1, $2)', [`plan-of-${id}`, limits]);
      await client.query("insert into subscriptions (dealer_id, plan, status) values ($1, $2, 'active')", [
        id,
        `plan-of-${id}`,
      ]);
    }
  });

export const grant = (whole: System, principal: string, grants: readonly Granted[]): Promise<void> =>
  withClient(whole.analytics.ownerUrl, async (client) => {
    await client.query("select set_config('covenant.every_dealer', 'on', false)");
    for (const { dealer, brands = null, regions = null, roles = ['reader', 'uploader'] } of grants)
      await client.query(
        'insert into dealer_grants (dealer_id, principal, brand_ids, region_ids, roles) values ($1, $2, $3, $4, $5)',
        [dealer, principal, brands, regions, roles],
      );
  });

/** Somebody of the identity provider, with these grants. */
export async function person(whole: System, ...grants: readonly Granted[]): Promise<Person> {
  const { id, email, password } = await freshUser(whole.identity, 'analytics');
  await grant(whole, id, grants);
  return { id, email, password };
}

export type Pair = { readonly access_token: string; readonly refresh_token: string };

export const postJson = (api: Running, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** As somebody at a keyboard. */
export async function login(api: Running, { email, password }: Person): Promise<Pair> {
  const response = await postJson(api, '/auth/login', { email, password });
  if (response.status !== 200) throw new Error(`The login was answered ${response.status} ${await response.text()}`);
  return (await response.json()) as Pair;
}

export const get = (api: Running, token: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });

export type Fields = Readonly<Record<string, string>>;

export function formOf(file: string | Uint8Array<ArrayBuffer>, fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([file]), 'sales.csv');
  return form;
}

export const post = (api: Running, token: string, path: string, form: FormData, headers: Fields = {}) =>
  fetch(`${api.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: form,
  });

export const upload = (api: Running, token: string, file: string | Uint8Array<ArrayBuffer>, fields: Fields) =>
  post(api, token, '/ingest/files', formOf(file, fields));

/** The id of the job; whatever is no 202 fails the test. */
export async function accepted(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status !== 202) throw new Error(`The upload was answered ${response.status} ${text}`);
  return (JSON.parse(text) as { job_id: string }).job_id;
}

export type Job = Readonly<Record<string, unknown>> & {
  readonly job_id: string;
  readonly status: string;
  readonly progress: number;
  readonly revision: number | null;
  readonly errors: readonly Readonly<Record<string, unknown>>[];
};

export async function jobOf(api: Running, token: string, id: string, wait = 0): Promise<Job> {
  const response = await get(api, token, `/ingest/jobs/${id}?wait=${wait}`);
  if (response.status !== 200) throw new Error(`The job was answered ${response.status} ${await response.text()}`);
  return (await response.json()) as Job;
}

/** The job as it ended. */
export const ended = (api: Running, token: string, id: string): Promise<Job> =>
  eventually(
    () => jobOf(api, token, id, 30),
    ({ status }) => ['succeeded', 'failed', 'cancelled'].includes(status),
  );

/** A problem document, its request id checked and left out. */
export async function problemOf(response: Response): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>;
  const { instance, ...rest } = body;
  const told = `urn:request:${response.headers.get('x-request-id')}`;
  return instance === told ? rest : { ...rest, instance, told };
}

export const problemType = (slug: string) => `https://covenant.example/problems/${slug}`;
