// Secrets of webhooks, sealed for one webhook each.
import type { By } from '../../../adapters/store/administration/port.ts';
import type {
  SealedSecrets,
  Target,
  WebhookId,
  WebhookRow,
  WebhookSecrets,
} from '../../../adapters/store/webhooks/port.ts';
import { type KeyRing, SealBroken } from '../../lib/key-ring.ts';

const purposeOf = (webhook_id: string): string => `webhook secret ${webhook_id}`;

export const sealSecret = (keys: Pick<KeyRing, 'seal'>, webhook_id: string, secret: string): Uint8Array =>
  keys.seal(purposeOf(webhook_id), secret);

type NewSecret = { readonly webhook_id: WebhookId; readonly secret: string; readonly keepPreviousS: number };

/** Null: the webhook was deleted meanwhile. */
export const rotateSecret = (
  webhookSecrets: WebhookSecrets,
  keys: Pick<KeyRing, 'open' | 'seal'>,
  { webhook_id, secret, keepPreviousS }: NewSecret,
  by: By,
): Promise<WebhookRow | null> =>
  webhookSecrets.transaction(async (tx) => {
    const present = await webhookSecrets.claim(tx, webhook_id);
    if (present === null) return null;
    // A request that is repeated, as after a lost answer, must not put the new secret in the place of the old one.
    return isSealed(keys, webhook_id, present, secret)
      ? await webhookSecrets.keepPrevious(tx, webhook_id, keepPreviousS, by)
      : await webhookSecrets.rotate(tx, webhook_id, sealSecret(keys, webhook_id, secret), keepPreviousS, by);
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

/**
 * Seals with the current key what an earlier one sealed, so that it can leave the ring. Returns how many webhooks. What
 * does not open stays.
 */
export async function resealSecrets(
  webhookSecrets: WebhookSecrets,
  keys: Pick<KeyRing, 'open' | 'seal' | 'sealedPrefix'>,
): Promise<number> {
  let count = 0;
  for (let after = '', isMore = true; isMore; ) {
    const found = await webhookSecrets.listSealedOtherwise(keys.sealedPrefix, { after, limit: page });
    for (const before of found) {
      const again = sealedAgain(keys, before);
      if (again === null) continue;
      await webhookSecrets.replace(before, again);
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
