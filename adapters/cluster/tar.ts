// adapters/cluster/tar.ts: the entries of a tar stream that a volume is, read and written as GNU tar does. Engines leave that to tar itself; this is for
// the cluster that has none (memory/) and for comparing trees (awkward-tree.ts). Names are bytes, written here as latin1 text.

/** One file, folder, link or pipe. */
export type Entry = {
  /** As latin1; without `./` in front and `/` behind, so that the root is empty. */
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'hardlink' | 'pipe';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Seconds since 1970. */
  readonly modified: number;
  /** Of both kinds of link, as latin1. */
  readonly target: string;
  /** Of a file: what is there; the rest up to `size` is zeros. */
  readonly pieces: readonly Piece[];
  readonly size: number;
};

export type Piece = { readonly at: number; readonly bytes: Buffer };

export class TarBroken extends Error {
  override readonly name = 'TarBroken';
}

const block = 512;
const types = {
  '0': 'file',
  '\0': 'file',
  S: 'file',
  '1': 'hardlink',
  '2': 'link',
  '5': 'folder',
  '6': 'pipe',
} as const;
const letters = { file: '0', hardlink: '1', link: '2', folder: '5', pipe: '6' } as const;

/** Throws `TarBroken` when the stream does not end as an archive does. */
export function readTar(tar: Buffer): Entry[] {
  const entries: Entry[] = [];
  let said: Record<string, string> = {}; // what records tell about the next entry
  for (let at = 0; ; ) {
    const header = tar.subarray(at, at + block);
    if (header.length < block) throw new TarBroken('it ends in the middle');
    if (header.every((byte) => byte === 0)) return entries;
    checkSum(header);
    const type = header.toString('latin1', 156, 157);
    const length = said.size === undefined ? number(header, 124, 12) : Number(said.size);
    const maps = type === 'S' ? sparseMap(tar, at) : null;
    const from = at + block * (1 + (maps?.blocks ?? 0));
    const data = tar.subarray(from, from + length);
    if (data.length < length) throw new TarBroken('it ends in the middle');
    at = from + Math.ceil(length / block) * block;
    if (type === 'L') said.path = cString(data);
    else if (type === 'K') said.linkpath = cString(data);
    else if (type === 'x') said = { ...said, ...records(data) };
    else if (type !== 'g') {
      entries.push(entryOf(header, type, said, data, maps));
      said = {};
    }
  }
}

function entryOf(
  header: Buffer,
  type: string,
  said: Readonly<Record<string, string>>,
  data: Buffer,
  map: SparseMap | null,
): Entry {
  const kind = types[type as keyof typeof types];
  if (kind === undefined) throw new TarBroken(`an entry of the unknown type ${JSON.stringify(type)}`);
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? cString(header.subarray(345, 500)) : '';
  const short = `${prefix === '' ? '' : `${prefix}/`}${cString(header.subarray(0, 100))}`;
  const sparse = said['GNU.sparse.major'] === '1' ? posixSparse(said, data) : map;
  const { pieces, size } = sparse ? placed(sparse, data) : { pieces: whole(data), size: data.length };
  return {
    name: plain(said['GNU.sparse.name'] ?? said.path ?? short),
    kind,
    mode: number(header, 100, 8) & 0o7777,
    uid: Number(said.uid ?? number(header, 108, 8)),
    gid: Number(said.gid ?? number(header, 116, 8)),
    modified: Math.floor(Number(said.mtime ?? number(header, 136, 12))),
    target: kind === 'hardlink' || kind === 'link' ? (said.linkpath ?? cString(header.subarray(157, 257))) : '',
    pieces: kind === 'file' ? pieces : [],
    size: kind === 'file' ? size : 0,
  };
}

const whole = (bytes: Buffer): Piece[] => (bytes.length === 0 ? [] : [{ at: 0, bytes }]);

export const plain = (name: string): string =>
  name
    .replace(/^(\.\/+)+/, '')
    .replace(/\/+$/, '')
    .replace(/^\.$/, '');

type SparseMap = {
  /** Headers beyond the first. */
  readonly blocks: number;
  readonly size: number;
  readonly ranges: readonly (readonly [at: number, length: number])[];
  /** Where the content begins within the data. */
  readonly skip: number;
};

/** Four ranges in the header, 21 in each block behind it. */
function sparseMap(tar: Buffer, at: number): SparseMap {
  const ranges: [number, number][] = [];
  const read = (from: number, count: number) => {
    for (let n = 0; n < count; n++) {
      const length = number(tar, from + n * 24 + 12, 12);
      if (length > 0) ranges.push([number(tar, from + n * 24, 12), length]);
    }
  };
  read(at + 386, 4);
  let blocks = 0;
  for (let more = tar[at + 482] === 1; more; ) {
    const next = at + block * ++blocks;
    if (next + block > tar.length) throw new TarBroken('it ends in the middle');
    read(next, 21);
    more = tar[next + 504] === 1;
  }
  return { blocks, size: number(tar, at + 483, 12), ranges, skip: 0 };
}

