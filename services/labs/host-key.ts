// The host key of an instance: made from the key ring, so that it stays over restarts and runs and needs no place to be
// kept. The file format: https://cvsweb.openbsd.org/src/usr.bin/ssh/PROTOCOL.key
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { InstanceId } from '../../generated/lab/messages.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import { memoize, memoizeNewest } from '../lib/memoize.ts';
import { Secret } from '../lib/secret.ts';

export type HostKey = {
  /** An OpenSSH private key file (ed25519, without a passphrase). */
  readonly privateKey: Secret;
  /** `ssh-ed25519 AAAA...` */
  readonly publicKey: string;
  /** As ssh prints it: `SHA256:...` */
  readonly fingerprint: string;
};

const remembered = 1_000;
const newestOf = memoize((_keys: KeyRing) => memoizeNewest<HostKey>(remembered));

/** The newest ones are remembered: each round of a start needs the key, and making one takes milliseconds. */
export const hostKeyOf = (keys: KeyRing, instance_id: InstanceId, key_id: string): HostKey =>
  newestOf(keys)(`${instance_id} ${key_id}`, () => hostKey(keys.mac('host-key', [instance_id], key_id).mac));

const algorithm = 'ssh-ed25519';

/** The key pair of a seed of 32 bytes (RFC 8032). */
export function hostKey(seed: Buffer): HostKey {
  if (seed.length !== 32) throw new RangeError('a seed has 32 bytes');
  const point = publicPoint(seed);
  const blob = Buffer.concat([text(algorithm), field(point)]);
  return {
    privateKey: new Secret(privateKeyFile(seed, point, blob)),
    publicKey: `${algorithm} ${blob.toString('base64')}`,
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  };
}

/**
 * One line for ~/.ssh/known_hosts with every address of the key, in the form that ssh searches for: lower case, a port
 * other than 22 in brackets.
 */
export function knownHosts(
  addresses: readonly { readonly host: string; readonly port: number }[],
  publicKey: string,
): string {
  const names = addresses.map(({ host, port }) =>
    port === 22 ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`,
  );
  return `${[...new Set(names)].join(',')} ${publicKey}`;
}

function publicPoint(seed: Buffer): Buffer {
  // PKCS #8 of an ed25519 seed (RFC 8410) is this prefix and the seed.
  const key = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const { x } = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url');
}

function privateKeyFile(seed: Buffer, point: Buffer, blob: Buffer): string {
  // Twice the same number, by which a reader sees that it decrypted well. Random elsewhere; here the same key is the
  // same file.
  const check = createHash('sha256').update(blob).digest().subarray(0, 4);
  const pair = Buffer.concat([check, check, blob, field(Buffer.concat([seed, point])), text('')]);
  const padding = Buffer.from(Array.from({ length: -pair.length & 7 }, (_, n) => n + 1));
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(text), // cipher, key derivation, its options
    Buffer.from([0, 0, 0, 1]),
    field(blob),
    field(Buffer.concat([pair, padding])),
  ]);
  const lines = file.toString('base64').match(/.{1,70}/g) ?? [];
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n');
}

const text = (value: string): Buffer => field(Buffer.from(value));

function field(value: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  return Buffer.concat([length, value]);
}
