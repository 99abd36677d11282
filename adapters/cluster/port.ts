// What the worker asks of a cluster. Kubernetes, containers and memory keep the same promises.
import type { Readable } from 'node:stream';
import type { GroupOrNull, InstanceId, LabId, StudentOrNull } from '../../generated/lab/messages.ts';

/**
 * Who an instance belongs to; becomes labels of every object (decision 12). The installation is the adapter's own
 * knowledge.
 */
export type InstanceLabels = {
  readonly lab_id: LabId;
  readonly student_id: StudentOrNull;
  readonly group_id: GroupOrNull;
  /** Empty without a course. */
  readonly course_id: string;
  readonly deployment_mode: 'per_student' | 'per_group';
};

/** One line of the passwd file that sshd checks (decision 15); all names share one uid. */
export type Login = {
  readonly name: string;
  readonly passwordHash: string;
  /** The platform's own account, which runs no file of the student's (decision 589). */
  readonly isProbe?: true;
};

export type RolePlan = {
  /** Empty in a lab of one container. */
  readonly role: string;
  /** The name of the pod and the service: DNS-1035, at most 62 characters. */
  readonly name: string;
  /** Pinned by digest where the registry gave one. */
  readonly image: string;
  readonly cpuMillis: number;
  readonly memoryMi: number;
  /** Runs sshd on port 22 and gets an address outside. */
  readonly ssh: boolean;
  /**
   * The port of that address in the last run. It is taken again while it is free, and a plan with another one is the
   * same plan.
   */
  readonly formerPort?: number;
  /** Mounts the claim at /home/student. */
  readonly volume: boolean;
  /** Reachable under the role's name by the other roles of the instance only. */
  readonly ports: readonly number[];
  readonly environment: Readonly<Record<string, string>>;
  readonly initScripts: readonly {
    readonly name: string;
    readonly run: string;
    readonly always: boolean;
    readonly timeoutS: number;
  }[];
};

/** All that should exist for one instance. Pure data; the same plan twice is the same state. */
export type InstancePlan = {
  readonly instance_id: InstanceId;
  /**
   * `lab-<lab_id>-student-<student_id>` or `lab-<lab_id>-group-<group_id>`; names the claim, the policy and the secret
   * as well.
   */
  readonly name: string;
  /** Objects of a newer generation are never taken back (decision 18). */
  readonly generation: number;
  /**
   * Generation of the last restart that was asked for, 0 without one. Pods that were made for another are replaced; all
   * else stays, the address too.
   */
  readonly restart_generation: number;
  readonly labels: InstanceLabels;
  readonly internet: boolean;
  /** sshd forwards connections to the lab's own programs (decision 633). */
  readonly portForwarding?: true;
  readonly volumeGi: number;
  /**
   * Whether a student may have worked in the home. Then only the scripts with `always` run, and one that fails keeps no
   * lab from starting (decision 590). False in a lab without scripts. A change replaces no pod.
   */
  readonly isHomeKept: boolean;
  readonly logins: readonly Login[];
  /** OpenSSH private key (ed25519) of the instance; the same over restarts and runs. */
  readonly hostKey: string;
  readonly roles: readonly RolePlan[];
};

/** Why something will not come up by waiting. The list is open; texts for people are the worker's. */
export type FailureReason =
  | 'image_pull'
  | 'config'
  | 'unschedulable'
  | 'quota'
  | 'no_node_port'
  | 'volume'
  | 'init_script'
  | 'crash'
  /** The limit of its memory was reached, and what runs in it was killed. */
  | 'out_of_memory'
  | 'evicted'
  /** Stopped from outside and not by `deletePods`, such as with its engine; `apply` lets it run again. */
  | 'restart'
  | 'cluster';

/** An object as it was observed: what a delete names as its precondition. */
export type ObservedObject = {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly version: string;
};

export type ObservedFailure = {
  readonly kind: FailureReason;
  readonly detail: string;
  /** Waiting changes nothing: no one will supply what is missing. */
  readonly isFinal?: true;
  /** Not a failure so far: it takes long, and is reported for that alone. */
  readonly isInProgress?: true;
};

export type ObservedRole = {
  readonly role: string;
  /** `terminating` objects still hold their name. */
  readonly phase: 'pending' | 'starting' | 'running' | 'failed' | 'terminating';
  readonly failure: ObservedFailure | null;
  readonly restarts: number;
  /** Where `ssh` goes; null until known, and for roles without sshd. */
  readonly ssh: { readonly host: string; readonly port: number } | null;
};

/** What a home holds; `files` are all entries, folders among them. */
export type VolumeUse = { readonly bytes: number; readonly files: number };

export type ObservedVolume = ObservedObject & { readonly phase: 'pending' | 'bound' | 'terminating' };

