// The real analytics API in the process of a test, built as production builds it, except for one mechanism that the test replaces by a mutated one.
import { join } from 'node:path';
import { mountAnalytics } from '../../../generated/analytics/server.ts';
import type { ContractHost } from '../../../generated/runtime/host.ts';
import type { Caller, Handlers } from '../../../services/analytics/caller.ts';
import { type AnalyticsDeps, analytics } from '../../../services/analytics/index.ts';
import { wire } from '../../../services/composition/adapters.ts';
import { analyticsApi } from '../../../services/composition/apis.ts';
import { processes } from '../../../services/composition/roles.ts';
import { readConfig } from '../../../services/config/read-config.ts';
import { listen } from '../../../services/lib/http/http.ts';
import type { System } from '../../../services/test/fixtures/system.ts';
import type { CheckName } from '../conformance/checks.ts';
import { conform, type Report } from '../conformance/conform.ts';
import { readValues } from '../conformance/requests/values.ts';
import type { analyticsTokens } from './callers.fixture.ts';
import { partOf } from './part.fixture.ts';

/** What the API is made of. */
export type Api = { readonly deps: AnalyticsDeps; readonly host: ContractHost<Caller>; readonly handlers: Handlers };

/** The broken ones; handlers that are left out are made of what is given. */
export type Mutation = (healthy: Api) => Partial<Api>;

const repository = join(import.meta.dirname, '../../..');
const values = readValues(join(repository, 'spec/analytics/conformance.yaml'));
let copies = 0;

/** Separate counters: what one run used up is not missing in the next. */
function wired({ env }: System, stack: AsyncDisposableStack) {
  copies += 1;
  const own = {
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    INSTALLATION_ID: `${env.INSTALLATION_ID ?? ''}b${copies}`,
  };
  return wire(readConfig({ ...env, ...own }, ['analytics', 'ingest']), stack);
}

export async function serveMutated(
  whole: System,
  mutate: Mutation,
): Promise<AsyncDisposable & { readonly url: string }> {
  const stack = new AsyncDisposableStack();
  const parts = wired(whole, stack);
  const { deps, host } = analyticsApi(parts, stack);
  const healthy: Api = { deps, host, handlers: analytics(deps) };
  const mutated = mutate(healthy);
  const handlers = mutated.handlers ?? analytics(mutated.deps ?? deps);
  const { port } = stack.use(
    await listen({
      ...parts,
      address: { host: '127.0.0.1', port: 0 },
      contract: mountAnalytics(handlers, mutated.host ?? host),
    }),
  );
  return { url: `http://127.0.0.1:${port}/api/v1`, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Loads what is uploaded, until it is disposed. */
export async function startIngest(whole: System): Promise<AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  await processes.ingest(wired(whole, stack), stack);
  return stack;
}

type Fixtures = Awaited<ReturnType<typeof analyticsTokens>>;

/** What these checks find of these paths of the contract. */
export async function judged(
  url: string,
  paths: readonly string[],
  fixtures: Fixtures,
  checks: readonly CheckName[],
): Promise<Report> {
  using part = partOf('spec/analytics/openapi.yaml', (path) => paths.some((each) => path.startsWith(each)));
  return await conform({
    document: part.file,
    values,
    baseUrl: url,
    ...fixtures,
    isTrustedProxy: true,
    depth: 1,
    only: { checks },
  });
}
