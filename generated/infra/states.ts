// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.
import type { StateTable } from '../runtime/states.ts';
import type { InstanceState, VolumeState } from './types.ts';

export { canMove, isFinal } from '../runtime/states.ts';

/** queued: wanted, not yet taken up. waiting_quota: no room at the moment. creating: objects are being made and probed, also those of a restart. running: a real login was made. degraded: ran, and is being repaired. stopping: being archived and removed. stopped: nothing is left but perhaps the volume. failed: given up, with a reason; the next start tries again. */
export const instanceStateTable = {
  initial: 'queued',
  moves: {
    queued: ['waiting_quota', 'creating', 'stopping', 'failed'],
    waiting_quota: ['creating', 'stopping', 'failed'],
    creating: ['running', 'failed', 'stopping'],
    running: ['creating', 'degraded', 'stopping'],
    degraded: ['creating', 'running', 'stopping', 'failed'],
    stopping: ['stopped', 'failed'],
    stopped: ['queued'],
    failed: ['queued', 'stopping'],
  },
  final: [],
} as const satisfies StateTable<InstanceState>;

/** none: no claim yet. bound: the claim is there. archiving: being read into an archive. archived: a verified archive is recorded, the claim may still be there. released: the claim was deleted against that record. quarantined: nobody knows whose it is; kept. */
export const volumeStateTable = {
  initial: 'none',
  moves: {
    none: ['bound'],
    bound: ['archiving', 'quarantined'],
    archiving: ['archived', 'bound'],
    archived: ['released', 'bound'],
    released: ['bound'],
    quarantined: ['bound', 'archiving'],
  },
  final: [],
} as const satisfies StateTable<VolumeState>;