/** Version 1.0: the ranges are lines of numbers in front of the content. */
function posixSparse(said: Readonly<Record<string, string>>, data: Buffer): SparseMap {
  let at = 0;
  const line = () => {
    const end = data.indexOf('\n', at);
    if (end === -1) throw new TarBroken('a sparse map does not end');
    const value = Number(data.toString('latin1', at, end));
    at = end + 1;
    return value;
  };
  const ranges = Array.from({ length: line() }, () => [line(), line()] as const);
  const skip = Math.ceil(at / block) * block;
  return {
    blocks: 0,
    size: Number(said['GNU.sparse.realsize']),
    ranges: ranges.filter(([, length]) => length > 0),
    skip,
  };
}

function placed({ ranges, size, skip }: SparseMap, data: Buffer): { pieces: Piece[]; size: number } {
  let from = skip;
  const pieces = ranges.map(([at, length]) => {
    const bytes = data.subarray(from, from + length);
    from += length;
    return { at, bytes };
  });
  return { pieces, size };
}

const cString = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes.toString('latin1', 0, end === -1 ? bytes.length : end);
};

/** Octal digits, or 256 to the power of places where the first bit is set. */
function number(bytes: Buffer, at: number, length: number): number {
  const first = bytes[at] ?? 0;
  if (first & 0x80) return bytes.subarray(at + 1, at + length).reduce((sum, byte) => sum * 256 + byte, first & 0x7f);
  const text = bytes
    .toString('latin1', at, at + length)
    .replace(/[\0 ].*$/s, (rest, offset) => (offset === 0 ? rest.trim() : ''));
  const value = text === '' || text[0] === '\0' ? 0 : Number.parseInt(text, 8);
  if (!Number.isSafeInteger(value)) throw new TarBroken('a number is none');
  return value;
}

function checkSum(header: Buffer): void {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (sum !== number(header, 148, 8)) throw new TarBroken('a header has another sum');
}

/** `length key=value\n`, over and over. */
function records(data: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < data.length; ) {
    const [digits = '', length] = /^(\d+) /.exec(data.toString('latin1', at, at + 12)) ?? [];
    if (length === undefined) throw new TarBroken('a record has no length');
    const text = data.toString('latin1', at + digits.length, at + Number(length) - 1);
    found[text.slice(0, text.indexOf('='))] = text.slice(text.indexOf('=') + 1);
    at += Number(length);
  }
  return found;
}

/** Each entry is independent of the others, so that these can be put one behind the other, and `tarEnd` behind all. */
export function writeEntry(entry: Entry): Buffer {
  const name = entry.kind === 'folder' ? `./${entry.name}${entry.name === '' ? '' : '/'}` : `./${entry.name}`;
  const holes = entry.kind === 'file' && entry.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) < entry.size;
  if (holes && entry.pieces.length > 3) throw new TarBroken('more than three pieces are not written here');
  const data = Buffer.concat(entry.pieces.map(({ bytes }) => bytes));
  return Buffer.concat([
    longName('K', entry.target),
    longName('L', name),
    header(entry, name, holes, data.length),
    padded(data),
  ]);
}

export const tarEnd = Buffer.alloc(2 * block);

function header(entry: Entry, name: string, holes: boolean, length: number): Buffer {
  const bytes = Buffer.alloc(block);
  bytes.write(name.slice(0, 100), 0, 'latin1');
  octal(bytes, entry.mode, 100, 8);
  octal(bytes, entry.uid, 108, 8);
  octal(bytes, entry.gid, 116, 8);
  octal(bytes, length, 124, 12);
  octal(bytes, entry.modified, 136, 12);
  bytes.write(holes ? 'S' : letters[entry.kind], 156, 'latin1');
  bytes.write(entry.target.slice(0, 100), 157, 'latin1');
  bytes.write('ustar  \0', 257, 'latin1');
  if (holes) {
    // tar takes the size from a last, empty piece.
    for (const [n, piece] of [...entry.pieces, { at: entry.size, bytes: '' }].entries()) {
      octal(bytes, piece.at, 386 + n * 24, 12);
      octal(bytes, piece.bytes.length, 398 + n * 24, 12);
    }
    octal(bytes, entry.size, 483, 12);
  }
  bytes.fill(' ', 148, 156);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}

/** A name that the header has no room for comes in an entry of its own. */
function longName(type: 'K' | 'L', text: string): Buffer {
  if (text.length <= 100) return Buffer.alloc(0);
  const data = Buffer.from(`${text}\0`, 'latin1');
  const bytes = Buffer.alloc(block);
  bytes.write('././@LongLink', 0, 'latin1');
  for (const at of [100, 108, 116]) octal(bytes, 0, at, 8);
  octal(bytes, data.length, 124, 12);
  octal(bytes, 0, 136, 12);
  bytes.write(type, 156, 'latin1');
  bytes.write('ustar  \0', 257, 'latin1');
  bytes.fill(' ', 148, 156);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([bytes, padded(data)]);
}

const octal = (bytes: Buffer, value: number, at: number, length: number): void => {
  bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
};

const padded = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc(-data.length & (block - 1))]);
