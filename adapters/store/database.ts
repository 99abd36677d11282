// A database and a transaction as the queries of this folder use them.
import type { CommonQueryMethods, QuerySqlToken } from 'slonik';
import type { Store as OpaqueStore, Tx as OpaqueTx, TransactionOptions } from './port.ts';

/** Runs queries: inside a transaction on its connection, on a store on any connection. */
export type Queries = Pick<
  CommonQueryMethods,
  'any' | 'anyFirst' | 'exists' | 'many' | 'maybeOne' | 'maybeOneFirst' | 'one' | 'oneFirst' | 'query'
>;

export interface Tx extends OpaqueTx, Queries {}

export interface Store extends Tx, Omit<OpaqueStore, keyof OpaqueTx | 'transaction'> {
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The one value of a statement that is prepared under this name; json is parsed, int8 is text. */
  preparedValue(name: string, text: string, values: readonly unknown[]): Promise<unknown>;
  /**
   * The rows of a statement that is prepared under this name; one name, one text. A timestamptz is an instant as the
   * contract writes it, int8 is text.
   */
  preparedRows<T extends object>(name: string, query: QuerySqlToken): Promise<readonly T[]>;
}

/** Queries that run by way of `guard`. */
export const guardedQueries = (guard: <T>(run: (queries: Queries) => Promise<T>) => Promise<T>): Queries => ({
  any: (query) => guard((queries) => queries.any(query)),
  anyFirst: (query) => guard((queries) => queries.anyFirst(query)),
  exists: (query) => guard((queries) => queries.exists(query)),
  many: (query) => guard((queries) => queries.many(query)),
  maybeOne: (query) => guard((queries) => queries.maybeOne(query)),
  maybeOneFirst: (query) => guard((queries) => queries.maybeOneFirst(query)),
  one: (query) => guard((queries) => queries.one(query)),
  oneFirst: (query) => guard((queries) => queries.oneFirst(query)),
  query: (query) => guard((queries) => queries.query(query)),
});
