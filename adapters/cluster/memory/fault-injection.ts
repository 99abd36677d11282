// What tests let happen to the cluster in memory: slow objects, full ranges, failed calls, killed workers. Without
// orders nothing happens.

import { tarEnd } from '../../tar/header.ts';
import { writeEntry } from '../../tar/write.ts';
import type { FailureReason, VolumeUse } from '../port.ts';
import type { WorldOptions } from './model.ts';

/** One call to the server; several make up a method of the port. */
export type Operation = 'list' | 'create' | 'change' | 'remove' | 'read' | 'write' | 'watch' | 'ping';

export type HowItFails =
  /** Nothing was done. */
  | 'unavailable'
  | 'refused'
  /** A home has no room for what is written into it. */
  | 'home-full'
  /** It was done, and the answer lost. */
  | 'committed-then-timeout'
  /** Another writer was faster. */
  | 'conflict';

/** The worker is dead: its next call neither happens nor returns. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

export type FaultInjection = ReturnType<typeof faultInjection>;

export function faultInjection(options: WorldOptions) {
  const { startMs = 0, terminationMs = 0, policyMs = 0, podLimit = Number.POSITIVE_INFINITY } = options;
  const times = { startMs, terminationMs, policyMs };
  const limits = { podLimit, ports: options.ports ?? { first: 30_000, last: 32_767 } };
  const [held, notices] = [new Map<string, VolumeUse>(), new Map<string, string>()];
  const failingImages = new Map<string, { kind: FailureReason; detail: string }>();
  let [isDown, watchesLost] = [false, false];

  return {
    times: () => times,
    limits: () => limits,
    isUnavailable: () => isDown,
    losesEvents: () => watchesLost,
    failureOf: (image: string) => failingImages.get(image) ?? null,
    /** The folder itself, as tar has it. */
    emptyHome: writeEntry({
      ...{ name: '', kind: 'folder', mode: 0o755, uid: 10_001, gid: 10_001, modified: 0 },
      ...{ target: '', pieces: [], size: 0 },
    } as const),
    /** Tar streams end with this. */
    tarEnd,

    /** What the home of an instance holds, in a place that holds it to nothing. */
    hold: (instance_id: string, use: VolumeUse) => {
      held.set(instance_id, use);
    },
    heldBy: (instance_id: string): VolumeUse | null => held.get(instance_id) ?? null,
    showNotice: (instance_id: string, notice: string | null) => {
      if (notice === null) notices.delete(instance_id);
      else notices.set(instance_id, notice);
    },
    noticeIn: (instance_id: string): string | null => notices.get(instance_id) ?? null,

    ...ordered(),
    becomesUnavailable: () => {
      isDown = true;
    },
    comesBack: () => {
      isDown = false;
    },
    /** From now on no watch receives events, and none is notified of that. */
    losesWatch: () => {
      watchesLost = true;
    },
    keepsWatch: () => {
      watchesLost = false;
    },
    delayStart: (ms: number) => {
      times.startMs = ms;
    },
    delayTermination: (ms: number) => {
      times.terminationMs = ms;
    },
    delayPolicy: (ms: number) => {
      times.policyMs = ms;
    },
    exhaustPorts: (last = 29_999) => {
      limits.ports = { first: 30_000, last };
    },
    limitPods: (count: number) => {
      limits.podLimit = count;
    },
    /** Pods of this image do not come up. */
    failImage: (image: string, kind: FailureReason, detail = 'as ordered') => {
      failingImages.set(image, { kind, detail });
    },
    mend: (image: string) => {
      failingImages.delete(image);
    },
  };
}

/** What happens to single calls, as it was ordered. */
function ordered() {
  let orders: { operation: Operation; how: HowItFails }[] = [];
  let kill: { in: number; when: 'before' | 'after' } | null = null;
  let writes = 0;
  return {
    /** The next such calls fail so. */
    failNext(operation: Operation, how: HowItFails, times = 1): void {
      orders.push(...Array.from({ length: times }, () => ({ operation, how })));
    },
    /** The worker dies at its n-th write from now (from 1): create, change, remove and write count. */
    killAt(n: number, when: 'before' | 'after' = 'after'): void {
      kill = { in: n, when };
    },
    /** Writes so far, to know how many steps there are to die at. */
    writes: () => writes,
    /** What is ordered for this call; asked once for each. */
    next(operation: Operation): HowItFails | null {
      const found = orders.findIndex((each) => each.operation === operation);
      const [order] = found === -1 ? [] : orders.splice(found, 1);
      return order?.how ?? null;
    },
    /** Whether the worker dies before or after this call. */
    fate(operation: Operation): 'lives' | 'before' | 'after' {
      if (!['create', 'change', 'remove', 'write'].includes(operation)) return 'lives';
      writes++;
      if (kill === null || --kill.in > 0) return 'lives';
      const { when } = kill;
      kill = null;
      return when;
    },
    forget: () => {
      orders = [];
      kill = null;
    },
  };
}
