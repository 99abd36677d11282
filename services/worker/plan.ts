// services/worker/plan.ts: what to do next for one instance: a pure function of its row, the cluster and the time. What should exist: instance-plan.ts.
// Whoever takes the steps stops at the first that does not succeed, and asks again; a list is only as long as it holds without looking again.
import type { ObjectSeen, Seen, VolumeSeen } from '../../adapters/cluster/port.ts';
import type { InstanceId, InstanceState, VolumeState } from '../../generated/lab/messages.ts';
import { deadlineAt, type KnownReason } from '../kit/labs/deadlines.ts';
import { type Address, addressOf, isUp, needsApply, type Problem, patience, problemOf } from './seen.ts';

/** A verified archive (decision 17). */
export type ArchiveRecord = {
  readonly runId: string;
  readonly object: string;
  readonly versionId: string;
  /** Of the claim that was read; null: not known, so nothing may go against it. */
  readonly volumeUid: string | null;
};

/** The row of an instance, as far as it decides. */
export type Wanted = {
  readonly instanceId: InstanceId;
  readonly wish: 'running' | 'stopped';
  /** Grows with every wish. */
  readonly generation: number;
  readonly state: InstanceState;
  /** Since when in this state. */
  readonly since: Date;
  readonly reason: string | null;
  readonly volume: VolumeState;
  /** Whether a role mounts it. */
  readonly hasVolume: boolean;
  /** 0 archives at stop. */
  readonly keepDays: number;
  readonly keepUntil: Date | null;
  /** Whether its place within the quotas is taken (decision 234). */
  readonly room: boolean;
  /** `cluster.fingerprint` of its plan. */
  readonly fingerprint: string;
  /** The roles with sshd, in the order of the configuration; `''` in a lab of one container. */
  readonly sshRoles: readonly string[];
  /**
   * Files that a start shall bring back when there is no claim; with `replace` also when there is one, which is archived first.
   * `begun`: a claim without a pod holds a part of exactly this archive and nothing else.
   */
  readonly restore: { readonly archive: ArchiveRecord; readonly replace: boolean; readonly begun: boolean } | null;
  /** The newest archive of this instance. */
  readonly archive: ArchiveRecord | null;
  /** What the students were told last. */
  readonly announced: (Address & { readonly generation: number }) | null;
};

export type Step =
  /** Writes the row, and with the state a lab.status message. */
  | { readonly do: 'move'; readonly state?: InstanceState; readonly volume?: VolumeState; readonly why?: Problem }
  /** Writes the reason only, while it goes on trying. */
  | { readonly do: 'note'; readonly why: Problem }
  /** Takes a generation above the one that the claim was left with. */
  | { readonly do: 'raise'; readonly generation: number }
  /** Writes down that the claim will hold a part of the archive. */
  | { readonly do: 'beginRestore' }
  | { readonly do: 'restore'; readonly archive: ArchiveRecord }
  | { readonly do: 'apply' }
  /** A real login with every password, and the isolation probes (decision 13). */
  | { readonly do: 'probe' }
  /** Writes `running` and the notifications in one transaction. */
  | { readonly do: 'announce'; readonly address: Address }
  | { readonly do: 'clear'; readonly seen: Seen }
  /** Streams, verifies and records; then the volume is `archived`. */
  | { readonly do: 'archive'; readonly volume: VolumeSeen }
  | { readonly do: 'removeVolume'; readonly volume: VolumeSeen; readonly archive: ArchiveRecord }
  /** Writes `stopped`. */
  | { readonly do: 'settle'; readonly keepUntil: Date | null }
  | { readonly do: 'fail'; readonly why: Problem }
  /** Ends the list: ask again after this, or when the cluster says that something changed. */
  | { readonly do: 'wait'; readonly ms: number }
  /** Ends the list: the cluster is ahead of the database, so nothing is touched; an operator must look. */
  | { readonly do: 'hold'; readonly why: 'newer_generation' };

/** `away`: the cluster does not answer. */
export type View = Seen | null | 'away';

const soonMs = 1_000;
const laterMs = 15_000;
const retryStopMs = 600_000;
const dayMs = 86_400_000;

/** Nothing to do: an empty list. */
export function steps(wanted: Wanted, view: View, now: Date): readonly Step[] {
  if (view === 'away') return whileAway(wanted, now);
  if (view !== null && view.generation > wanted.generation) return behind(wanted, view);
  return wanted.wish === 'running' ? towardsRunning(wanted, view, now) : towardsStopped(wanted, view, now);
}

/** What follows when `apply` was refused. */
export function afterRefusal(wanted: Wanted, problem: Problem, now: Date): readonly Step[] {
  return isHopeless(wanted, problem, now) ? [fail(problem)] : [...note(wanted, problem), wait(laterMs)];
}

/** What follows when a probe did not succeed. A policy may take effect late, so it is tried until the deadline. */
export function afterProbe(wanted: Wanted, reason: 'ssh_probe' | 'isolation_probe', detail: string): readonly Step[] {
  const problem = { reason, detail };
  const degraded: Step[] = wanted.state === 'running' ? [{ do: 'move', state: 'degraded', why: problem }] : [];
  return [...degraded, ...(degraded.length > 0 ? [] : note(wanted, problem)), wait(soonMs)];
}

