// An instance and its cluster as plain data, to take the steps of plan.ts on. Whatever would lose files or leave objects throws.
import type { ObjectSeen, RoleSeen, Seen, VolumeSeen } from '../../../adapters/cluster/port.ts';
import { canMove, instanceStateTable, volumeStateTable } from '../../../generated/infra/states.ts';
import type { InstanceId, LabId } from '../../../generated/lab/messages.ts';
import { type ArchiveRecord, afterProbe, afterRefusal, type Step, steps, type Wanted } from './plan.ts';

export const start = new Date('2026-11-21T08:00:00Z');
export const instanceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7' as InstanceId;

export const wantedOf = (changes: Partial<Wanted> = {}): Wanted => ({
  instanceId,
  wish: 'running',
  generation: 1,
  state: 'queued',
  since: start,
  reason: null,
  advice: null,
  attempts: 0,
  volume: 'none',
  hasVolume: true,
  hasRun: false,
  keepDays: 0,
  keepUntil: null,
  room: true,
  fingerprint: 'plan-1',
  sshRoles: [''],
  restore: null,
  unfinished: null,
  archive: null,
  announced: null,
  ...changes,
});

/** `content` is a number that every write replaces; `partOf` names the archive of a restore that was broken off. */
export type Claim = { uid: string; content: number; partOf: string | null };
export type Pods = {
  generation: number;
  fingerprint: string;
  phase: RoleSeen['phase'];
  since: number;
  complete: boolean;
};

export type World = {
  claim: Claim | null;
  pods: Pods | null;
  /** Content by version. */
  archives: Map<string, number>;
  /** The image cannot be pulled. */
  broken: boolean;
  away: boolean;
  /** Milliseconds since `start`. */
  now: number;
  counter: number;
};

export const world = (changes: Partial<World> = {}): World => ({
  claim: null,
  pods: null,
  archives: new Map(),
  broken: false,
  away: false,
  now: 0,
  counter: 100,
  ...changes,
});

export const timeOf = (w: World): Date => new Date(start.getTime() + w.now);

const volumeOf = ({ uid }: Claim): VolumeSeen => ({ kind: 'claim', name: 'lab', uid, version: uid, phase: 'bound' });

export function seenOf(w: World): Seen | null {
  const { claim, pods } = w;
  if (!claim && !pods) return null;
  const objects: ObjectSeen[] = pods
    ? [{ kind: 'pod', name: 'lab', uid: `${pods.generation}`, version: `${pods.since}` }]
    : [];
  const trouble = w.broken ? ({ kind: 'image_pull', detail: 'not found' } as const) : null;
  const up = pods?.phase === 'running';
  return {
    instanceId,
    name: 'lab-net-student-anna',
    labels: {
      lab_id: 'net' as LabId,
      student_id: 'anna',
      group_id: null,
      course_id: '',
      deployment_mode: 'per_student',
    },
    generation: pods?.generation ?? 0,
    fingerprint: pods?.fingerprint ?? '',
    complete: pods?.complete ?? false,
    roles: pods
      ? [{ role: '', phase: pods.phase, trouble: up ? null : trouble, restarts: 0, ssh: { host: 'h', port: 30_000 } }]
      : [],
    volume: claim && volumeOf(claim),
    objects,
  };
}

/** Time passes: pods come up, and whoever works in them writes. */
export function pass(w: World, ms: number): void {
  w.now += ms;
  const { pods, claim } = w;
  const coming = pods?.phase === 'starting' || pods?.phase === 'pending';
  if (pods && coming && !w.broken && w.now - pods.since >= 2_000) pods.phase = 'running';
  if (pods?.phase === 'running' && claim) claim.content = ++w.counter;
}

/** What may go wrong with one step: nothing, before it, or after it but before the row is written. */
export type Fate = 'well' | 'not done' | 'not written';

/** Asks once and takes the steps; returns the row as it is then. */
export function look(w: World, wanted: Wanted, fate: () => Fate): { wanted: Wanted; list: readonly Step[] } {
  let row = wanted;
  const list = steps(wanted, w.away ? 'away' : seenOf(w), timeOf(w));
  const queue = [...list];
  for (let step = queue.shift(); step; step = queue.shift()) {
    const happens = fate();
    if (happens === 'not done') break;
    const taken = take(w, row, step);
    if (happens === 'not written' && touches(step)) break;
    row = checked(row, taken.row);
    if (taken.instead) queue.splice(0, queue.length, ...taken.instead);
  }
  return { wanted: row, list };
}

/** Steps with an effect outside of the row. */
const touches = (step: Step): boolean => ['restore', 'apply', 'clear', 'archive', 'removeVolume'].includes(step.do);

type Taken = { row: Wanted; instead?: readonly Step[] };

function take(w: World, row: Wanted, step: Step): Taken {
  switch (step.do) {
    case 'move':
      return {
        row: moved(w, { ...row, ...(step.volume ? { volume: step.volume } : {}) }, step.state ?? row.state, step.why),
      };
    case 'note':
      return { row: { ...row, reason: step.why.reason } };
    case 'raise':
      return { row: { ...row, generation: step.generation } };
    case 'fail':
      return { row: moved(w, row, 'failed', step.why) };
    case 'settle':
      return { row: { ...moved(w, row, 'stopped'), keepUntil: step.keepUntil } };
    case 'announce': {
      const announced = { ...step.address, generation: row.generation };
      return { row: { ...moved(w, row, 'running'), announced, restore: null, keepUntil: null, hasRun: true } };
    }
    case 'probe':
      return w.pods?.phase === 'running'
        ? { row }
        : {
            row,
            instead: afterProbe(row, { reason: 'ssh_probe', detail: '' }, seenOf(w), { now: timeOf(w), refusedMs: 0 }),
          };
    case 'check':
      return { row };
    case 'wait':
      pass(w, step.ms);
      return { row };
    case 'hold':
      return { row };
    case 'beginRestore':
      return { row: { ...row, restore: row.restore && { ...row.restore, begun: true } } };
    case 'endRestore':
      return { row: { ...row, unfinished: null } };
    case 'restore':
    case 'archive':
    case 'removeVolume':
      return takeVolume(w, row, step);
    case 'apply':
      return apply(w, row);
    case 'clear':
      return clear(w, row, step.seen);
  }
}

