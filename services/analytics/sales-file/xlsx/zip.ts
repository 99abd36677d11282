// The parts of a ZIP archive, read by ranges: what the archive says of itself is checked before anything is unpacked,
// and counted while it is. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3 to 4.5
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { isZlib, PackingFault, tooLarge, tooPacked, type UnpackLimits } from '../gunzip.ts';

/** A stored file of which any bytes can be read. */
export type Ranges = {
  readonly bytes: number;
  /** From `first` to `last`, both included, counted from 0. */
  read(first: number, last: number): AsyncIterable<Buffer>;
};

export type Part = {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Where its local header begins. */
  readonly offset: number;
};

/** A workbook has a part for each sheet, drawing and picture. */
const bounds = { parts: 2_000, directoryBytes: 2 * 1024 * 1024 } as const;
const [endBytes, end64Bytes, locatorBytes, entryBytes, localBytes, commentBytes] = [22, 56, 20, 46, 30, 65_535];
const [endMark, end64Mark, locatorMark] = [0x06054b50, 0x06064b50, 0x07064b50];
const [entryMark, localMark] = [0x02014b50, 0x04034b50];
const [stored, deflated] = [0, 8];
const encryptedFlag = 1;

const broken = (what: string) =>
  new PackingFault('workbook', `is not a complete XLSX workbook: ${what}; open it in a spreadsheet and save it again`);

/** By name in lower case. Throws PackingFault. */
export async function partsOf(source: Ranges): Promise<ReadonlyMap<string, Part>> {
  const { at, bytes, count } = await directoryOf(source);
  if (count > bounds.parts || bytes > bounds.directoryBytes)
    throw new PackingFault('workbook', `has more than ${bounds.parts.toLocaleString('en')} parts`);
  if (at + bytes > source.bytes) throw broken('its directory is outside the file');
  const directory = bytes === 0 ? Buffer.alloc(0) : await whole(source.read(at, at + bytes - 1));
  const parts = new Map<string, Part>();
  let packed = 0;
  for (let from = 0; from < directory.length; ) {
    const { part, size } = entryAt(directory, from);
    from += size;
    packed += part.packed;
    const name = part.name.toLowerCase();
    if (parts.has(name)) throw broken(`the part ${part.name} occurs twice`);
    parts.set(name, part);
    // Parts that lie on each other unpack to more than there is.
    if (packed > source.bytes) throw broken('its parts are longer than the file');
  }
  if (parts.size !== count) throw broken('the number of parts in its directory is wrong');
  return parts;
}

async function directoryOf(source: Ranges) {
  const from = Math.max(0, source.bytes - endBytes - commentBytes - locatorBytes - end64Bytes);
  const tail = await whole(source.read(from, source.bytes - 1));
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endMark || at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const locator = at - locatorBytes;
    if (locator >= 0 && tail.readUInt32LE(locator) === locatorMark) return await directory64(source, tail, locator);
    return { count: tail.readUInt16LE(at + 10), bytes: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) };
  }
  throw broken('its end is missing');
}

/** Written by programs that do not know before how long a part gets. */
async function directory64(source: Ranges, tail: Buffer, locator: number) {
  const at = Number(tail.readBigUInt64LE(locator + 8));
  if (at + end64Bytes > source.bytes) throw broken('its directory is outside the file');
  const end = await whole(source.read(at, at + end64Bytes - 1));
  if (end.readUInt32LE(0) !== end64Mark) throw broken('its directory is missing');
  return {
    count: Number(end.readBigUInt64LE(32)),
    bytes: Number(end.readBigUInt64LE(40)),
    at: Number(end.readBigUInt64LE(48)),
  };
}

