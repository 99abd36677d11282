// The keys of the installation. The first one seals and signs, every one opens: rotation is putting a new key in front.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from './secret.ts';

export interface KeyRing {
  /**
   * AES-256-GCM. `purpose` is part of the key and of the proof: what was sealed for one purpose does not open for
   * another.
   */
  seal(purpose: string, plain: Buffer | string): Buffer;
  /** Throws `SealBroken` when anything was changed, the purpose differs or the key is gone. */
  open(purpose: string, sealed: Uint8Array): Buffer;
  /** HMAC-SHA-256 over unambiguous parts. Store the key id beside whatever has to be made again later. */
  mac(purpose: string, parts: readonly string[], keyId?: string): { keyId: string; mac: Buffer };
  readonly currentKeyId: string;
  /** What everything begins with that the current key sealed, and nothing that another one did. */
  readonly sealedPrefix: Uint8Array;
}

export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

type Key = { readonly id: string; readonly secret: Buffer };

const version = 1;

/** `id:base64[,id:base64]`, 32 bytes each. Errors name the key, never its value. */
export function parseKeyRing(text: Secret): KeyRing {
  const keys = text
    .reveal()
    .split(',')
    .map((entry, index) => parseKey(entry.trim(), index));
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw new Error('two keys have the same id');
  return keyRing(keys);
}

function parseKey(entry: string, index: number): Key {
  const found = /^([a-z0-9-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry);
  const secret = Buffer.from(found?.[2] ?? '', 'base64');
  if (!found || secret.length !== 32) throw new Error(`key ${index + 1} is not <id>:<32 bytes in base64>`);
  return { id: found[1] ?? '', secret };
}

function keyRing(keys: readonly Key[]): KeyRing {
  const [current] = keys;
  if (!current) throw new Error('there is no key');
  const find = (id: string): Key => {
    const key = keys.find((each) => each.id === id);
    if (!key) throw new SealBroken(`key ${id} is not in the ring`);
    return key;
  };
  return {
    currentKeyId: current.id,
    sealedPrefix: headerOf(current),
    seal: (purpose, plain) => seal(current, purpose, plain),
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed);
      const idEnd = 2 + (bytes[1] ?? 0);
      if (bytes[0] !== version || bytes.length < idEnd + 28) throw new SealBroken('not sealed by this ring');
      return unseal(find(bytes.toString('latin1', 2, idEnd)), purpose, bytes, idEnd);
    },
    mac: (purpose, parts, keyId = current.id) => {
      const key = subkey(find(keyId), 'mac', purpose);
      return { keyId, mac: createHmac('sha256', key).update(JSON.stringify(parts)).digest() };
    },
  };
}

const headerOf = ({ id }: Key): Buffer => Buffer.from([version, id.length, ...Buffer.from(id, 'latin1')]);

/** version, length of id, id, iv (12), tag (16), ciphertext. The header is authenticated as well. */
function seal(key: Key, purpose: string, plain: Buffer | string): Buffer {
  const header = headerOf(key);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', subkey(key, 'seal', purpose), iv).setAAD(header);
  const body = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), body]);
}

function unseal(key: Key, purpose: string, bytes: Buffer, at: number): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', subkey(key, 'seal', purpose), bytes.subarray(at, at + 12))
    .setAAD(bytes.subarray(0, at))
    .setAuthTag(bytes.subarray(at + 12, at + 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(at + 28)), decipher.final()]);
  } catch (cause) {
    throw new SealBroken('changed, or sealed for another purpose', { cause });
  }
}

const subkey = (key: Key, use: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key.secret, '', `covenant ${use} ${purpose}`, 32));
