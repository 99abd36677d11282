// A volume outlives its pods, comes out as it went in, and goes only when exactly it is meant.
import { Readable } from 'node:stream';
import { awkwardTree, describeTree, fileIn, holeSize, smallTree } from '../awkward-tree.ts';
import { bringUp, isRefused, mustSee, notes, read, takeDown, volumeOf, write } from './acts.ts';
import type { ClusterCase } from './site.ts';

export const volumeCases: readonly ClusterCase[] = [
  {
    name: 'a filled volume is there in the next run and the one after it',
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, notes);
      const filled = await volumeOf(site, plan);
      for (const generation of [1, 2]) {
        const observed = await bringUp(t, site, { ...plan, generation });
        t.is(observed.volume?.uid, filled.uid);
        await takeDown(site, plan);
        t.is(fileIn(await read(site.cluster, plan.instance_id), 'notes.txt'), 'kept');
      }
    },
  },
  {
    name: 'the awkward tree comes out of a volume as it went in',
    async run(t, site) {
      const plan = site.plan('anna');
      const tar = awkwardTree();
      await write(site.cluster, plan, tar);
      const out = await read(site.cluster, plan.instance_id);
      t.deepEqual(describeTree(out), describeTree(tar));
      // What was read can be written again: an archive is nothing else.
      const other = site.plan('ben');
      await write(site.cluster, other, out);
      t.deepEqual(describeTree(await read(site.cluster, other.instance_id)), describeTree(tar));
    },
  },
  {
    name: 'readVolume sends no bytes for holes',
    needs: ['sparse'],
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, awkwardTree());
      const { length } = await read(site.cluster, plan.instance_id);
      t.true(length < holeSize / 10, `${length} bytes`);
    },
  },
  {
    name: 'writeVolume starts again on a volume that was filled halfway',
    async run(t, site) {
      const plan = site.plan('anna');
      const tar = awkwardTree();
      const broken = async function* () {
        yield tar.subarray(0, Math.floor(tar.length / 2));
        throw new Error('the archive broke off');
      };
      await t.throwsAsync(site.cluster.writeVolume(plan, Readable.from(broken())));
      await write(site.cluster, plan, tar);
      t.deepEqual(describeTree(await read(site.cluster, plan.instance_id)), describeTree(tar));
    },
  },
  {
    name: 'readVolume and writeVolume refuse while a pod of the instance exists',
    async run(t, site) {
      const plan = site.plan('anna');
      await bringUp(t, site, plan);
      await isRefused(t, () => read(site.cluster, plan.instance_id));
      await isRefused(t, () => write(site.cluster, plan, notes));
      await takeDown(site, plan);
      t.is(fileIn(await read(site.cluster, plan.instance_id), 'notes.txt'), null);
    },
  },
  {
    name: 'readVolume refuses a missing volume',
    async run(t, site) {
      await isRefused(t, () => read(site.cluster, site.plan('nobody').instance_id));
    },
  },
  {
    name: 'removeVolume removes exactly one volume',
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, notes);
      const old = await volumeOf(site, plan);
      t.is(await site.cluster.removeVolume(old), 'gone');
      t.is(await site.cluster.get(plan.instance_id), null);
      t.is(await site.cluster.removeVolume(old), 'gone');
      await write(site.cluster, plan, smallTree('notes.txt', 'newer'));
      t.is(await site.cluster.removeVolume(old), 'changed');
      t.is(fileIn(await read(site.cluster, plan.instance_id), 'notes.txt'), 'newer');
    },
  },
  {
    name: 'removeVolume keeps a volume that a newer run uses',
    async run(t, site) {
      const plan = site.plan('anna');
      await write(site.cluster, plan, notes);
      await bringUp(t, site, plan);
      const old = (await takeDown(site, plan)).volume;
      if (!old) throw new Error('the volume went with the pod');
      await bringUp(t, site, { ...plan, generation: 2 });
      t.is(await site.cluster.removeVolume(old), 'changed');
      const now = await takeDown(site, plan);
      t.is(now.volume?.uid, old.uid);
      t.is(fileIn(await read(site.cluster, plan.instance_id), 'notes.txt'), 'kept');
    },
  },
  {
    name: 'a lab that mounts no volume has no claim, and leaves nothing',
    async run(t, site) {
      const plan = site.plan('anna', { volumeGi: 0, roles: [{ volume: false }] });
      const observed = await bringUp(t, site, plan);
      t.is(observed.volume, null);
      t.is(await site.cluster.deletePods(await mustSee(site.cluster, plan)), 'gone');
      t.is(await site.cluster.get(plan.instance_id), null);
    },
  },
];
