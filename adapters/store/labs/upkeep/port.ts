// What a worker asks of the store: what is due, claims as last observed, the sweep, labs by their age.
import type { Lease, Tx } from '../../port.ts';
import type { ArchiveRow, ConfigRow, CurrentRun, InstanceId, InstanceRow, MemberRow, VolumeState } from '../port.ts';

export type ClaimRow = {
  readonly name: string;
  readonly instance_id: InstanceId;
  readonly generation: number;
  readonly lab_id: string;
  readonly student_id: string | null;
  readonly group_id: string | null;
  /** Why it is quarantined; null when it is not. */
  readonly quarantined: string | null;
  readonly seen_at: Date;
};

export type ShownClaim = ClaimRow & {
  /** Its place in the list, for the next page. */
  readonly place: string;
  readonly volume: VolumeState;
  readonly storage_gib: number | null;
  /** Whether a row knows the instance. */
  readonly known: boolean;
};

export interface Claims {
  /** Quarantined ones first, then by name. */
  list(query: {
    readonly volume?: string | undefined;
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<readonly ShownClaim[]>;
  /** What the sweep saw, all of it: others are forgotten. */
  replace(claims: readonly Omit<ClaimRow, 'seen_at'>[]): Promise<void>;
  /** The last generation that the cluster was observed to hold of each of these instances. */
  generations(tx: Tx, instance_ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export type TimelineRow = {
  readonly epoch: string;
  readonly held_since: Date | null;
  readonly held_for: string | null;
};

export type SweepRow = {
  readonly swept_at: Date | null;
  readonly held_for: string | null;
  readonly held_since: Date | null;
  /** What the last sweep would have removed. */
  readonly waiting: number;
  /** What an operator lets the next one remove at once. */
  readonly allowed: number | null;
};

export interface Timeline {
  /**
   * The present life of the database. In a restored one a new epoch begins here, and removals are held (decision 17).
   */
  confirm(): Promise<TimelineRow & { readonly restored: boolean; readonly allowed: number | null }>;
  /** A sweep is over: what it left, for `last`. What it was allowed is used up when nothing held it. */
  swept(found: {
    readonly waiting: number;
    readonly tooMany: boolean;
    readonly held: boolean;
    readonly used: number | null;
  }): Promise<void>;
  last(tx: Tx): Promise<SweepRow>;
  /** An operator has checked: the sweep may remove again, and the next one so many at once (decision 238). */
  release(tx: Tx, atMost: number): Promise<void>;
}

/** All that one round of the worker needs. */
export type WorkFacts = {
  readonly row: InstanceRow;
  readonly config: ConfigRow;
  readonly members: readonly MemberRow[];
  readonly run: CurrentRun | null;
  /**
   * What the run begins with where there is no claim: the named archive, else the newest, none when it is to be fresh.
   */
  readonly restores: ArchiveRow | null;
  /** The newest of the instance; against it alone its claim may go. */
  readonly archive: ArchiveRow | null;
};

export interface Work {
  /** Instances whose time has come, longest waiting first. */
  due(limit: number): Promise<readonly InstanceId[]>;
  facts(instance_id: InstanceId): Promise<WorkFacts | null>;
  /** All of which the cluster should have something, or may still have. */
  live(): Promise<readonly WorkFacts[]>;
  /** The generations of those of which there is a row. */
  known(instance_ids: readonly InstanceId[]): Promise<ReadonlyMap<InstanceId, number>>;
  /**
   * A hint has come: the instance is due at once. False: there is no such instance, or the row has a newer request,
   * which is due by itself.
   */
  wake(tx: Tx, instance_id: InstanceId, generation: number): Promise<boolean>;
  wakeAll(instance_ids: readonly InstanceId[]): Promise<void>;
  /**
   * Is due again after that time, null: at the next sweep; without a change of its state. Nothing happens to a row that
   * is no longer as observed.
   */
  later(
    lease: Lease,
    observed: Pick<InstanceRow, 'instance_id' | 'sequence'>,
    delayMs: number | null,
    attempts: number,
  ): Promise<void>;
  /** Nothing is written when the lease is lost. The row is locked and passed as it is by then; null when it is gone. */
  fenced<T>(
    lease: Lease,
    instance_id: InstanceId,
    work: (tx: Tx, row: InstanceRow | null) => Promise<T>,
    options?: {
      /** Taken before the row, in the same order as an admission. */
      readonly quota?: boolean;
    },
  ): Promise<T>;
}

/** Labs by their age (decision 22) and volumes by theirs (decision 17). */
export interface Aging {
  /**
   * Running ones whose last start or extension was before `before`, locked; `announcedBy`: only those whose teachers
   * were notified by then.
   */
  old(tx: Tx, before: Date, announcedBy?: Date): Promise<readonly InstanceRow[]>;
  /** Running ones of that age whose teachers were not notified yet, marked as notified. */
  announceExpiry(tx: Tx, before: Date): Promise<readonly InstanceRow[]>;
  /** Kept claims whose time is over: due at once; returns how many. */
  archiveExpired(tx: Tx, now: Date): Promise<number>;
}

export type DeferredTask = { readonly task_id: string; readonly task: string; readonly args: unknown };

export interface Schedule {
  /** True for the first that asks for this time of the task, and for none that is earlier. */
  take(tx: Tx, task: string, slot: Date): Promise<boolean>;
  defer(tx: Tx, task: DeferredTask, due_at: Date): Promise<void>;
  /** Removes and returns what is due. */
  due(tx: Tx, now: Date): Promise<readonly DeferredTask[]>;
}
