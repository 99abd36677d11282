// What labs, and installations, on one engine have of each other: nothing.
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { stopContainers } from '../../../../tools/local/servers/lab-engine/engine.ts';
import { clusterOn, testInstallation } from '../../../../tools/test/lab-engine.ts';
import { reached } from '../../cases/reached.ts';
import type { Engine } from '../engine/engine.ts';
import { list } from '../listing.ts';
import { removeInstallation } from '../site.ts';
import { applied, kindsOf, type System, stopped, system } from './labs.fixture.ts';
import { addressOf, inLab, mustSee, until } from './login.fixture.ts';

/** The one place that a lab does reach, so that the attempt is known to work. */
const sshd = '127.0.0.1 22';
const control = reached([sshd], { withinS: 60 });

test.serial(
  'a lab without internet reaches no other lab, no listener of the host, no relay, no name server and no address outside',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const { cluster } = s;
    const flavour = await s.api.flavour();
    const [plan, other] = [s.plan('anna'), s.plan('ben')];
    t.deepEqual(await Promise.all([plan, other].map((each) => cluster.apply(each))), [applied, applied]);
    const listener = createServer((socket) => socket.end('open')).listen(0, '::');
    t.teardown(() => listener.close());
    await until('the listener', async () => (listener.listening ? true : undefined));
    const { port } = listener.address() as { port: number };
    const targets = [...(await addressesOf(s)), ...hostAddresses(), '1.1.1.1'];
    t.true(targets.length > 5);
    // The last is the other student's address outside: this host's port, which leads into that lab.
    const ports = [port, 22, 53, 2201, (await addressOf(cluster, other)).port];
    const tries = targets.flatMap((host) => ports.map((each) => `${host} ${each}`));
    const rest = `getent hosts debian.org\nls /proc/sys/net/ipv6/conf/ >/dev/null 2>&1 && cat /proc/net/if_inet6\ncat /proc/net/route | awk '$2 == "00000000"'`;
    const script = `${control}\n${reached(tries, { withinS: 1, butItself: true })}\n${rest}`;
    const answers = (await inLab(cluster, plan, script)).split('\n').filter((line) => line !== '');
    // Its own relay is the one neighbour that it has; through it, it reaches its own sshd and nothing else.
    const relays = answers.filter(isRelay);
    t.true(relays.length <= 1);
    // Docker's way out is an address that no one has.
    const isEmptyRoute = (line: string) => line.startsWith('eth0') && flavour === 'docker';
    t.deepEqual(
      answers.filter((line) => !relays.includes(line) && !isEmptyRoute(line)),
      [`reached ${sshd}`],
    );
  },
);

/** In a network of an instance. */
const isRelay = (line: string): boolean => /^reached 10\.213\.\d+\.\d+ 2201$/.test(line);

async function addressesOf({ api, installation }: System): Promise<string[]> {
  const all = await list(api, installation);
  const found = await Promise.all(
    all
      .filter(({ what }) => what === 'container')
      .map(async ({ name }) => {
        type Inspected = { NetworkSettings: { Networks: Record<string, { IPAddress: string; Gateway: string }> } };
        const { NetworkSettings } = await api.call<Inspected>('GET', `/containers/${name}/json`);
        return Object.values(NetworkSettings.Networks).flatMap(({ IPAddress, Gateway }) => [IPAddress, Gateway]);
      }),
  );
  return [...new Set(found.flat())].filter((address) => /^\d/.test(address));
}

const hostAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

