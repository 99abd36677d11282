// What the cases of the worker's decisions are made of: views of one instance, and lists of steps. The cases: to-run.test.ts, to-stop.test.ts.
import type { RoleSeen, Seen } from '../../../adapters/cluster/port.ts';
import { type Claim, type Pods, seenOf, start, type World, world } from './model-for-tests.ts';
import type { ArchiveRecord, Step, Wanted } from './plan.ts';

export const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
export const claim: Claim = { uid: 'claim-1', content: 7, partOf: null };
export const archive: ArchiveRecord = { runId: 'r', object: 'o.tar.gz', versionId: 'v1', volumeUid: 'claim-1' };
export const pods: Pods = { generation: 1, fingerprint: 'plan-1', phase: 'running', since: 0, complete: true };
export const address = { host: 'h', port: 30_000 };
export const announced = { ...address, generation: 1 };

export const seen = (changes: Partial<World>, more: Partial<Seen> = {}, role: Partial<RoleSeen> = {}): Seen => {
  const whole = seenOf(world(changes));
  if (!whole) throw new Error('nothing is there');
  return { ...whole, roles: whole.roles.map((each) => ({ ...each, ...role })), ...more };
};
export const up = seen({ claim, pods });
export const starting = seen({ claim, pods: { ...pods, phase: 'starting' } });
export const onlyClaim = seen({ claim });
export const volume = claimIn(onlyClaim);
export const trouble = (kind: 'image_pull' | 'config' | 'evicted' | 'quota' | 'restart'): Partial<RoleSeen> => ({
  trouble: { kind, detail: 'so it is' },
});
export const nobodys: Partial<RoleSeen> = { trouble: { kind: 'image_pull', detail: 'so it is', isFinal: true } };
export const wait = (ms: number): Step => ({ do: 'wait', ms });
export const fetching: Partial<RoleSeen> = { trouble: { kind: 'image_pull', detail: 'so it is', isUnderWay: true } };
export const why = (reason: 'image_pull' | 'config' | 'evicted' | 'quota' | 'restart') =>
  ({ reason, detail: 'so it is' }) as const;
export const lost = {
  reason: 'volume',
  detail: 'it is not on the lab engine any more: it was removed from outside, or labs run on another engine now',
} as const;

export type Case = readonly [
  what: string,
  wanted: Partial<Wanted>,
  view: Seen | null | 'away',
  seconds: number,
  list: readonly Step[],
];

function claimIn({ volume }: Seen) {
  if (volume === null) throw new Error('there is no claim');
  return volume;
}
