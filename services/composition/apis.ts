// What the APIs are built of, from the wired parts: what their handlers ask for, and the host of their contract.

import { storedAliases } from '../../adapters/store/administration/aliases.ts';
import { storedCalendars } from '../../adapters/store/administration/calendars.ts';
import { storedDealerCalendars } from '../../adapters/store/administration/dealer-calendars.ts';
import { storedDealers } from '../../adapters/store/administration/dealers.ts';
import { storedGrants } from '../../adapters/store/administration/grants.ts';
import { grants } from '../../adapters/store/analytics/access/grants.ts';
import { corrections } from '../../adapters/store/analytics/corrections.ts';
import { catalog } from '../../adapters/store/analytics/sales/catalog.ts';
import { indexChanges } from '../../adapters/store/analytics/sales/index-changes.ts';
import { sales } from '../../adapters/store/analytics/sales/sales.ts';
import { uploads } from '../../adapters/store/analytics/uploads.ts';
import { storedForecasts } from '../../adapters/store/forecasts/stored-forecasts.ts';
import { labStores } from '../../adapters/store/labs/all.ts';
import { subscriptionChanges } from '../../adapters/store/subscriptions/change.ts';
import { subscriptions } from '../../adapters/store/subscriptions/read.ts';
import { refreshFamilies } from '../../adapters/store/tokens/families.ts';
import { loginAttempts } from '../../adapters/store/tokens/logins.ts';
import { webhookDeliveries } from '../../adapters/store/webhooks/deliveries.ts';
import { webhookSecrets } from '../../adapters/store/webhooks/secrets.ts';
import { storedWebhooks } from '../../adapters/store/webhooks/webhooks.ts';
import { analyticsLimits } from '../../generated/analytics/limits.ts';
import type { CallerBase, ContractHost } from '../../generated/runtime/host.ts';
import { authenticator } from '../analytics/access/credential.ts';
import { refusalOf } from '../analytics/access/policies/refusal.ts';
import { computeThread } from '../analytics/forecasts/compute.ts';
import type { AnalyticsDeps } from '../analytics/index.ts';
import { definitionsVersion } from '../analytics/indices/definitions.ts';
import { admitUpload } from '../analytics/ingest/upload-right.ts';
import { jobNews } from '../analytics/jobs/job-news.ts';
import { heavyReads } from '../analytics/reads/heavy-reads.ts';
import type { SpendDeliveries } from '../analytics/webhooks/spent-deliveries.ts';
import { needed } from '../config/read-config.ts';
import type { Config } from '../config/types.ts';
import { authenticator as infraAuthenticator } from '../infra/credential.ts';
import type { InfraDeps } from '../infra/deps.ts';
import { hostOf } from '../lib/http/http.ts';
import type { Spool } from '../lib/http/spooled-answer.ts';
import { type Adapters, type Database, uploadBucket } from './adapters.ts';

export function analyticsApi(parts: Adapters, stack: AsyncDisposableStack) {
  const { clock, ids, report, health } = parts;
  const store = parts.store('analytics');
  const identity = parts.identity('analytics');
  const news = jobNews(parts.listen('analytics', 'upload_jobs'), clock);
  stack.defer(() => news.close());
  const deps = {
    identity,
    families: refreshFamilies(store),
    logins: loginAttempts(store),
    keys: parts.keys(),
    enqueue: parts.enqueue('analytics'),
    uploads: uploads(store),
    corrections: corrections(store),
    news,
    files: parts.objects('analytics').bucket(uploadBucket),
    subscriptions: subscriptions(store),
    subscriptionChanges: subscriptionChanges(store),
    sales: sales(store),
    heavyReads: heavyReads({ clock, report }),
    forecastThread: stack.use(computeThread()),
    storedForecasts: storedForecasts(store),
    catalog: catalog(store),
    indexChanges: indexChanges(store),
    grants: grants(store),
    dealerStore: storedDealers(store),
    calendarStore: storedCalendars(store),
    dealerCalendars: storedDealerCalendars(store),
    grantStore: storedGrants(store),
    aliasStore: storedAliases(store),
    webhookStore: storedWebhooks(store),
    webhookDeliveries: webhookDeliveries(store),
    webhookSecrets: webhookSecrets(store),
    spendDeliveries: spendDeliveriesOf(parts),
    receivers: parts.receivers(),
    spool: spoolOf(parts.config),
    clock,
    ids,
    report,
    stopping: health.stopping,
  } satisfies AnalyticsDeps;
  const host = hostFor(parts, 'analytics', '/api/v1', authenticator({ identity, grants: deps.grants }));
  return { deps, host: { ...host, admitFile: admitUpload(deps), refusal: refusalOf } };
}

/** For what the contract cannot name as the cost of a call. */
const spendDeliveriesOf = (parts: Adapters): SpendDeliveries => {
  const limits = parts.limits();
  const { quota, windowS } = analyticsLimits.deliveries;
  const granted = parts.config.RATE_LIMITS.analytics.deliveries ?? quota;
  return ({ kind, subject }, cost) =>
    limits.limit({ policy: 'deliveries', quota: granted, windowS, cost, key: `${kind}:${subject}` });
};

export function infraApi(parts: Adapters) {
  const { health, clock, ids } = parts;
  const deps = {
    ...labStores(parts.store('infrastructure')),
    files: parts.objects('infra').bucket('lab-configs'),
    judge: parts.judge().judge,
    keys: parts.keys(),
    enqueue: parts.enqueue('infrastructure'),
    health,
    clock,
    ids,
  } satisfies InfraDeps;
  const clients = needed(parts.config.INFRA_CLIENTS, 'INFRA_CLIENTS');
  const authenticate = infraAuthenticator({ identity: parts.identity('infra'), clients });
  return { deps, host: hostFor(parts, 'infrastructure', '/infra/v1', authenticate) };
}

export function hostFor<Caller extends CallerBase>(
  parts: Adapters,
  database: Database,
  basePath: string,
  authenticate: ContractHost<Caller>['authenticate'],
): ContractHost<Caller> {
  const { config, ids, log, report, metrics, clock, clientOf } = parts;
  const { folder, reserveBytes } = spoolOf(config);
  return hostOf({
    basePath,
    headers: answerHeaders(config),
    origins: database === 'infrastructure' ? [] : config.CORS_ORIGINS,
    quotas: config.RATE_LIMITS[database === 'infrastructure' ? 'infra' : database],
    spoolDir: folder,
    ...(reserveBytes === undefined ? {} : { reserveBytes }),
    definitionsVersion,
    idempotency: parts.idempotency(database),
    authenticate,
    clientOf,
    checkReplies: config.ENVIRONMENT === 'dev',
    now: clock.now,
    ids,
    limits: parts.limits(),
    log,
    report,
    metrics,
  });
}

const spoolOf = ({ SPOOL_DIR, SPOOL_RESERVE_MIB: mib }: Config): Spool => ({
  folder: needed(SPOOL_DIR, 'SPOOL_DIR'),
  reserveBytes: mib === undefined ? undefined : mib * 1024 * 1024,
});

const yearS = 31_536_000;

/** Headers of every answer of this installation. */
export const answerHeaders = ({ PUBLIC_URL }: Config): Readonly<Record<string, string>> =>
  PUBLIC_URL?.startsWith('https://') ? { 'Strict-Transport-Security': `max-age=${yearS}` } : {};
