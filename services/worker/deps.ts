// What the worker works with; each part takes what it needs of it.
import type { Cluster } from '../../adapters/cluster/port.ts';
import type { Objects } from '../../adapters/objects/port.ts';
import type { Probes } from '../../adapters/ssh/port.ts';
import type { Deployments, Instances, Members, Quotas, Runs } from '../../adapters/store/labs/port.ts';
import type { Claims, Timeline, Work } from '../../adapters/store/labs/upkeep/port.ts';
import type { Audit, Leases, Store } from '../../adapters/store/port.ts';
import type { passwordHashes } from '../labs/passwords.ts';
import type { Clock } from '../lib/clock.ts';
import type { Failpoints } from '../lib/failpoints.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import type { Enqueue } from '../lib/messages/outbox.ts';
import type { Report } from '../lib/report.ts';
import type { Checks } from './reconcile/checks.ts';
import type { Refusals } from './reconcile/refusals.ts';
import type { Semaphore } from './reconcile/semaphore.ts';

export type WorkerDeps = {
  readonly cluster: Cluster;
  readonly probes: Probes;
  readonly store: Pick<Store, 'transaction'>;
  readonly work: Work;
  readonly instances: Instances;
  readonly members: Members;
  readonly runs: Runs;
  readonly deployments: Deployments;
  readonly quotas: Quotas;
  readonly claims: Claims;
  readonly timeline: Timeline;
  readonly audit: Audit;
  readonly leases: Leases;
  readonly enqueue: Enqueue;
  readonly keys: KeyRing;
  readonly hashes: ReturnType<typeof passwordHashes>;
  /** The bucket lab-volumes. */
  readonly archives: Pick<Objects, 'put' | 'read' | 'head'>;
  /** What `{registry_url}` stands for. */
  readonly registryUrl: string;
  /** Addresses `host:port` that no lab may reach. */
  readonly closed: readonly string[];
  readonly clock: Clock;
  readonly report: Report;
  readonly failpoints: Failpoints;
  /** Names this process in leases. */
  readonly holder: string;
  readonly leaseMs?: number;
  /** Limits how many whole homes are read at a time, which may take an hour each. Without it there is no limit. */
  readonly readings?: Semaphore;
  /**
   * Runs logins, which mostly wait for a lab's network, so that other instances are worked on meanwhile; without it
   * they count as work.
   */
  readonly outsideLimit?: <T>(login: () => Promise<T>) => Promise<T>;
  /** Without them pods that refuse logins stay until the deadline. */
  readonly refusals?: Refusals;
  /** Without it, what runs is not logged in to again. */
  readonly checks?: Checks;
  /**
   * The time limit for reading a home into its archive, or back. Without it the deadline of the volume's state holds.
   */
  readonly archiveMs?: number;
};
