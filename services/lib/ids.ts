// Identifiers. UUID version 7 (RFC 9562): the time comes first, so rows that are made together lie together.
import { createHash, randomFillSync } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';

export interface Ids {
  /** Later ids of one process sort after earlier ones, also within a millisecond. */
  uuid(): string;
  requestId(): string;
}

export function ids(clock: Clock = systemClock, random = randomFromPool()): Ids {
  let lastMs = 0;
  let counter = 0;
  const uuid = (): string => {
    const ms = clock.now().getTime();
    if (ms > lastMs) {
      lastMs = ms;
      counter = random(2).readUInt16BE() & 0x7ff; // half of the 12 bits are kept for counting up
    } else if (++counter > 0xfff) {
      lastMs += 1; // ahead of the clock until it catches up, rather than out of order
      counter = 0;
    }
    return format(lastMs, counter, random(8));
  };
  return { uuid, requestId: uuid };
}

const poolBytes = 4_096;

/**
 * Asking the system for a few bytes costs more than the rest of an id, so it is asked for those of some hundred ids.
 * What is given is good until the next call.
 */
function randomFromPool(): (size: number) => Buffer {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  return (size) => {
    if (used + size > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    used += size;
    return pool.subarray(used - size, used);
  };
}

/** The same parts give the same id: a repeated request makes the same object instead of a second one. */
export function nameId(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6); // version 8: with a custom layout
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return dashed(bytes.toString('hex'));
}

function format(ms: number, counter: number, random: Buffer): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  random.copy(bytes, 8);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return dashed(bytes.toString('hex'));
}

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
