import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { clusterOn, labEngine } from '../../../../tools/test/lab-engine.ts';
import { engine } from '../engine/engine.ts';
import { nameOf } from '../labels.ts';
import { list } from '../listing.ts';
import { inLab, mustSee, planOf, run, until } from './login.fixture.ts';

async function system(t: ExecutionContext) {
  const found = await labEngine(t);
  if (found === null) {
    t.pass();
    return null;
  }
  const cluster = clusterOn(found);
  const api = engine(found.socketPath);
  t.teardown(async () => {
    api[Symbol.dispose]();
    await cluster[Symbol.asyncDispose]();
  });
  const clear = async (plan: ReturnType<typeof planOf>) => {
    const observed = await mustSee(cluster, plan.instance_id);
    t.is(await cluster.deletePods(observed), 'gone');
    return observed.volume!;
  };
  return { ...found, cluster, api, clear, plan: planOf.bind(null, found.image) };
}

/** Everything that an archive must bring back, the same for two equal trees. */
const describe = `cd ~ && chmod u+rwx closed && find . -path ./.lab -prune -o -printf '%P|%y|%m|%U:%G|%s|%n|%l|%T@\\n' | sed 's/\\.[0-9]*$//' | sort | tr '\\n' ';'; find . -path ./.lab -prune -o -type f -size -1000k -readable -exec sha256sum {} + | sort; stat -c '%n %b' sparse; stat -c %i hard1 hard2 | uniq | wc -l; chmod 000 closed`;
const make = `cd ~ && umask 022
mkdir -p deep/er setgid closed empty && echo text > deep/er/file && chmod 2775 setgid && echo in > setgid/in
echo secret > closed/in && echo none > noperm && chmod 000 noperm
truncate -s 50M sparse && echo tail >> sparse
echo linked > hard1 && ln hard1 hard2 && chmod 000 hard1
ln -s ../../etc/passwd outside && ln -s nowhere broken
mkfifo pipe && echo odd > "$(printf 'new\\nline')" && echo odd > 'back\\slash' && echo odd > ' -rf' && echo Ж > Ж
printf '%0200d' 0 | xargs -I{} sh -c 'echo long > {}'
touch -d '2001-02-03 04:05:06' deep/er/file setgid; rm -f .profile; chmod 700 ~; chmod 000 closed`;

test.serial('writeVolume restores every kind of file that readVolume archived', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster, clear } = s;
  const plan = s.plan('anna');
  t.deepEqual(await cluster.apply(plan), { kind: 'applied' });
  const before = await inLab(cluster, plan, `${make}; ${describe}`);
  await t.throwsAsync(async () => cluster.readVolume(plan.instance_id), { message: /still uses the volume/ });
  const volume = await clear(plan);
  const archive = await buffer(await cluster.readVolume(plan.instance_id));
  t.true(archive.equals(await buffer(await cluster.readVolume(plan.instance_id))));
  t.true(archive.length < 2_000_000); // the archive does not store the hole
  const names = await listed(archive);
  for (const name of ['./deep/er/file', './closed/in', './noperm', './new\\nline', './sparse'])
    t.true(names.includes(name), name);
  t.is(await cluster.removeVolume(volume), 'gone');
  t.is(await cluster.get(plan.instance_id), null);

  const next = { ...plan, generation: 2 };
  await cluster.writeVolume(next, Readable.from([archive]));
  t.deepEqual((await mustSee(cluster, plan.instance_id)).objects, []);
  await cluster.writeVolume(next, Readable.from([archive])); // as after a worker that died
  t.deepEqual(await cluster.apply(next), { kind: 'applied' });
  t.is(await inLab(cluster, next, describe), before);
  await cluster.removeVolume(await clear(next));
});

async function listed(archive: Buffer): Promise<readonly string[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'covenant-archive-'));
  const { writeFile } = await import('node:fs/promises');
  await writeFile(path.join(dir, 'home.tar'), archive);
  const { out } = await run('tar', ['--list', '--file', path.join(dir, 'home.tar')]);
  await rm(dir, { recursive: true });
  return out.split('\n');
}

