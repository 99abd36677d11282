// The signing keys of a realm: made once, kept in a private file, so that tokens stay valid over a restart.
import { createPublicKey, generateKeyPairSync, randomBytes, type webcrypto } from 'node:crypto';
import path from 'node:path';
import { keep } from '../data-folder.ts';
import type { Realm } from './settings.ts';

export type KeySet = { readonly keys: readonly Readonly<Record<string, unknown>>[] };

export function signingKeys(folder: string, realm: Realm): KeySet {
  const text = keep(path.join(folder, `${realm}.json`), () => JSON.stringify({ keys: [newKey()] }));
  return JSON.parse(text) as KeySet;
}

/** As Keycloak shows it: DER, base64. */
export function publicKey(folder: string, realm: Realm): string {
  const [key = {}] = signingKeys(folder, realm).keys;
  return createPublicKey({ key: key as webcrypto.JsonWebKey, format: 'jwk' })
    .export({ type: 'spki', format: 'der' })
    .toString('base64');
}

function newKey(): Readonly<Record<string, unknown>> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('base64url');
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}
