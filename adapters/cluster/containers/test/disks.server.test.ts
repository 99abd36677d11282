// A home has the size that its lab asks for: it can neither grow into the machine's disk, nor does it take what it does
// not use.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { clusterOn } from '../../../../tools/test/lab-engine.ts';
import { tarEnd } from '../../../tar/header.ts';
import { readTar } from '../../../tar/read.ts';
import { plainHeader } from '../../../tar/write.ts';
import { disksOf } from '../disks.ts';
import { applied, type System, stopped, system } from './labs.fixture.ts';
import { inLab, mustSee, until } from './login.fixture.ts';

const GIB = 1024 ** 3;

/** Null where homes have no size of their own (Docker). */
async function bounded(t: Parameters<typeof system>[0]) {
  const s = await system(t);
  if (s === null || s.folder !== null) return s;
  t.log('skipped: this engine mounts no files');
  t.pass();
  return null;
}

const filesOf = ({ folder, installation }: System): readonly string[] => {
  const homes = path.join(folder ?? '', 'homes', installation);
  return existsSync(homes) ? readdirSync(homes).map((name) => path.join(homes, name)) : [];
};

test.serial('a home of 1Gi holds no more than that, reports so, and frees what is deleted', async (t) => {
  const s = await bounded(t);
  if (!s) return;
  const plan = s.plan('anna', { volumeGi: 1 });
  t.deepEqual(await s.cluster.apply(plan), applied);
  const size = Number(await inLab(s.cluster, plan, 'df --output=size -B1 ~ | tail -1'));
  t.true(size > 0.9 * GIB && size <= GIB, `${size} bytes`);
  t.is(
    await inLab(
      s.cluster,
      plan,
      'fallocate -l 2G big 2>&1; rm -f big; ls -A | grep -v "^\\.\\(bash\\|profile\\|lab\\)"',
    ),
    'fallocate: fallocate failed: No space left on device',
  );
  t.is(
    await inLab(
      s.cluster,
      plan,
      'head -c 2G /dev/zero 2>&1 > big | grep -o "No space left on device"; rm big; sync; echo kept > notes.txt; cat notes.txt',
    ),
    'No space left on device\nkept',
  );
  const [file = ''] = filesOf(s);
  const used = () => statSync(file).blocks * 512;
  // With the next commit of its journal.
  await until(
    () => `room, of ${used()} bytes`,
    async () => used() < 0.2 * GIB || undefined,
  );
  t.is(await s.cluster.removeVolume((await stopped(s.cluster, plan)).volume!), 'gone');
  t.deepEqual(filesOf(s), []);
});

test.serial(
  'an archive of a home holds what its student put there and nothing of its file system, and a restore brings it back',
  async (t) => {
    const s = await bounded(t);
    if (!s) return;
    const plan = s.plan('anna', { volumeGi: 1 });
    t.deepEqual(await s.cluster.apply(plan), applied);
    await inLab(s.cluster, plan, 'rm -rf .[a-z]*; mkdir lost+found; echo kept > lost+found/notes.txt');
    const { volume } = await stopped(s.cluster, plan);
    const tar = await buffer(await s.cluster.readVolume(plan.instance_id));
    t.deepEqual(
      readTar(tar).map(({ name, uid }) => `${name} ${uid}`),
      [' 10001', 'lost+found 10001', 'lost+found/notes.txt 10001'],
    );
    t.is(await s.cluster.removeVolume(volume!), 'gone');
    await s.cluster.writeVolume(plan, Readable.from([tar]));
    t.deepEqual(await s.cluster.apply({ ...plan, generation: 2 }), applied);
    t.is(await inLab(s.cluster, plan, 'cat lost+found/notes.txt; stat -c %U .'), 'kept\nstudent');
  },
);

test.serial(
  'a kept home grows with its lab, keeps its files and never shrinks, also after a growth that broke off',
  async (t) => {
    const s = await bounded(t);
    if (!s) return;
    const plan = s.plan('anna', { volumeGi: 1 });
    t.deepEqual(await s.cluster.apply(plan), applied);
    const sum = 'sha256sum data* | sha256sum';
    const before = await inLab(
      s.cluster,
      plan,
      `for n in $(seq 300); do echo $n > data$n; done; head -c 200M /dev/urandom > data; ${sum}`,
    );
    const sizeGi = async () => Number(await inLab(s.cluster, plan, 'df --output=size -B1 ~ | tail -1')) / GIB;
    // 12Gi needs more tables than 1Gi has room for; the last size is smaller.
    for (const [generation, volumeGi, least] of [
      [2, 3, 2.8],
      [3, 12, 11.5],
      [4, 1, 11.5],
    ] as const) {
      await stopped(s.cluster, plan);
      const [file = ''] = filesOf(s);
      // As a worker leaves it that ends between two steps.
      if (generation === 3) truncateSync(file, 12 * GIB);
      t.deepEqual(await s.cluster.apply({ ...plan, generation, volumeGi }), applied);
      t.true((await sizeGi()) > least, `${volumeGi}Gi`);
      t.is(await inLab(s.cluster, plan, sum), before);
      t.is(filesOf(s).length, 1);
    }
  },
);

