// A file of users: a pure function from its bytes to invitations, or to what is wrong in it (decision 612).
import type { Invitation } from '../../../adapters/store/people/port.ts';
import type { RealmRole, UserFileFacts } from '../../../generated/platform/types.ts';
import type { FieldError } from '../../../generated/runtime/problem.ts';
import { type Csv, type CsvRecord, type QuoteError, readCsv } from './csv.ts';
import { columnsOf, roleOf, type UserColumn } from './user-columns.ts';

export type UserLine = Invitation & { readonly row: number };

export type UserFile =
  | { readonly ok: true; readonly read_as: UserFileFacts; readonly lines: readonly UserLine[] }
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly errorCount: number };

const mostLines = 10_000;
const mostErrors = 100;

export function readUserFile(bytes: Uint8Array, role: RealmRole): UserFile {
  const csv = readCsv(bytes);
  const [header, ...records] = csv.records;
  const wrong = header === undefined ? [fileError(1, 'header', 'has no line with names of columns')] : fileErrors(csv);
  if (header === undefined || wrong.length > 0)
    return { ok: false, errors: wrong.slice(0, mostErrors), errorCount: wrong.length };
  const columns = columnsOf(header.fields);
  const errors: FieldError[] = [];
  const lines = records.map((record) => lineOf(record, header, columns, role, errors));
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, mostErrors), errorCount: errors.length };
  return { ok: true, read_as: factsOf(csv, header, columns), lines };
}

const fileError = (row: number, rule: string, message: string): FieldError => ({ row, rule, message });

const quoteMessages = {
  open: 'has a quote that is not closed',
  text: 'has text after the closing quote; a quote inside of a quoted field is written twice',
} as const satisfies Record<QuoteError['kind'], string>;

function fileErrors({ records, quoteErrors }: Csv): readonly FieldError[] {
  const names = records[0]?.fields ?? [];
  const columns = columnsOf(names);
  const errors: FieldError[] = [];
  if (!columns.includes('username') && !columns.includes('email'))
    errors.push(fileError(records[0]?.row ?? 1, 'header', 'must have a column username or email'));
  for (const { row, field, kind, value } of quoteErrors) {
    const column = names[field] === undefined ? {} : { column: names[field] };
    errors.push({ row, ...column, value: value.slice(0, 200), rule: 'quote', message: quoteMessages[kind] });
  }
  if (records.length > mostLines + 1) errors.push(fileError(mostLines + 2, 'limit', 'must be one of 10,000 lines'));
  return errors;
}

function lineOf(
  { row, fields }: CsvRecord,
  header: CsvRecord,
  columns: readonly (UserColumn | undefined)[],
  role: RealmRole,
  errors: FieldError[],
): UserLine {
  const at = (column: UserColumn): string | null => fields[columns.indexOf(column)] || null;
  const refuse = (column: UserColumn, rule: string, message: string): void => {
    const name = header.fields[columns.indexOf(column)] ?? column;
    errors.push({ row, column: name, value: (at(column) ?? '').slice(0, 200), rule, message });
  };
  const [username, email, roleName] = [at('username'), at('email'), at('role')];
  if (fields.length > header.fields.length && fields.slice(header.fields.length).some((field) => field !== ''))
    errors.push({
      row,
      rule: 'fields',
      message: `has ${fields.length} fields, but the header has ${header.fields.length}`,
    });
  if (username === null && email === null)
    refuse(
      columns.includes('username') ? 'username' : 'email',
      'named',
      'must be present, or the other of username and email',
    );
  if (username !== null && !/^[^\s\p{Cc}]{1,255}$/u.test(username))
    refuse('username', 'username', 'must be without spaces, and have at most 255 characters');
  if (email !== null && !/^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(email))
    refuse('email', 'email', 'must be an e-mail address');
  const ownRole = roleName === null ? role : roleOf(roleName);
  if (ownRole === undefined) refuse('role', 'role', 'must be student, teacher or admin');
  const name = at('display_name') ?? [at('given_name'), at('family_name')].filter((part) => part !== null).join(' ');
  if (name.length > 200) refuse('display_name', 'length', 'must have at most 200 characters');
  return { row, username, email, display_name: name === '' ? null : name, roles: [ownRole ?? role] };
}

const factsOf = (
  { encoding, delimiter }: Csv,
  header: CsvRecord,
  columns: readonly (UserColumn | undefined)[],
): UserFileFacts => ({
  encoding,
  delimiter,
  columns: Object.fromEntries(
    header.fields.flatMap((name, n) => (columns[n] === undefined ? [] : [[name, columns[n]] as const])),
  ),
  ignored: header.fields.filter((_, n) => columns[n] === undefined),
});
