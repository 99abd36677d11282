import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { containers } from '../../../../adapters/cluster/containers/containers.ts';
import { engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { bridgeOf } from '../../../../adapters/cluster/containers/network/network-bodies.ts';
import { inLab, mustSee, planOf, until } from '../../../../adapters/cluster/containers/test/login.fixture.ts';
import { testFolder } from '../../../test/folder.ts';
import { atEnd } from '../../../test/servers.ts';
import { openPlace } from '../data-folder.ts';
import { supervise } from '../processes/supervise.ts';
import { podman, podmanObstacle } from './podman.ts';
import { configurationOf, linksOf, removeStorage, storageOptions } from './podman-storage.ts';

async function system(t: ExecutionContext) {
  const obstacle = podmanObstacle();
  if (obstacle !== null) {
    t.log(`runs no labs here: ${obstacle}`);
    t.pass();
    return null;
  }
  const dir = await testFolder();
  const storage = path.join(dir, 'labs');
  atEnd(async () => removeStorage(storage));
  const start = async () => {
    const watch = { dir, progress: () => undefined, signal: new AbortController().signal };
    const part = await supervise(() => podman(openPlace(dir, true)), watch);
    atEnd(() => part.stop());
    return part;
  };
  return { start, storage };
}

/**
 * As a Podman leaves it that is killed while it makes a container: files without a record, since the records of this
 * one are in a folder that no one else sees.
 */
function halfMade(storage: string, image: string, name: string): void {
  const create = ['create', `--name=${name}`, '--network=none', '--pull=never', image, 'true'];
  const hidden = 'mount -t tmpfs none "$0/root/libpod" && exec podman "$@"';
  execFileSync('unshare', ['--mount', 'sh', '-c', hidden, storage, ...storageOptions(storage), ...create], {
    env: { ...process.env, CONTAINERS_CONF: configurationOf(storage) },
    stdio: 'pipe',
  });
}

/**
 * As a Podman leaves it that is killed while it starts a lab: the first process of a container that no one started, and
 * a way to one that is gone.
 */
async function leftBehind(t: ExecutionContext, socketPath: string, installation: string, image: string) {
  using api = engine(socketPath);
  const body = { Image: image, Entrypoint: ['/usr/bin/tini', '--'], Cmd: ['sleep', 'infinity'] };
  const { Id } = await api.call<{ Id: string }>('POST', '/containers/create', { body });
  await api.call('POST', `/libpod/containers/${Id}/init`);
  const another = randomBytes(5).toString('hex');
  const forwardingOf = (name: string) => [
    ...['NETAVARK-HOSTPORT-DNAT', '-p', 'tcp', '-m', 'tcp', '--dport', '29999'],
    ...[
      '-m',
      'comment',
      '--comment',
      `dnat name: access.${name} id: ${'0'.repeat(64)}`,
      '-j',
      'NETAVARK-HOSTPORT-SETMARK',
    ],
  ];
  const iptables = (...args: readonly string[]) =>
    execFileSync('iptables', ['-w', '-t', 'nat', ...args], { stdio: 'pipe' });
  for (const name of [installation, another]) iptables('-A', ...forwardingOf(name));
  t.teardown(() => void iptables('-D', ...forwardingOf(another)));
  const observed = () => {
    const rules = iptables('-S').toString();
    return {
      processes: processesNaming(Id),
      ours: rules.includes(`access.${installation} id: 000`),
      theirs: rules.includes(`access.${another} id: 000`),
    };
  };
  t.deepEqual({ ...observed(), processes: 0 }, { processes: 0, ours: true, theirs: true });
  // conmon, and what waits to become the lab.
  t.true(observed().processes >= 2);
  return { observed };
}

/**
 * As a Podman leaves them that is killed while it ends a lab: namespaces that no one is in, tied to one of our bridges
 * and to one of someone else.
 */
function strandedNamespaces(t: ExecutionContext, ours: string) {
  const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: 'pipe' });
  const theirs = bridgeOf(randomUUID());
  ip('link', 'add', theirs, 'type', 'bridge');
  t.teardown(() => void ip('link', 'delete', theirs));
  const tied = (bridge: string) => {
    const id = randomUUID();
    const name = `netns-${id}`;
    ip('netns', 'add', name);
    const link = ['link', 'add', `v-${id.slice(0, 8)}`, 'master', bridge, 'type', 'veth', 'peer', 'name', 'eth0'];
    ip(...link, 'netns', name);
    return name;
  };
  const names = { ours: tied(ours), theirs: tied(theirs) };
  t.teardown(() => void ip('netns', 'delete', names.theirs));
  const observed = () => {
    const there = namespacesHere();
    return { ours: there.includes(names.ours), theirs: there.includes(names.theirs) };
  };
  t.deepEqual(observed(), { ours: true, theirs: true });
  return { observed };
}

/**
 * As a Podman leaves them that is killed between a mount and its count of it: a home that only the kernel has mounted,
 * and one that only Podman has.
 */
