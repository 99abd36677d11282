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

test('namespaces on bridges of ours go when no process is in them, and bridges to which nobody else is tied', (t) => {
  t.deepEqual(deadLinks(links, namespaces, ours), {
    namespaces: ['netns-dead'],
    bridges: ['lab-dead', 'lab-empty'],
  });
});

test('at the end everything of ours goes, and nothing of anybody else', (t) => {
  t.deepEqual(deadLinks(links, namespaces, { ...ours, isEnding: true }), {
    namespaces: ['netns-living', 'netns-dead'],
    bridges: ['lab-access', 'lab-dead', 'lab-empty'],
  });
});

test('a namespace to which nothing leads goes only when our Podman says that it is its own and no process is in it', (t) => {
  const known = { ...ours, bridges: [], namespaces: ['netns-known', 'netns-living'] };
  t.deepEqual(deadLinks(links, namespaces, known), { namespaces: ['netns-known'], bridges: [] });
});

test('a bridge stays while something of which nothing is known is tied to it, and so does what Podman did not make', (t) => {
  const strange = [{ name: 'lab-dead' }, { name: 'tap0', bridge: 'lab-dead' }, port('veth9', 'lab-dead', 9)];
  const made = [{ name: 'made-by-hand', id: 9, isUsed: false }];
  t.deepEqual(deadLinks(strange, made, ours), { namespaces: [], bridges: [] });
});

test('where nothing of ours is, nothing is done', (t) => {
  const unowned = { bridges: [], namespaces: [], isEnding: true };
  t.deepEqual(deadLinks(links, namespaces, unowned), { namespaces: [], bridges: [] });
});
