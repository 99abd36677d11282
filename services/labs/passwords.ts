// What students log in with. Computed for each authorised read, stored nowhere (decision 16).
import type { InstanceId, StudentId } from '../../generated/lab/messages.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import { memoizeNewest } from '../lib/memoize.ts';
import { Secret } from '../lib/secret.ts';
import { sha512Crypt } from './crypt.ts';
import type { probeUser } from './names.ts';

/** What a password depends on, and all that is stored of it. */
export type Credential = {
  readonly instance_id: InstanceId;
  /** Or the platform's own account, whose password no user is shown. */
  readonly member: StudentId | typeof probeUser;
  /**
   * The generation of this member's password, which `rotateAccess` raises. It is not the generation of the instance.
   */
  readonly generation: number;
  /**
   * Stored with the row, so that a rotated key ring changes no password. `keys.currentKeyId` when the row is created.
   */
  readonly key_id: string;
};

// Without i, l, o, u, 0 and 1: the rest is distinct in any font and makes few words.
const alphabet = '23456789abcdefghjkmnpqrstvwxyz';
const letters = 28;

/** `k7m2-x9d4-...`: 28 letters of 30, 137 bits. */
export function password(keys: KeyRing, credential: Credential): Secret {
  const { mac } = keys.mac('ssh-password', parts(credential), credential.key_id);
  return new Secret(spell(mac, letters).replace(/.{4}(?!$)/g, `$&-`));
}

/**
 * The line of the passwd file. The salt is derived too, so that the same plan is made each time. The least number of
 * rounds is enough: slowness helps short passwords, and at each login it would be the lab that pays.
 */
export const passwordHash = (keys: KeyRing, credential: Credential): string =>
  sha512Crypt(
    password(keys, credential).reveal(),
    keys.mac('ssh-salt', parts(credential), credential.key_id).mac.toString('hex').slice(0, 16),
    1_000,
  );

/** Remembers the newest hashes of one process: a sweep over a thousand instances would spend seconds on them. */
export function passwordHashes(keys: KeyRing, size = 10_000): (credential: Credential) => string {
  const remember = memoizeNewest<string>(size);
  return (credential) =>
    remember(JSON.stringify([...parts(credential), credential.key_id]), () => passwordHash(keys, credential));
}

/** The credential of the account that the platform probes with. It is as old as the host key. */
export const probeCredential = (instance_id: InstanceId, key_id: string): Credential => ({
  instance_id,
  member: 'lab-probe',
  generation: 1,
  key_id,
});

const parts = ({ instance_id, member, generation }: Credential): string[] => [instance_id, member, String(generation)];

/** The number as digits of the alphabet: every letter equally likely, but for a bias below 2 to the -118. */
function spell(bytes: Buffer, count: number): string {
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let n = 0; n < count; n++) {
    text += alphabet[Number(number % 30n)];
    number /= 30n;
  }
  return text;
}
