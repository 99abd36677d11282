// One PostgreSQL database as a Store: pool and transactions.
import { createPool, type DatabasePool, type QuerySqlToken } from 'slonik';
import { cancelled, orReasonOf } from './cancel.ts';
import { copyInto } from './copy.ts';
import { guardedQueries, type Store, type Tx } from './database.ts';
import { toStoreError } from './faults.ts';
import { sql, typeParsers } from './query.ts';
import { prepared } from './statements/prepared.ts';

export type ConnectOptions = {
  /** Shown in errors and metrics. */
  readonly name?: string;
  readonly poolSize?: number;
  /** Limit of one statement; a long merge raises its own with `set local statement_timeout`. */
  readonly statementTimeoutMs?: number;
  /** A minute by default, since a busy machine takes seconds for one. Requests wait less. */
  readonly connectTimeoutMs?: number;
};

/** Nothing is connected before the first query, and a database that is unavailable is tried again by the next one. */
export function connect(url: string, options: ConnectOptions = {}): Store {
  const name = options.name ?? new URL(url).pathname.slice(1);
  const pool = lazyPool(url, options);
  const connectTimeoutMs = connectTimeoutOf(options);
  const statementTimeoutMs = statementTimeoutOf(options);
  const hot = prepared(url, { most: preparedConnections, statementTimeoutMs, connectTimeoutMs });
  const close = async () => void (await Promise.all([pool.close(), hot.close()]));
  const guarded = async <T>(work: (pool: DatabasePool) => Promise<T>): Promise<T> => {
    try {
      return await work(await pool.open());
    } catch (error) {
      throw toStoreError(name, error);
    }
  };
  return {
    name,
    ...guardedQueries(guarded),
    transaction: (work, { signal, isSnapshot } = {}) => {
      const whole = signal === undefined ? work : cancelled(hot, signal, work);
      const run = isSnapshot ? inSnapshot(whole) : whole;
      return guarded((open) => open.transaction(run)).catch(orReasonOf(signal));
    },
    copyFrom: (copy) =>
      copyInto(url, copy, connectTimeoutMs).catch((error: unknown) => Promise.reject(toStoreError(name, error))),
    ping: async () => void (await guarded((open) => open.query(sql.unsafe`select 1`))),
    preparedValue: (statement, text, values) =>
      hot.value(statement, text, values).catch((error: unknown) => Promise.reject(toStoreError(name, error))),
    preparedRows: <T extends object>(statement: string, { sql: text, values }: QuerySqlToken) =>
      hot
        .rows<T>(statement, placeholdersOf(text), values)
        .catch((error: unknown) => Promise.reject(toStoreError(name, error))),
    connections: () => added(pool.connections(), hot.connections()),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** slonik names its placeholders, so that fragments can be put together. */
const placeholdersOf = (text: string): string => text.replaceAll('$slonik_', '$');

/** Each of their statements takes less than a millisecond. */
const preparedConnections = 4;

const connectTimeoutOf = ({ connectTimeoutMs = 60_000 }: ConnectOptions): number => connectTimeoutMs;

const statementTimeoutOf = ({ statementTimeoutMs = 10_000 }: ConnectOptions): number => statementTimeoutMs;

const inSnapshot =
  <T>(work: (tx: Tx) => Promise<T>) =>
  async (tx: Tx): Promise<T> => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
    return await work(tx);
  };

type Connections = ReturnType<Store['connections']>;

const added = (a: Connections, b: Connections): Connections => ({
  busy: a.busy + b.busy,
  idle: a.idle + b.idle,
  waiting: a.waiting + b.waiting,
});

/** Commits when `work` resolves; see Store.transaction. */
export const transaction = <T>(store: Store, work: (tx: Tx) => Promise<T>): Promise<T> => store.transaction(work);

/**
 * slonik asks the database for type numbers when a pool is made, so a pool can only be made while the database is
 * there.
 */
function lazyPool(url: string, options: ConnectOptions) {
  let made: Promise<DatabasePool> | undefined;
  let current: DatabasePool | undefined;
  let closed = false;
  const open = (): Promise<DatabasePool> => {
    if (closed) return Promise.reject(new Error('Connection pool has ended.'));
    made ??= makePool(url, options).then(
      (pool) => {
        current = pool;
        return pool;
      },
      (error: unknown) => {
        made = undefined;
        throw error;
      },
    );
    return made;
  };
  const close = async () => {
    closed = true;
    const pool = await made?.catch(() => undefined);
    await pool?.end();
  };
  const connections = () => {
    const state = current?.state();
    return {
      busy: state?.acquiredConnections ?? 0,
      idle: state?.idleConnections ?? 0,
      waiting: state?.waitingClients ?? 0,
    };
  };
  return { open, close, connections };
}

async function makePool(url: string, options: ConnectOptions): Promise<DatabasePool> {
  const pool = await createPool(url, {
    maxPoolSize: options.poolSize ?? 10,
    connectionTimeout: connectTimeoutOf(options),
    // Retries are left to the caller, who gets 503 with Retry-After; the next request tries again.
    connectionRetryLimit: 1,
    statementTimeout: statementTimeoutOf(options),
    idleInTransactionSessionTimeout: 60_000,
    // The pool takes the connection that has waited longest, so that polls keep as many as their interval has seconds;
    // each is 14 MB of PostgreSQL.
    idleTimeout: 3_000,
    // Settings are only ever made for a transaction (scope.ts), so there is nothing to discard, and each query saves a
    // round trip.
    resetConnection: async () => {},
    typeParsers,
  });
  // A connection that breaks while idle reports here; the pool has already dropped it.
  pool.on('error', () => {});
  return pool;
}
