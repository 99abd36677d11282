// Logins in progress at the identity provider (table browser_logins).
import type { Store } from '../database.ts';
import { bytes, row, sql } from '../query.ts';
import type { BrowserLogin, BrowserLogins } from './port.ts';

export const browserLogins = (store: Store): BrowserLogins => ({
  async store({ state_hash, browser_hash, checks, expires_at }) {
    await store.query(sql.unsafe`
      insert into browser_logins (state_hash, browser_hash, checks, expires_at)
      values (${bytes(state_hash)}, ${bytes(browser_hash)}, ${bytes(checks)}, ${sql.timestamp(expires_at)})`);
  },

  take: (state_hash, browser_hash, at) =>
    store.maybeOne(sql.type(row<BrowserLogin>())`
      delete from browser_logins
      where state_hash = ${bytes(state_hash)} and browser_hash = ${bytes(browser_hash)} and expires_at > ${sql.timestamp(at)}
      returning state_hash, browser_hash, checks, expires_at`),

  async sweep(now, limit) {
    const { rowCount } = await store.query(sql.unsafe`
      delete from browser_logins where state_hash in (
        select state_hash from browser_logins where expires_at <= ${sql.timestamp(now)} limit ${limit})`);
    return rowCount;
  },
});
