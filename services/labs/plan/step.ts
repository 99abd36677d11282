// The words of a plan: what is known of an instance, what can be done next, and small sentences that both directions
// say.
import type { Observed, ObservedObject, ObservedVolume } from '../../../adapters/cluster/port.ts';
import type { InstanceId, InstanceState, VolumeState } from '../../../generated/lab/messages.ts';
import { adviceFor, deadlineAt } from '../deadlines.ts';
import type { StateMove, VolumeMove } from '../transitions.ts';
import { type Address, type Problem, toleranceMs } from './observed.ts';

/** A verified archive (decision 17). */
export type ArchiveRecord = {
  readonly run_id: string;
  readonly object: string;
  readonly versionId: string;
  /** The uid of the claim that was read. Null means that it is not known, so nothing may be deleted because of it. */
  readonly volumeUid: string | null;
};

/** The row of an instance, as far as it decides. */
export type DesiredInstance = {
  readonly instance_id: InstanceId;
  readonly desired: 'running' | 'stopped';
  /** Grows with every request. */
  readonly generation: number;
  readonly state: InstanceState;
  /** Since when in this state. */
  readonly since: Date;
  readonly reason: string | null;
  /** As the cluster reported it last. */
  readonly advice: string | null;
  /** Rounds since the row was written last. */
  readonly attempts: number;
  readonly volume: VolumeState;
  /** Whether a role mounts it. */
  readonly hasVolume: boolean;
  /** Whether this run was `running` once; one that is created nevertheless is restarted. */
  readonly hasRun: boolean;
  /** 0 archives at stop. */
  readonly keep_days: number;
  readonly keep_until: Date | null;
  /** Whether its place within the quotas is taken (decision 234). */
  readonly admitted: boolean;
  /** `cluster.fingerprint` of its plan. */
  readonly fingerprint: string;
  /** The roles with sshd, in the order of the configuration; `''` in a lab of one container. */
  readonly sshRoles: readonly string[];
  /**
   * Files that a start shall bring back when there is no claim; with `replace` also when there is one, which is
   * archived first. `begun`: a claim without a pod holds a part of exactly this archive and nothing else.
   */
  readonly restore: { readonly archive: ArchiveRecord; readonly replace: boolean; readonly begun: boolean } | null;
  /**
   * The archive of which the claim holds a part and nothing else, when this run does not go back to it: a restore that
   * an earlier run did not finish.
   */
  readonly unfinished: ArchiveRecord | null;
  /** The newest archive of this instance. */
  readonly archive: ArchiveRecord | null;
  /** What the students were notified of last. */
  readonly announced: (Address & { readonly generation: number }) | null;
};

export type Step =
  /** Writes the row, and with the state a lab.status message. */
  | ({ readonly do: 'move'; readonly why?: Problem } & StateMove)
  | ({ readonly do: 'moveVolume' } & VolumeMove)
  /** Writes the reason only, while it goes on trying. */
  | { readonly do: 'note'; readonly why: Problem }
  /** Takes a generation above the one that the claim was left with. */
  | { readonly do: 'raise'; readonly generation: number }
  /** Writes down that the claim will hold a part of the archive. */
  | { readonly do: 'beginRestore' }
  /** Writes down that no part of an archive is in a claim any more. */
  | { readonly do: 'endRestore' }
  | { readonly do: 'restore'; readonly archive: ArchiveRecord }
  | { readonly do: 'apply' }
  /** A real login with every password, and the isolation probes (decision 13). */
  | { readonly do: 'probe' }
  /** One login to a lab that runs, so that a lab that refuses logins is noticed. */
  | { readonly do: 'check' }
  /** Counts what the home holds. */
  | { readonly do: 'measure' }
  /** Writes `running` and the notifications in one transaction. */
  | { readonly do: 'announce'; readonly address: Address }
  | { readonly do: 'clear'; readonly observed: Observed }
  /** Streams, verifies and records; then the volume is `archived`. */
  | { readonly do: 'archive'; readonly volume: ObservedVolume }
  | { readonly do: 'removeVolume'; readonly volume: ObservedVolume; readonly archive: ArchiveRecord }
  /** Writes `stopped`. */
  | { readonly do: 'settle'; readonly keep_until: Date | null }
  | { readonly do: 'fail'; readonly why: Problem }
  /**
   * Ends the list: ask again after this, or when the cluster says that something changed; `until`: only that will end
   * the wait.
   */
  | { readonly do: 'wait'; readonly ms: number; readonly until?: 'change' }
  /** Ends the list: the cluster is ahead of the database, so nothing is touched; an operator must decide. */
  | { readonly do: 'hold'; readonly why: 'newer_generation' };

const repeatable: ReadonlySet<Step['do']> = new Set(['note', 'apply', 'probe', 'check', 'measure', 'announce', 'wait']);
const inProgress: ReadonlySet<InstanceState> = new Set(['queued', 'waiting_quota', 'creating', 'running']);

/** Whether a step does no harm when the cluster is not quite as reported: it is repeated, or proves itself. */
export const isRepeatable = (step: Step): boolean =>
  repeatable.has(step.do) ||
  (step.do === 'move' && step.why === undefined && inProgress.has(step.to)) ||
  // No archive was made before, and a claim that is not there after all is made again.
  (step.do === 'moveVolume' && step.from === 'none');

/** `away`: the cluster does not answer. */
export type ObservedState = Observed | null | 'away';

export const recheckMs = 1_000;
export const retryMs = 15_000;

export const hasObjects = (
  observed: Observed | null,
): observed is Observed & { objects: readonly [ObservedObject, ...ObservedObject[]] } =>
  observed !== null && observed.objects.length > 0;

export const clearing = (observed: Observed | null): readonly Step[] =>
  hasObjects(observed) ? [{ do: 'clear', observed }] : [];

export function isLate({ state, since }: DesiredInstance, now: Date): boolean {
  const deadline = deadlineAt(state, since);
  return deadline !== null && deadline <= now;
}

/** In a start. What ran once is repaired until its deadline. */
export function isHopeless(
  { state, since }: DesiredInstance,
  { reason, isFinal, isInProgress }: Problem,
  now: Date,
): boolean {
  if (isInProgress) return false;
  const seconds = isFinal ? 0 : toleranceMs(reason);
  return state === 'creating' && seconds !== null && now.getTime() - since.getTime() >= seconds * 1_000;
}

export const canFail = (state: InstanceState): boolean =>
  state !== 'running' && state !== 'stopped' && state !== 'failed';

export const volumeMissing: Problem = {
  reason: 'volume',
  detail: 'it is no longer on the lab engine: it was removed manually, or labs now run on another engine',
};

export const move = (to: StateMove, cause?: Problem): Step => ({ do: 'move', ...to, ...(cause ? { why: cause } : {}) });
export const moveVolume = (to: VolumeMove): Step => ({ do: 'moveVolume', ...to });
export const fail = (problem: Problem): Step => ({ do: 'fail', why: problem });
export const wait = (ms: number): Step => ({ do: 'wait', ms });
/** For what the cluster does by itself. */
export const waitForChange: Step = { do: 'wait', ms: recheckMs, until: 'change' };

/** Reported once, not in every round. */
export const note = (instance: DesiredInstance, problem: Problem): readonly Step[] =>
  instance.reason === problem.reason && !hasFailed(instance, problem) ? [] : [{ do: 'note', why: problem }];

/** What was in progress for so long has failed, so another reason is published. */
const hasFailed = ({ advice }: DesiredInstance, { reason, detail, isInProgress }: Problem): boolean =>
  reason === 'image_pull' && !isInProgress && advice !== null && advice !== adviceFor(reason, detail);
