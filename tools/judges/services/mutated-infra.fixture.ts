// The real infrastructure in the process of a test, built as production builds it, except for one mechanism that is replaced by a mutated one.
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Identity } from '../../../adapters/identity/port.ts';
import { s3 } from '../../../adapters/objects/s3.ts';
import { mountInfra } from '../../../generated/infra/server.ts';
import type { ContractHost } from '../../../generated/runtime/host.ts';
import { wire } from '../../../services/composition/adapters.ts';
import { infraApi } from '../../../services/composition/apis.ts';
import { readConfig } from '../../../services/config/read-config.ts';
import type { Caller, Handlers } from '../../../services/infra/caller.ts';
import type { InfraDeps } from '../../../services/infra/deps.ts';
import { infra } from '../../../services/infra/index.ts';
import { listen } from '../../../services/lib/http/http.ts';
import type { System } from '../../../services/test/fixtures/system.ts';
import type { CheckName } from '../conformance/checks.ts';
import { conform, type Report } from '../conformance/conform.ts';
import { readValues } from '../conformance/requests/values.ts';
import { atOtherTimes } from '../conformance/setup/refused.ts';
import { clientToken, configurations, labFixtures } from './callers.fixture.ts';
import { partOf } from './part.fixture.ts';

/** What the API is made of. */
export type InfraApi = {
  readonly deps: InfraDeps;
  readonly host: ContractHost<Caller>;
  readonly handlers: Handlers;
  readonly identity: Pick<Identity, 'verify'>;
};

/** The broken ones; handlers that are left out are made of what is given. */
export type InfraMutation = (healthy: InfraApi) => Partial<Omit<InfraApi, 'identity'>>;

export const deps =
  (change: (healthy: InfraApi['deps']) => Partial<InfraApi['deps']>): InfraMutation =>
  (api) => ({ deps: { ...api.deps, ...change(api.deps) } });

export const host =
  (change: (healthy: InfraApi['host'], api: InfraApi) => Partial<InfraApi['host']>): InfraMutation =>
  (api) => ({ host: { ...api.host, ...change(api.host, api) } });

/** Paths of the contract that are asked about together. */
export const started = ['/deploy', '/deployments/{id}'];
export const one = [...started, '/instances', '/instances/{id}'];
export const logins = [...one, '/instances/{id}/access', '/delete'];

const values = readValues(join(import.meta.dirname, '../../../spec/infra/conformance.yaml'));
let copies = 0;

async function serveMutated(
  { env }: System,
  mutate: InfraMutation,
): Promise<AsyncDisposable & { readonly url: string }> {
  copies += 1;
  const stack = new AsyncDisposableStack();
  // Separate counters: what one run used up is not missing in the next.
  const own = {
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    INSTALLATION_ID: `${env.INSTALLATION_ID ?? ''}b${copies}`,
  };
  const parts = wire(readConfig({ ...env, ...own }, ['infra']), stack);
  const { deps, host } = infraApi(parts);
  const mutated = mutate({ deps, host, handlers: infra(deps), identity: parts.identity('infra') });
  const handlers = mutated.handlers ?? infra(mutated.deps ?? deps);
  const address = { host: '127.0.0.1', port: 0 };
  const contract = mountInfra(handlers, mutated.host ?? host);
  const { port } = stack.use(await listen({ ...parts, address, contract }));
  return { url: `http://127.0.0.1:${port}/infra/v1`, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Labs that were never started. */
async function freshLabs(whole: System) {
  const unique = randomBytes(4).toString('hex');
  const ids = { lab_id: `s-${unique}`, group_lab_id: `g-${unique}`, broken_lab_id: `b-${unique}` };
  await using files = s3(whole.objects);
  await configurations(files, ids);
  return ids;
}

/** Who asks, and who must be refused. */
async function fixtures({ identity }: System, facts: Readonly<Record<string, string>>) {
  const { clients, issuers } = identity;
  const [platform, other, { teacher }] = await Promise.all([
    clientToken(issuers.labs, clients.platform),
    clientToken(issuers.labs, clients.infra),
    labFixtures(identity),
  ]);
  return {
    callers: [{ name: 'platform', token: platform, roles: ['service'], facts }],
    refused: {
      'a token of another client': other,
      'a token of a person': teacher.token,
      ...atOtherTimes(identity.keysFolder, 'labs', platform),
    },
  };
}

/** What these checks find of these paths of the contract. The labs that it started are stopped, since a cluster in memory has room for a few. */
export async function judged(
  whole: System,
  mutate: InfraMutation,
  paths: readonly string[],
  checks: readonly CheckName[],
): Promise<Report> {
  const labs = await freshLabs(whole);
  const asking = await fixtures(whole, labs);
  try {
    await using served = await serveMutated(whole, mutate);
    using part = partOf('spec/infra/openapi.yaml', (path) => paths.includes(path));
    return await conform({
      document: part.file,
      values,
      baseUrl: served.url,
      ...asking,
      isTrustedProxy: true,
      depth: 1,
      only: { checks },
    });
  } finally {
    if (paths.includes('/deploy')) await stop(whole, labs.lab_id, asking.callers[0]?.token ?? '');
  }
}

/** Asks a healthy one, and waits for nothing. */
async function stop(whole: System, lab_id: string, token: string): Promise<void> {
  await using served = await serveMutated(whole, () => ({}));
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  await fetch(`${served.url}/delete`, { method: 'POST', headers, body: JSON.stringify({ lab_id }) });
}
