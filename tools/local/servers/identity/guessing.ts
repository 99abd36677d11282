// Whether a password is that of a person of a realm. Guessing is bounded by network, by account, and in what it may
// cost.
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { localCounters } from '../../../../services/lib/http/gcra.ts';
import { networkOf } from '../../../../services/lib/http/proxies.ts';
import type { Log } from '../../../../services/lib/log.ts';
import { Busy } from '../../../../services/lib/work/fair-semaphore.ts';
import { findByLogin, type IdentityAccount } from './accounts.ts';
import { type Attempt, countFailure, countSuccess, standingOf } from './locks.ts';
import { isRight } from './passwords.ts';
import type { Realm } from './settings.ts';

export type Credentials = {
  readonly realm: Realm;
  /** User name or e-mail, as typed. */
  readonly login: string;
  readonly password: string;
  /** The address of the person's machine. */
  readonly address: string;
};

/**
 * `wrong`: a wrong password, an unknown name and a locked account alike, because the answer must not distinguish them.
 */
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
  /**
   * How many wrong passwords a network may send in a minute, over all names; and then twice as many to existing
   * accounts.
   */
  readonly failuresPerMinute: number;
};

const windowS = 60;

/** Beyond the budget every refusal takes this long, whether a password was checked or not. */
const refusalMs = 1_000;

export function passwordCheck(deps: Deps): CheckPassword {
  const budget = networkBudget(deps.failuresPerMinute);
  const tried = attempts(deps);
  const beyond = beyondBudget(deps, tried);
  return async (credentials) => {
    const network = networkOf(credentials.address);
    const retryAfterS = budget.enter(network);
    if (retryAfterS > 0) return await beyond(credentials, retryAfterS);
    try {
      const row = await findByLogin(deps.database, credentials.realm, nameOf(credentials));
      const checked = await tried(credentials, row);
      if (checked.kind === 'wrong') budget.spend(network);
      return checked;
    } finally {
      budget.leave(network);
    }
  };
}

type Found = Awaited<ReturnType<typeof findByLogin>>;
type Try = (credentials: Credentials, row: Found, mayTry?: (isKnown: boolean) => boolean) => Promise<Checked>;

/**
 * Someone guesses in this network. Those who belong there are let in all the same (decision 584); no one learns which
 * names exist.
 */
function beyondBudget({ database, ...deps }: Deps, tried: Try) {
  // A check in progress counts, and a class of forty may begin at once.
  const ofAccounts = networkBudget(2 * deps.failuresPerMinute);
  return async (credentials: Credentials, retryAfterS: number): Promise<Checked> => {
    const since = performance.now();
    const network = networkOf(credentials.address);
    const row = await findByLogin(database, credentials.realm, nameOf(credentials));
    let isCounted = false;
    const mayTry = (isKnown: boolean) => {
      isCounted = !isKnown && ofAccounts.enter(network) === 0;
      return isKnown || isCounted;
    };
    try {
      const checked = row === undefined ? undefined : await tried(credentials, row, mayTry);
      if (checked?.kind === 'right') return checked;
      if (isCounted && checked?.kind === 'wrong') ofAccounts.spend(network);
      if (row === undefined) refusal({ ...deps, ...credentials }, 'address_limit');
    } finally {
      if (isCounted) ofAccounts.leave(network);
    }
    await pause(refusalMs - (performance.now() - since));
    return { kind: 'later', status: 429, retryAfterS };
  };
}

/**
 * One try of a password, after which its account may be locked. Those of one account and network are made one after the
 * other.
 */
function attempts(deps: Deps): Try {
  const { database, log } = deps;
  const inTurn = turns();
  return async (credentials, row, mayTry = () => true) => {
    const { realm, password, address } = credentials;
    const network = networkOf(address);
    const principal = principalOf(deps, credentials);
    const refused = (reason: string): Checked => {
      refusal({ ...deps, ...credentials }, reason);
      return { kind: 'wrong' };
    };
    // User name and e-mail of one account count together.
    const attempt: Attempt = { realm, account: row?.account.id ?? `name ${principal}`, network };
    try {
      return await inTurn(JSON.stringify(attempt), async () => {
        const { lock, known } = await standingOf(database, attempt);
        if (!mayTry(known)) return refused('address_limit');
        if (lock !== null) return refused(`locked_${lock}`);
        if ((await isRight(password, row?.passwordHash, network)) && row) {
          await countSuccess(database, attempt);
          return { kind: 'right', account: row.account };
        }
        const wrong = refused('wrong_password');
        for (const { lock: made, seconds } of await countFailure(database, attempt))
          log.warn('login_locked', { realm, principal, address, reason: made, retry_ms: seconds * 1_000 });
        return wrong;
      });
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      refused('busy');
      return { kind: 'later', status: 503, retryAfterS: 2 };
    }
  };
}

type Refusal = Pick<Deps, 'log' | 'nameKey'> & Credentials;

function refusal({ log, ...facts }: Refusal, reason: string): void {
  log.warn('login_refused', {
    realm: facts.realm,
    principal: principalOf(facts, facts),
    address: facts.address,
    reason,
  });
}

const nameOf = ({ login }: Credentials): string => login.normalize('NFKC').toLowerCase().slice(0, 200);

const principalOf = ({ nameKey }: Pick<Deps, 'nameKey'>, credentials: Credentials): string =>
  createHmac('sha256', nameKey)
    .update(`${credentials.realm} ${nameOf(credentials)}`)
    .digest('hex')
    .slice(0, 32);

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