function takeVolume(w: World, row: Wanted, step: Step & { do: 'restore' | 'archive' | 'removeVolume' }): Taken {
  if (w.pods) throw new Error(`${step.do} under a running pod`);
  if (step.do === 'restore') {
    const { versionId } = step.archive;
    if (w.claim && w.claim.partOf !== versionId) throw new Error('a restore over files');
    const content = w.archives.get(versionId);
    if (content === undefined) throw new Error('a restore from nothing');
    w.claim = { uid: w.claim?.uid ?? `claim-${++w.counter}`, content, partOf: versionId };
    return { row: { ...row, restore: null, volume: 'bound' } };
  }
  const { uid } = step.volume;
  if (w.claim?.uid !== uid) return { row, instead: [] };
  if (step.do === 'archive') {
    const archive: ArchiveRecord = { runId: 'run', object: 'o', versionId: `v-${++w.counter}`, volumeUid: uid };
    w.archives.set(archive.versionId, w.claim.content);
    return { row: { ...row, volume: 'archived', archive } };
  }
  const saved = w.archives.get(step.archive.versionId);
  if (saved !== w.claim.content && w.claim.partOf !== step.archive.versionId) throw new Error('files are lost');
  w.claim = null;
  return { row: { ...row, volume: row.volume === 'none' ? 'none' : 'released' } };
}

function apply(w: World, row: Wanted): Taken {
  if (row.wish === 'stopped') throw new Error('a start against the wish');
  if (w.pods && w.pods.generation > row.generation) return { row, instead: [] };
  if (row.volume === 'archived' || row.volume === 'archiving')
    throw new Error('a pod may write to what counts as archived');
  if (w.claim) w.claim.partOf = null;
  w.claim ??= { uid: `claim-${++w.counter}`, content: 0, partOf: null };
  const same = w.pods?.fingerprint === row.fingerprint && w.pods.phase !== 'failed';
  const fresh = { phase: 'starting', since: w.now } as const;
  w.pods = {
    ...(same && w.pods ? w.pods : fresh),
    generation: row.generation,
    fingerprint: row.fingerprint,
    complete: true,
  };
  // A cluster that refuses at once instead of showing it later.
  return w.broken && w.counter % 2 === 0
    ? { row, instead: afterRefusal(row, { reason: 'image_pull', detail: '' }, timeOf(w)) }
    : { row };
}

function clear(w: World, row: Wanted, seen: Seen): Taken {
  const now = seenOf(w);
  const same = JSON.stringify(now?.objects) === JSON.stringify(seen.objects);
  if (!same) return { row, instead: [] };
  if ((w.pods?.generation ?? 0) > row.generation) throw new Error('objects of a newer wish are taken down');
  w.pods = null;
  return { row };
}

const moved = (w: World, row: Wanted, state: Wanted['state'], why?: { reason: string }): Wanted => ({
  ...row,
  state,
  since: state === row.state ? row.since : timeOf(w),
  reason: why?.reason ?? null,
});

function checked(before: Wanted, after: Wanted): Wanted {
  const { state, volume } = after;
  if (before.state !== state && !canMove(instanceStateTable, before.state, state))
    throw new Error(`no instance goes from ${before.state} to ${state}`);
  if (before.volume !== volume && !canMove(volumeStateTable, before.volume, volume))
    throw new Error(`no volume goes from ${before.volume} to ${volume}`);
  return after;
}

/** What Infrastructure does when somebody starts. */
export function startWish(w: World, row: Wanted): Wanted {
  const next = { ...row, wish: 'running', generation: row.generation + 1, keepUntil: null, hasRun: false } as const;
  const restore = row.archive && { archive: row.archive, replace: false, begun: row.restore?.begun ?? false };
  if (row.wish === 'running' && row.state !== 'failed') return row;
  const source = row.restore?.begun ? row.restore : restore;
  if (row.state !== 'stopped' && row.state !== 'failed') return { ...next, restore: source };
  return checked(row, moved(w, { ...next, restore: source }, 'queued'));
}

/** What Infrastructure does when somebody restarts: the plan has pods of another restart. */
export function restartWish(w: World, row: Wanted): Wanted {
  if (row.wish === 'running' && row.state === 'failed') return startWish(w, row);
  if (row.wish === 'stopped' || (row.state !== 'running' && row.state !== 'degraded')) return row;
  const generation = row.generation + 1;
  return checked(row, moved(w, { ...row, generation, fingerprint: `plan-1 restart ${generation}` }, 'creating'));
}

/** What Infrastructure does when somebody stops. */
export function stopWish(w: World, row: Wanted): Wanted {
  if (row.wish === 'stopped' && row.state !== 'failed') return row;
  const next = { ...row, wish: 'stopped', generation: row.generation + 1 } as const;
  return row.state === 'stopped' ? next : checked(row, moved(w, next, 'stopping'));
}
