// A statement whose text is put together once, and whose values are given by name each time it is sent.
import type { sql } from '../query.ts';

type Statement = ReturnType<typeof sql.unsafe>;
type Value = Statement['values'][number];

/** PostgreSQL has no text with this character, so no value of a statement is taken for a placeholder. */
const placeholderOf = (name: string): string => `\u0000${name}`;

/** `compose` writes the placeholder of each name where its value belongs. A name that it leaves out is a mistake. */
export function boundStatement<Name extends string>(
  names: readonly Name[],
  compose: (placeholders: Readonly<Record<Name, string>>) => Statement,
): (values: Readonly<Record<Name, Value>>) => Statement {
  const nameOf = new Map<Value, Name>(names.map((name) => [placeholderOf(name), name]));
  const placeholders = Object.fromEntries(names.map((name) => [name, placeholderOf(name)]));
  const statement = compose(placeholders as Record<Name, string>);
  const unused = names.filter((name) => !statement.values.includes(placeholderOf(name)));
  if (unused.length > 0) throw new Error(`The statement has no place for: ${unused.join(', ')}.`);
  const nameAt = statement.values.map((value) => nameOf.get(value));
  return (values) => ({
    ...statement,
    values: statement.values.map((value, index) => {
      const name = nameAt[index];
      return name === undefined ? value : values[name];
    }),
  });
}
