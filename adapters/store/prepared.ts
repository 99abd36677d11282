// Statements that nearly every request sends: prepared once for each connection, one round trip each, no transaction.
import { Pool } from 'pg';

export interface Prepared {
  /** The one value of the one row. */
  value(name: string, text: string, values: readonly unknown[]): Promise<unknown>;
  readonly connections: () => { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

type Options = { readonly most: number; readonly statementTimeoutMs: number };

/** Apart from the connections of transactions, so that these wait for no large read. Nothing is connected before the first statement. */
export function prepared(url: string, { most, statementTimeoutMs }: Options): Prepared {
  const pool = new Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // A connection that breaks while idle reports here; the pool has already dropped it.
  pool.on('error', () => {});
  let closing: Promise<void> | undefined;
  return {
    async value(name, text, values) {
      const { rows } = await pool.query<[unknown]>({ name, text, values: [...values], rowMode: 'array' });
      return rows[0]?.[0];
    },
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      closing ??= pool.end();
      await closing;
    },
  };
}
