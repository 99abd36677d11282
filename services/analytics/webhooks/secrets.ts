// Secrets of webhooks, sealed for one webhook each.
import type { NewSecret, Target } from '../../../adapters/store/webhooks/port.ts';
import { type KeyRing, SealBroken } from '../../lib/key-ring.ts';

const purposeOf = (webhook_id: string): string => `webhook secret ${webhook_id}`;

export const sealSecret = (keys: Pick<KeyRing, 'seal'>, webhook_id: string, secret: string): Uint8Array =>
  keys.seal(purposeOf(webhook_id), secret);

export const newSecret = (keys: Pick<KeyRing, 'open' | 'seal'>, webhook_id: string, secret: string): NewSecret => ({
  sealed: sealSecret(keys, webhook_id, secret),
  isSame: (sealed) => isSealed(keys, webhook_id, sealed, secret),
});

/** False also when its key is gone: a new secret is then the way on. */
function isSealed(keys: Pick<KeyRing, 'open'>, webhook_id: string, sealed: Uint8Array, secret: string): boolean {
  try {
    return keys.open(purposeOf(webhook_id), sealed).equals(Buffer.from(secret));
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

/** The present one first. */
export const openSecrets = (
  keys: Pick<KeyRing, 'open'>,
  { webhook_id, secret_sealed, previous_secret_sealed }: Target,
): readonly string[] =>
  [secret_sealed, previous_secret_sealed]
    .filter((sealed) => sealed !== null)
    .map((sealed) => keys.open(purposeOf(webhook_id), sealed).toString('utf8'));
