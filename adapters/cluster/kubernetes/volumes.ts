// Reads and fills a home volume by tar in a reader pod, without network and with the lab's uid.
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { changeMembers } from '../../tar/members.ts';
import { asError, ClusterError, HomeFull, isHomeFull } from '../faults.ts';
import { type Identity, identityOf } from '../labels.ts';
import type { InstancePlan, VolumeUse } from '../port.ts';
import { countedUse, countHome, inPod, showingNotice } from '../volume-use.ts';
import { exec } from './api/exec.ts';
import { refusal } from './api/faults.ts';
import { claimFor } from './apply.ts';
import { uidOf } from './manifests.ts';
import { create, get, pathOf, type Resource } from './objects.ts';
import { phaseOf } from './observed.ts';
import { HOME } from './pod.ts';
import * as reader from './reader.ts';
import { find, type InstanceResources, isOf, removeAll, type Site } from './site.ts';

/** Fails instead of ending early: the end of the stream means that tar was content and the volume is as it was. */
export async function readVolume(site: Site, instance: InstanceId): Promise<Readable> {
  const found = await find(site, instance);
  requireNoPod(found);
  const claim = found.resources.find((resource) => isOf(resource, 'claim'));
  if (claim === undefined) throw new ClusterError('refused', `instance ${instance} has no volume`);
  const pod = await open(site, identityOf(claim.meta.labels), claim, found, true);
  const output = new PassThrough({ highWaterMark: 1024 * 1024 });
  readInto(site, pod, output)
    .finally(() => close(site, instance))
    .then(
      () => output.end(),
      (error: unknown) => output.destroy(asError(error)),
    );
  return output;
}

async function readInto(site: Site, pod: string, output: PassThrough): Promise<void> {
  const opened = await printed(site, pod, reader.openClosed);
  try {
    const modes = reader.modesIn(opened);
    const tar = new PassThrough({ highWaterMark: 1024 * 1024 });
    const change = (name: string) => {
      const mode = modes.get(reader.pathOfMember(name));
      return mode === undefined ? {} : { mode };
    };
    const passing = pipeline(Readable.from(changeMembers(tar, change), { objectMode: false }), output, { end: false });
    const reading = exec(site.api, pod, reader.readAll, { output: tar }).then(
      () => tar.end(),
      (error: unknown) => tar.destroy(asError(error)),
    );
    await Promise.all([passing, reading]);
  } finally {
    if (opened.length > 0) await exec(site.api, pod, reader.closeOpened, {});
  }
}

async function printed(site: Site, pod: string, command: readonly string[]): Promise<Buffer> {
  const output = new PassThrough();
  const pieces: Buffer[] = [];
  output.on('data', (piece: Buffer) => pieces.push(piece));
  await exec(site.api, pod, command, { output });
  output.end();
  return Buffer.concat(pieces);
}

export async function writeVolume(site: Site, plan: InstancePlan, tar: Readable): Promise<void> {
  const found = await find(site, plan.instance_id);
  requireNoPod(found);
  const claim = await claimFor(site, plan);
  const pod = await open(site, plan, claim, found, false);
  try {
    await exec(site.api, pod, reader.makeWritable, {});
    // The folder of the volume itself may be the node's, and then its mode is not ours to set.
    const members = changeMembers(tar, (name) => (reader.pathOfMember(name) === '.' ? 'drop' : {}));
    await exec(site.api, pod, reader.writeAll, { input: Readable.from(members, { objectMode: false }) });
  } catch (error) {
    throw error instanceof ClusterError && isHomeFull(error.detail) ? new HomeFull(plan, error) : error;
  } finally {
    await close(site, plan.instance_id);
  }
}

/**
 * In the lab, since a reader pod beside each would cost the cluster more than the lab does. So it guards against
 * accidents only: a student can end it, or close a folder to it.
 */
export async function measureVolume(site: Site, plan: InstancePlan, most: VolumeUse): Promise<VolumeUse | null> {
  const role = plan.roles.find(({ volume }) => volume);
  if (role === undefined) return null;
  const command = [...inPod, '/bin/sh', '-c', `cd ${HOME} && ${countHome(plan, most)}`];
  return countedUse((await printed(site, pathOf(site, 'pod', role.name), command)).toString());
}

export async function showNotice(site: Site, { roles }: InstancePlan, notice: string | null): Promise<void> {
  await Promise.all(roles.map(({ name }) => exec(site.api, pathOf(site, 'pod', name), showingNotice(notice), {})));
}

function requireNoPod({ resources }: InstanceResources): void {
  const pod = resources.find(({ kind }) => kind === 'pod');
  if (pod) throw new ClusterError('refused', `pod ${pod.meta.name} still uses the volume`);
}

const READY_MS = 180_000;

/** Instances are leased, so a reader that is there is a dead worker's. The path of the new one, once it runs. */
async function open(
  site: Site,
  of: Identity,
  claim: Resource<'claim'>,
  { readers }: InstanceResources,
  reads: boolean,
): Promise<string> {
  await removeAll(site, readers);
  await create(site, reader.readerPolicy(site.manifestSettings, of));
  const { toolsImage: image } = site;
  const name = reader.readerName(of.name);
  try {
    await create(
      site,
      reader.readerPod(site.manifestSettings, of, { claim: claim.meta.name, uid: uidOf(claim), image, reads }),
    );
    const deadline = performance.now() + READY_MS;
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 1.3, 1_000)) {
      const { phase, failure } = phaseOf((await get(site, 'pod', name)) ?? undefined);
      if (phase === 'running') return pathOf(site, 'pod', name);
      if (phase === 'failed' || performance.now() > deadline)
        throw new ClusterError('unavailable', `${name} does not start: ${failure?.detail ?? phase}`);
      await pause(waitMs);
    }
  } catch (error) {
    await close(site, of.instance_id).catch(() => undefined);
    // There will be room when another lab has ended.
    throw refusal(error)?.reason === 'quota' ? new ClusterError('unavailable', 'no room for a reader', error) : error;
  }
}

/** While the cluster is unavailable it is left to the next call. */
const close = async (site: Site, instance: InstanceId): Promise<void> => {
  await find(site, instance)
    .then(({ readers }) => removeAll(site, readers))
    .catch(() => undefined);
};
