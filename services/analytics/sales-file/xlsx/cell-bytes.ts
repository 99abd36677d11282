// Numbers and places of cells, read from the bytes of a sheet.
import type { XmlScanner } from './xml.ts';

const [minus, dot, zero, nine, letterA, letterZ] = [0x2d, 0x2e, 0x30, 0x39, 0x41, 0x5a];

/** NaN for what is no number. */
export function digitsOf(bytes: Buffer, start = 0, end = bytes.length): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < zero || byte > nine) return Number.NaN;
    value = value * 10 + byte - zero;
  }
  return start === end ? Number.NaN : value;
}

/** `AB7` is in the column with the index 27. */
export function columnOf(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end && at < start + 4; at++) {
    const byte = bytes[at] as number;
    if (byte < letterA || byte > letterZ) break;
    value = value * 26 + byte - letterA + 1;
  }
  return value - 1;
}

const valueEnd = Buffer.from('</v></c>');

/** The text is all that its cell has: no entity in it, and no comment behind it. */
export const isWholeValue = ({ bytes, end, hasEntities }: XmlScanner): boolean =>
  !hasEntities && startsAt(bytes, end, valueEnd);

function startsAt(bytes: Buffer, at: number, sign: Buffer): boolean {
  if (at + sign.length > bytes.length) return false;
  for (let i = 0; i < sign.length; i++) if (bytes[at + i] !== sign[i]) return false;
  return true;
}

/** A number as it can be copied: without exponent, and with no more digits than spreadsheets show. */
export function isShort(bytes: Buffer, start: number, end: number): boolean {
  let [digits, dots] = [0, 0];
  for (let at = bytes[start] === minus ? start + 1 : start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= zero && byte <= nine) digits += 1;
    else if (byte === dot) dots += 1;
    else return false;
  }
  return digits > 0 && digits <= 15 && dots <= 1;
}