test.serial('readVolume and writeVolume transfer a large home at the pace of a slow peer', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster, clear } = s;
  const plan = s.plan('ben');
  await cluster.apply(plan);
  // Holds the keys by which a terminal would let go of a container, in every order.
  const sum = await inLab(cluster, plan, 'head -c 60000000 /dev/urandom > data && sha256sum < data');
  await clear(plan);
  const slow = () => {
    let passed = 0;
    return new Transform({
      async transform(chunk: Buffer, _encoding, done) {
        passed += chunk.length;
        if (passed % 4_000_000 < chunk.length) await pause(50);
        done(null, chunk);
      },
    });
  };
  const archive = await buffer((await cluster.readVolume(plan.instance_id)).pipe(slow()));
  t.true(archive.includes(Buffer.from([0x10, 0x11])));
  await cluster.removeVolume((await mustSee(cluster, plan.instance_id)).volume!);
  const pieces = Array.from({ length: Math.ceil(archive.length / 100_000) }, (_, i) =>
    archive.subarray(i * 100_000, (i + 1) * 100_000),
  );
  await cluster.writeVolume(plan, Readable.from(pieces).pipe(slow()));
  await cluster.apply(plan);
  t.is(await inLab(cluster, plan, 'sha256sum < data'), sum);
  await cluster.removeVolume(await clear(plan));
});

test.serial(
  'readVolume and writeVolume fail when they break off, leave no container, and can be repeated',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const { cluster, api, installation, clear } = s;
    const plan = s.plan('cleo');
    await cluster.apply(plan);
    await inLab(cluster, plan, 'head -c 30000000 /dev/urandom > data');
    await clear(plan);
    const helper = nameOf(installation, plan.name, 'helper');
    const reading = await cluster.readVolume(plan.instance_id);
    reading.on('error', () => undefined);
    await once(reading, 'readable');
    // The engine answers when the container has ended, which it does as far as it is read.
    const killed = api.call('POST', `/containers/${helper}/kill`).catch(() => undefined);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await t.throwsAsync(pipeline(reading, slowly(), nowhere));
    await killed;
    const given = await cluster.readVolume(plan.instance_id);
    given.once('data', () => given.destroy());
    await until('no helper', async () =>
      (await list(api, installation, { instance: plan.instance_id, helpers: true })).some(
        ({ kind }) => kind === 'helper',
      )
        ? undefined
        : true,
    );
    const archive = await buffer(await cluster.readVolume(plan.instance_id));
    await t.throwsAsync(async () => cluster.writeVolume(plan, Readable.from([archive.subarray(0, 1_000_000)])), {
      message: /tar ended with code 2/,
    });
    await t.throwsAsync(async () => cluster.writeVolume(plan, Readable.from([Buffer.alloc(4096, 'no tar')])));
    const broken = Readable.from(
      (async function* () {
        yield archive.subarray(0, 700_000);
        throw new Error('the store is away');
      })(),
    );
    await t.throwsAsync(async () => cluster.writeVolume(plan, broken), { message: 'the store is away' });
    await cluster.writeVolume(plan, Readable.from([archive]));
    const again = await buffer(await cluster.readVolume(plan.instance_id));
    t.is(sha256(again), sha256(archive));
    await cluster.removeVolume((await mustSee(cluster, plan.instance_id)).volume!);
    t.deepEqual(await list(api, installation, { instance: plan.instance_id, helpers: true }), []);
  },
);

/** 30 MB take ten seconds, in which even a busy engine has killed what writes them. */
const slowly = () =>
  new Transform({ transform: (chunk, _encoding, done) => void setTimeout(() => done(null, chunk), 20) });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.serial('writeVolume writes nothing outside of the home, whatever names the archive has', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster, clear } = s;
  const plan = s.plan('dora');
  const dir = await mkdtemp(path.join(tmpdir(), 'covenant-evil-'));
  const script = `cd ${dir} && mkdir a && echo evil > a/evil && ln -s /etc a/link && tar -cf evil.tar -P --transform 's,^a/evil$,../../etc/cron.d/evil,' a/evil && tar -rf evil.tar -C a link && tar -rf evil.tar -P --transform 's,^a/evil$,link/evil,' a/evil && cat evil.tar`;
  const evil = Buffer.from(
    await text(Readable.from([(await run('sh', ['-c', `(${script}) | base64 -w0`])).out])),
    'base64',
  );
  await rm(dir, { recursive: true });
  await t.throwsAsync(async () => cluster.writeVolume(plan, Readable.from([evil])));
  await cluster.apply(plan);
  t.is(await inLab(cluster, plan, 'ls /etc/cron.d/evil /etc/evil 2>/dev/null | wc -l'), '0');
  await cluster.removeVolume(await clear(plan));
});
