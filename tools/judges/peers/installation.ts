// The running installation that COVENANT_ENDPOINTS names the endpoints.json of: what a peer's program needs to do a job
// there.
import { readFileSync } from 'node:fs';

type Account = { readonly username: string; readonly email: string; readonly password: string };

type Platform = {
  readonly base_url: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly users: readonly Account[];
};

type Infra = {
  readonly base_url: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly client_secret: string;
};

export type Installation = {
  readonly analytics: { readonly base_url: string; readonly users: readonly Account[] };
  readonly platform: Platform;
  readonly infra: Infra;
};

/** None or one. */
export const installationOf = (file: string | undefined): readonly Installation[] =>
  file === undefined ? [] : [JSON.parse(readFileSync(file, 'utf8')) as Installation];

/** The first demo account of the analytics API, for a program that logs in with it. */
export function userOf({ analytics }: Installation): Readonly<Record<string, string>> {
  const [user] = analytics.users;
  return {
    COVENANT_URL: analytics.base_url,
    COVENANT_EMAIL: user?.email ?? '',
    COVENANT_PASSWORD: user?.password ?? '',
  };
}

/** The labs of the second job of the README, started, for a program that follows them. */
export async function startedLabs(platform: Platform): Promise<Readonly<Record<string, string>>> {
  const token = await teacherToken(platform);
  const authorization = `Bearer ${token}`;
  await uploadLab(platform, token, 'net-intro');
  const started = await fetch(`${platform.base_url}/labs/net-intro/start`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ student_ids: ['anna', 'ben'] }),
  });
  if (!started.ok) throw new Error(`the start failed: ${await started.text()}`);
  return { COVENANT_URL: platform.base_url, COVENANT_TOKEN: token };
}

/** A lab of one container, for programs that start it. It may be there from an earlier run. */
export async function uploadLab({ base_url }: Platform, token: string, id: string): Promise<void> {
  const image = "'{registry_url}/covenant/labs/shell:v1.0'";
  const form = new FormData();
  form.set('file', new Blob([`lab_id: ${id}\nname: Networks\ncontainers: {main: {image: ${image}}}\n`]), 'lab.yaml');
  const headers = { authorization: `Bearer ${token}` };
  const uploaded = await fetch(`${base_url}/labs`, { method: 'POST', headers, body: form });
  if (uploaded.status !== 201 && uploaded.status !== 409)
    throw new Error(`the upload failed: ${await uploaded.text()}`);
}

/** The token of a teacher. */
export function teacherToken({ token_url, client_id, users }: Platform): Promise<string> {
  const teacher = users.find(({ username }) => username === 'tora');
  const form = { grant_type: 'password', client_id, username: 'tora', password: teacher?.password ?? '' };
  return tokenFrom(token_url, form);
}

/** The token with which the platform calls the infrastructure API. */
export const serviceToken = ({ token_url, client_id, client_secret }: Infra): Promise<string> =>
  tokenFrom(token_url, { grant_type: 'client_credentials', client_id, client_secret });

async function tokenFrom(url: string, form: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}
