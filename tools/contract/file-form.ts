// The forms of an uploaded file, read from a schema of its rows (`x-form`, `x-column`), and their columns as a table
// for readers.
import type { FieldKind, FileColumn, FileForm } from '../runtime/file-form.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One for each of `$defs` that has `x-form`. Throws, with the place of it, where the schema is not one of a form. */
export function fileForms(schema: unknown): readonly FileForm[] {
  const forms = Object.entries(fields(fields(schema).$defs)).filter(([, row]) => fields(row)['x-form'] !== undefined);
  if (forms.length === 0) throw new Error('no schema in $defs has x-form');
  return forms.map(([name, row]) => formOf(name, fields(row)));
}

function formOf(row: string, { properties, required, examples, 'x-form': form }: Fields): FileForm {
  const { name, key, together, ambiguous: meanings } = fields(form);
  const needed = list(required).map(String);
  const columns = Object.entries(fields(properties)).map(([column, facts]) =>
    columnOf(column, fields(facts), needed.includes(column), `${row}/${column}`),
  );
  const names = columns.map((column) => column.name);
  const sample = fields(list(examples)[0]);
  const pairs = list(together).map((pair) => list(pair).map(String));
  const ambiguous = Object.fromEntries(
    Object.entries(fields(meanings)).flatMap(([meant, each]) =>
      list(each).map((heading) => [String(heading), meant.split(', ')] as const),
    ),
  );
  const strays = [
    ...Object.values(ambiguous).flat(),
    ...needed,
    ...list(key).map(String),
    ...pairs.flat(),
    ...Object.keys(sample),
  ].filter((each) => !names.includes(each));
  if (strays.length > 0) throw new Error(`${row} has no column ${strays.join(', ')}`);
  const missing = needed.filter((each) => sample[each] === undefined);
  if (missing.length > 0) throw new Error(`${row} needs an example with ${missing.join(', ')}`);
  const headings = columns.flatMap((column) => [column.name, ...column.also, ...column.translations]);
  const twice = headings.filter((heading, i) => headings.indexOf(heading) !== i || heading in ambiguous);
  if (twice.length > 0) throw new Error(`${row} gives two columns the heading ${twice.join(', ')}`);
  return {
    name: String(name),
    columns,
    key: list(key).map(String),
    ambiguous,
    together: pairs.map(([one = '', other = '']) => [one, other] as const),
    sample: sample as FileForm['sample'],
  };
}

function columnOf(name: string, facts: Fields, required: boolean, place: string): FileColumn {
  const { kind, aliases } = fields(facts['x-column']);
  const of = (languages: readonly string[]) => [
    ...new Set(languages.flatMap((language) => list(fields(aliases)[language]).map(String))),
  ];
  const also = of(['en']);
  const translations = of(Object.keys(fields(aliases))).filter((each) => each !== name && !also.includes(each));
  return { name, also, translations, required, stored: storedAs(facts), ...kindOf(kind, facts, place) };
}

function storedAs({ type, format }: Fields): FileColumn['stored'] {
  if (type === 'number') return 'numeric';
  if (type !== 'integer') return 'text';
  return format === 'int32' ? 'integer' : 'bigint';
}

function kindOf(kind: unknown, facts: Fields, place: string): FieldKind {
  const { type, minimum, maximum, maxLength, enum: choices, default: otherwise, 'x-decimals': decimals } = facts;
  if (kind === 'period' || kind === 'date' || kind === 'vin' || kind === 'currency' || kind === 'note') return { kind };
  if (kind === 'name' && typeof maxLength === 'number')
    return { kind, maxLength, ...(otherwise === undefined ? {} : { otherwise: String(otherwise) }) };
  if (kind === 'choice' && list(choices).length > 0 && (otherwise === undefined || list(choices)[0] === otherwise)) {
    const words = wordsOf(fields(facts['x-column']).words, list(choices).map(String), place);
    const blank = otherwise === undefined ? {} : { otherwise: String(otherwise) };
    return { kind, choices: list(choices).map(String), ...(Object.keys(words).length > 0 ? { words } : {}), ...blank };
  }
  if (kind === 'number' && typeof minimum === 'number' && typeof maximum === 'number')
    return { kind, min: minimum, max: maximum, decimals: type === 'integer' ? 0 : Number(decimals ?? 0) };
  throw new Error(
    `${place}: x-column has the kind ${kind}; known are period, date, vin, currency, note, name (with maxLength), choice (with enum, whose first value is the default, if there is one) and number (with minimum and maximum)`,
  );
}

/** What else stands for a choice, by word. */
function wordsOf(given: unknown, choices: readonly string[], place: string): Readonly<Record<string, string>> {
  const pairs = Object.entries(fields(given)).flatMap(([choice, words]) =>
    list(words).map((word) => [String(word), choice] as const),
  );
  const known = [...choices, ...pairs.map(([word]) => word)];
  const wrong = pairs.find(
    ([word, choice]) => !choices.includes(choice) || known.indexOf(word) !== known.lastIndexOf(word),
  );
  if (wrong !== undefined) throw new Error(`${place}: the word ${wrong[0]} does not stand for one choice`);
  return Object.fromEntries(pairs);
}

/** The columns in words, as a Markdown table. */
export function columnTable(schema: unknown, row: string): string {
  const facts = fields(fields(fields(schema).$defs)[row]);
  const rows = Object.entries(fields(facts.properties)).map(([name, property]) => {
    const { 'x-column': column, description } = fields(property);
    const also = Object.values(fields(fields(column).aliases)).flatMap(list);
    return `| \`${name}\` | ${also.map((each) => `\`${each}\``).join(', ')} | ${valueText(fields(property))} | ${description} |`;
  });
  return ['| column | also accepted | value | |', '|---|---|---|---|', ...rows].join('\n');
}

const periodValue =
  'first day of the period (`2026-11-01`, also with midnight: `2026-11-01 00:00:00`, `2026-11-01T00:00:00.000Z`, or as `01.11.2026`), or the period (`2026-W47`, `2026-11`, `2026-Q4`), also with the name of a month (`Nov 2026`) and in other forms that can mean one period only';

function valueText({
  'x-column': column,
  type,
  minimum,
  maximum,
  maxLength,
  enum: choices,
  'x-decimals': decimals,
}: Fields): string {
  const { kind } = fields(column);
  if (kind === 'period') return periodValue;
  if (kind === 'date') return dateValue;
  if (kind === 'vin') return `VIN or chassis number, up to ${maxLength} letters and digits`;
  if (kind === 'name') return `name, up to ${maxLength} characters`;
  if (kind === 'currency') return 'ISO 4217 code';
  if (kind === 'note') return 'text';
  if (kind === 'choice')
    return list(choices)
      .map((each) => choiceText(String(each), fields(column).words))
      .join(', ');
  const number = type === 'integer' ? 'whole number' : `number with up to ${decimals} decimals`;
  return `${number}, ${shown(minimum)} to ${shown(maximum)}`;
}

const dateValue =
  'day (`2026-11-21`, `21.11.2026`, `21 Nov 2026`, and with slashes if one day of the column is above 12), also with a time, which is ignored';

function choiceText(choice: string, words: unknown): string {
  const also = list(fields(words)[choice]).map((each) => `\`${each}\``);
  return also.length === 0 ? `\`${choice}\`` : `\`${choice}\` (${also.join(', ')})`;
}

/** Years have no separators. */
const shown = (value: unknown): string =>
  Math.abs(Number(value)) < 10_000 ? String(value) : Number(value).toLocaleString('en');

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
