// Who uploads and reads: one logged-in person, over HTTP.
import { strict as assert } from 'node:assert';

export type GrowthAccount = {
  readonly base_url: string;
  readonly users: readonly { readonly email: string; readonly password: string }[];
};

export type Caller = {
  readonly subject: string;
  /** The answer to a request; it has to have this status. */
  (where: string, status: number, init?: RequestInit): Promise<unknown>;
};

/** Tokens last for some minutes, and the largest size takes longer. */
const renewMs = 120_000;

export async function caller({ base_url, users }: GrowthAccount): Promise<Caller> {
  const [user] = users;
  const login = async (): Promise<string> => {
    const response = await fetch(`${base_url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: user?.email, password: user?.password }),
    });
    return ((await response.json()) as { readonly access_token: string }).access_token;
  };
  let [token, since] = [await login(), performance.now()];
  const ask = async (where: string, status: number, init: RequestInit = {}): Promise<unknown> => {
    if (performance.now() - since > renewMs) [token, since] = [await login(), performance.now()];
    const response = await fetch(`${base_url}${where}`, { ...init, headers: { Authorization: `Bearer ${token}` } });
    const body: unknown = await response.json();
    assert.equal(response.status, status, `${where}: ${JSON.stringify(body)}`);
    return body;
  };
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { sub } = JSON.parse(claims) as { readonly sub: string };
  return Object.assign(ask, { subject: sub });
}
