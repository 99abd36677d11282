// Passwords as argon2id, a few at a time: each costs 19 MiB and the time that guessing is to cost.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { fairSemaphore } from '../../../../services/lib/work/fair-semaphore.ts';

/** Memory in KiB. */
export type Cost = { readonly memory: number; readonly passes: number };

// OWASP's least setting for argon2id: 19 MiB, two passes; 30 ms here.
const usual: Cost = { memory: 19_456, passes: 2 };
/** For passwords that no one guesses, since they are random. */
export const ofRandom: Cost = { memory: 8, passes: 1 };
const form = { parallelism: 1, tagLength: 32 };
const argon2Async = promisify(argon2);

// What waits is answered within two seconds or so; more is sent away before it costs anything. One network has at most
// 90 checks in progress, without those of accounts that it has logged in before (decision 584): a class and a guesser
// fit.
const hashing = fairSemaphore(Math.min(4, availableParallelism()), 128);

/** A cost other than the usual one stands in the hash. */
export async function hashPassword(password: string, { memory, passes } = usual): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2Async('argon2id', { ...form, memory, passes, message: password, nonce });
  const more = memory === usual.memory && passes === usual.passes ? [] : [`m=${memory},t=${passes}`];
  return ['argon2id', nonce.toString('base64'), tag.toString('base64'), ...more].join('$');
}

/**
 * `network` takes turns with others. Without a hash it costs the same and is wrong, so that an unknown name cannot be
 * distinguished.
 */
export async function isRight(password: string, hash: string | undefined, network: string): Promise<boolean> {
  return hashing.run(network, async () => matches(password, hash ?? (await unknownUser())));
}

export async function matches(password: string, hash: string): Promise<boolean> {
  const [, nonce = '', tag = '', more = ''] = hash.split('$');
  const [, memory = usual.memory, passes = usual.passes] = /^m=(\d+),t=(\d+)$/.exec(more)?.map(Number) ?? [];
  const asked = { ...form, memory, passes, message: password, nonce: Buffer.from(nonce, 'base64') };
  const found = await argon2Async('argon2id', asked);
  return timingSafeEqual(found, Buffer.from(tag, 'base64'));
}

let unknownUserHash: Promise<string> | undefined;
const unknownUser = () => {
  unknownUserHash ??= hashPassword(randomBytes(16).toString('hex'));
  return unknownUserHash;
};
