// The composition root: configuration in, adapters out, each built when the first role asks for it.
import { openBroker } from '../../adapters/broker/amqp.ts';
import { oidc } from '../../adapters/identity/oidc.ts';
import { connectKeyValue } from '../../adapters/keyvalue/redis.ts';
import { s3 } from '../../adapters/objects/s3.ts';
import { missingParts } from '../../adapters/store/complete.ts';
import { connect } from '../../adapters/store/connect.ts';
import type { Store } from '../../adapters/store/database.ts';
import { idempotencyRecords } from '../../adapters/store/idempotency.ts';
import { listener } from '../../adapters/store/messages/listen.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import type { Channel, Listen } from '../../adapters/store/messages/port.ts';
import { withWebhooks } from '../../adapters/store/webhooks/fan-out.ts';
import { type ReceiverOptions, webhookReceivers } from '../../adapters/webhooks/receivers.ts';
import { objectKeyOf } from '../config/object-keys.ts';
import { needed } from '../config/read-config.ts';
import type { Config } from '../config/types.ts';
import type { Variable } from '../config/variables.ts';
import { configJudge } from '../labs/config/judge.ts';
import { systemClock } from '../lib/clock.ts';
import { errorOf } from '../lib/errors.ts';
import { answers, createHealth } from '../lib/http/health.ts';
import { idempotency } from '../lib/http/idempotency.ts';
import { limits } from '../lib/http/limits.ts';
import { trustedProxies } from '../lib/http/proxies.ts';
import { ids } from '../lib/ids.ts';
import { createLog } from '../lib/log.ts';
import { enqueueFrom } from '../lib/messages/outbox.ts';
import { createMetrics } from '../lib/metrics.ts';
import { createReport } from '../lib/report.ts';
import type { Secret } from '../lib/secret.ts';
import { engineOf } from './engine.ts';

export type Adapters = ReturnType<typeof wire>;
export type Database = 'analytics' | 'platform' | 'infrastructure';
export type ServiceAccount = 'analytics' | 'platform' | 'infra' | 'worker';
export type Issuer = 'analytics' | 'platform' | 'infra';

/** Where files wait for their job; not one of the seed's buckets (decision 129). */
export const uploadBucket = 'analytics-uploads';

export function wire(config: Config, stack: AsyncDisposableStack) {
  const base = foundation(config);
  const store = stores(config, stack, base);
  return {
    config,
    ...base,
    keys: () => need(config, 'KEY_RING'),
    clientOf: trustedProxies(config.TRUSTED_PROXIES),
    store,
    outbox: (database: Database) => outbox(store(database)),
    enqueue: (database: Database) => enqueueFrom(withWebhooksOf(database, outbox(store(database))), base),
    listen: listeners(config),
    idempotency: (database: Database) => idempotency(idempotencyRecords(store(database)), base.clock, config.LEASE_MS),
    ...countersOf(config, stack, base),
    identity: memo((issuer: Issuer) => identityOf(config, issuer)),
    broker: brokers(config, stack, base),
    objects: objectsOf(config, stack, base),
    engine: engine(config, stack, base),
    receivers: memoOne(() => stack.use(webhookReceivers(receiverOptions(config)))),
    /** Knows what an installation takes as images of labs (decision 26). */
    judge: memoOne(() =>
      stack.use(configJudge({ registries: config.LAB_REGISTRIES, latest: config.ENVIRONMENT !== 'prod' })),
    ),
  };
}

const receiverOptions = ({ ENVIRONMENT, WEBHOOK_ALLOWED_RANGES, WEBHOOK_PORTS }: Config): ReceiverOptions => ({
  allowed: WEBHOOK_ALLOWED_RANGES,
  ports: WEBHOOK_PORTS,
  allowHttp: ENVIRONMENT !== 'prod',
});

/** What the analytics API publishes goes to its webhooks in the same transaction. */
const withWebhooksOf = (database: Database, to: ReturnType<typeof outbox>) =>
  database === 'analytics' ? withWebhooks(to) : to;

type Base = ReturnType<typeof foundation>;

function foundation(config: Config) {
  const metrics = createMetrics();
  const role = config.roles.join(',');
  const log = createLog({ level: config.LOG_LEVEL, fields: { role, installation: config.INSTALLATION_ID } });
  return {
    metrics,
    log,
    report: createReport(log, metrics),
    health: createHealth(),
    clock: systemClock,
    ids: ids(systemClock),
  };
}

function stores(config: Config, stack: AsyncDisposableStack, { health }: Base): (database: Database) => Store {
  return memo((database) => {
    const store = stack.use(
      connect(databaseUrl(config, database).reveal(), { name: database, connectTimeoutMs: config.DATABASE_TIMEOUT_MS }),
    );
    health.add(`store-${database}`, missingParts(store, database));
    return store;
  });
}

