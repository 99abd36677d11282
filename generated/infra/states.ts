// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.
import type { StateTable } from '../runtime/states.ts';
import type { InstanceState, VolumeState } from './types.ts';

export { canMove, isFinal } from '../runtime/states.ts';

/** The state of an instance. - `queued`: accepted, not started yet. - `waiting_quota`: waiting for capacity; it starts by itself. - `creating`: being created, restarted or tested. - `running`: ready; a test login over SSH succeeded. - `degraded`: was running and is being repaired, or its home is too full. - `stopping`: being archived and removed. - `stopped`: removed, except possibly for the volume. - `failed`: could not start or stop, for the given reason. Starting it again retries. */
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

/** How long each InstanceState may last, in seconds; one without a deadline lasts. */
export const instanceStateDeadlines = { queued: 60, waiting_quota: 3600, creating: 300, degraded: 600, stopping: 3600 } as const satisfies Partial<Record<InstanceState, number>>;

/** The state of the volume with a student's files. - `none`: no volume claim exists yet. - `bound`: the claim exists. - `archiving`: the archive is being written. - `archived`: a verified archive is recorded; the claim may still exist. - `released`: archived, and the claim is deleted. - `quarantined`: the owner of the claim is unknown; it is kept. */
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

/** How long each VolumeState may last, in seconds; one without a deadline lasts. */
export const volumeStateDeadlines = { archiving: 3600, archived: 300 } as const satisfies Partial<Record<VolumeState, number>>;
