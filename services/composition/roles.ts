// What each role starts from the wired parts; whatever is started goes onto the stack, which ends it in reverse order.

import { ingestStores } from '../../adapters/store/analytics/ingest/all.ts';
import { dropStaging, openStaging } from '../../adapters/store/analytics/staging.ts';
import { labStores } from '../../adapters/store/labs/all.ts';
import { leases } from '../../adapters/store/leases.ts';
import { inbox } from '../../adapters/store/messages/inbox.ts';
import { migrate } from '../../adapters/store/migrate.ts';
import { platformStores } from '../../adapters/store/platform/all.ts';
import { webSockets } from '../../adapters/websocket/ws.ts';
import { mountAnalytics } from '../../generated/analytics/server.ts';
import { mountInfra } from '../../generated/infra/server.ts';
import { platformLimits } from '../../generated/platform/limits.ts';
import { mountPlatform } from '../../generated/platform/server.ts';
import { analytics } from '../analytics/index.ts';
import { runIngest } from '../analytics/ingest/ingest-run.ts';
import type { Role } from '../config/definition.ts';
import { needed } from '../config/read-config.ts';
import { infra } from '../infra/index.ts';
import { passwordHashes } from '../labs/passwords.ts';
import { failpoints } from '../lib/failpoints.ts';
import { limitHandshakes } from '../lib/http/handshakes.ts';
import { type ListenOptions, listen } from '../lib/http/http.ts';
import { referencePages } from '../lib/http/pages/reference.ts';
import { sweepSpool } from '../lib/http/spool.ts';
import { authenticator as platformAuthenticator } from '../platform/credential.ts';
import { platformOf } from '../platform/index.ts';
import { liveSocket } from '../platform/live/live.ts';
import { cookiesOf } from '../platform/sessions/cookies.ts';
import { sessions as sessionsOf } from '../platform/sessions/sessions.ts';
import { webPages } from '../web/server/web-pages.ts';
import { startRole } from '../worker/role.ts';
import { type Adapters, uploadBucket } from './adapters.ts';
import { analyticsApi, answerHeaders, hostFor, infraApi } from './apis.ts';
import { startForecasts } from './forecasts.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startRelays } from './relays.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { startWebhooks } from './webhooks.ts';

type Start = (parts: Adapters, stack: AsyncDisposableStack) => Promise<void>;

async function startMigrations({ config, log }: Adapters): Promise<void> {
  const databases = [
    ['analytics', 'DATABASE_ANALYTICS_OWNER'],
    ['platform', 'DATABASE_PLATFORM_OWNER'],
    ['infrastructure', 'DATABASE_INFRASTRUCTURE_OWNER'],
  ] as const;
  for (const [database, variable] of databases) {
    const done = await migrate(needed(config[variable], variable).reveal(), database);
    for (const migration of done) log.info('migrated', { name: database, migration });
  }
}

async function startAnalytics(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  const { deps, host } = analyticsApi(parts, stack);
  const address = needed(parts.config.ANALYTICS_LISTEN, 'ANALYTICS_LISTEN');
  await serve(parts, stack, { document: 'analytics', address, contract: mountAnalytics(analytics(deps), host) });
}

async function startIngest(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  const store = parts.store('analytics');
  const deps = {
    ...ingestStores(store),
    staging: {
      open: (job_id, fence, copy) => openStaging(store, job_id, fence, copy),
      drop: (job_id, fence) => dropStaging(store, job_id, fence),
    },
    leases: leases(store),
    leaseMs: parts.config.LEASE_MS,
    listen: parts.listen('analytics', 'upload_queue'),
    files: parts.objects('analytics').bucket(uploadBucket),
    enqueue: parts.enqueue('analytics'),
    clock: parts.clock,
    report: parts.report,
    failpoints: failpoints(parts.config.FAILPOINT),
    holder: `ingest-${process.pid}-${parts.ids.uuid()}`,
  } satisfies Parameters<typeof runIngest>[0];
  runUntilStopped((signal) => runIngest(deps, signal), parts, stack);
}

