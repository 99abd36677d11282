// The sql tag and how rows get their types.
import { createTypeParserPreset, type DriverTypeParser, sql } from 'slonik';

export { sql };

/** A value of a bytea column. */
export const bytes = (value: Uint8Array) => sql.binary(Buffer.from(value));

/**
 * Names the type of a query's rows: `sql.type(row<{ id: string }>())`. A statement for the compiler; the database's own
 * types are trusted.
 */
export const row = <T extends Record<string, unknown>>(): RowType<T> => trusting as RowType<T>;

type RowType<T> = {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: T };
    readonly types?: { readonly input: T; readonly output: T };
  };
};

const trusting: RowType<unknown> = {
  '~standard': { version: 1, vendor: 'covenant', validate: (value) => ({ value }) },
};

/** int8 beyond 2^53 would lie as a number; nothing we count gets there, so it is refused rather than rounded. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number; select it as text`);
  return value;
}

/** timestamptz is a Date, date stays `2026-11-21`, int8 and numeric are numbers. */
export const typeParsers: readonly DriverTypeParser[] = [
  ...createTypeParserPreset().filter(({ name }) => name === 'interval'),
  { name: 'int8', parse: safeInteger },
  { name: 'numeric', parse: Number },
  { name: 'date', parse: (text) => text },
  { name: 'timestamptz', parse: (text) => new Date(text) },
];
