// Statements that nearly every request sends: prepared once for each connection, one round trip each, no transaction.
import pg, { Pool } from 'pg';

export interface Prepared {
  /** The one value of the one row. */
  value(name: string, text: string, values: readonly unknown[]): Promise<unknown>;
  /** The rows; a timestamptz is an instant as the contract writes it. */
  rows<T extends object>(name: string, text: string, values: readonly unknown[]): Promise<readonly T[]>;
  readonly connections: () => { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

type Options = { readonly most: number; readonly statementTimeoutMs: number; readonly connectTimeoutMs: number };

/**
 * Apart from the connections of transactions, so that these wait for no large read. Nothing is connected before the
 * first statement.
 */
export function prepared(url: string, { most, statementTimeoutMs, connectTimeoutMs }: Options): Prepared {
  const pool = new Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    options: '-c timezone=UTC',
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
    async rows<T extends object>(name: string, text: string, values: readonly unknown[]) {
      return (await pool.query<T>({ name, text, values: [...values], types: onWireTypes })).rows;
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

const onWireTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.TIMESTAMPTZ ? instantOf : pg.types.getTypeParser(oid, format),
};

/**
 * From `2026-11-24 12:25:30.77+00`, which is cut to milliseconds; what is written in another form, such as a year of
 * five digits, is read by Date.
 */
export function instantOf(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00') || text.length > 29) return new Date(text).toISOString();
  const fraction = text.slice(20, -3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