test.serial('a lab with internet reaches neither the host, nor private ranges, nor the labs beside it', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster } = s;
  const [plan, other] = [s.plan('anna', { internet: true }), s.plan('ben', { internet: true })];
  t.deepEqual(await Promise.all([plan, other].map((each) => cluster.apply(each))), [applied, applied]);
  t.true((await mustSee(cluster, plan.instance_id)).complete);
  const listener = createServer((socket) => socket.end('open')).listen(0, '0.0.0.0');
  t.teardown(() => listener.close());
  await until('the listener', async () => (listener.listening ? true : undefined));
  const { port } = listener.address() as { port: number };
  const targets = [...(await addressesOf(s)), ...hostAddresses(), '169.254.169.254', '10.0.0.1', '192.168.0.1'];
  const ports = [port, 22, 2201, (await addressOf(cluster, other)).port];
  const tries = targets.flatMap((host) => ports.map((each) => `${host} ${each}`));
  const script = `${control}\n${reached(tries, { butItself: true })}`;
  const answers = (await inLab(cluster, plan, script)).split('\n').filter((line) => line !== '');
  t.deepEqual(
    answers.filter((line) => !isRelay(line)),
    [`reached ${sshd}`],
  );
  t.true(answers.length <= 2, answers.join());
  // No one answers at a documentation address; but it is not the lab's own wall that says no.
  const outside = await inLab(
    cluster,
    plan,
    'timeout 2 bash -c "echo > /dev/tcp/203.0.113.1/80" 2>&1 | grep -c refused',
  );
  t.is(outside, '0');
  t.deepEqual(kindsOf(await mustSee(cluster, plan.instance_id)), [
    'internet',
    'net',
    'pod',
    'policy',
    'record',
    'relay',
    'secret',
  ]);
  t.deepEqual(await cluster.apply({ ...plan, internet: false }), applied);
  t.deepEqual(kindsOf(await mustSee(cluster, plan.instance_id)), ['pod', 'policy', 'record', 'relay', 'secret']);
});

test.serial('two installations on one engine run the same lab and never touch each other', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster, api } = s;
  const theirs = testInstallation(s);
  const others = clusterOn({ ...s, installation: theirs });
  t.teardown(() => others[Symbol.asyncDispose]());
  const plan = s.plan('anna');
  t.deepEqual(await Promise.all([cluster.apply(plan), others.apply(plan)]), [applied, applied]);
  await inLab(cluster, plan, 'echo ours > notes.txt');
  t.is(await inLab(others, plan, 'cat notes.txt; echo theirs'), 'theirs');
  const before = await mustSee(others, plan.instance_id);
  const untouched = await everythingOf(api, theirs);
  t.deepEqual([...new Set(untouched.map(({ what }) => what))].sort(), ['container', 'network', 'volume']);
  await text(await cluster.readVolume((await stopped(cluster, plan)).instance_id));
  await cluster.removeVolume((await mustSee(cluster, plan.instance_id)).volume!);
  t.is((await cluster.list()).size, 0);
  t.deepEqual(await cluster.apply(plan), applied);
  // As a test run does at its end, and `npm start` on someone's engine when it stops.
  await stopContainers(api, s.installation);
  await removeInstallation(api, s.installation);
  t.deepEqual(await list(api, s.installation, { helpers: true }), []);
  t.deepEqual(await everythingOf(api, theirs), untouched);
  const after = await mustSee(others, plan.instance_id);
  t.deepEqual([after.objects, after.volume, after.complete], [before.objects, before.volume, true]);
  t.is(await cluster.deletePods(after), 'gone'); // our objects are gone; theirs stay
  t.true((await mustSee(others, plan.instance_id)).complete);
});

/** What the engine says of each object, and since when each container runs. */
async function everythingOf(api: Engine, installation: string) {
  const resources = await list(api, installation, { helpers: true });
  const found = resources.map(async (resource) => {
    if (resource.what !== 'container') return resource;
    type Inspected = { State: { Status: string; StartedAt: string; Pid: number }; RestartCount: number };
    const { State, RestartCount } = await api.call<Inspected>('GET', `/containers/${resource.id}/json`);
    return { ...resource, State, RestartCount };
  });
  return (await Promise.all(found)).sort((a, b) => (`${a.what} ${a.name}` < `${b.what} ${b.name}` ? -1 : 1));
}
