// Generated from tools/runtime/reply/csv.ts by npm run generate; do not edit.
// Rows of CSV: quoted where needed, and harmless in a spreadsheet.

/** Null is an empty cell; numbers are written as in JSON, and what has members as JSON. */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\n`;

/** As csvRow, of what a row has under these names, without a list of cells for each row. */
export function csvLine(row: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  let line = '';
  let comma = '';
  for (const name of names) {
    line += comma + csvCell(row[name]);
    comma = ',';
  }
  // Many readers skip an empty line, and with it the row.
  return line === '' ? '""\n' : `${line}\n`;
}

function csvCell(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? csvText(value) : jsonCell(JSON.stringify(value));
}

/** Neighbours often have the same members, and quoting costs more than comparing. */
let latest = { json: '', cell: '' };

function jsonCell(json: string): string {
  if (json !== latest.json) latest = { json, cell: csvText(json) };
  return latest.cell;
}

/** Also in full width, which some spreadsheets read as the same. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const special = /^[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]|[",\r\n]/;

/**
 * A leading =, +, - or @, tab or line break would run as a formula in a spreadsheet; the apostrophe is what
 * spreadsheets themselves use against it. `keepNumbers`: a negative number runs nothing, and is still a number when it
 * is read again.
 */
export function csvText(value: string, keepNumbers = false): string {
  // Most cells need nothing of it.
  if (!special.test(value)) return value;
  const isFormula = formula.test(value) && !(keepNumbers && /^-\d+(?:[.,]\d+)?$/.test(value));
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
