// Confines a transaction to dealers, brands and regions, by row-level policies.
import type { Store, Tx } from './database.ts';
import type { Scope } from './port.ts';
import { row, sql } from './query.ts';

/**
 * Runs `work` in one transaction that sees and changes only what `scope` permits. The settings end with the
 * transaction, so a pooled connection carries nothing over.
 */
export const withScope = <T>(
  store: Store,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> =>
  store.transaction(
    async (tx) => {
      await enterScope(tx, scope);
      return await work(tx);
    },
    { signal },
  );

/** For a transaction that is open already. */
export async function enterScope(tx: Tx, scope: Scope): Promise<void> {
  const dealers = scope.dealers === 'every' ? [] : scope.dealers;
  await tx.query(sql.type(row<Record<string, string>>())`
    select set_config('covenant.dealers', ${list(dealers)}, true),
      set_config('covenant.every_dealer', ${scope.dealers === 'every' ? 'on' : 'off'}, true),
      set_config('covenant.brands', ${list(scope.brands)}, true),
      set_config('covenant.regions', ${list(scope.regions)}, true),
      set_config('covenant.uploads', ${list(scope.uploads)}, true),
      set_config('covenant.principal', ${scope.principal ?? ''}, true)`);
}

/** The setting of a transaction is text; none at all reads as null. */
const list = (ids: readonly string[] | null | undefined) =>
  ids ? sql.fragment`${sql.array([...ids], 'text')}::text` : sql.fragment`''`;
