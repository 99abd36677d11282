// What a worker needs, for tests: in their own process and in one that is killed. No test library, so that worker-process-for-tests.ts runs without it.
import { randomUUID } from 'node:crypto';
import type { Cluster } from '../../adapters/cluster/port.ts';
import { s3 } from '../../adapters/objects/s3.ts';
import type { Probes } from '../../adapters/ssh/port.ts';
import type { Store } from '../../adapters/store/database.ts';
import { labStores } from '../../adapters/store/labs/all.ts';
import { leases } from '../../adapters/store/leases.ts';
import { inbox } from '../../adapters/store/messages/inbox.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import { passwordHashes } from '../labs/passwords.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { type Failpoint, failpoints } from '../lib/failpoints.ts';
import { ids } from '../lib/ids.ts';
import { parseKeyRing } from '../lib/key-ring.ts';
import { saying } from '../lib/outbox.ts';
import type { Report } from '../lib/report.ts';
import { Secret } from '../lib/secret.ts';
import type { RoleDeps } from './role.ts';

/** `tell` gets the name of each event. */
export const reporting = (tell: (event: string) => void): Report =>
  new Proxy({}, { get: (_, event) => () => tell(String(event)) }) as Report;

export const silent = reporting(() => {});

export type WorkerSettings = {
  readonly databaseUrl: string;
  readonly brokerUrl: string;
  readonly objects: Parameters<typeof s3>[0];
  readonly keyRing: string;
  readonly clusterUrl: string;
  readonly leaseMs: number;
};

export type WorkerParts = {
  readonly settings: WorkerSettings;
  readonly store: Store;
  readonly cluster: Cluster;
  readonly probes: Probes;
  readonly clock?: Clock;
  readonly report?: Report;
  readonly chosen?: readonly Failpoint[];
  readonly archives?: RoleDeps['archives'];
  readonly archiveMs?: number;
  readonly registryUrl?: string;
};

export function workerOf({
  settings,
  store,
  cluster,
  probes,
  clock = systemClock,
  report = silent,
  chosen = [],
  archives = s3(settings.objects).bucket('lab-volumes'),
  archiveMs,
  registryUrl = 'registry.example',
}: WorkerParts): Omit<RoleDeps, 'broker'> {
  const keys = parseKeyRing(new Secret(settings.keyRing));
  return {
    ...labStores(store),
    cluster,
    probes,
    leases: leases(store),
    inbox: inbox(store),
    labDays: 7,
    say: saying(outbox(store), { ids: ids(clock), clock }),
    keys,
    hashes: passwordHashes(keys),
    archives,
    ...(archiveMs === undefined ? {} : { archiveMs }),
    registryUrl,
    closed: [],
    clock,
    report,
    failpoints: failpoints(chosen),
    holder: `worker-${randomUUID()}`,
    leaseMs: settings.leaseMs,
  };
}
