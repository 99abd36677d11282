// How long an account takes no password: from one network after few wrong ones, from all that are new to it after many.
import type pg from 'pg';
import type { Realm } from './settings.ts';

type Database = Pick<pg.Pool, 'query'>;

/** One account as it is tried from one network; both as they are stored. */
export type Attempt = { readonly realm: Realm; readonly account: string; readonly network: string };

export type Lock = 'network' | 'account';

const everywhere = '*';
const freeFailures = { network: 5, account: 100 } as const;
const firstLockS = 30;
const longestLockS = 15 * 60;

/** How an account stands with a network. */
export type Standing = {
  readonly lock: Lock | null;
  /**
   * Its owner has logged in from there within 30 days. The lock of an account leaves such networks alone: strangers
   * cannot lock the owner out of these.
   */
  readonly known: boolean;
};

export async function standingOf(database: Database, { realm, account, network }: Attempt): Promise<Standing> {
  const { rows } = await database.query<{ network: string; locked: boolean; known: boolean }>(
    `select network, coalesce(locked_until > now(), false) as locked,
       coalesce(succeeded_at > now() - interval '30 days', false) as known
     from login_attempts where realm = $1 and account = $2 and network in ($3, $4)`,
    [realm, account, network, everywhere],
  );
  const here = rows.find((row) => row.network === network);
  const known = here?.known ?? false;
  if (here?.locked) return { lock: 'network', known };
  const all = rows.find((row) => row.network === everywhere);
  return { lock: all?.locked && !known ? 'account' : null, known };
}

/**
 * Each failure beyond the free ones locks for twice as long as the one before; a quiet hour forgets. Returns the locks
 * that it made, with seconds.
 */
export async function countFailure(
  database: Database,
  { realm, account, network }: Attempt,
): Promise<readonly { readonly lock: Lock; readonly seconds: number }[]> {
  const { rows } = await database.query<{ network: string; seconds: number | null }>(
    `insert into login_attempts as old (realm, account, network, failures, last_at)
     select $1, $2, scope.network, 1, now() from (values ($3, $5::int), ($4, $6::int)) as scope (network, free)
     on conflict (realm, account, network) do update set
       failures = case when old.last_at < now() - interval '1 hour' then 1 else old.failures + 1 end,
       locked_until = case when old.last_at < now() - interval '1 hour'
           or old.failures < case old.network when $4 then $6::int else $5::int end then null
         else now() + make_interval(secs =>
           least($7 * power(2, least(old.failures - case old.network when $4 then $6::int else $5::int end, 20)), $8)) end,
       last_at = now()
     returning network, round(extract(epoch from locked_until - now()))::int as seconds`,
    [realm, account, network, everywhere, freeFailures.network, freeFailures.account, firstLockS, longestLockS],
  );
  return rows.flatMap((row) =>
    row.seconds === null
      ? []
      : [{ lock: row.network === everywhere ? ('account' as const) : ('network' as const), seconds: row.seconds }],
  );
}

/** What others have tried from elsewhere stays counted. */
export async function countSuccess(database: Database, { realm, account, network }: Attempt): Promise<void> {
  await database.query(
    `insert into login_attempts (realm, account, network, failures, last_at, succeeded_at)
     values ($1, $2, $3, 0, now(), now())
     on conflict (realm, account, network) do update
     set failures = 0, locked_until = null, last_at = now(), succeeded_at = now()`,
    [realm, account, network],
  );
}

export async function forgetAttempts(database: Database): Promise<void> {
  await database.query(
    `delete from login_attempts
     where last_at < now() - case when succeeded_at is null then interval '1 day' else interval '30 days' end`,
  );
}
