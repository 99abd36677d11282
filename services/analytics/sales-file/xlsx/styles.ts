// Which cell formats of a workbook show a number as a date. ECMA-376 part 1, 18.8.30 (numFmt).
import { badXml, opened, scan, type XmlScanner } from './xml.ts';

/** Formats that have no code in the file. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** As spreadsheets allow. */
const mostCharacters = 255;

/** By the index that cells name. Throws PackingFault. */
export function dateFormats(styles: Buffer): readonly boolean[] {
  const defined = new Map<number, boolean>();
  const formats: boolean[] = [];
  let isCells = false;
  for (const { token, xml } of scan(styles)) {
    if (xml.is('cellXfs')) isCells = token === opened && !xml.isEmpty;
    if (token !== opened) continue;
    if (xml.is('numFmt')) defined.set(Number(xml.attribute('numFmtId')), isDateCode(codeOf(xml)));
    else if (isCells && xml.is('xf')) {
      const id = Number(xml.attribute('numFmtId') ?? 0);
      formats.push(defined.get(id) ?? isBuiltInDate(id));
    }
  }
  return formats;
}

function codeOf(xml: XmlScanner): string {
  const code = xml.attribute('formatCode') ?? '';
  if (code.length > mostCharacters) throw badXml(`a number format is longer than ${mostCharacters} characters`);
  return code;
}

/**
 * Quoted text, escaped characters, padding, fill, colours and currencies may have any letters; elapsed time is in
 * brackets, too.
 */
export function isDateCode(code: string): boolean {
  const [first = ''] = code.replace(/"[^"]*"|[\\_*]./g, '').split(';');
  const plain = first.replace(/\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi, '');
  return plain.toLowerCase() !== 'general' && /[ymdhs]/i.test(plain);
}

const dayMs = 86_400_000;
/** A day after this one has the number 1 or 0 of its system. */
const origins = { 1900: Date.UTC(1899, 11, 31), 1904: Date.UTC(1904, 0, 1) } as const;
export type DateSystem = keyof typeof origins;
const lastDay = Date.UTC(9999, 11, 31);

/** The day that a number stands for, with its time if it has one; null for what is no date. */
export function dateOf(serial: number, system: DateSystem): string | null {
  const days = Math.floor(serial);
  // The 1900 system has a 29 February 1900, which its inventors copied from another program.
  const shift = system === 1900 && days >= 60 ? -1 : 0;
  if (!(serial >= 0) || (system === 1900 && (days === 0 || days === 60))) return null;
  // Numbers have 15 digits; a time of day is shown to the second.
  const seconds = Math.round((serial - days) * 86_400);
  const moment = origins[system] + (days + shift) * dayMs + seconds * 1000;
  if (moment > lastDay) return null;
  const iso = new Date(moment).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
