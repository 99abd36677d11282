// Records of idempotency keys that are broken in the same way in more than one service.
import type { IdempotencyStore } from '../../../generated/runtime/host.ts';

type Begin = IdempotencyStore['begin'];

/** They do not know what the first request of a key was. */
export const ofAnyRequest =
  ({ begin }: IdempotencyStore): Begin =>
  (key, principal, operation) =>
    begin(key, principal, operation, 'same');