async function miscountedHomes(socketPath: string, storage: string) {
  using api = engine(socketPath);
  const podman = (...args: readonly string[]) =>
    execFileSync('podman', [...storageOptions(storage), ...args], {
      env: { ...process.env, CONTAINERS_CONF: configurationOf(storage) },
      encoding: 'utf8',
    });
  const made = async (Name: string) => {
    const device = path.join(storage, `${Name}.ext4`);
    writeFileSync(device, '');
    truncateSync(device, 16 * 1024 ** 2);
    execFileSync('/sbin/mkfs.ext4', ['-q', '-F', device]);
    const DriverOpts = { type: 'ext4', device, o: 'loop' };
    const { Mountpoint } = await api.call<{ Mountpoint: string }>('POST', '/volumes/create', {
      body: { Name, Driver: 'local', DriverOpts },
    });
    return { device, place: Mountpoint };
  };
  const [unknown, missing] = [await made('unknown'), await made('missing')];
  execFileSync('mount', ['-o', 'loop', unknown.device, unknown.place]);
  podman('volume', 'mount', 'missing');
  execFileSync('umount', [missing.place]);
  return {
    mountable: () => {
      for (const name of ['unknown', 'missing']) podman('volume', 'mount', name);
      const mounted = [unknown, missing].map(({ place }) => existsSync(path.join(place, 'lost+found')));
      for (const name of ['unknown', 'missing']) podman('volume', 'unmount', name);
      podman('volume', 'rm', 'unknown', 'missing');
      return mounted;
    },
  };
}

const namespacesHere = () => readdirSync('/run/netns');

const bridgesHere = () => readdirSync('/sys/class/net').filter((name) => name.startsWith('lab-'));

/** By their arguments, or by their group. */
const processesNaming = (container: string): number =>
  readdirSync('/proc').filter((pid) =>
    ['cmdline', 'cgroup'].some((file) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(container);
      } catch {
        return false; // it ended meanwhile
      }
    }),
  ).length;

const mountsBelow = (folder: string) =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${folder}/`));

test('labs outlive a killed engine, which ends what it had half begun, are stopped with it when it ends, and come back with their files', async (t) => {
  const s = await system(t);
  if (!s) return;
  const part = await s.start();
  const { socketPath, installation, image, folder } = part.facts;
  await using cluster = containers({ socketPath, installation, toolsImage: image, folder });
  const plan = planOf(image, 'anna');
  t.deepEqual(await cluster.apply(plan), { kind: 'applied' });
  await inLab(cluster, plan, 'echo kept > notes.txt');
  const before = await mustSee(cluster, plan.instance_id);
  const left = await leftBehind(t, socketPath, installation, image);
  const stranded = strandedNamespaces(t, bridgeOf(`access.${installation}`));
  const homes = await miscountedHomes(socketPath, s.storage);
  using api = engine(socketPath);
  const make = () => api.call('POST', '/containers/create?name=half-made', { body: { Image: image } });
  halfMade(s.storage, image, 'half-made');
  await t.throwsAsync(make, { message: /name is already in use/ });

  const killed = part.pid()!;
  process.kill(killed, 'SIGKILL');
  await until('another process', async () => (part.pid() ?? killed) !== killed || undefined);
  const after = await until(
    'the engine',
    async () => (await cluster.get(plan.instance_id).catch(() => null)) ?? undefined,
  );
  t.deepEqual(after.objects, before.objects);
  t.true(after.complete);
  t.is(await inLab(cluster, plan, 'cat notes.txt'), 'kept');
  t.deepEqual(left.observed(), { processes: 0, ours: false, theirs: true });
  t.deepEqual(stranded.observed(), { ours: false, theirs: true });
  t.deepEqual(homes.mountable(), [true, true]);
  await t.notThrowsAsync(make);

  await part.stop();
  await t.throwsAsync(() => cluster.ping(), { message: /unavailable/ });
  t.deepEqual(mountsBelow(s.storage), []);

  // As a machine that was switched off finds it.
  writeFileSync(path.join(s.storage, 'boot'), 'another boot');
  const booted = await s.start();
  t.deepEqual(await cluster.apply(plan), { kind: 'applied' });
  t.is(await inLab(cluster, plan, 'cat notes.txt'), 'kept');
  await booted.stop();
  t.deepEqual(mountsBelow(s.storage), []);

  const again = await s.start();
  t.deepEqual(again.facts, part.facts);
  t.deepEqual(await api.call('GET', '/containers/json'), []);
  t.false((await mustSee(cluster, plan.instance_id)).complete);
  t.deepEqual(await cluster.apply(plan), { kind: 'applied' });
  t.is(await inLab(cluster, plan, 'cat notes.txt'), 'kept');

  const { bridges, namespaces } = linksOf(s.storage);
  const held = () => ({
    bridges: bridgesHere().filter((name) => bridges.includes(name)).length > 0,
    namespaces: namespacesHere().filter((name) => namespaces.includes(name)).length > 0,
  });
  t.deepEqual(held(), { bridges: true, namespaces: true });
  const strandedAgain = strandedNamespaces(t, bridgeOf(`access.${installation}`));
  process.kill(-again.pid()!, 'SIGKILL');
  await again.stop();
  removeStorage(s.storage);
  t.deepEqual([existsSync(s.storage), mountsBelow(s.storage)], [false, []]);
  t.deepEqual(held(), { bridges: false, namespaces: false });
  t.deepEqual(strandedAgain.observed(), { ours: false, theirs: true });
});
