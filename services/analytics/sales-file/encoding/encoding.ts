// Text as UTF-8, whatever it came as: UTF-16 by its mark, and Windows-1252 where it can be nothing else. Decision 192.
import { isAscii, isUtf8 } from 'node:buffer';
import { PackingFault } from '../gunzip.ts';

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252';

type Text = AsyncIterable<Buffer> & { readonly encoding: Encoding };

/**
 * Until a byte comes that is not ASCII, all but UTF-16 are the same; that byte decides. What is mistakable passes as it
 * is, to be refused by its rows.
 */
export function asUtf8(chunks: AsyncIterable<Buffer>): Text {
  let encoding: Encoding | null = null;
  return {
    get encoding() {
      return encoding ?? 'utf-8';
    },
    async *[Symbol.asyncIterator]() {
      let decoder: TextDecoder | null = null;
      let open: Buffer | null = null;
      let before: Buffer = Buffer.alloc(0);
      for await (const next of joined(chunks)) {
        const chunk: Buffer = open === null ? next : Buffer.concat([open, next]);
        open = null;
        const mark = encoding === null ? markOf(chunk) : null;
        if (mark !== null) [encoding, decoder] = ['utf-16', new TextDecoder(mark, { fatal: true })];
        else if (encoding !== 'utf-8' && decoder === null) {
          const found = encodingOf(chunk, before);
          if (found !== null) encoding = found;
          else if (!isAscii(chunk)) {
            open = chunk;
            continue;
          }
          if (found === 'windows-1252') decoder = new TextDecoder(found);
        } else if (encoding === 'windows-1252' && !isWindows(chunk, before))
          throw new PackingFault(
            'encoding',
            'begins as Windows-1252, but has other bytes further on; save the file as UTF-8',
          );
        before = lastOf(before, chunk);
        yield decoder === null ? chunk : decoded(decoder, chunk);
      }
      if (open !== null) yield open;
      if (decoder !== null) decoded(decoder);
    },
  };
}

function decoded(decoder: TextDecoder, chunk?: Buffer): Buffer {
  try {
    return Buffer.from(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
  } catch {
    throw new PackingFault('encoding', 'begins as UTF-16, but has other bytes further on; save the file as UTF-8');
  }
}

const fewest = 4;

/** The first chunk has at least so many bytes that its mark shows. */
async function* joined(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === null) yield chunk;
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head.length < fewest) continue;
      yield head;
      head = null;
    }
  }
  if (head !== null && head.length > 0) yield head;
}

function markOf(start: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : null;
}

/**
 * Letters and signs of German, Norwegian, French, Spanish and Dutch as Windows-1252 has them. Encodings of DOS and old
 * Macs have other signs there, or letters where Windows has signs. Some letters of Windows-1250 and 1251 have the same
 * bytes as these. Not here: the double quotation marks and the inverted marks, which are letters in those.
 */
const letters = new Set(Buffer.from('ÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜßàáâäåæçèéêëíîïñóôöøùúûüÿ', 'latin1'));
const signs = new Set([0x80, 0x96, 0x97, 0xa0, 0xaa, 0xab, 0xb0, 0xba, 0xbb]);
const apostrophe = 0x92;

/**
 * Letters of names such as Škoda and Žilina. DOS and old Macs have other letters on these bytes, `ä`, `é`, `ö` and `û`
 * among them, so they need a place where those do not stand: a capital at the beginning of a word or between capitals,
 * a small letter beside a vowel, `œ` before one.
 */
const [capitalS, capitalOe, capitalZ, smallS, smallOe, smallZ, capitalY] = [
  0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f,
] as const;
const carons: ReadonlySet<number> = new Set([capitalS, capitalOe, capitalZ, smallS, smallOe, smallZ, capitalY]);

const isCapital = (byte = 0): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0xc0 && byte <= 0xdd);
const isVowel = (byte = 0): boolean =>
  'aeiouy'.includes(String.fromCharCode(byte | 0x20)) || (byte >= 0xe0 && byte <= 0xfd && byte !== 0xe7);

