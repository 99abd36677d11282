// Distinguishes a database that is unavailable from data that it refuses.
import type { StoreFault } from './port.ts';

export class StoreError extends Error implements StoreFault {
  override readonly name = 'StoreError';
  readonly kind: StoreFault['kind'];
  readonly dependency: string;
  readonly code: string | undefined;
  readonly constraint: string | undefined;

  constructor(store: string, cause: unknown) {
    const facts = factsOf(cause);
    // The text of a constraint violation quotes values of the row; only its name leaves here.
    super(
      `${store}: ${facts.kind}${facts.constraint ? ` ${facts.constraint}` : ''}${facts.code ? ` (${facts.code})` : ''}`,
      { cause },
    );
    this.kind = facts.kind;
    this.dependency = store;
    this.code = facts.code;
    this.constraint = facts.constraint;
  }
}

export const toStoreError = (store: string, error: unknown): unknown =>
  error instanceof StoreError || !fromDatabase(error) ? error : new StoreError(store, error);

/** Whether `error` says that the named constraint would be broken; in a transaction as well as outside. */
export function breaks(error: unknown, constraint: string): boolean {
  const facts = factsOf(error);
  return facts.kind === 'constraint' && facts.constraint === constraint;
}

type Facts = Pick<StoreFault, 'kind' | 'code' | 'constraint'>;

// SQLSTATE classes: https://www.postgresql.org/docs/15/errcodes-appendix.html
// 28 and 3D000: a password that is being changed, a database that is being restored; for the caller both are
// unavailable.
const unavailable = /^(08...|28...|3D000|57P0[1-5]|53...|58...|25P03|25006)$/;
// What a connection may end with (errno(3), EAI_ of getaddrinfo(3)); the same codes of files, such as EIO and ENOSPC,
// are no business of a database.
const socket =
  /^(ECONN(ABORTED|REFUSED|RESET)|EHOST(DOWN|UNREACH)|ENET(DOWN|RESET|UNREACH)|ENOTCONN|ESHUTDOWN|EPIPE|ETIMEDOUT|EPROTO|EADDRNOTAVAIL|ENOBUFS|ENOTFOUND|EAI_\w+)$/;
/** Whatever keeps a connection from being made, such as too many open files or the missing file of a Unix socket. */
const connecting = new Set(['connect', 'getaddrinfo']);
const lost =
  /connection terminated|connection ended|timeout expired|timeout exceeded|query read timeout|client was closed|client has encountered|not queryable|client is (pending|destroyed|not acquired)|pool (has ended|is being terminated)/i;

function factsOf(error: unknown): Facts {
  const chain = causes(error);
  const code = chain.map(codeOf).find((found) => found !== undefined);
  const constraint = chain.map((each) => text(each, 'constraint')).find((found) => found !== undefined);
  return { kind: kindOf(chain, code), code, constraint };
}

function kindOf(chain: readonly object[], code: string | undefined): StoreFault['kind'] {
  if (code !== undefined && (unavailable.test(code) || socket.test(code))) return 'unavailable';
  if (chain.some((each) => connecting.has(text(each, 'syscall') ?? ''))) return 'unavailable';
  if (
    chain.some(
      (each) => lost.test(text(each, 'message') ?? '') || /^(ConnectionError|BackendTerminated)/.test(nameOf(each)),
    )
  )
    return 'unavailable';
  if (code === '57014' || code === '55P03') return 'timeout';
  if (code?.startsWith('40')) return 'serialization';
  return code?.startsWith('23') ? 'constraint' : 'query';
}

const fromDatabase = (error: unknown): boolean => {
  const { kind, code } = factsOf(error);
  return kind !== 'query' || (code !== undefined && /^[0-9A-Z]{5}$/.test(code));
};

/** The error, its causes and the parts of an AggregateError (refused connections come as one), outermost first. */
function causes(error: unknown, depth = 0): readonly object[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const parts = 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  const cause = 'cause' in error ? [error.cause] : [];
  return [error, ...[...cause, ...parts].flatMap((each) => causes(each, depth + 1))];
}

const codeOf = (error: object): string | undefined => text(error, 'code');
const nameOf = (error: object): string => error.constructor.name;

function text(error: object, field: string): string | undefined {
  const value = (error as Record<string, unknown>)[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