/** One instance as the cluster has it, also when it has no row. */
export type Observed = {
  readonly instance_id: InstanceId;
  readonly name: string;
  readonly labels: InstanceLabels;
  readonly generation: number;
  /**
   * The fingerprint of the plan that the objects were made from. When it equals that of the plan, nothing needs repair.
   */
  readonly fingerprint: string;
  /** Every object of the instance is there and as planned. */
  readonly complete: boolean;
  readonly roles: readonly ObservedRole[];
  readonly volume: ObservedVolume | null;
  /** Everything but the claim. */
  readonly objects: readonly ObservedObject[];
};

export type Applied =
  | { readonly kind: 'applied' }
  /** A newer generation is there; nothing was changed. */
  | { readonly kind: 'stale' }
  /** Something takes long and goes on meanwhile (an image is fetched); the next `apply` sees how far it is. */
  | { readonly kind: 'waiting'; readonly reason: FailureReason; readonly detail: string }
  | { readonly kind: 'refused'; readonly reason: FailureReason; readonly detail: string; readonly isFinal?: true };

/** What runs under a tag from now on. */
export type Pinned =
  /** By its digest; as written where the configuration has none. */
  { readonly kind: 'pinned'; readonly image: string } | Extract<Applied, { kind: 'waiting' | 'refused' }>;

export interface Cluster extends AsyncDisposable {
  /** `memory`, `containers` or `kubernetes`. */
  readonly engine: string;
  /** What `Observed.fingerprint` will be once this plan is applied. */
  fingerprint(plan: InstancePlan): string;
  /** All objects of this installation, by instance; never older than 60 s. */
  list(): Promise<ReadonlyMap<InstanceId, Observed>>;
  /** One instance as it is now; null when nothing of it is there. */
  get(instance_id: InstanceId): Promise<Observed | null>;
  /**
   * The same at no cost, as the cluster reported it last: with all that this process wrote, and of others what has
   * arrived. Undefined while nothing is reported; an engine without reports has no such method. Nothing is removed,
   * given up or published on the strength of this.
   */
  watched?(instance_id: InstanceId): Promise<Observed | null | undefined>;
  /**
   * `address:port` of the sshd of another lab that runs, as this one would try it from inside; null without such a lab.
   * That it does not get there is proved at every start (decision 13).
   */
  isolationTarget(instance_id: InstanceId): Promise<string | null>;
  /** The image that a tag names at present, fetched where the digest is known only then (decision 26). */
  pin(image: string): Promise<Pinned>;
  /**
   * Makes the instance's objects equal to the plan: creates, repairs, adopts; the policy before the pod. Repeating it
   * changes nothing.
   */
  apply(plan: InstancePlan): Promise<Applied>;
  /**
   * Removes everything but the claim and waits until it is gone. `changed`: the objects are not the observed ones, and
   * were left alone.
   */
  deletePods(observed: Observed): Promise<'gone' | 'changed'>;
  /**
   * The home volume as a tar stream with numeric owners, read by our reader. Requires that no pod of the instance is
   * there.
   */
  readVolume(instance_id: InstanceId): Promise<Readable>;
  /**
   * Makes the claim if it is missing and fills it from such a stream, as the lab's own uid, never outside of it.
   * Requires that no pod is there.
   */
  writeVolume(plan: InstancePlan, tar: Readable): Promise<void>;
  /** Deletes exactly this claim. The caller has a verified archive of it (decision 17). */
  removeVolume(volume: ObservedVolume): Promise<'gone' | 'changed'>;
  /**
   * What the home of a lab holds, also while it runs. Counting ends shortly after `most` is passed, and rejects when it
   * takes longer than a minute. Null: a file system limits the home to its size, or the instance has no home.
   */
  measureVolume(plan: InstancePlan, most: VolumeUse): Promise<VolumeUse | null>;
  /**
   * One line that each shell in the lab shows before its next prompt; null takes it back. Does nothing where no pod
   * runs.
   */
  showNotice(plan: InstancePlan, notice: string | null): Promise<void>;
  /**
   * Calls `wake` soon after something of an instance changed. Only a hint: the sweep compares everything anyway. Ends
   * with the signal.
   */
  watch(wake: (instance_id: InstanceId) => void, signal: AbortSignal): Promise<void>;
  /** Rejects when the cluster does not answer. */
  ping(): Promise<void>;
}

/** Thrown by every method: `unavailable` passes by itself, `refused` is an operator's business. */
export interface ClusterFault extends Error {
  readonly kind: 'unavailable' | 'refused';
  readonly dependency: 'cluster';
  /** There is no room for it until other labs end. */
  readonly isNoRoom?: true;
  /** The home itself has no room for what was written into it, however long one waits. */
  readonly isHomeFull?: true;
  /** In words for people. */
  readonly detail: string;
}
