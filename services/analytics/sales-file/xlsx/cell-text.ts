// The bytes of a cell as a field of a line separated by tabs, which the row loop then judges like any other.
/**
 * Before a value that no column takes: an error value, a date where none is meant, a formula that was never calculated.
 * XML has none of these characters, and every check refuses them; the report then says what it was.
 */
export const marks = { error: '\x01', date: '\x02', formula: '\x03' } as const;
/** In place of a line break, which is refused in names but must not end the line. */
export const lineBreak = '\v';

export const [tab, lf] = [0x09, 0x0a];

/** The field of a text. */
export function fieldOf(value: string): string {
  // Characters that XML does not have: _x000D_, and _x005F_ for an underscore before such a sign.
  const text = value
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n|[\r\n]/g, lineBreak);
  return /["\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const signs = new RegExp(`^[${Object.values(marks).join('')}]+`);

/** As the cell shows it: of a date that cannot be one, the number. */
export const plain = (text: string): string => text.replace(signs, '').replaceAll(lineBreak, '\n');
