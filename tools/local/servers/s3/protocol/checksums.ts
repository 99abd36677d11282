// The checksum algorithms of the protocol as running digests, and how checksums of parts make one of the whole.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const algorithms = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const;
export type Algorithm = (typeof algorithms)[number];
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE';
/** Base64, with `-<parts>` behind a composite value. */
export type Checksum = { readonly algorithm: Algorithm; readonly value: string; readonly type: ChecksumType };

export interface Digest {
  update(chunk: Uint8Array): unknown;
  /** Once, at the end. */
  digest(): Buffer;
}

type Crc = { readonly bits: number; readonly polynomial: bigint };
// Reflected polynomials; https://reveng.sourceforge.io/crc-catalogue/ (CRC-32/ISO-HDLC, CRC-32/ISCSI, CRC-64/NVME).
const crcs: Partial<Record<Algorithm, Crc>> = {
  crc32: { bits: 32, polynomial: 0xedb88320n },
  crc32c: { bits: 32, polynomial: 0x82f63b78n },
  crc64nvme: { bits: 64, polynomial: 0x9a6c9329ac4bc9b5n },
};

const lengths: Record<Algorithm, number> = { crc32: 4, crc32c: 4, crc64nvme: 8, sha1: 20, sha256: 32 };

export const isAlgorithm = (text: string): text is Algorithm => (algorithms as readonly string[]).includes(text);

/** A value that a digest of the algorithm could have: canonical base64 of the right length. */
export function isDigestOf(algorithm: Algorithm | 'md5', text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === (algorithm === 'md5' ? 16 : lengths[algorithm]) && bytes.toString('base64') === text;
}

export function digestOf(algorithm: Algorithm): Digest {
  if (algorithm === 'crc32') return nativeCrc32();
  if (algorithm === 'crc32c') return crc32c();
  if (algorithm === 'crc64nvme') return crc64nvme();
  return createHash(algorithm);
}

function nativeCrc32(): Digest {
  let value = 0;
  return {
    update(chunk) {
      value = crc32(chunk, value);
    },
    digest: () => words(value),
  };
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => {
    bytes.writeUInt32BE(value >>> 0, i * 4);
  });
  return bytes;
}

/** For each byte the remainder of the reflected polynomial, as upper and lower 32 bits. */
function tables({ polynomial }: Crc): { high: Uint32Array; low: Uint32Array } {
  const [high, low] = [new Uint32Array(256), new Uint32Array(256)];
  for (let byte = 0; byte < 256; byte++) {
    let value = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n;
    high[byte] = Number(value >> 32n);
    low[byte] = Number(value & 0xffffffffn);
  }
  return { high, low };
}

let table32c: Uint32Array | undefined;
function crc32c(): Digest {
  table32c ??= tables({ bits: 32, polynomial: 0x82f63b78n }).low;
  const table = table32c;
  let value = -1;
  return {
    update(chunk) {
      let v = value;
      for (let i = 0; i < chunk.length; i++) v = (v >>> 8) ^ (table[(v ^ (chunk[i] as number)) & 255] as number);
      value = v;
    },
    digest: () => words(~value),
  };
}

let table64: { high: Uint32Array; low: Uint32Array } | undefined;
function crc64nvme(): Digest {
  table64 ??= tables({ bits: 64, polynomial: 0x9a6c9329ac4bc9b5n });
  const { high, low } = table64;
  let [h, l] = [-1, -1];
  return {
    update(chunk) {
      let [a, b] = [h, l];
      for (let i = 0; i < chunk.length; i++) {
        const at = (b ^ (chunk[i] as number)) & 255;
        b = ((b >>> 8) | (a << 24)) ^ (low[at] as number);
        a = (a >>> 8) ^ (high[at] as number);
      }
      [h, l] = [a, b];
    },
    digest: () => words(~h, ~l),
  };
}

/** Checksum of a multipart object from those of its parts, in order. */
export function combine(
  algorithm: Algorithm,
  type: ChecksumType,
  parts: readonly { readonly value: string; readonly size: number }[],
): Checksum {
  const crc = crcs[algorithm];
  if (type === 'FULL_OBJECT' && crc !== undefined) return { algorithm, type, value: concatenated(crc, parts) };
  const whole = digestOf(algorithm);
  for (const part of parts) whole.update(Buffer.from(part.value, 'base64'));
  return { algorithm, type: 'COMPOSITE', value: `${whole.digest().toString('base64')}-${parts.length}` };
}

/** crc(a then b) = crc(a) * x^(8 * length of b) xor crc(b), modulo the polynomial; so no byte is read again. */
function concatenated(crc: Crc, parts: readonly { readonly value: string; readonly size: number }[]): string {
  const shifts = new Map<number, bigint>();
  let sum = 0n;
  for (const { value, size } of parts) {
    const shift = shifts.get(size) ?? power(crc, BigInt(size) * 8n);
    shifts.set(size, shift);
    sum = multiply(crc, shift, sum) ^ BigInt(`0x${Buffer.from(value, 'base64').toString('hex')}`);
  }
  return Buffer.from(sum.toString(16).padStart(crc.bits / 4, '0'), 'hex').toString('base64');
}

/** x to the given power; in the reflected form the highest bit is x^0. */
function power(crc: Crc, exponent: bigint): bigint {
  let result = 1n << BigInt(crc.bits - 1);
  let square = result >> 1n;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = multiply(crc, square, result);
    square = multiply(crc, square, square);
  }
  return result;
}

function multiply({ bits, polynomial }: Crc, a: bigint, b: bigint): bigint {
  let [product, factor] = [0n, b];
  for (let bit = 1n << BigInt(bits - 1); bit > 0n; bit >>= 1n) {
    if (a & bit) product ^= factor;
    factor = factor & 1n ? (factor >> 1n) ^ polynomial : factor >> 1n;
  }
  return product;
}