/** All channels of a database share a connection. */
function listeners(config: Config): (database: Database, channel?: Channel) => Listen {
  const of = memo((database: Database) => listener(databaseUrl(config, database).reveal()));
  return (database, channel) => of(database)(channel);
}

const databaseUrl = (config: Config, database: Database): Secret => {
  const variables = {
    analytics: 'DATABASE_ANALYTICS',
    platform: 'DATABASE_PLATFORM',
    infrastructure: 'DATABASE_INFRASTRUCTURE',
  } as const;
  return need(config, variables[database]);
};

function countersOf(config: Config, stack: AsyncDisposableStack, { health, report, clock }: Base) {
  const keyValue = memoOne(() => {
    const made = stack.use(
      connectKeyValue(need(config, 'REDIS_URL').reveal(), {
        prefix: `${config.INSTALLATION_ID}:`,
        timeoutMs: config.REDIS_TIMEOUT_MS,
      }),
    );
    // Without Redis, limits are local and sessions slower, and nothing closes (decision 23).
    health.add(
      'keyvalue',
      answers(() => made.ping()),
      { essential: false },
    );
    return made;
  });
  const onChange = (mode: string, error?: unknown) => report.limitsBecame({ mode, ...errorOf(error) });
  return {
    limits: memoOne(() => limits({ counters: keyValue().counters, replicas: config.REPLICAS, clock, onChange })),
    sessionCopies: () => keyValue().sessions,
  };
}

function identityOf(config: Config, issuer: Issuer) {
  const of = {
    analytics: ['ISSUER_ANALYTICS', 'ANALYTICS_CLIENT_ID', 'ANALYTICS_CLIENT_SECRET', 'covenant-analytics'],
    platform: ['ISSUER_LABS', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET', 'covenant-platform'],
    infra: ['ISSUER_LABS', 'INFRA_CLIENT_ID', 'INFRA_CLIENT_SECRET', 'covenant-infra'],
  } as const;
  const [address, clientId, clientSecret, audience] = of[issuer];
  return oidc({
    issuer: need(config, address),
    audience,
    clientId: need(config, clientId),
    clientSecret: need(config, clientSecret).reveal(),
    tokenForms: [config.TOKEN_FORM],
    allowHttp: config.ISSUER_HTTP === 'anywhere',
  });
}

const brokers = (config: Config, stack: AsyncDisposableStack, { log, health }: Base) =>
  memo((account: ServiceAccount) => {
    const urls = {
      analytics: 'BROKER_URL_ANALYTICS',
      platform: 'BROKER_URL_PLATFORM',
      infra: 'BROKER_URL_INFRA',
      worker: 'BROKER_URL_WORKER',
    } as const;
    const broker = openBroker({
      url: need(config, urls[account]).reveal(),
      name: `covenant ${config.INSTALLATION_ID} ${account}`,
      report: ({ kind }) => log.info('broker', { dependency: `broker-${account}`, mode: kind }),
    });
    stack.defer(() => broker.close());
    // Messages wait in the outbox while the broker is unavailable, so requests go on.
    health.add(
      `broker-${account}`,
      () => (broker.connected() ? Promise.resolve(broker.missing()) : Promise.reject(new Error('unavailable'))),
      { essential: false },
    );
    return broker;
  });

const objectsOf = (config: Config, stack: AsyncDisposableStack, { health }: Base) =>
  memo((account: ServiceAccount) => {
    const { accessKey, secretKey } = needed(objectKeyOf(config, account), 'OBJECTS_ACCESS_KEY');
    const store = stack.use(
      s3({
        endpoint: need(config, 'OBJECTS_ENDPOINT'),
        region: need(config, 'OBJECTS_REGION'),
        accessKey,
        secretKey: secretKey.reveal(),
      }),
    );
    health.add(`objects-${account}`, async () => (await store.missingBuckets()).map((name) => `bucket ${name}`), {
      essential: false,
    });
    return store;
  });

const engine = (config: Config, stack: AsyncDisposableStack, { health, clock }: Base) =>
  memoOne(async () => {
    const made = await engineOf(config, clock);
    stack.use(made.cluster);
    // Requests wait in their rows while the cluster is unavailable.
    health.add(
      'cluster',
      answers(() => made.cluster.ping()),
      { essential: false },
    );
    return made;
  });

const need = <Name extends Variable>(config: Config, name: Name) =>
  needed<NonNullable<Config[Name]>>(config[name] as NonNullable<Config[Name]> | undefined, name);

function memo<Key extends string, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}

const memoOne = <Value>(make: () => Value): (() => Value) => {
  const one = memo<'one', Value>(() => make());
  return () => one('one');
};
