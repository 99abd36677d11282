// What users and nodes do to a cluster behind the adapter's back, for tests.
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { tarEnd } from '../../tar/header.ts';
import { readTar } from '../../tar/read.ts';
import { writeEntry } from '../../tar/write.ts';
import type { FailureReason, ObservedObject } from '../port.ts';
import type { ObjectKind, Stored } from './model.ts';
import type { World } from './world.ts';

export type TestControls = ReturnType<typeof testControls>;

export function testControls(world: World, installation: string) {
  const of = (instance_id: InstanceId, kind: ObjectKind): readonly Stored[] =>
    world.of(installation, instance_id).filter((each) => each.kind === kind);
  const claimOf = (instance_id: InstanceId): Stored => {
    const [claim] = of(instance_id, 'claim');
    if (!claim) throw new Error(`${instance_id} has no claim`);
    return claim;
  };

  return {
    /** `kind name` of everything of the installation, sorted. */
    objects: (): readonly string[] =>
      world
        .all(installation)
        .map(({ kind, name }) => `${kind} ${name}`)
        .sort(),

    /** Deletes one object, whatever it is for. */
    destroy(object: Pick<ObservedObject, 'kind' | 'name'>): void {
      const found = world.all(installation).find(({ kind, name }) => kind === object.kind && name === object.name);
      if (found) world.remove(found);
    },

    /** A pod ends by itself and stays where it is, as after an eviction. */
    end(instance_id: InstanceId, role = '', kind: FailureReason = 'evicted', detail = 'out of memory'): void {
      const pod = of(instance_id, 'pod').find((each) => (each.role?.role ?? '') === role);
      if (pod) world.change(pod, { ended: { kind, detail } });
    },

    /** What a student does with an editor. */
    writeFile(instance_id: InstanceId, name: string, content: string): void {
      const claim = claimOf(instance_id);
      const bytes = Buffer.from(content);
      const latin1 = Buffer.from(name).toString('latin1');
      const others = readTar(Buffer.concat([claim.home, tarEnd])).filter((each) => each.name !== latin1);
      const file = writeEntry({
        ...{
          name: latin1,
          kind: 'file',
          mode: 0o644,
          uid: 10_001,
          gid: 10_001,
          modified: Math.floor(world.nowMs() / 1_000),
        },
        ...{ target: '', pieces: bytes.length === 0 ? [] : [{ at: 0, bytes }], size: bytes.length },
      } as const);
      world.fill(claim, Buffer.concat([...others.map(writeEntry), file]));
    },

    /** Name and content of every file in a home directory. */
    files(instance_id: InstanceId): Readonly<Record<string, string>> {
      const entries = readTar(Buffer.concat([claimOf(instance_id).home, tarEnd])).filter(({ kind }) => kind === 'file');
      return Object.fromEntries(
        entries.map(({ name, pieces }) => [
          Buffer.from(name, 'latin1').toString(),
          Buffer.concat(pieces.map(({ bytes }) => bytes)).toString(),
        ]),
      );
    },
  };
}
