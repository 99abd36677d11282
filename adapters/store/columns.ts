// The columns of a row, each named once beside its type: a field of the contract that no column holds does not compile.
import { sql } from './query.ts';

export type Fragment = ReturnType<typeof sql.fragment>;

/** True: the column has the name of the field. A fragment: what is read in its place. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: true | Fragment };

/** For select and returning. */
export const columnsOf = <Row>(table: string, columns: Columns<Row>): Fragment =>
  joined(
    Object.entries<true | Fragment>(columns).map(([name, column]) =>
      column === true
        ? sql.fragment`${sql.identifier([table, name])}`
        : sql.fragment`${column} as ${sql.identifier([name])}`,
    ),
  );

/** How a field is written: as it is, dates as timestamps; or as JSON, or as an array of text. */
export type Written<Row> = { readonly [Name in keyof Row]-?: true | 'json' | 'text[]' };

/** A fragment where the database computes the value. */
export type Values<Row> = { readonly [Name in keyof Row]: Row[Name] | Fragment };

/** For update: `a = ..., b = ...`. */
export const assignments = <Row>(written: Written<Row>, row: Values<Row>): Fragment =>
  joined(names(written).map((name) => sql.fragment`${sql.identifier([name])} = ${valueIn(written[name], row[name])}`));

/**
 * For insert: the columns, their values in the same order, and the columns again for `on conflict ... do update set`.
 */
export const inserted = <Row>(written: Written<Row>, row: Values<Row>) => ({
  columns: joined(names(written).map(column)),
  values: joined(names(written).map((name) => valueIn(written[name], row[name]))),
  excluded: joined(names(written).map((name) => sql.fragment`${column(name)} = excluded.${column(name)}`)),
});

const names = <Row>(written: Written<Row>) => Object.keys(written) as (keyof Row & string)[];
const column = (name: string): Fragment => sql.fragment`${sql.identifier([name])}`;
const joined = (fragments: readonly Fragment[]): Fragment =>
  sql.fragment`${sql.join([...fragments], sql.fragment`, `)}`;

function valueIn(how: true | 'json' | 'text[]', value: unknown): Fragment {
  if (value === null || value === undefined) return sql.fragment`null`;
  if (isFragment(value)) return value;
  if (how === 'json') return sql.fragment`${sql.jsonb(value as Parameters<typeof sql.jsonb>[0])}`;
  if (how === 'text[]') return sql.fragment`${sql.array(value as string[], 'text')}`;
  if (value instanceof Date) return sql.fragment`${value.toISOString()}::timestamptz`;
  return sql.fragment`${value as string | number | boolean}`;
}

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && 'sql' in value && 'values' in value;
