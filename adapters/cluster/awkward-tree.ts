// A home directory with everything that archives tend to lose, and a description by which two trees are compared.
import { createHash } from 'node:crypto';
import { tarEnd } from '../tar/header.ts';
import { readTar, type TarEntry } from '../tar/read.ts';
import { writeEntry } from '../tar/write.ts';

const modified = 1_700_000_000;
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

const entry = (name: string, kind: TarEntry['kind'], mode: number, more: Partial<TarEntry> = {}): TarEntry => ({
  name: latin1(name),
  kind,
  mode,
  uid: 10_001,
  gid: 10_001,
  modified,
  target: '',
  pieces: [],
  size: 0,
  ...more,
});

const folder = (name: string, mode = 0o755): TarEntry => entry(name, 'folder', mode);
const link = (name: string, target: string): TarEntry => entry(name, 'link', 0o777, { target });
const hardlink = (name: string, target: string, mode: number): TarEntry =>
  entry(name, 'hardlink', mode, { target: `./${target}` });

function file(name: string, mode: number, content: string): TarEntry {
  const bytes = Buffer.from(content);
  return entry(name, 'file', mode, { pieces: [{ at: 0, bytes }], size: bytes.length });
}

export const holeSize = 64 * 1024 * 1024;

const holey = entry('hole', 'file', 0o644, {
  pieces: [
    { at: 4096, bytes: Buffer.alloc(4096, 'a') },
    { at: holeSize / 2, bytes: Buffer.alloc(8192, 'b') },
  ],
  size: holeSize,
});

const tree: readonly TarEntry[] = [
  folder('', 0o755),
  file('plain.txt', 0o644, 'notes\n'),
  file('empty', 0o600, ''),
  folder('empty-folder'),
  file('locked', 0o000, 'not read\n'),
  folder('locked-folder', 0o000),
  file('locked-folder/inside', 0o000, 'nor this\n'),
  folder('read-only-folder', 0o555),
  file('read-only-folder/inside', 0o444, 'kept\n'),
  folder('setgid-folder', 0o2770),
  file('setgid-program', 0o2755, '#!/bin/sh\n'),
  folder('sticky-folder', 0o1777),
  file('twice', 0o640, 'one file, three names\n'),
  hardlink('once-more', 'twice', 0o640),
  folder('deep'),
  hardlink('deep/third', 'twice', 0o640),
  link('link', 'plain.txt'),
  link('dangling', '../../etc/shadow'),
  link('long-link', 'x/'.repeat(120)),
  entry('pipe', 'pipe', 0o600),
  holey,
  file('line\nbreak', 0o644, 'newline\n'),
  file('-rf *', 0o644, 'a name like an option\n'),
  file('tab\tand "quotes" \\', 0o644, 'quotes\n'),
  file('ünïcödé 名', 0o644, 'UTF-8\n'),
  { ...file('', 0o644, 'bytes\n'), name: 'latin-\xe4-\xff' },
  file('n'.repeat(255), 0o644, 'the longest name\n'),
  folder('p'.repeat(200)),
  folder(`${'p'.repeat(200)}/${'q'.repeat(200)}`),
  file(`${'p'.repeat(200)}/${'q'.repeat(200)}/end`, 0o644, 'the end of a long path\n'),
];

/** As a tar stream. */
export const awkwardTree = (): Buffer => Buffer.concat([...tree.map(writeEntry), tarEnd]);

/**
 * The same tree, one line for each name; order and form of the stream do not matter. The root belongs to the account
 * that mounts it.
 */
export function describeTree(tar: Buffer): Readonly<Record<string, string>> {
  const entries = readTar(tar).filter(({ name }) => name !== '');
  const inodes = new Map(entries.filter(({ kind }) => kind !== 'hardlink').map((each) => [each.name, each]));
  const names = Map.groupBy(entries, (each) => first(each, inodes).name);
  const lines = entries.map((each): [string, string] => {
    const inode = first(each, inodes);
    const all = (names.get(inode.name) ?? []).map(({ name }) => name).sort();
    return [JSON.stringify(each.name), line(inode, all)];
  });
  return Object.fromEntries(lines.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const first = (each: TarEntry, inodes: ReadonlyMap<string, TarEntry>): TarEntry =>
  each.kind === 'hardlink' ? (inodes.get(each.target.replace(/^\.\//, '')) ?? each) : each;

function line(
  { kind, mode, uid, gid, modified: at, target, pieces, size }: TarEntry,
  names: readonly string[],
): string {
  const bits = kind === 'link' ? '' : ` ${mode.toString(8).padStart(4, '0')}`;
  const content = kind === 'file' ? ` ${size} ${digest(pieces, size)}` : '';
  const shared = names.length > 1 ? ` = ${names.join(' = ')}` : '';
  return `${kind}${bits} ${uid}:${gid} ${at}${content}${target === '' ? '' : ` -> ${target}`}${shared}`;
}

function digest(pieces: TarEntry['pieces'], size: number): string {
  const content = Buffer.alloc(size);
  for (const { at, bytes } of pieces) bytes.copy(content, at);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** The content of one file of a stream; null when there is no such file. */
export function fileIn(tar: Buffer, name: string): string | null {
  const found = readTar(tar).find((each) => each.name === latin1(name) && each.kind === 'file');
  return found ? Buffer.concat(found.pieces.map(({ bytes }) => bytes)).toString() : null;
}

/** A home with one file. */
export const smallTree = (name: string, content: string): Buffer =>
  Buffer.concat([writeEntry(folder('')), writeEntry(file(name, 0o644, content)), tarEnd]);
