// Pages of a list: cursors bound to the query that gave them.
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';
import { digest } from '../../runtime/exchange.ts';
import { type ProblemReply, refuse } from '../../runtime/problem.ts';

export type Page = { readonly items: readonly Json[]; readonly next_cursor: string | null };

type Query = Readonly<Record<string, unknown>>;

/** Items that the filters of the query let pass, from the cursor on. */
export function pageOf(operation: string, query: Query, path: Query, items: readonly Json[]): Page | ProblemReply {
  const { limit = 100, cursor, ...filters } = query;
  const asked = Object.entries({ ...path, ...filters }).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = digest(operation, JSON.stringify(asked)).slice(0, 16);
  const start = cursor === undefined ? 0 : readCursor(String(cursor), key);
  if (start === undefined)
    return refuse('invalid-request', {
      detail: 'One value is invalid.',
      errors: [{ parameter: 'cursor', rule: 'cursor', message: 'must be the next_cursor of a page of the same query' }],
    });
  const left = items.filter((each) => passes(asRecord(each), filters));
  const end = start + Number(limit);
  return { items: left.slice(start, end), next_cursor: end < left.length ? writeCursor(end, key) : null };
}

const passes = (item: JsonObject, filters: Query): boolean =>
  Object.entries(filters).every(([name, value]) => !(name in item) || item[name] === value);

const writeCursor = (at: number, key: string): string => Buffer.from(`${key}:${at}`).toString('base64url');

function readCursor(cursor: string, key: string): number | undefined {
  const [of, at] = Buffer.from(cursor, 'base64url').toString().split(':');
  return of === key && /^\d+$/.test(at ?? '') ? Number(at) : undefined;
}
