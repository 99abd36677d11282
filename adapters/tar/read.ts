// The entries of a tar stream that is held in memory, in every form that GNU tar writes.
import {
  BLOCK,
  checkSum,
  cString,
  fields,
  isEmpty,
  nameOf,
  numberAt,
  paddedSize,
  TarBroken,
  targetOf,
  typeOf,
} from './header.ts';
import { records } from './records.ts';
import { gnuSparse, type Piece, placed, posixSparse, type SparseMap } from './sparse.ts';

/** One file, folder, link or pipe. */
export type TarEntry = {
  /** As latin1; without `./` in front and `/` behind, so that the root is empty. */
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'hardlink' | 'pipe';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Seconds since 1970. */
  readonly modified: number;
  /** The target of a link of either kind, as latin1. */
  readonly target: string;
  /** The pieces of a file that are there; the rest up to `size` is zeros. */
  readonly pieces: readonly Piece[];
  readonly size: number;
};

const types = {
  '0': 'file',
  '\0': 'file',
  S: 'file',
  '1': 'hardlink',
  '2': 'link',
  '5': 'folder',
  '6': 'pipe',
} as const;

/** Throws `TarBroken` when the stream does not end as an archive does. */
export function readTar(tar: Buffer): TarEntry[] {
  const entries: TarEntry[] = [];
  let overrides: Record<string, string> = {}; // what records state about the next entry
  for (let at = 0; ; ) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw new TarBroken('it ends in the middle');
    if (isEmpty(header)) return entries;
    checkSum(header);
    const type = typeOf(header);
    const length = overrides.size === undefined ? numberAt(header, fields.size) : Number(overrides.size);
    const map = type === 'S' ? gnuSparse(tar, at) : null;
    const from = at + BLOCK * (1 + (map?.blocks ?? 0));
    const data = tar.subarray(from, from + length);
    if (data.length < length) throw new TarBroken('it ends in the middle');
    at = from + paddedSize(length);
    if (type === 'L') overrides.path = cString(data);
    else if (type === 'K') overrides.linkpath = cString(data);
    else if (type === 'x') overrides = { ...overrides, ...records(data) };
    else if (type !== 'g') {
      entries.push(entryOf(header, type, overrides, data, map));
      overrides = {};
    }
  }
}

function entryOf(
  header: Buffer,
  type: string,
  overrides: Readonly<Record<string, string>>,
  data: Buffer,
  map: SparseMap | null,
): TarEntry {
  const kind = types[type as keyof typeof types];
  if (kind === undefined) throw new TarBroken(`an entry of the unknown type ${JSON.stringify(type)}`);
  const sparse = overrides['GNU.sparse.major'] === '1' ? posixSparse(overrides['GNU.sparse.realsize'], data) : map;
  const { pieces, size } = sparse ? placed(sparse, data) : { pieces: whole(data), size: data.length };
  return {
    name: plainName(overrides['GNU.sparse.name'] ?? overrides.path ?? nameOf(header)),
    kind,
    mode: numberAt(header, fields.mode) & 0o7777,
    uid: Number(overrides.uid ?? numberAt(header, fields.uid)),
    gid: Number(overrides.gid ?? numberAt(header, fields.gid)),
    modified: Math.floor(Number(overrides.mtime ?? numberAt(header, fields.modified))),
    target: kind === 'hardlink' || kind === 'link' ? (overrides.linkpath ?? targetOf(header)) : '',
    pieces: kind === 'file' ? pieces : [],
    size: kind === 'file' ? size : 0,
  };
}

const whole = (bytes: Buffer): Piece[] => (bytes.length === 0 ? [] : [{ at: 0, bytes }]);

/** Without `./` in front and `/` behind. */
export const plainName = (name: string): string =>
  name
    .replace(/^(\.\/+)+/, '')
    .replace(/\/+$/, '')
    .replace(/^\.$/, '');
