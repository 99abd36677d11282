// Entries written as GNU tar writes them; and small files packed as POSIX has them.
import { headerOf, padding, sealed, TarBroken, tarEnd, unsealed, writeNumber } from './header.ts';
import type { TarEntry } from './read.ts';

const types = { file: '0', hardlink: '1', link: '2', folder: '5', pipe: '6' } as const;

/** Each entry is independent of the others, so that these can be put one behind the other, and `tarEnd` behind all. */
export function writeEntry(entry: TarEntry): Buffer {
  const name = entry.kind === 'folder' ? `./${entry.name}${entry.name === '' ? '' : '/'}` : `./${entry.name}`;
  const holes = entry.kind === 'file' && entry.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) < entry.size;
  if (holes && entry.pieces.length > 3) throw new TarBroken('more than three pieces are not written here');
  const data = Buffer.concat(entry.pieces.map(({ bytes }) => bytes));
  const { mode, uid, gid, modified, target } = entry;
  const type = holes ? 'S' : types[entry.kind];
  const header = unsealed({ name, type, mode, uid, gid, size: data.length, modified, target, form: 'gnu' });
  if (holes) writeRanges(header, entry);
  return Buffer.concat([longName('K', target), longName('L', name), sealed(header), data, padding(data.length)]);
}

function writeRanges(header: Buffer, { pieces, size }: TarEntry): void {
  // tar takes the size from a last, empty piece.
  for (const [n, piece] of [...pieces, { at: size, bytes: '' }].entries()) {
    writeNumber(header, [386 + n * 24, 12], piece.at);
    writeNumber(header, [398 + n * 24, 12], piece.bytes.length);
  }
  writeNumber(header, [483, 12], size);
}

/** A name that is too long for the header comes in a separate entry. */
function longName(type: 'K' | 'L', text: string): Buffer {
  if (text.length <= 100) return Buffer.alloc(0);
  const data = Buffer.from(`${text}\0`, 'latin1');
  const name = '././@LongLink';
  const header = headerOf({ name, type, mode: 0, uid: 0, gid: 0, size: data.length, modified: 0, form: 'gnu' });
  return Buffer.concat([header, data, padding(data.length)]);
}

export type PlainHeader = {
  /** At most 99 bytes. */
  readonly name: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly type: '0' | '5';
  /** Seconds since 1970; left out, the beginning of them. */
  readonly modified?: number;
};

export function plainHeader({ name, modified = 0, ...rest }: PlainHeader): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`too long for this tar: ${name}`);
  return headerOf({ ...rest, name: Buffer.from(name).toString('latin1'), modified, form: 'posix' });
}

export type PlainFile = {
  readonly name: string;
  readonly content: string | Buffer;
  readonly mode: number;
  readonly uid: number;
};

/** Missing folders are created on unpacking. */
export function packFiles(files: readonly PlainFile[]): Buffer {
  const parts = files.flatMap(({ name, content, mode, uid }) => {
    const bytes = Buffer.from(content);
    const header = plainHeader({ name, mode, uid, gid: uid, size: bytes.length, type: '0' });
    return [header, bytes, padding(bytes.length)];
  });
  return Buffer.concat([...parts, tarEnd]);
}
