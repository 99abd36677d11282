// What a workbook has: its worksheets by name, where their rows are, its shared strings, formats and date system.
// ECMA-376 parts 1 and 2.
import { PackingFault, type UnpackLimits, unpackLimits } from '../gunzip.ts';
import { storable } from '../report.ts';
import { SharedStrings } from './strings.ts';
import { type DateSystem, dateFormats } from './styles.ts';
import { badXml, opened, scan, type XmlScanner } from './xml.ts';
import { type Part, partsOf, type Ranges, unpackPart, whole } from './zip.ts';

export type Workbook = {
  /** The sheet that is read, as its tab is named. */
  readonly sheet: string;
  /** The names of the others that have rows. */
  readonly otherSheets: readonly string[];
  readonly rows: Part;
  readonly strings: SharedStrings;
  readonly isDate: readonly boolean[];
  readonly dates: DateSystem;
};

/** The limit of the parts that are read as a whole: the list of sheets and the formats. */
const wholeBytes = 16 * 1024 * 1024;
/** The limit of the name of a sheet; spreadsheets allow 31. */
const mostNameCharacters = 255;

type Sheet = { readonly name: string; readonly isVisible: boolean; readonly part: string };
type Target = { readonly type: string; readonly target: string };

/** `sheet`: the name of one; else the first one that is shown. Throws PackingFault. */
export async function openWorkbook(
  source: Ranges,
  sheet: string | null,
  limits: UnpackLimits = unpackLimits,
): Promise<Workbook> {
  const parts = await partsOf(source);
  const read = async (name: string): Promise<Buffer | null> => {
    const part = parts.get(name.toLowerCase());
    if (part === undefined) return null;
    const bytes = Math.min(limits.bytes, wholeBytes);
    return await whole(unpackPart(source, part, { ...limits, bytes }));
  };
  const name = await workbookName(parts, read);
  const document = await read(name);
  if (document === null) throw badXml('its list of sheets is missing');
  const targets = targetsOf(await read(relationsOf(name)), name);
  const found = sheetsOf(document, targets);
  const chosen = choose(found.sheets, sheet);
  const rows = parts.get(chosen.part.toLowerCase());
  if (rows === undefined) throw badXml(`the rows of the sheet ${chosen.name} are missing`);
  const partOf = (type: string) => [...targets.values()].find((each) => each.type === type)?.target ?? '';
  const styles = await read(partOf('styles'));
  const strings = new SharedStrings();
  const shared = parts.get(partOf('sharedStrings').toLowerCase());
  if (shared !== undefined) await strings.read(unpackPart(source, shared, limits));
  const otherSheets = found.sheets.filter((each) => each !== chosen).map((each) => each.name);
  return {
    sheet: chosen.name,
    otherSheets,
    rows,
    strings,
    isDate: styles === null ? [] : dateFormats(styles),
    dates: found.dates,
  };
}

async function workbookName(
  parts: ReadonlyMap<string, Part>,
  read: (name: string) => Promise<Buffer | null>,
): Promise<string> {
  const targets = targetsOf(await read('_rels/.rels'), '');
  const name = [...targets.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (name.endsWith('.bin')) throw notXlsx('a binary workbook (.xlsb)');
  if (parts.has('content.xml')) throw notXlsx('an OpenDocument file');
  if (!parts.has(name.toLowerCase()) || /^(word|ppt)\//.test(name)) throw notXlsx('a ZIP archive without a workbook');
  return name;
}

const notXlsx = (what: string) =>
  new PackingFault('workbook', `is ${what}; save the sheet as XLSX or CSV, and upload that`);

/** `xl/workbook.xml` -> `xl/_rels/workbook.xml.rels` */
function relationsOf(name: string): string {
  const at = name.lastIndexOf('/') + 1;
  return `${name.slice(0, at)}_rels/${name.slice(at)}.rels`;
}

/** By id. Types are addresses of which two editions of the standard differ in all but the last word. */
function targetsOf(relations: Buffer | null, from: string): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  if (relations === null) return targets;
  for (const { token, xml } of scan(relations)) {
    if (token !== opened || !xml.is('Relationship') || xml.attribute('TargetMode') === 'External') continue;
    const type = xml.attribute('Type') ?? '';
    const target = URL.parse(xml.attribute('Target') ?? '', `part:/${from}`);
    if (target === null) throw badPartName();
    const name = decoded(target.pathname.slice(1));
    targets.set(xml.attribute('Id') ?? '', { type: type.slice(type.lastIndexOf('/') + 1), target: name });
  }
  return targets;
}

const badPartName = () => badXml('the name of a part is broken');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw badPartName();
  }
}

function sheetsOf(document: Buffer, targets: ReadonlyMap<string, Target>) {
  const sheets: Sheet[] = [];
  let dates: DateSystem = 1900;
  for (const { token, xml } of scan(document)) {
    if (token !== opened) continue;
    if (xml.is('workbookPr') && /^(1|true)$/.test(xml.attribute('date1904') ?? '')) dates = 1904;
    if (!xml.is('sheet')) continue;
    const relation = targets.get(xml.attribute('id') ?? '');
    if (relation?.type !== 'worksheet') continue;
    const isVisible = (xml.attribute('state') ?? 'visible') === 'visible';
    sheets.push({ name: nameOf(xml), isVisible, part: relation.target });
  }
  return { sheets, dates };
}

/** It is stored, and shown in each error. */
function nameOf(xml: XmlScanner): string {
  const name = xml.attribute('name') ?? '';
  if (name.length > mostNameCharacters)
    throw badXml(`the name of a sheet is longer than ${mostNameCharacters} characters`);
  return storable(name);
}

function choose(sheets: readonly Sheet[], requested: string | null): Sheet {
  const key = (name: string) => name.trim().toLowerCase();
  const found =
    requested === null
      ? (sheets.find(({ isVisible }) => isVisible) ?? sheets[0])
      : (sheets.find(({ name }) => name === requested) ?? sheets.find(({ name }) => key(name) === key(requested)));
  if (found !== undefined) return found;
  if (sheets.length === 0) throw new PackingFault('sheet', 'the workbook has no sheet with rows');
  const names = sheets.slice(0, 20).map(({ name }) => name);
  throw new PackingFault('sheet', `the workbook has no sheet ${requested}; its sheets are ${names.join(', ')}`);
}