function whileAway(wanted: Wanted, now: Date): readonly Step[] {
  if (isLate(wanted, now) && canFail(wanted.state)) return [fail({ reason: 'cluster', detail: 'it does not answer' })];
  return isSettled(wanted) ? [] : [wait(laterMs)];
}

const isSettled = ({ wish, state }: Wanted): boolean => state === wish || state === 'failed';

/**
 * The database is older than the cluster, or the row was made anew. Only a claim without a pod can be taken over:
 * nothing is lost by that, and it is how a student's files come back.
 */
function behind(wanted: Wanted, seen: Seen): readonly Step[] {
  if (wanted.wish === 'running' && seen.objects.length === 0) return [{ do: 'raise', generation: seen.generation + 1 }];
  return [{ do: 'hold', why: 'newer_generation' }];
}

function towardsRunning(wanted: Wanted, seen: Seen | null, now: Date): readonly Step[] {
  switch (wanted.state) {
    case 'stopping': // a start overtook the stop; what is there is taken over
      return [move('stopped'), move('queued')];
    case 'stopped':
      return [move('queued')];
    case 'failed':
      return clearing(seen);
    case 'queued':
    case 'waiting_quota':
      return admit(wanted, now);
    case 'creating':
    case 'running':
    case 'degraded':
      return bringUp(wanted, seen, now);
  }
}

function admit(wanted: Wanted, now: Date): readonly Step[] {
  if (wanted.room) return [move('creating')];
  if (wanted.state === 'queued') return [move('waiting_quota')];
  return isLate(wanted, now) ? [fail({ reason: 'quota', detail: '' })] : [wait(laterMs)];
}

function bringUp(wanted: Wanted, seen: Seen | null, now: Date): readonly Step[] {
  const problem = problemOf(seen);
  if (wanted.state !== 'running' && (isLate(wanted, now) || (problem && isHopeless(wanted, problem, now))))
    return [
      fail(problem ?? { reason: (wanted.reason as KnownReason | null) ?? 'deadline', detail: '' }),
      ...clearing(seen),
    ];
  return volumeFirst(wanted, seen) ?? podsNext(wanted, seen, problem);
}

/** The claim, before a pod can write to it; null when it is as it should be. */
function volumeFirst(wanted: Wanted, seen: Seen | null): readonly Step[] | null {
  const { restore, volume: said, state } = wanted;
  const claim = seen?.volume ?? null;
  if (claim?.phase === 'terminating') return [wait(soonMs)];
  if (restore && wanted.hasVolume && (restore.begun || claim === null || restore.replace)) {
    if (hasObjects(seen)) return [{ do: 'clear', seen }];
    if (!restore.begun && claim) return archiveAndRemove(wanted, claim);
    return [...(restore.begun ? [] : [{ do: 'beginRestore' } as const]), { do: 'restore', archive: restore.archive }];
  }
  if (claim === null && said === 'bound' && state === 'running') return [move('degraded', lost)];
  if (claim === null && said === 'bound' && state === 'degraded') return [fail(lost), ...clearing(seen)];
  // From here on a pod may write, so no archive that was made before may justify a removal.
  if (said === 'archived' && claim === null) return [{ do: 'move', volume: 'released' }];
  if (said === 'archiving' || said === 'archived' || (claim && said !== 'bound'))
    return [{ do: 'move', volume: 'bound' }];
  return null;
}

function podsNext(wanted: Wanted, seen: Seen | null, problem: Problem | null): readonly Step[] {
  if (seen && isUp(seen, wanted)) {
    const address = addressOf(seen, wanted.sshRoles);
    if (wanted.state === 'running' && isAnnounced(wanted, address)) return [];
    return [{ do: 'probe' }, { do: 'announce', address }];
  }
  const apply: Step[] = needsApply(seen, wanted) ? [{ do: 'apply' }] : [];
  // A new password or a new address is no reason to call a lab degraded.
  const broken = wanted.state === 'running' && (problem !== null || seen?.complete !== true || !seen.roles.every(runs));
  const told = broken
    ? [move('degraded', problem ?? { reason: 'cluster', detail: 'objects of the lab are missing' })]
    : problem
      ? note(wanted, problem)
      : [];
  return [...told, ...apply, wait(soonMs)];
}

const runs = ({ phase }: { readonly phase: string }): boolean => phase === 'running';

const isAnnounced = ({ announced, generation }: Wanted, { host, port }: Address): boolean =>
  announced?.generation === generation && announced.host === host && announced.port === port;

