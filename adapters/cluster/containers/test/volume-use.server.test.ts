// A home that no file system holds to its size: here Podman without a folder for home file systems, as Docker is
// everywhere.
import test from 'ava';
import { clusterOn } from '../../../../tools/test/lab-engine.ts';
import { applied, system } from './labs.fixture.ts';
import { addressOf, inLab, ssh, until } from './login.fixture.ts';

const MIB = 1024 * 1024;
const most = { bytes: 64 * MIB, files: 1_000 };

async function unbounded(t: Parameters<typeof system>[0]) {
  const s = await system(t);
  if (s === null) return null;
  const cluster = clusterOn({ ...s, folder: null });
  t.teardown(() => cluster[Symbol.asyncDispose]());
  return { ...s, cluster };
}

test.serial(
  'a home without a separate file system is counted while its lab runs, with what its owner has closed',
  async (t) => {
    const s = await unbounded(t);
    if (!s) return;
    const plan = s.plan('anna', { volumeGi: 1 });
    t.deepEqual(await s.cluster.apply(plan), applied);
    const write =
      'mkdir shut; head -c 20M /dev/urandom > shut/big; ln shut/big shut/again; truncate -s 1G sparse; chmod 000 shut; sync';
    const before = await until('the first count', async () => (await s.cluster.measureVolume(plan, most)) ?? undefined);
    await inLab(s.cluster, plan, write);
    const after = await s.cluster.measureVolume(plan, most);
    const grown = {
      MiB: Math.round(((after?.bytes ?? 0) - before.bytes) / MIB),
      files: (after?.files ?? 0) - before.files,
    };
    t.deepEqual(grown, { MiB: 20, files: 4 });
  },
);

test.serial('measureVolume stops soon after the limit, in bytes or in files', async (t) => {
  const s = await unbounded(t);
  if (!s) return;
  const plan = s.plan('anna', { volumeGi: 1 });
  t.deepEqual(await s.cluster.apply(plan), applied);
  await inLab(s.cluster, plan, 'for n in $(seq 3000); do : > f$n; done');
  const files = await s.cluster.measureVolume(plan, most);
  t.is(files?.files, 1_001);
  await inLab(s.cluster, plan, 'rm -f f*; for n in 1 2 3; do head -c 60M /dev/zero > f$n; done; sync');
  const bytes = await s.cluster.measureVolume(plan, most);
  t.true(bytes !== null && bytes.bytes > most.bytes && bytes.bytes < 2.5 * most.bytes, JSON.stringify(bytes));
});

test.serial('measureVolume does not count a home with a file system of its size', async (t) => {
  const s = await system(t);
  if (!s) return;
  if (s.folder === null) {
    t.log('skipped: this engine mounts no files');
    return t.pass();
  }
  const plan = s.plan('anna', { volumeGi: 1 });
  t.deepEqual(await s.cluster.apply(plan), applied);
  t.is(await s.cluster.measureVolume(plan, most), null);
  return undefined;
});

test.serial(
  'users of a lab read a notice at the next prompt, once in each shell and until it is taken back',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const plan = s.plan('anna');
    t.deepEqual(await s.cluster.apply(plan), applied);
    await inLab(s.cluster, plan, 'true');
    const at = await addressOf(s.cluster, plan);
    const shell = async () => {
      const { out } = await ssh(at, 'printf "true\\ntrue\\n" | bash -i 2>&1', { tty: true });
      return out.split(/\r?\n/).filter((line) => line.startsWith('Your home'));
    };
    const notice = 'Your home directory is "too full" ($HOME): `du -xh ~ | sort -h`';
    await s.cluster.showNotice(plan, notice);
    t.deepEqual(
      await until('the notice', async () => ((found) => (found.length > 0 ? found : undefined))(await shell())),
      [notice],
    );
    await s.cluster.showNotice(plan, null);
    t.deepEqual(
      await until('its end', async () => ((found) => (found.length === 0 ? found : undefined))(await shell())),
      [],
    );
  },
);
