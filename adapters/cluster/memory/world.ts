// A cluster's API server as a map: objects with uid and version, conditional writes, watches, time.
import { EventEmitter } from 'node:events';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { type FaultInjection, faultInjection } from './fault-injection.ts';
import type { Draft, ObjectKind, Stored, WorldOptions } from './model.ts';
import { ObjectIndex } from './object-index.ts';
import { Conflict, Refusal } from './refusals.ts';

export type World = ReturnType<typeof memoryWorld>;

/** One for a process, or for a test with several workers and installations. */
export function memoryWorld(options: WorldOptions) {
  const { clock, host = '127.0.0.1' } = options;
  const objects = new ObjectIndex();
  const events = new EventEmitter<{ changed: [installation: string, instance_id: InstanceId] }>().setMaxListeners(0);
  const happens: FaultInjection = faultInjection(options);
  let made = 0;

  const nowMs = () => clock.now().getTime();
  const changed = ({ installation, instance_id }: Stored) => events.emit('changed', installation, instance_id);
  const current = (installation: string, kind: ObjectKind, name: string): Stored | null =>
    objects.current(nowMs()).get(installation, kind, name);
  const put = (object: Stored): Stored => {
    objects.put(object);
    changed(object);
    return object;
  };
  /** The object as it is now, if it is still what the caller saw. */
  const demand = (before: Stored): Stored => {
    const now = current(before.installation, before.kind, before.name);
    if (now?.uid !== before.uid || now.version !== before.version)
      throw new Conflict(`${before.kind} ${before.name} is not what it was`);
    return now;
  };
  const later = (ms: number, object: Stored) => {
    const notify = () => changed(object);
    if (ms > 0) void clock.wait(ms).then(notify, notify);
  };

  const create = (installation: string, draft: Draft): Stored => {
    if (current(installation, draft.kind, draft.name)) throw new Conflict(`${draft.kind} ${draft.name} exists`);
    const { podLimit, ports } = happens.limits();
    if (draft.kind === 'pod' && objects.pods >= podLimit)
      throw new Refusal('quota', `the cluster has its ${podLimit} pods`);
    const object = put({
      ...draft,
      ...{ installation, uid: `uid-${++made}`, version: `${made}`, createdMs: nowMs() },
      ...{ goneMs: null, ended: null, restarts: 0 },
      port: draft.kind === 'service' && draft.role?.ssh ? objects.freePort(ports, draft.role.formerPort) : null,
      home: draft.kind === 'claim' ? happens.emptyHome : Buffer.alloc(0),
    });
    if (draft.kind === 'pod') later(happens.times().startMs, object);
    return object;
  };
  const change = (before: Stored, next: Partial<Stored>): Stored =>
    put({ ...demand(before), ...next, version: `${++made}` });
  const remove = (before: Stored): void => {
    const { terminationMs } = happens.times();
    const now = demand(before);
    if (now.goneMs !== null) return;
    if (terminationMs > 0) {
      later(terminationMs, put({ ...now, goneMs: nowMs() + terminationMs, version: `${++made}` }));
      return;
    }
    objects.delete(now);
    changed(now);
  };
  /** What is inside of a claim is nothing that the server sees: the version stays. */
  const fill = (claim: Stored, home: Buffer): void => {
    const now = current(claim.installation, 'claim', claim.name);
    if (now?.uid !== claim.uid) throw new Conflict(`claim ${claim.name} is not what it was`);
    objects.put({ ...now, home });
  };

  return {
    ...{ clock, host, happens, events, nowMs, current, create, change, remove, fill },
    all: (installation?: string): readonly Stored[] => objects.current(nowMs()).all(installation),
    of: (installation: string, instance_id: string): readonly Stored[] =>
      objects.current(nowMs()).of(installation, instance_id),
  };
}