function towardsStopped(wanted: Wanted, seen: Seen | null, now: Date): readonly Step[] {
  const { state } = wanted;
  if (state !== 'stopping' && state !== 'stopped' && state !== 'failed') return [move('stopping')];
  if (hasObjects(seen)) {
    if (state === 'stopping' && isLate(wanted, now)) return giveUpStop(wanted, seen);
    return [{ do: 'clear', seen }];
  }
  const claim = seen?.volume ?? null;
  if (state === 'failed') return retryStop(wanted, claim, now);
  const next = claim ? putAway(wanted, claim, now) : withoutClaim(wanted);
  if (state === 'stopping' && next.length > 0 && isLate(wanted, now)) return giveUpStop(wanted, seen);
  if (state === 'stopping' && next.length === 0)
    return [{ do: 'settle', keepUntil: claim ? new Date(now.getTime() + wanted.keepDays * dayMs) : null }];
  return next;
}

/** The claim of an instance that has no pod: kept for a while, archived, removed. */
function putAway(wanted: Wanted, claim: VolumeSeen, now: Date): readonly Step[] {
  const { state, volume, keepDays, keepUntil, restore } = wanted;
  if (claim.phase === 'terminating') return [wait(soonMs)];
  if (restore?.begun) return removeUnfinished(volume, claim, restore.archive);
  const kept = state === 'stopping' ? keepDays > 0 : keepUntil !== null && keepUntil > now;
  if (kept && volume === 'bound') return [];
  return archiveAndRemove(wanted, claim);
}

/** What a broken-off restore left: no pod ever wrote to it, and the archive that it came from is its archive. */
function removeUnfinished(volume: VolumeState, claim: VolumeSeen, archive: ArchiveRecord): readonly Step[] {
  if (volume === 'bound' || volume === 'quarantined') return [{ do: 'move', volume: 'archiving' }];
  if (volume === 'archiving') return [{ do: 'move', volume: 'archived' }];
  return [{ do: 'removeVolume', volume: claim, archive }];
}

function archiveAndRemove({ volume, archive }: Wanted, claim: VolumeSeen): readonly Step[] {
  switch (volume) {
    case 'archived':
      if (archive?.volumeUid === claim.uid) return [{ do: 'removeVolume', volume: claim, archive }];
      return [{ do: 'move', volume: 'bound' }];
    case 'none':
    case 'released':
      return [{ do: 'move', volume: 'bound' }];
    case 'bound':
    case 'quarantined':
      return [
        { do: 'move', volume: 'archiving' },
        { do: 'archive', volume: claim },
      ];
    case 'archiving':
      return [{ do: 'archive', volume: claim }];
  }
}

function withoutClaim({ state, volume, reason }: Wanted): readonly Step[] {
  switch (volume) {
    case 'none':
    case 'released':
      return [];
    case 'archived':
      return [{ do: 'move', volume: 'released' }];
    case 'archiving':
      return [{ do: 'move', volume: 'bound' }];
    case 'bound':
    case 'quarantined':
      if (state === 'stopping') return [fail(lost)];
      return reason === 'volume' ? [] : [{ do: 'note', why: lost }];
  }
}

function giveUpStop({ volume, reason }: Wanted, seen: Seen | null): readonly Step[] {
  if (hasObjects(seen)) return [fail({ reason: 'cluster', detail: 'objects of the lab are not removed' })];
  const back: Step[] = volume === 'archiving' ? [{ do: 'move', volume: 'bound' }] : [];
  return [
    ...back,
    fail({ reason: back.length > 0 ? 'archive' : ((reason as KnownReason | null) ?? 'deadline'), detail: '' }),
  ];
}

/** A stop that failed holds a volume that nobody archives: it is tried again until it succeeds. A lost volume is not. */
function retryStop({ reason, since }: Wanted, claim: VolumeSeen | null, now: Date): readonly Step[] {
  if (claim === null && reason === 'volume') return [];
  return now.getTime() - since.getTime() < retryStopMs ? [] : [move('stopping')];
}

const hasObjects = (seen: Seen | null): seen is Seen & { objects: readonly [ObjectSeen, ...ObjectSeen[]] } =>
  seen !== null && seen.objects.length > 0;

const clearing = (seen: Seen | null): readonly Step[] => (hasObjects(seen) ? [{ do: 'clear', seen }] : []);

function isLate({ state, since }: Wanted, now: Date): boolean {
  const deadline = deadlineAt(state, since);
  return deadline !== null && deadline <= now;
}

/** In a start. What ran once is repaired until its deadline. */
function isHopeless({ state, since }: Wanted, { reason }: Problem, now: Date): boolean {
  const seconds = patience(reason);
  return state === 'creating' && seconds !== null && now.getTime() - since.getTime() >= seconds * 1_000;
}

const canFail = (state: InstanceState): boolean => state !== 'running' && state !== 'stopped' && state !== 'failed';

const lost: Problem = { reason: 'volume', detail: 'it was removed from outside' };

const move = (state: InstanceState, cause?: Problem): Step => ({ do: 'move', state, ...(cause ? { why: cause } : {}) });
const fail = (problem: Problem): Step => ({ do: 'fail', why: problem });
const wait = (ms: number): Step => ({ do: 'wait', ms });

/** Said once, not at every look. */
const note = (wanted: Wanted, problem: Problem): readonly Step[] =>
  wanted.reason === problem.reason ? [] : [{ do: 'note', why: problem }];
