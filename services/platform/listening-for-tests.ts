// A contract on a real socket, for tests of the platform and of the infrastructure: the kit of a process, replies checked against the contract.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { ExecutionContext } from 'ava';
import { connectKeyValue } from '../../adapters/keyvalue/redis.ts';
import type { Store } from '../../adapters/store/database.ts';
import { idempotencyRecords } from '../../adapters/store/idempotency.ts';
import type { CallerBase, Kit } from '../../generated/runtime/kit.ts';
import { parts } from '../../tools/test/servers.ts';
import { systemClock } from '../lib/clock.ts';
import type { Health } from '../lib/health.ts';
import { kitOf, type ListenOptions, listen } from '../lib/http.ts';
import { idempotency } from '../lib/idempotency.ts';
import { ids } from '../lib/ids.ts';
import { limits } from '../lib/limits.ts';
import { silentLog } from '../lib/log.ts';
import { createMetrics } from '../lib/metrics.ts';
import { trustedProxies } from '../lib/proxies.ts';
import { createReport } from '../lib/report.ts';

type Served<Caller extends CallerBase> = Pick<Kit<Caller>, 'basePath' | 'authenticate'> & {
  readonly store: Store;
  readonly health: Health;
  readonly contract: (kit: Kit<Caller>) => ListenOptions['contract'];
};

/** The address of the contract. Ends with the test. */
export async function listening<Caller extends CallerBase>(
  t: ExecutionContext,
  { basePath, authenticate, store, health, contract }: Served<Caller>,
): Promise<string> {
  const { redis } = await parts(t, ['redis']);
  const keyValue = connectKeyValue(redis.url, { prefix: `test-${randomBytes(6).toString('hex')}:` });
  const [metrics, log] = [createMetrics(), silentLog];
  const kit = kitOf<Caller>({
    basePath,
    authenticate,
    spoolDir: tmpdir(),
    definitionsVersion: '1',
    idempotency: idempotency(idempotencyRecords(store)),
    clientOf: trustedProxies([]),
    checkReplies: true,
    now: systemClock.now,
    ids: ids(),
    limits: limits({ counters: keyValue.counters, replicas: 1 }),
    log,
    report: createReport(log, metrics),
    metrics,
  });
  const address = { host: '127.0.0.1', port: 0 };
  const server = await listen({ address, contract: contract(kit), health, metrics, log, ids: ids(), drainMs: 1_000 });
  t.teardown(async () => {
    await server[Symbol.asyncDispose]();
    await keyValue.close();
  });
  return `http://127.0.0.1:${server.port}${basePath}`;
}

/** The whole reply, but for what is new each time; the id of the request is the same in both places. */
export async function whole(response: Response) {
  const text = await response.text();
  const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
  const requestId = response.headers.get('x-request-id');
  if (body?.instance === `urn:request:${requestId}`) body.instance = 'this request';
  const named = ['content-type', 'cache-control', 'vary', 'www-authenticate', 'retry-after', 'allow'];
  const headers = named.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: response.status, headers: Object.fromEntries(headers), body };
}
