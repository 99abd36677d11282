// What is taken off the machine, for bridges and namespaces as netavark makes them.
import test from 'ava';
import { deadLinks } from './podman-links.ts';

const port = (name: string, bridge: string, namespace: number) => ({ name, bridge, namespace });
const links = [
  ...[{ name: 'eth0' }, { name: 'lab-access' }, { name: 'lab-dead' }, { name: 'lab-empty' }, { name: 'lab-theirs' }],
  ...[port('veth0', 'lab-access', 1), port('veth1', 'lab-access', 2), port('veth2', 'lab-dead', 2)],
  port('veth3', 'lab-theirs', 3),
];
const namespaces = [
  { name: 'netns-living', id: 1, isUsed: true },
  { name: 'netns-dead', id: 2, isUsed: false },
  { name: 'netns-theirs', id: 3, isUsed: false },
  { name: 'netns-anybody', isUsed: false },
  { name: 'netns-known', isUsed: false },
];
const ours = { bridges: ['lab-access', 'lab-dead', 'lab-empty', 'lab-unmade'], namespaces: [], isEnding: false };

test('the cleanup removes namespaces on our bridges without a process, and bridges without foreign members', (t) => {
  t.deepEqual(deadLinks(links, namespaces, ours), {
    namespaces: ['netns-dead'],
    bridges: ['lab-dead', 'lab-empty'],
  });
});

test('the cleanup at the end removes everything of ours, and nothing else', (t) => {
  t.deepEqual(deadLinks(links, namespaces, { ...ours, isEnding: true }), {
    namespaces: ['netns-living', 'netns-dead'],
    bridges: ['lab-access', 'lab-dead', 'lab-empty'],
  });
});

test('the cleanup removes an unlinked namespace only when our Podman owns it and no process is in it', (t) => {
  const known = { ...ours, bridges: [], namespaces: ['netns-known', 'netns-living'] };
  t.deepEqual(deadLinks(links, namespaces, known), { namespaces: ['netns-known'], bridges: [] });
});

test('the cleanup keeps a bridge with an unknown member, and everything that Podman did not make', (t) => {
  const strange = [{ name: 'lab-dead' }, { name: 'tap0', bridge: 'lab-dead' }, port('veth9', 'lab-dead', 9)];
  const made = [{ name: 'made-by-hand', id: 9, isUsed: false }];
  t.deepEqual(deadLinks(strange, made, ours), { namespaces: [], bridges: [] });
});

test('the cleanup of links does nothing where nothing of ours exists', (t) => {
  const unowned = { bridges: [], namespaces: [], isEnding: true };
  t.deepEqual(deadLinks(links, namespaces, unowned), { namespaces: [], bridges: [] });
});
