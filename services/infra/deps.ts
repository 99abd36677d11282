// What the infrastructure works with; each handler takes the part it needs.
import type { Objects } from '../../adapters/objects/port.ts';
import type { Configs, Deployments, Instances, Members, Quotas, Runs } from '../../adapters/store/labs/port.ts';
import type { Claims, Timeline } from '../../adapters/store/labs/upkeep/port.ts';
import type { Audit, Store } from '../../adapters/store/port.ts';
import type { JudgeConfig } from '../labs/config/judge.ts';
import type { Clock } from '../lib/clock.ts';
import type { Health } from '../lib/http/health.ts';
import type { Ids } from '../lib/ids.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import type { Enqueue } from '../lib/messages/outbox.ts';

export type InfraDeps = {
  readonly store: Pick<Store, 'transaction'>;
  readonly instances: Instances;
  readonly members: Members;
  readonly runs: Runs;
  readonly deployments: Deployments;
  readonly configs: Configs;
  readonly quotas: Quotas;
  readonly audit: Audit;
  readonly claims: Claims;
  readonly timeline: Pick<Timeline, 'confirm' | 'last' | 'release'>;
  /** The bucket lab-configs. */
  readonly files: Pick<Objects, 'read'>;
  readonly judge: JudgeConfig;
  readonly keys: KeyRing;
  readonly enqueue: Enqueue;
  readonly ids: Ids;
  readonly health: Pick<Health, 'readiness'>;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
};
