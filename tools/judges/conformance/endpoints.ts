// Who asks a running installation: its demo users, each with a fresh login, under the names that the conformance values
// use.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { someoneAt } from './probe.ts';
import type { Person } from './requests/values.ts';

export type Target = 'analytics' | 'platform' | 'infra';
export type Asking = { readonly document: string; readonly baseUrl: string; readonly callers: readonly Person[] };

export type Endpoints = {
  readonly analytics: {
    readonly base_url: string;
    readonly users: readonly {
      readonly email: string;
      readonly password: string;
      readonly dealer_ids: readonly string[];
    }[];
    readonly clients: readonly { readonly client_id: string; readonly client_secret: string }[];
  };
  readonly platform: {
    readonly base_url: string;
    readonly users: readonly {
      readonly username: string;
      readonly password: string;
      readonly role: string;
      readonly student_id: string | null;
    }[];
    readonly token_url: string;
    readonly client_id: string;
  };
  readonly infra: {
    readonly base_url: string;
    readonly token_url: string;
    readonly client_id: string;
    readonly client_secret: string;
  };
  /**
   * The broker, for an account that may do everything, on a broker of our own; without one `management_url` is empty.
   */
  readonly broker?: { readonly url: string; readonly management_url: string };
  readonly labs: { readonly sample_lab_id: string | null };
};

export const targets: readonly Target[] = ['analytics', 'platform', 'infra'];

const spec = path.join(import.meta.dirname, '../../../spec');
/** What goes over the broker of an installation. */
export const messageDocuments: Readonly<Record<string, string>> = {
  'analytics messages': path.join(spec, 'analytics', 'asyncapi.yaml'),
  'lab messages': path.join(spec, 'lab', 'asyncapi.yaml'),
};
export const documentOf = (target: Target): string => path.join(spec, target, 'openapi.yaml');

export const readEndpoints = (file: string): Endpoints => JSON.parse(readFileSync(file, 'utf8')) as Endpoints;

export async function askingAt(file: string, target: Target): Promise<Asking> {
  const endpoints = readEndpoints(file);
  const callers = { analytics: analyticsCallers, platform: platformCallers, infra: infraCallers };
  const baseUrl = endpoints[target].base_url;
  await someoneAt(baseUrl);
  return { document: documentOf(target), baseUrl, callers: await callers[target](endpoints) };
}

async function analyticsCallers({ analytics: { base_url, users, clients } }: Endpoints): Promise<Person[]> {
  const own = users.find(({ dealer_ids }) => dealer_ids.length === 1);
  const other = users.find(({ dealer_ids }) => dealer_ids.length === 1 && dealer_ids[0] !== own?.dealer_ids[0]);
  const admin = users.find(({ dealer_ids }) => dealer_ids.length > 1);
  const named = { analyst: own, outsider: other, admin };
  const callers = Object.entries(named).map(async ([name, user]): Promise<Person[]> => {
    if (user === undefined) return [];
    const { email, password, dealer_ids } = user;
    const token = await answered(`${base_url}/auth/login`, 'application/json', JSON.stringify({ email, password }));
    const facts = { email, password, dealer_id: dealer_ids[0] ?? '' };
    const [isAdmin, ownsNothing] = [name === 'admin', name === 'outsider'];
    return [{ name, token, roles: [isAdmin ? 'admin' : 'analyst'], ownsNothing, facts }];
  });
  const programs = clients.slice(0, 1).map(async ({ client_id, client_secret }): Promise<Person[]> => {
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret });
    const token = await answered(`${base_url}/auth/token`, 'application/json', body);
    return [{ name: 'integrator', token, roles: ['service'], facts: factsOfClient(client_id, client_secret) }];
  });
  // Together, so that the failure of each is handled when the first ends the run.
  return (await Promise.all([...callers, ...programs])).flat();
}

/** Also as HTTP Basic has them, each form-encoded (RFC 6749, section 2.3.1). */
export function factsOfClient(client_id: string, client_secret: string): NonNullable<Person['facts']> {
  const [id, secret] = [client_id, client_secret].map(encodeURIComponent);
  return { client_id, client_secret, basic: Buffer.from(`${id}:${secret}`).toString('base64') };
}

async function platformCallers({ platform: { users, token_url, client_id } }: Endpoints): Promise<Person[]> {
  const of = (role: string, n: number) => users.filter((user) => user.role === role)[n];
  const named = {
    teacher: of('teacher', 0),
    admin: of('admin', 0),
    anna: of('student', 0),
    ben: of('student', 1),
    colleague: of('teacher', 1),
    outsider: of('student', 2),
  };
  const callers = Object.entries(named).map(async ([name, user]): Promise<Person[]> => {
    if (user === undefined) return [];
    const { username, password, role, student_id } = user;
    const token = await granted(token_url, { grant_type: 'password', client_id, username, password });
    const facts = { username, password, ...(student_id === null ? {} : { student_id }) };
    return [{ name, token, roles: [role], ownsNothing: ['colleague', 'outsider'].includes(name), facts }];
  });
  return (await Promise.all(callers)).flat();
}

async function infraCallers({ infra: { token_url, client_id, client_secret }, labs }: Endpoints): Promise<Person[]> {
  const token = await granted(token_url, { grant_type: 'client_credentials', client_id, client_secret });
  const facts = labs.sample_lab_id === null ? {} : { lab_id: labs.sample_lab_id };
  return [{ name: 'platform', token, roles: ['service'], facts }];
}

export const granted = (url: string, form: Readonly<Record<string, string>>): Promise<string> =>
  answered(url, 'application/x-www-form-urlencoded', new URLSearchParams(form).toString());

export class NoToken extends Error {}

export async function answered(url: string, type: string, body: string): Promise<string> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  const { access_token } = (await reply.json().catch(() => ({}))) as { access_token?: string };
  if (access_token !== undefined) return access_token;
  const wait = reply.headers.get('retry-after');
  const advice = wait === null ? '' : ` Try again in ${wait} s.`;
  throw new NoToken(`${url} answered ${reply.status} and gave no token.${advice}`);
}
