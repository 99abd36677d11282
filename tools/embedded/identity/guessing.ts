// Whether a password is that of a person of a realm. Guessing is bounded by network, by account, and in what it may cost.
import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { localCounters } from '../../../services/lib/http/gcra.ts';
import { networkOf } from '../../../services/lib/http/proxies.ts';
import type { Log } from '../../../services/lib/log.ts';
import { Busy } from '../../../services/lib/work/fair-semaphore.ts';
import { findByLogin, type IdentityAccount } from './accounts.ts';
import { type Attempt, countFailure, countSuccess, lockOf } from './locks.ts';
import { isRight } from './passwords.ts';
import type { Realm } from './settings.ts';

export type Credentials = {
  readonly realm: Realm;
  /** User name or e-mail, as typed. */
  readonly login: string;
  readonly password: string;
  /** Of the person's machine. */
  readonly address: string;
};

/** `wrong`: a wrong password, an unknown name and a locked account alike, because the answer must not distinguish them. */
export type Checked =
  | { readonly kind: 'right'; readonly account: IdentityAccount }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'later'; readonly status: 429 | 503; readonly retryAfterS: number };

export type CheckPassword = (credentials: Credentials) => Promise<Checked>;

type Deps = {
  readonly database: Pick<pg.Pool, 'query'>;
  readonly log: Log;
  /** Keys the names in the log and in the table: neither contains what was typed, which now and then is a password. */
  readonly nameKey: string;
  /** How many wrong passwords a network may send in a minute, over all accounts. */
  readonly failuresPerMinute: number;
};

const windowS = 60;

export function passwordCheck({ database, log, nameKey, failuresPerMinute }: Deps): CheckPassword {
  const budget = networkBudget(failuresPerMinute);
  const inTurn = turns();
  return async ({ realm, login, password, address }) => {
    const network = networkOf(address);
    const name = login.normalize('NFKC').toLowerCase().slice(0, 200);
    const principal = createHmac('sha256', nameKey).update(`${realm} ${name}`).digest('hex').slice(0, 32);
    const refused = (reason: string) => log.warn('login_refused', { realm, principal, address, reason });
    const retryAfterS = budget.enter(network);
    if (retryAfterS > 0) {
      refused('address_limit');
      return { kind: 'later', status: 429, retryAfterS };
    }
    try {
      const row = await findByLogin(database, realm, name);
      // User name and e-mail of one account count together.
      const attempt: Attempt = { realm, account: row?.account.id ?? `name ${principal}`, network };
      return await inTurn(JSON.stringify(attempt), async () => {
        const lock = await lockOf(database, attempt);
        const right = lock === null && (await isRight(password, row?.passwordHash, network));
        if (right && row) {
          await countSuccess(database, attempt);
          return { kind: 'right', account: row.account };
        }
        refused(lock === null ? 'wrong_password' : `locked_${lock}`);
        budget.spend(network);
        if (lock === null)
          for (const { lock: made, seconds } of await countFailure(database, attempt))
            log.warn('login_locked', { realm, principal, address, reason: made, retry_ms: seconds * 1_000 });
        return { kind: 'wrong' };
      });
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      refused('busy');
      return { kind: 'later', status: 503, retryAfterS: 2 };
    } finally {
      budget.leave(network);
    }
  };
}

/** Counts wrong passwords; what is still being checked might be one. */
function networkBudget(failuresPerMinute: number) {
  const counters = localCounters();
  const checking = new Map<string, number>();
  const check = (key: string, cost: number) =>
    counters.spend({ key, quota: failuresPerMinute, windowS, cost }, performance.now());
  return {
    /** 0: may enter. Else seconds to wait. */
    enter(network: string): number {
      const now = checking.get(network) ?? 0;
      if (check(network, 0).remaining <= now) return Math.max(1, Math.ceil(windowS / failuresPerMinute));
      checking.set(network, now + 1);
      return 0;
    },
    leave(network: string): void {
      const left = (checking.get(network) ?? 1) - 1;
      if (left > 0) checking.set(network, left);
      else checking.delete(network);
    },
    spend: (network: string) => void check(network, 1),
  };
}

/** One after the other for each key, so that parallel guesses are counted like others. */
function turns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => {});
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
