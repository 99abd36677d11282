// Secrets of webhooks, sealed for one webhook each.
import type { NewSecret, SealedSecrets, Target, WebhookSecrets } from '../../../adapters/store/webhooks/port.ts';
import { type KeyRing, SealBroken } from '../../lib/key-ring.ts';

const purposeOf = (webhook_id: string): string => `webhook secret ${webhook_id}`;

export const sealSecret = (keys: Pick<KeyRing, 'seal'>, webhook_id: string, secret: string): Uint8Array =>
  keys.seal(purposeOf(webhook_id), secret);

export const newSecret = (keys: Pick<KeyRing, 'open' | 'seal'>, webhook_id: string, secret: string): NewSecret => ({
  sealed: sealSecret(keys, webhook_id, secret),
  isSame: (sealed) => isSealed(keys, webhook_id, sealed, secret),
});

/** False also when its key is gone: a new secret then solves it. */
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

const page = 200;

/** Seals with the current key what an earlier one sealed, so that it can leave the ring. Returns how many webhooks. What does not open stays. */
export async function resealSecrets(
  webhookSecrets: WebhookSecrets,
  keys: Pick<KeyRing, 'open' | 'seal' | 'sealedPrefix'>,
): Promise<number> {
  let count = 0;
  for (let after = '', isMore = true; isMore; ) {
    const found = await webhookSecrets.sealedOtherwise(keys.sealedPrefix, { after, limit: page });
    for (const before of found) {
      const again = sealedAgain(keys, before);
      if (again === null) continue;
      await webhookSecrets.reseal(before, again);
      count++;
    }
    after = found.at(-1)?.webhook_id ?? after;
    isMore = found.length === page;
  }
  return count;
}

function sealedAgain(keys: Pick<KeyRing, 'open' | 'seal'>, before: SealedSecrets): SealedSecrets | null {
  const { webhook_id, secret_sealed, previous_secret_sealed: previous } = before;
  const again = (sealed: Uint8Array) => keys.seal(purposeOf(webhook_id), keys.open(purposeOf(webhook_id), sealed));
  try {
    const previous_secret_sealed = previous === null ? null : again(previous);
    return { webhook_id, secret_sealed: again(secret_sealed), previous_secret_sealed };
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
