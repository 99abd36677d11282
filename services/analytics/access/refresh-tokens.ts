// What a refresh token is, and what becomes of one that is presented (decision 1).
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { TokenRow } from '../../../adapters/store/tokens/port.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const idleMs = 30 * DAY_MS;
export const absoluteMs = 90 * DAY_MS;
/**
 * How long the same old token is answered with the same successor, for a reply that was lost in transit: our clients
 * give up after 60 s, and repeat.
 */
export const graceMs = 120_000;

export type StoredToken = Pick<
  TokenRow,
  'expires_at' | 'used_at' | 'answered' | 'successor_sealed' | 'successor_used' | 'family_expires_at' | 'family_revoked'
>;

/** `rotate`: mint a successor. `same`: give the successor again. `reuse`: a copy is in use, revoke the family. */
export type Verdict = 'rotate' | 'same' | 'reuse' | 'refused';

export function judge(token: StoredToken, now: Date): Verdict {
  if (token.family_revoked || now >= token.family_expires_at) return 'refused';
  if (token.used_at === null) return now < token.expires_at ? 'rotate' : 'refused';
  if (token.successor_sealed === null || token.successor_used) return 'reuse';
  // A successor that no one was sent cannot have been copied, however long the database kept us waiting.
  return !token.answered || now.getTime() - token.used_at.getTime() < graceMs ? 'same' : 'reuse';
}

/** When a successor that is made now ends unless it is used: never after its family. */
export const idleEnd = ({ family_expires_at }: Pick<TokenRow, 'family_expires_at'>, at: Date): Date =>
  new Date(Math.min(at.getTime() + idleMs, family_expires_at.getTime()));

/** 256 random bits. The prefix lets secret scanners recognise a token that was published by mistake. */
export const mintToken = (): string => `rt_${randomBytes(32).toString('base64url')}`;

export const isToken = (text: string): boolean => /^rt_[A-Za-z0-9_-]{43}$/.test(text);

/** What is stored. A plain hash is enough: the token itself has 256 bits of entropy. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Seals the successor so that only who holds the presented token can open it: iv (12), tag (16), ciphertext. */
export function sealSuccessor(presented: string, successor: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', successorKey(presented), iv);
  const sealed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function openSuccessor(presented: string, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', successorKey(presented), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

const successorKey = (presented: string): Buffer =>
  Buffer.from(hkdfSync('sha256', presented, '', 'covenant refresh-token successor', 32));
