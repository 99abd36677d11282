// The platform of an installation: its addresses, its process, and its tokens.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Side } from './compare.ts';
import { databaseUs, partUs, pidOf } from './processor-time.ts';

export type PlatformUser = { readonly username: string; readonly password: string };

export type Endpoints = {
  readonly platform: {
    readonly base_url: string;
    readonly token_url: string;
    readonly client_id: string;
    readonly users: readonly PlatformUser[];
  };
  readonly identity: { readonly issuers: { readonly labs: string } };
  readonly postgres: { readonly platform: string; readonly identity: string };
  readonly redis: { readonly url: string };
};

export function platformSide(run: string): Side {
  const ports = JSON.parse(readFileSync(path.join(run, 'ports.json'), 'utf8')) as { services_platform: number };
  return {
    name: 'ours',
    port: ports.services_platform,
    prefix: '/api/v1',
    pid: pidOf(run, 'services'),
    nodeUs: () => partUs(run, 'services'),
    postgresUs: () => databaseUs(run, 'platform'),
  };
}

export async function tokenOf({ platform }: Endpoints, { username, password }: PlatformUser): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', client_id: platform.client_id, username, password });
  const response = await fetch(platform.token_url, { method: 'POST', body });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

export const subjectOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { readonly sub: string }).sub;
