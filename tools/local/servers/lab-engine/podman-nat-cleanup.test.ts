// What is taken out of the machine's firewall, for rules as netavark writes them.
import { createHash } from 'node:crypto';
import test from 'ava';
import { staleRules } from './podman-nat-cleanup.ts';

const hashOf = (network: string) => createHash('sha512').update(network).digest('hex').slice(0, 13).toUpperCase();
const id = (digit: string) => digit.repeat(64);

const jump = (network: string, container: string, port: number) =>
  `-A NETAVARK-HOSTPORT-DNAT -p tcp -m tcp --dport ${port} -m comment --comment "dnat name: ${network} id: ${container}" -j NETAVARK-DN-${hashOf(network)}`;
const forwarding = (network: string, port: number) =>
  `-A NETAVARK-DN-${hashOf(network)} -d 127.0.0.1/32 -p tcp -m tcp --dport ${port} -j DNAT --to-destination 10.214.4.2:2201`;
const leaving = (network: string, subnet: string) => `-A POSTROUTING -s ${subnet} -j NETAVARK-${hashOf(network)}`;
const chains = (network: string) => [`-N NETAVARK-${hashOf(network)}`, `-N NETAVARK-DN-${hashOf(network)}`];
const passing = (subnet: string) => `-A NETAVARK_FORWARD -s ${subnet} -j ACCEPT`;
const removed = (line: string) => line.replace('-A ', '-D ');

const [ours, theirs] = ['access.ours', 'access.theirs'];
const nat = [
  ...['-P PREROUTING ACCEPT', ...chains(ours), ...chains(theirs)],
  ...[leaving(ours, '10.214.4.0/22'), leaving(theirs, '10.214.8.0/22')],
  ...[jump(ours, id('a'), 30_001), jump(ours, id('b'), 30_002), jump(theirs, id('c'), 30_003)],
  ...[forwarding(ours, 30_001), forwarding(ours, 30_002), forwarding(theirs, 30_003)],
];
const filter = [passing('10.214.4.0/22'), passing('10.214.8.0/22')];
const known = { installation: 'ours', networks: [ours], running: new Set([id('a')]) };

test('the cleanup removes the rules to stopped containers of an existing network, and no others', (t) => {
  t.deepEqual(staleRules({ nat, filter }, known), {
    nat: [jump(ours, id('b'), 30_002), forwarding(ours, 30_002)].map(removed),
    filter: [],
  });
});

test('the cleanup removes all rules of a deleted network', (t) => {
  const all = { ...known, networks: [], running: new Set<string>() };
  const lines = [
    ...[jump(ours, id('a'), 30_001), jump(ours, id('b'), 30_002), forwarding(ours, 30_001), forwarding(ours, 30_002)],
    leaving(ours, '10.214.4.0/22'),
  ];
  const own = [`NETAVARK-${hashOf(ours)}`, `NETAVARK-DN-${hashOf(ours)}`];
  t.deepEqual(staleRules({ nat, filter }, all), {
    nat: [...lines.map(removed), ...own.map((chain) => `-F ${chain}`), ...own.map((chain) => `-X ${chain}`)],
    filter: [removed(passing('10.214.4.0/22'))],
  });
});

test('the cleanup leaves addresses that another network has taken over', (t) => {
  const all = { ...known, networks: [], running: new Set<string>() };
  const taken = [...nat, leaving(theirs, '10.214.4.0/22')];
  t.deepEqual(staleRules({ nat: taken, filter }, all).filter, []);
});

test('the cleanup keeps the rule of a port that leads to a running container, though a dead one had it before', (t) => {
  const both = [...nat, jump(ours, id('d'), 30_001)];
  t.deepEqual(staleRules({ nat: both, filter }, known).nat, [
    ...[jump(ours, id('b'), 30_002), jump(ours, id('d'), 30_001), forwarding(ours, 30_002)].map(removed),
  ]);
});

test('the cleanup of rules does nothing where nothing of ours exists', (t) => {
  const unowned = { installation: 'nobody', networks: [], running: new Set<string>() };
  t.deepEqual(staleRules({ nat, filter }, unowned), { nat: [], filter: [] });
  t.deepEqual(staleRules({ nat, filter }, { ...unowned, installation: '' }), { nat: [], filter: [] });
});
