// The block of 512 bytes in front of each entry of a tar stream: its fields, its sum, and the numbers in it.
// The format: https://www.gnu.org/software/tar/manual/html_node/Standard.html

export class TarBroken extends Error {
  override readonly name = 'TarBroken';
}

export const BLOCK = 512;

/** Two empty blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * BLOCK);

/** Where a field lies: its first byte, and how many they are. */
type Field = readonly [at: number, length: number];

export const fields = {
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  modified: [136, 12],
  sum: [148, 8],
} as const satisfies Readonly<Record<string, Field>>;

export const isEmpty = (block: Buffer): boolean => block.every((byte) => byte === 0);

export const typeOf = (header: Buffer): string => String.fromCharCode(header[156] ?? 0);

export const targetOf = (header: Buffer): string => cString(header.subarray(157, 257));

/** The prefix is of POSIX: GNU keeps times there. */
export function nameOf(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? cString(header.subarray(345, 500)) : '';
  return `${prefix === '' ? '' : `${prefix}/`}${cString(header.subarray(0, 100))}`;
}

/** Up to the first zero byte. Names are bytes, written as latin1 text. */
export const cString = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes.toString('latin1', 0, end === -1 ? bytes.length : end);
};

/** Octal digits between blanks or zeros, or 256 to the power of places where the first bit is set. */
export function numberAt(bytes: Buffer, [at, length]: Field): number {
  const field = bytes.subarray(at, at + length);
  const first = field[0] ?? 0;
  const value =
    first & 0x80
      ? field.subarray(1).reduce((sum, byte) => sum * 256 + byte, first & 0x7f)
      : octalOf(field.toString('latin1'));
  if (!Number.isSafeInteger(value)) throw new TarBroken('a number is not one');
  return value;
}

function octalOf(text: string): number {
  const [digits = ''] = /^[^\0 ]*/.exec(text.replace(/^[\0 ]+/, '')) ?? [];
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

export function checkSum(header: Buffer): void {
  if (sumOf(header) !== numberAt(header, fields.sum)) throw new TarBroken('a header has another sum');
}

/** The sum of all bytes, with blanks where the sum itself stands. */
function sumOf(header: Buffer): number {
  const [at, length] = fields.sum;
  return header.reduce((total, byte, n) => total + (n >= at && n < at + length ? 32 : byte), 0);
}

export type HeaderFields = {
  /** As latin1; what has no room is cut off. */
  readonly name: string;
  readonly type: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  /** Seconds since 1970. */
  readonly modified: number;
  readonly target?: string;
  readonly form: 'gnu' | 'posix';
};

/** Without its sum, which `sealed` writes once all else is there. */
export function unsealed({ name, type, target = '', form, ...numbers }: HeaderFields): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name.slice(0, 100), 0, 'latin1');
  writeNumber(header, fields.mode, numbers.mode);
  writeNumber(header, fields.uid, numbers.uid);
  writeNumber(header, fields.gid, numbers.gid);
  writeNumber(header, fields.size, numbers.size);
  writeNumber(header, fields.modified, numbers.modified);
  header.write(type, 156, 'latin1');
  header.write(target.slice(0, 100), 157, 'latin1');
  header.write(form === 'gnu' ? 'ustar  \0' : 'ustar\x0000', 257, 'latin1');
  return header;
}

export function sealed(header: Buffer): Buffer {
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, fields.sum[0], 'latin1');
  return header;
}

export const headerOf = (entry: HeaderFields): Buffer => sealed(unsealed(entry));

/** What has no room in octal digits is a binary number, and its first bit says so. */
export function writeNumber(header: Buffer, [at, length]: Field, value: number): void {
  if (value < 8 ** (length - 1)) {
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
    return;
  }
  header.fill(0, at, at + length);
  header[at] = 0x80;
  header.writeUIntBE(value, at + length - 6, 6);
}

/** With the rest of its last block. */
export const paddedSize = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

export const padding = (size: number): Buffer => Buffer.alloc(paddedSize(size) - size);