/** Files of zeros, of so many MiB each, as a stream. */
function* filesOfMiB(sizes: readonly number[]): Generator<Buffer> {
  const mib = Buffer.alloc(1024 ** 2);
  for (const [n, size] of sizes.entries()) {
    yield plainHeader({ name: `file-${n}`, mode: 0o600, uid: 10_001, gid: 10_001, size: size * 1024 ** 2, type: '0' });
    for (let left = size; left > 0; left--) yield mib;
  }
  yield tarEnd;
}

test.serial('writeVolume of more than a home takes says so, for one large file and for many', async (t) => {
  const s = await bounded(t);
  if (!s) return;
  const plan = s.plan('anna', { volumeGi: 1 });
  for (const sizes of [[1_100], [...Array<number>(11).fill(100), 1]]) {
    const error = await t.throwsAsync(s.cluster.writeVolume(plan, Readable.from(filesOfMiB(sizes))));
    t.like(error, { kind: 'refused', isHomeFull: true, detail: 'the volume of 1Gi has no space left' });
    t.is(await s.cluster.removeVolume((await mustSee(s.cluster, plan.instance_id)).volume!), 'gone');
  }
});

test.serial('readVolume and writeVolume refuse a volume that the engine did not mount', async (t) => {
  const s = await bounded(t);
  if (!s) return;
  const plan = s.plan('anna', { volumeGi: 1 });
  t.deepEqual(await s.cluster.apply(plan), applied);
  await inLab(s.cluster, plan, 'echo kept > notes.txt');
  const { volume } = await stopped(s.cluster, plan);
  // As an engine that is killed between taking a mount down and writing that down has it: counted, and not there.
  const { Mountpoint } = await s.api.call<{ Mountpoint: string }>('GET', `/volumes/${volume?.name}`);
  const body = {
    Image: s.image,
    Entrypoint: ['sleep', '1000'],
    HostConfig: { Mounts: [{ Type: 'volume', Source: volume?.name, Target: '/mnt' }] },
  };
  const { Id } = await s.api.call<{ Id: string }>('POST', '/containers/create', { body });
  await s.api.call('POST', `/containers/${Id}/start`);
  execFileSync('umount', ['--lazy', Mountpoint]);
  await t.throwsAsync(async () => await buffer(await s.cluster.readVolume(plan.instance_id)), {
    message: /not mounted/,
  });
  await s.api.call('DELETE', `/containers/${Id}`, { query: { force: 'true' } });
  t.is((await mustSee(s.cluster, plan.instance_id)).volume?.uid, volume?.uid);
});

test.serial('the sweep removes files of removed volumes, and keeps young ones', async (t) => {
  const s = await bounded(t);
  if (!s) return;
  const disks = disksOf(s.api, { ...s, reserveGi: 0 });
  for (const uid of ['old', 'young', 'used']) await disks.make({ uid, sizeGi: 1, owner: 10_001 });
  const names = () =>
    filesOf(s)
      .map((file) => path.basename(file))
      .sort();
  t.deepEqual(names(), ['old.ext4', 'used.ext4', 'young.ext4']);
  for (const file of filesOf(s).filter((each) => !each.includes('young')))
    execFileSync('touch', ['-d', '2 hours ago', file]);
  await disks.sweep(new Set(['used']));
  t.deepEqual(names(), ['used.ext4', 'young.ext4']);
});

test.serial(
  'a new home waits while it could take the disk below its reserve, and one that is there is kept',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const { bavail, bsize } = await statfs(s.folder ?? '/');
    const reserveGi = Math.ceil((bavail * bsize) / GIB) + 100;
    for (const folder of [s.folder, null]) {
      const cluster = clusterOn({ ...s, folder }, { reserveGi });
      t.teardown(() => cluster[Symbol.asyncDispose]());
      const plan = s.plan('anna', { volumeGi: 1 });
      const refused = await cluster.apply(plan);
      t.regex(
        JSON.stringify(refused),
        /"refused".*"quota".*"the disk of the lab engine has [\d.]+ GiB left; a home may take 1 GiB, and \d+ GiB stay free"/,
      );
      await t.throwsAsync(cluster.writeVolume(plan, Readable.from([])), { message: /stay free/ });
      t.is((await cluster.get(plan.instance_id))?.volume ?? null, null);
    }
    const plan = s.plan('ben', { volumeGi: 1 });
    t.deepEqual(await s.cluster.apply(plan), applied);
    const cluster = clusterOn(s, { reserveGi });
    t.teardown(() => cluster[Symbol.asyncDispose]());
    t.deepEqual(await cluster.apply({ ...plan, generation: 2 }), applied);
  },
);