function isCaron(text: Buffer, at: number): boolean {
  const [before, byte, after] = [text[at - 1], text[at], text[at + 1]];
  const isFirst = !isAsciiLetter(before) && !letters.has(before ?? 0) && !carons.has(before ?? 0);
  const isAmongCapitals =
    (isFirst || isCapital(before)) && (isCapital(after) || (isCapital(before) && !isAsciiLetter(after)));
  switch (byte) {
    case capitalS:
      return isAmongCapitals || (isFirst && (isVowel(after) || 'klmptv'.includes(String.fromCharCode(after ?? 0))));
    case capitalZ:
      return isAmongCapitals || (isFirst && isVowel(after));
    case capitalOe:
      return (isFirst || isCapital(before)) && 'uUiI'.includes(String.fromCharCode(after ?? 0));
    case smallOe:
      return 'ui'.includes(String.fromCharCode(after ?? 0));
    case capitalY:
      return isCapital(before) && (isCapital(after) || !isAsciiLetter(after));
    case smallS:
      if (isFirst && after === 0x6b) return true;
      return isSmallBesideVowel(before, after, isFirst);
    default:
      return isSmallBesideVowel(before, after, isFirst);
  }
}

const isSmallBesideVowel = (before: number | undefined, after: number | undefined, isFirst: boolean): boolean =>
  !isCapital(before) && !isCapital(after) && (isVowel(after) || (!isFirst && isVowel(before)));

/** Null: the chunk is ASCII, or ends before it shows. */
function encodingOf(chunk: Buffer, before: Buffer): Encoding | null {
  if (isAscii(chunk)) return null;
  const first = chunk.findIndex((byte) => byte >= 0x80);
  // A character may go on in the next chunk.
  const whole = chunk.subarray(first, wholeEnd(chunk));
  if (whole.length === 0 || isUtf8(whole)) return whole.length === 0 ? null : 'utf-8';
  return isWindows(chunk, before) ? 'windows-1252' : 'utf-8';
}

/** Behind the last character that is all there, were it UTF-8. */
function wholeEnd(chunk: Buffer): number {
  for (let at = chunk.length - 1; at >= Math.max(0, chunk.length - 3); at--) {
    const byte = chunk[at] as number;
    if (byte >= 0xc0) return at + (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > chunk.length ? at : chunk.length;
    if (byte < 0x80) break;
  }
  return chunk.length;
}

const isAsciiLetter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** A byte is judged with those beside it, wherever the file is cut. */
const context = 3;
const lastOf = (before: Buffer, chunk: Buffer): Buffer =>
  chunk.length >= context ? chunk.subarray(-context) : Buffer.concat([before, chunk]).subarray(-context);

/**
 * Each is a letter beside another letter, or a sign that touches none. A character of UTF-8 anywhere is a
 * contradiction. `before`: the bytes before the chunk, of which the last was judged without the one behind it.
 */
function isWindows(chunk: Buffer, before: Buffer): boolean {
  const text = Buffer.concat([before, chunk]);
  if (isAscii(text)) return true;
  const isLetter = (at: number): boolean =>
    isAsciiLetter(text[at]) || letters.has(text[at] ?? 0) || carons.has(text[at] ?? 0);
  for (let at = Math.max(0, before.length - 1); at < text.length; at++) {
    const byte = text[at] as number;
    if (byte < 0x80) continue;
    const after = text[at + 1];
    const isLast = after === undefined;
    if (letters.has(byte)) {
      if (!isLetter(at - 1) && !isLetter(at + 1) && !isLast) return false;
    } else if (carons.has(byte)) {
      if (!isCaron(text, at) && !isLast) return false;
    } else if (byte === apostrophe) {
      // As in L’Été: behind a word of one letter, before another.
      if (!isLetter(at - 1) || isLetter(at - 2) || !(isLetter(at + 1) || isLast)) return false;
    } else if (!signs.has(byte) || isLetter(at - 1) || isLetter(at + 1)) return false;
    if (byte >= 0xc0 && after !== undefined && after >= 0x80 && after < 0xc0) return false;
  }
  return true;
}
