// Reads and fills a home volume by tar in a reader container, without network and with the lab's uid.
import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { asError, ClusterError, HomeFull, isHomeFull } from '../faults.ts';
import { type Identity, identityOf } from '../labels.ts';
import type { InstancePlan, VolumeUse } from '../port.ts';
import { countedUse, countHome } from '../volume-use.ts';
import { ensureClaim } from './apply.ts';
import { helperBody } from './bodies.ts';
import { helperName, removeHelper } from './clear.ts';
import { NoSpace } from './engine/faults.ts';
import { standardOutput } from './engine/frames.ts';
import { ownHome } from './home.ts';
import { label, labelsOf } from './labels.ts';
import { list, type Resource, type Volume } from './listing.ts';
import { LAB_UID, ownerOf } from './owner.ts';
import { createContainer, remove, type Site, start } from './site.ts';

/** Whose the files are here is nothing that another engine, or another installation, could use. */
const READ = `exec tar --create --file=- --format=gnu --sparse --numeric-owner --owner=:${LAB_UID} --group=:${LAB_UID} --sort=name .`;

/** An engine that was killed may take a volume for mounted that is not; its place is root's, and empty. */
const REQUIRE_MOUNT = 'test -O . || { echo the volume is not mounted >&2; exit 3; }\n';

/**
 * What a broken-off attempt left is replaced, also in folders that are closed to their owner; whatever else is there
 * stays.
 */
const WRITE = `
find . -type d ! -perm -700 -exec chmod u+rwx {} \\;
tar --extract --file=- --preserve-permissions --numeric-owner --sparse --delay-directory-restore && echo written
`;

/** Fails instead of ending early: the end of the stream means that tar was content. */
export async function readVolume(site: Site, instance: InstanceId): Promise<Readable> {
  const resources = await list(site.engine, site.installation, { instance });
  const claim = resources.filter((resource): resource is Volume => resource.kind === 'claim').at(-1);
  if (claim === undefined) throw new ClusterError('refused', `instance ${instance} has no volume`);
  requireNoPod(resources);
  const helper = await open(site, identityOf(claim.labels), claim, onDisk(claim, READ), true);
  const output = new PassThrough({ highWaterMark: 1024 * 1024 });
  helper.read(output).then(
    () => output.end(),
    (error: unknown) => output.destroy(asError(error)),
  );
  return output;
}

export async function writeVolume(site: Site, plan: InstancePlan, tar: Readable): Promise<void> {
  const resources = await list(site.engine, site.installation, { instance: plan.instance_id });
  requireNoPod(resources);
  const claim = await ensureClaim(site, plan, resources);
  const helper = await open(site, plan, claim, onDisk(claim, WRITE), false);
  await helper.write(tar).catch((error: unknown) => {
    if (!(error instanceof ClusterError) || !isHomeFull(error.detail)) throw error;
    // A home without a file system has the room of the whole disk.
    throw claim.labels[label.sizeGi] === undefined
      ? new NoSpace('refused', 'the disk of the lab engine is full', error)
      : new HomeFull(plan, error);
  });
}

/** By a reader container, which the lab can neither see nor end, and which reads what its owner has closed. */
export async function measureVolume(site: Site, plan: InstancePlan, most: VolumeUse): Promise<VolumeUse | null> {
  const found = await list(site.engine, site.installation, { instance: plan.instance_id });
  const claim = found.filter((each): each is Volume => each.kind === 'claim').at(-1);
  if (claim === undefined || claim.labels[label.sizeGi] !== undefined) return null;
  const helper = await open(site, plan, claim, countHome(plan, most), true);
  const output = new PassThrough();
  const [printed] = await Promise.all([text(output), helper.read(output).finally(() => output.end())]);
  return countedUse(printed);
}

const onDisk = ({ labels }: Volume, command: string): string =>
  labels[label.sizeGi] === undefined ? command : `${REQUIRE_MOUNT}${command}`;

function requireNoPod(resources: readonly Resource[]): void {
  const pod = resources.find(({ kind }) => kind === 'pod');
  if (pod) throw new ClusterError('refused', `${pod.name} still uses the volume`);
}

type Helper = { read(to: PassThrough): Promise<void>; write(from: Readable): Promise<void> };

async function open(site: Site, of: Identity, claim: Volume, command: string, reads: boolean): Promise<Helper> {
  const around = await site.surroundings();
  // Instances are leased, so one that is there is a dead worker's.
  await removeHelper(site, of.name);
  const labels = labelsOf(site.installation, of, 'helper');
  const container = await createContainer(
    site,
    helperName(site, of.name),
    helperBody(around, { name: claim.name, uid: ownerOf(claim) }, command, reads),
    labels,
  );
  if (!reads) await ownHome(site, container, ownerOf(claim));
  const errors: Buffer[] = [];
  const run = async (streams: (socket: Socket) => Promise<void>) => {
    try {
      // Empty: an archive may hold the keys by which a terminal lets go of a container.
      const query = {
        stream: 'true',
        stdout: 'true',
        stderr: 'true',
        detachKeys: '',
        ...(!reads && { stdin: 'true' }),
      };
      const socket = await site.engine.attach(`/containers/${container.id}/attach`, query);
      try {
        await start(site, container);
        await streams(socket);
      } finally {
        socket.destroy();
      }
    } catch (error) {
      await removeAtLast(site, container);
      throw error;
    }
  };
  const succeed = () =>
    requireSuccess(site, container.id, Buffer.concat(errors)).finally(() => removeAtLast(site, container));
  const keep = (bytes: Buffer) => {
    if (errors.length < 20) errors.push(Buffer.from(bytes));
  };
  return {
    read: async (to) => {
      await run(async (socket) => {
        // Who reads no further lets go of the container, too: a pipeline that leaves `to` open does not end it.
        if (to.destroyed) socket.destroy();
        to.once('close', () => socket.destroy());
        await pipeline(socket, standardOutput(keep), to, { end: false });
      });
      await succeed();
    },
    write: async (from) => {
      const printed = new PassThrough();
      const output = text(printed).catch(() => '');
      await run(async (socket) => {
        const listening = pipeline(socket, standardOutput(keep), printed).catch(() => undefined);
        await pipeline(from, socket, { end: false });
        socket.end();
        await listening;
      });
      // Podman reports the end of a container by another process, and removes it slowly: the lab waits for neither.
      if ((await output) === 'written\n') void removeAtLast(site, container);
      else await succeed();
    },
  };
}

/**
 * A busy engine says at times that a container does not die, and has it dead a moment later. What stays goes with the
 * next reading or writing.
 */
async function removeAtLast(site: Site, container: Parameters<typeof remove>[1]): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const isGone = await remove(site, container).then(
      () => true,
      () => false,
    );
    if (isGone) return;
    await pause(attempt * 500);
  }
}

async function requireSuccess(site: Site, id: string, errors: Buffer): Promise<void> {
  const { StatusCode: code } = await site.engine.call<{ StatusCode: number }>('POST', `/containers/${id}/wait`);
  if (code !== 0) throw new ClusterError('refused', `tar ended with code ${code}: ${errors.toString().slice(0, 2000)}`);
}
