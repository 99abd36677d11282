// How often the password of an account was wrong (table login_failures; decision 107).
import type { Store, Tx } from '../database.ts';
import { bytes, row, sql } from '../query.ts';
import type { LoginAttempts } from './port.ts';

export const loginAttempts = (store: Store): LoginAttempts => ({
  async admit(account, at, { freeFailures, windowMs, longestDelayMs }) {
    const now = sql.timestamp(at);
    // A window that has passed without a failure starts again; the delay doubles with each failure beyond the free
    // ones.
    const failures = sql.fragment`case when login_failures.last_failed_at < ${now} - ${windowMs} * interval '1 ms' then 1 else login_failures.failures + 1 end`;
    const admitted = await store.maybeOne(sql.unsafe`
      insert into login_failures (account_hash, failures, first_failed_at, last_failed_at)
      values (${bytes(account)}, 1, ${now}, ${now})
      on conflict (account_hash) do update set
        failures = ${failures},
        first_failed_at = case when ${failures} = 1 then ${now} else login_failures.first_failed_at end,
        last_failed_at = ${now},
        blocked_until = case when ${failures} < ${freeFailures} then null
          else ${now} + least(1000 * power(2, least(${failures} - ${freeFailures}, 30)), ${longestDelayMs}) * interval '1 ms' end
      where login_failures.blocked_until is null or login_failures.blocked_until <= ${now}
      returning failures`);
    if (admitted !== null) return 0;
    const blocked = await store.maybeOne(sql.type(row<{ until: Date | null }>())`
      select blocked_until as until from login_failures where account_hash = ${bytes(account)}`);
    return Math.max(1, (blocked?.until?.getTime() ?? 0) - at.getTime());
  },

  async forget(account, what) {
    await store.query(
      what === 'all'
        ? sql.unsafe`delete from login_failures where account_hash = ${bytes(account)}`
        : sql.unsafe`
          update login_failures set failures = greatest(failures - 1, 1), blocked_until = null where account_hash = ${bytes(account)}`,
    );
  },
});

/** Removes accounts without an attempt within the window that are not slowed down. Returns how many. */
export async function sweepLogins(store: Tx, before: Date, limit: number): Promise<number> {
  const { rowCount } = await store.query(sql.unsafe`
    delete from login_failures where account_hash in (
      select account_hash from login_failures
      where last_failed_at < ${sql.timestamp(before)} and coalesce(blocked_until, last_failed_at) < ${sql.timestamp(before)} limit ${limit})`);
  return rowCount;
}
