// Where the next page begins, bound to the query that gave it. No secret: what a caller may see is decided again for
// each page.
import { createHash } from 'node:crypto';

export interface Cursors {
  /** `last`: the key of the last item of the page. */
  write(last: string): string;
  /** The key to go on after; null when the cursor does not belong to this query. */
  read(cursor: string): string | null;
}

/** `filters`: whatever decides which items there are and in which order; never the limit. */
export function cursorsOf(operation: string, filters: Readonly<Record<string, unknown>>): Cursors {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const query = createHash('sha256')
    .update(JSON.stringify([operation, given.map(folded).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('base64url')
    .slice(0, 16);
  return {
    write: (last) => Buffer.from(JSON.stringify([query, last])).toString('base64url'),
    read: (cursor) => {
      const [of, last] = parts(cursor);
      // PostgreSQL takes no NUL in a text, and none of our keys has one.
      return of === query && typeof last === 'string' && !last.includes('\0') ? last : null;
    },
  };
}

/** Ids may be read case-folded (decision 174), so the case of a filter does not make it another query. */
const folded = ([name, value]: readonly [string, unknown]): readonly [string, unknown] => [
  name,
  Array.isArray(value) ? value.map(foldedValue) : foldedValue(value),
];

const foldedValue = (value: unknown): unknown =>
  typeof value === 'string' ? value.normalize('NFKC').toLowerCase() : value;

function parts(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
