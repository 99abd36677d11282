// Generated from tools/runtime/reply/csv.ts by npm run generate; do not edit.
// Rows of CSV: quoted where needed, and harmless in a spreadsheet.

/** Null is an empty cell; numbers are written as in JSON, and what has members as JSON. */
export function csvRow(cells: readonly unknown[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i++) line += i === 0 ? csvCell(cells[i]) : `,${csvCell(cells[i])}`;
  return `${line}\n`;
}

function csvCell(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return '';
  return csvText(typeof value === 'string' ? value : JSON.stringify(value));
}

const special = /^[=+\-@\t\r]|[",\r\n]/;

/**
 * A leading =, +, - or @ would run as a formula in a spreadsheet; the apostrophe is what spreadsheets themselves use against it.
 * `keepNumbers`: a negative number runs nothing, and is still a number when it is read again.
 */
export function csvText(value: string, keepNumbers = false): string {
  // Most cells need nothing of it.
  if (!special.test(value)) return value;
  const isFormula = /^[=+\-@\t\r]/.test(value) && !(keepNumbers && /^-\d+(?:[.,]\d+)?$/.test(value));
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