async function startPlatform(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  const { config, clock, ids, log, report } = parts;
  const store = parts.store('platform');
  const identity = parts.identity('platform');
  const stores = platformStores(store);
  const browsers = browsersOf(parts);
  const sessions = sessionsOf({ ...stores, ...parts, identity, copies: parts.sessionCopies(), keys: parts.keys() });
  const authenticate = platformAuthenticator({ ...stores, ...browsers, identity, sessions });
  const { handlers, live, run } = platformOf({
    ...stores,
    ...browsers,
    identity,
    sessions,
    keys: parts.keys(),
    listenEnded: parts.listen('platform', 'ended_sessions'),
    listen: parts.listen('platform', 'live'),
    listenToIntents: parts.listen('platform', 'lab_starts'),
    leaseMs: config.LEASE_MS,
    files: parts.objects('platform').bucket('lab-configs'),
    judge: parts.judge().judge,
    infra: { baseUrl: needed(config.INFRA_URL, 'INFRA_URL'), token: () => identity.ownToken() },
    broker: parts.broker('platform'),
    authenticate,
    holder: `platform-${process.pid}-${ids.uuid()}`,
    clock,
    ids,
    log,
    report,
    failpoints: failpoints(config.FAILPOINT),
  });
  runUntilStopped(run, parts, stack);
  const sockets = webSockets({ ...liveSocket, open: live.open });
  const address = needed(config.PLATFORM_LISTEN, 'PLATFORM_LISTEN');
  const host = hostFor(parts, 'platform', '/api/v1', authenticate);
  const upgrade = limitHandshakes({ host, policy: 'live', ...platformLimits.live, log }, sockets.upgrade);
  await serve(parts, stack, { document: 'platform', address, contract: mountPlatform(handlers, host), upgrade });
  // Before the listener, which waits for them.
  stack.use(sockets);
}

/** What the address that browsers use decides about them. */
function browsersOf({ config }: Adapters) {
  const publicUrl = needed(config.PUBLIC_URL, 'PUBLIC_URL');
  return { publicUrl, cookies: cookiesOf(publicUrl), origins: new Set([new URL(publicUrl).origin]) };
}

async function startWorker(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  const { config, clock, ids, report } = parts;
  const store = parts.store('infrastructure');
  const role = startRole({
    ...labStores(store),
    ...(await parts.engine()),
    broker: parts.broker('worker'),
    inbox: inbox(store),
    leases: leases(store),
    labDays: 7,
    enqueue: parts.enqueue('infrastructure'),
    keys: parts.keys(),
    hashes: passwordHashes(parts.keys()),
    archives: parts.objects('worker').bucket('lab-volumes'),
    registryUrl: needed(config.REGISTRY_URL, 'REGISTRY_URL'),
    closed: config.LAB_CLOSED,
    clock,
    report,
    failpoints: failpoints(config.FAILPOINT),
    holder: `worker-${process.pid}-${ids.uuid()}`,
  });
  stack.defer(() => role.end());
}

async function startInfra(parts: Adapters, stack: AsyncDisposableStack): Promise<void> {
  const { deps, host } = infraApi(parts);
  const address = needed(parts.config.INFRA_LISTEN, 'INFRA_LISTEN');
  await serve(parts, stack, { document: 'infra', address, contract: mountInfra(infra(deps), host) });
}

async function startWeb({ config, health, metrics, log, ids }: Adapters, stack: AsyncDisposableStack): Promise<void> {
  const address = needed(config.WEB_LISTEN, 'WEB_LISTEN');
  const pages = webPages(needed(config.WEB_DIR, 'WEB_DIR'));
  stack.use(await listen({ address, pages, health, metrics, log, ids, headers: answerHeaders(config) }));
}

type Served = Pick<ListenOptions, 'address' | 'contract' | 'upgrade'> & { readonly document: string };

async function serve(parts: Adapters, stack: AsyncDisposableStack, { document, ...served }: Served) {
  const { config, health, metrics, log, ids } = parts;
  const headers = answerHeaders(config);
  const pages =
    config.DOCS_DIR === undefined ? {} : { pages: referencePages(config.DOCS_DIR, `${document}/index.html`) };
  sweepSpoolHourly(parts, stack);
  stack.use(await listen({ ...served, ...pages, health, metrics, log, ids, headers }));
}

function sweepSpoolHourly({ config, clock, log }: Adapters, stack: AsyncDisposableStack): void {
  const dir = needed(config.SPOOL_DIR, 'SPOOL_DIR');
  const sweep = () =>
    void sweepSpool(dir, clock.now()).then((count) => count > 0 && log.info('housekeeping', { name: 'spool', count }));
  sweep();
  const timer = setInterval(sweep, 60 * 60 * 1000).unref();
  stack.defer(() => clearInterval(timer));
}

const inTurn =
  (...starts: readonly Start[]): Start =>
  async (parts, stack) => {
    for (const start of starts) await start(parts, stack);
  };

export const processes: Readonly<Record<Role, Start>> = {
  migrate: startMigrations,
  analytics: startAnalytics,
  ingest: inTurn(startIngest, startForecasts),
  relay: inTurn(startRelays, startWebhooks, startHousekeeping),
  platform: startPlatform,
  infra: startInfra,
  worker: startWorker,
  web: startWeb,
  all: inTurn(
    ...[startAnalytics, startIngest, startForecasts, startPlatform, startInfra, startWeb, startWorker],
    ...[startRelays, startWebhooks, startHousekeeping],
  ),
};
