// Turns the Norwegian registration figures (Year, Month, Make, Quantity, Pct) into the aggregate form of an upload:
//   node_modules/.bin/node tools/data/norway/convert.ts norway_new_car_sales_by_make.csv > norway.csv
// Rows without a make are dropped and rows of the same make and month are added up; both are said on stderr. About the
// file: README.md.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../../command-line/message-of.ts';

type Sale = { readonly line: number; readonly period: string; readonly make: string; readonly units: number };

export type Conversion = { readonly csv: string; readonly remarks: readonly string[] };

export function convertNorway(text: string): Conversion {
  const [header = '', ...lines] = text.split(/\r?\n/);
  if (header !== '"Year","Month","Make","Quantity","Pct"') throw new Error(`unexpected header line: ${header}`);
  const sales = lines.flatMap((line, i) => (line === '' ? [] : [readSale(line, i + 2)]));
  const named = sales.filter((sale) => sale.make !== 'NA');
  const months = Map.groupBy(named, (sale) => `${sale.period},${sale.make}`);
  const rows = [...months].map(([key, same]) => `${key},${same.reduce((sum, sale) => sum + sale.units, 0)}`);
  return {
    csv: `${['period_start,brand,units_sold', ...rows].join('\n')}\n`,
    remarks: [
      ...sales.filter((sale) => sale.make === 'NA').map(dropped),
      ...[...months.values()].filter((same) => same.length > 1).map(added),
    ],
  };
}

function readSale(line: string, number: number): Sale {
  const found = /^(\d{4}),(\d{1,2}),(?:"([^",]+)"|NA),(\d+),[\d.]+$/.exec(line);
  if (found === null) throw new Error(`line ${number} is not year, month, make, quantity and share: ${line}`);
  const [, year = '', month = '', make = 'NA', units = ''] = found;
  return { line: number, period: `${year}-${month.padStart(2, '0')}-01`, make: make.trim(), units: Number(units) };
}

const dropped = ({ line, period, units }: Sale): string =>
  `line ${line}: dropped, no make (${units} units in ${period.slice(0, 7)})`;

function added(same: readonly Sale[]): string {
  const [first] = same;
  const sum = same.map((sale) => sale.units).join(' + ');
  return `lines ${same.map((sale) => sale.line).join(' and ')}: added up, ${first?.make} twice in ${first?.period.slice(0, 7)} (${sum})`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file] = process.argv.slice(2);
  const usage = 'Usage: convert.ts norway_new_car_sales_by_make.csv > norway.csv';
  if (file === '--help') console.log(usage);
  else if (file === undefined) refuse(usage, 2);
  else convertFile(file);
}

function convertFile(file: string): void {
  try {
    const { csv, remarks } = convertNorway(readFileSync(file, 'utf8'));
    process.stdout.write(csv);
    process.stderr.write(`${remarks.join('\n')}\n`);
  } catch (error) {
    refuse(`${file} cannot be converted: ${messageOf(error)}`, 1);
  }
}

function refuse(sentence: string, code: number): void {
  console.error(sentence);
  process.exitCode = code;
}
