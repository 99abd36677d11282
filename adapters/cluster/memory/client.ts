// One worker's connection to the cluster in memory: every call can fail, be lost, or be the last.
import { ClusterError, HomeFull } from '../faults.ts';
import { type HowItFails, Killed, type Operation } from './fault-injection.ts';
import type { Draft, ObjectKind, Stored } from './model.ts';
import { Conflict } from './refusals.ts';
import type { World } from './world.ts';

export type Client = ReturnType<typeof client>;

export function client(world: World, installation: string) {
  const { happens } = world;
  let dead = false;

  async function call<T>(operation: Operation, act: () => T): Promise<T> {
    // A server is never asked and answered within one turn.
    await Promise.resolve();
    if (dead) throw new Killed();
    if (happens.isUnavailable()) throw new ClusterError('unavailable', 'no answer');
    const fate = happens.fate(operation);
    if (fate === 'before') return die();
    const how = happens.next(operation);
    if (how !== null && how !== 'committed-then-timeout') throw failure(how);
    const done = act();
    if (fate === 'after') return die();
    if (how !== null) throw failure(how);
    return done;
  }

  function die(): never {
    dead = true;
    throw new Killed();
  }

  return {
    installation,
    list: (instance_id?: string) =>
      call('list', () => (instance_id === undefined ? world.all(installation) : world.of(installation, instance_id))),
    find: (kind: ObjectKind, name: string) => call('list', () => world.current(installation, kind, name)),
    create: (draft: Draft) => call('create', () => world.create(installation, draft)),
    change: (before: Stored, next: Partial<Draft>) => call('change', () => world.change(before, next)),
    remove: (before: Stored) => call('remove', () => world.remove(before)),
    read: (claim: Stored) => call('read', () => claim.home),
    write: (claim: Stored, home: Buffer) => call('write', () => world.fill(claim, home)),
    measure: (instance_id: string) => call('read', () => happens.heldBy(instance_id)),
    showNotice: (instance_id: string, notice: string | null) =>
      call('read', () => happens.showNotice(instance_id, notice)),
    watch: () => call('watch', () => undefined),
    ping: () => call('ping', () => undefined),
    isDead: () => dead,
  };
}

function failure(how: HowItFails): Error {
  if (how === 'home-full') return new HomeFull({ volumeGi: 1 });
  if (how === 'conflict') return new Conflict('it was changed at the same time');
  return how === 'refused'
    ? new ClusterError('refused', 'not allowed')
    : new ClusterError('unavailable', how === 'unavailable' ? 'the connection was closed' : 'no response in time');
}