function entryAt(directory: Buffer, at: number): { readonly part: Part; readonly size: number } {
  if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== entryMark)
    throw broken('its directory is broken');
  const [nameBytes, extraBytes] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)];
  const size = entryBytes + nameBytes + extraBytes + directory.readUInt16LE(at + 32);
  if (at + size > directory.length) throw broken('its directory is broken');
  const name = directory.toString('utf8', at + entryBytes, at + entryBytes + nameBytes).replaceAll('\\', '/');
  if ((directory.readUInt16LE(at + 8) & encryptedFlag) !== 0)
    throw new PackingFault('workbook', 'is encrypted; save it without a password');
  const extra = directory.subarray(at + entryBytes + nameBytes, at + entryBytes + nameBytes + extraBytes);
  const [packed, unpacked, offset] = wide(extra, [
    directory.readUInt32LE(at + 20),
    directory.readUInt32LE(at + 24),
    directory.readUInt32LE(at + 42),
  ]);
  const [method, crc] = [directory.readUInt16LE(at + 10), directory.readUInt32LE(at + 16)];
  return { part: { name, method, crc, packed, unpacked, offset }, size };
}

type Sizes = readonly [packed: number, unpacked: number, offset: number];

/** Numbers that do not fit into 32 bits stand in a field of their own, the unpacked size first. */
function wide(extra: Buffer, [packed, unpacked, offset]: Sizes): Sizes {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    const given = [unpacked, packed, offset].map((short) => {
      if (short !== 0xffffffff) return short;
      if (from + 8 > extra.length) throw broken('its directory is broken');
      from += 8;
      return Number(extra.readBigUInt64LE(from - 8));
    });
    return [given[1] as number, given[0] as number, given[2] as number];
  }
  return [packed, unpacked, offset];
}

/** The bytes of a part. Throws PackingFault as soon as it is longer than it says, or than the limits. */
export async function* unpackPart(source: Ranges, part: Part, limits: UnpackLimits): AsyncGenerator<Buffer> {
  if (part.method !== stored && part.method !== deflated)
    throw broken(`${part.name} uses an unknown compression method`);
  if (part.unpacked > limits.bytes) throw tooLarge(limits.bytes);
  const packed = packedBytes(source, part);
  // Every error of source or inflate comes out of the loop below, and leaving the loop destroys both.
  const chunks =
    part.method === stored
      ? packed
      : (pipeline(
          Readable.from(packed),
          createInflateRaw({ chunkSize: 256 * 1024 }),
          () => {},
        ) as AsyncIterable<Buffer>);
  let [bytes, sum] = [0, 0];
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > part.unpacked) throw broken(`${part.name} is longer than it says`);
      if (bytes > limits.ratioFrom && bytes > part.packed * limits.ratio) throw tooPacked(limits.ratio);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw isZlib(error) ? broken(`${part.name} cannot be unpacked`) : error;
  }
  if (bytes !== part.unpacked || sum !== part.crc) throw broken(`${part.name} is damaged`);
}

/** Without the local header, of which only the length counts: its sizes may be left open. */
async function* packedBytes(source: Ranges, { name, offset, packed }: Part): AsyncGenerator<Buffer> {
  const most = offset + localBytes + 2 * commentBytes + packed;
  if (offset + localBytes > source.bytes) throw broken(`${name} lies outside the archive`);
  let head: Buffer = Buffer.alloc(0);
  let left = -1;
  for await (const chunk of source.read(offset, Math.min(most, source.bytes) - 1)) {
    let bytes = chunk;
    if (left < 0) {
      head = Buffer.concat([head, chunk]);
      const size = localSize(head, name);
      if (size < 0 || head.length < size) continue;
      bytes = head.subarray(size);
      left = packed;
    }
    const taken = bytes.length > left ? bytes.subarray(0, left) : bytes;
    left -= taken.length;
    if (taken.length > 0) yield taken;
    if (left === 0) return;
  }
  throw broken(`${name} is cut off`);
}

/** -1: not all there yet. */
function localSize(head: Buffer, name: string): number {
  if (head.length < localBytes) return -1;
  if (head.readUInt32LE(0) !== localMark) throw broken(`${name} is not where it should be`);
  return localBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
}

export async function whole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
