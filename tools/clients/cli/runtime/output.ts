// What a command answers, as a table, as JSON or as CSV.
import { constants, createWriteStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvText } from '../../../../generated/runtime/reply/csv.ts';
import type { Options, Output } from './arguments.ts';
import { CommandError, exitCodes } from './failure.ts';
import { styled, type Terminal } from './terminal.ts';

type Row = Readonly<Record<string, unknown>>;

/** A table for people, JSON for programs. */
export const outputFor = ({ out }: Terminal, asked: Output | undefined): Output =>
  asked ?? (out.isTTY === true ? 'table' : 'json');

/** To the file that `--save` names, as into a pipe, or to the terminal. */
export async function show(terminal: Terminal, value: unknown, { output, save }: Pick<Options, 'output' | 'save'>) {
  const out = save === undefined ? terminal.out : createWriteStream(save);
  const target = { ...terminal, out };
  const content =
    value instanceof Blob
      ? Readable.fromWeb(value.stream() as Parameters<typeof Readable.fromWeb>[0])
      : [`${textFor(target, value, outputFor(target, output))}\n`];
  await pipeline(content, out, { end: save !== undefined }).catch(save === undefined ? undefined : unwritable(save));
}

/** Before the request: its answer, such as a new secret, may come only once. */
export async function assertWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new CommandError(`Cannot write ${file}: it is a folder.`, exitCodes.failed);
  // A file that does not exist is not created: after an error an empty one would pass for a result.
  await access(found === undefined ? path.dirname(path.resolve(file)) : file, constants.W_OK).catch(unwritable(file));
}

const unwritable =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    const reason = error.code === 'ENOENT' ? 'there is no such folder' : error.message;
    throw new CommandError(`Cannot write ${file}: ${reason}.`, exitCodes.failed);
  };

function textFor(terminal: Terminal, value: unknown, output: Output): string {
  if (output === 'json') return JSON.stringify(value, null, terminal.out.isTTY === true ? 2 : 0);
  const rows = rowsOf(value);
  if (output === 'csv') return csvOf(rows);
  if (rows.length === 0) return nothingIn(value);
  return isList(value) ? withRest(terminal, value, tableOf(terminal, rows)) : recordOf(terminal, rows[0] ?? {});
}

/** Indices say why there are none. */
const nothingIn = (value: unknown): string =>
  isRow(value) && isRow(value.meta) && typeof value.meta.empty_reason === 'string'
    ? `Nothing found: ${emptyReasons[value.meta.empty_reason] ?? value.meta.empty_reason}.`
    : 'Nothing found.';

const emptyReasons: Readonly<Record<string, string>> = {
  no_match: 'no sales match all filters',
};

/** Whether a list goes on after this page. */
export const hasMore = (value: unknown): boolean => isRow(value) && typeof value.next_cursor === 'string';

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const listIn = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value;
  if (!isRow(value)) return undefined;
  if (Array.isArray(value.items)) return value.items;
  // `results` of a start, `kpi` of a dashboard: the only list of a reply.
  const lists = Object.values(value).filter((each): each is unknown[] => Array.isArray(each) && each.some(isRow));
  return lists.length === 1 ? lists[0] : undefined;
};

/** What a resource says beside its only list, as a failed job beside its errors, stands above the table. */
function withRest(terminal: Terminal, value: unknown, table: string): string {
  if (!isRow(value) || Array.isArray(value.items)) return table;
  const list = listIn(value);
  const rest = Object.entries(value).filter(([, each]) => each !== list);
  const record = recordOf(terminal, flat(Object.fromEntries(rest)));
  return record === '' ? table : `${record}\n\n${table}`;
}

const isList = (value: unknown): boolean => listIn(value) !== undefined;

const rowsOf = (value: unknown): readonly Row[] =>
  (listIn(value) ?? (value === undefined ? [] : [value])).map((each) => flat(isRow(each) ? each : { value: each }));

/** `limits.0.name` would be no column: lists stay JSON, objects get dotted names. */
function flat(row: Row, prefix = ''): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
      isRow(value) ? Object.entries(flat(value, `${prefix}${name}.`)) : [[`${prefix}${name}`, value]],
    ),
  );
}

/** An object that is null in some rows has no column beside those of its fields. */
function columnsOf(rows: readonly Row[]): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)));
}

const leafOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/**
 * The same field of two objects stands side by side, such as `before.units` and `after.units`; what the row itself says
 * is not repeated.
 */
function inPairs(names: readonly string[], rows: readonly Row[]): readonly string[] {
  const repeats = (name: string) =>
    name !== leafOf(name) &&
    names.includes(leafOf(name)) &&
    rows.every((row) => [undefined, row[leafOf(name)]].includes(row[name]));
  const left = names.filter((name) => !repeats(name));
  return [...new Set(left.map(leafOf))].flatMap((leaf) => left.filter((name) => leafOf(name) === leaf));
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * As a person reads it in a cell: objects as their fields, one after the other. CSV keeps them as JSON, for programs.
 */
function cellOf(value: unknown): string {
  if (Array.isArray(value) && value.some((each) => typeof each === 'object')) return value.map(cellOf).join('; ');
  if (!isRow(value)) return textOf(value);
  const fields = Object.entries(flat(value)).filter(([, each]) => textOf(each) !== '');
  return fields.map(([name, each]) => `${name} ${cellOf(each)}`).join(', ');
}

/** RFC 4180. A cell that a spreadsheet would run as a formula stays text there. */
export function csvOf(rows: readonly Row[]): string {
  const columns = columnsOf(rows);
  const cell = (value: unknown): string => (typeof value === 'number' ? String(value) : csvText(textOf(value), true));
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n');
}

/**
 * Columns that are empty everywhere are left out, and those that no longer fit into the terminal. Texts are cut only
 * then.
 */
function tableOf(terminal: Terminal, rows: readonly Row[]): string {
  const filled = inPairs(columnsOf(rows), rows).filter((name) => rows.some((row) => textOf(row[name]) !== ''));
  const room = terminal.out.columns ?? 200;
  const whole = filled.map((name) => Math.max(name.length, ...rows.map((row) => clean(row[name]).length)));
  const isRoomy = whole.reduce((sum, width) => sum + width + 2, 0) <= room + 2;
  const widths = isRoomy ? whole : whole.map((width) => Math.min(40, width));
  let used = 0;
  const shown = filled.filter((_, at) => {
    used += (widths[at] ?? 0) + 2;
    return at === 0 || used <= room + 2;
  });
  const isNumber = (name: string) =>
    rows.every((row) => ['number', 'undefined'].includes(typeof (row[name] ?? undefined)));
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((text, at) => {
        const width = widths[filled.indexOf(shown[at] ?? '')] ?? 0;
        const cut = text.length > width ? `${text.slice(0, width - 1)}…` : text;
        return isNumber(shown[at] ?? '') ? cut.padStart(width) : cut.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const left = filled.filter((name) => !shown.includes(name));
  return [
    styled(terminal, terminal.out, 'bold', lineOf(shown)),
    ...rows.map((row) => lineOf(shown.map((name) => clean(row[name])))),
    ...(left.length === 0 ? [] : [styled(terminal, terminal.out, 'dim', `Not shown: ${left.join(', ')}.`)]),
  ].join('\n');
}

/** Without what is empty; long lists are for programs. A list of objects is a table below the record. */
function recordOf(terminal: Terminal, row: Row): string {
  const entries = Object.entries(row);
  const tables = entries.flatMap(([name, value]) =>
    isTable(value)
      ? [`${styled(terminal, terminal.out, 'bold', name)}\n${indented(nestedTable(terminal, value))}`]
      : [],
  );
  const lines = linesOf(terminal, Object.fromEntries(entries.filter(([, value]) => !isTable(value))));
  return [...(lines === '' ? [] : [lines]), ...tables].join('\n\n');
}

/** Longer tables would hide the record above them. */
const longestTable = 8;

const isTable = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.length > 0 && value.length <= longestTable && value.every(isRow);

const nestedTable = (terminal: Terminal, rows: readonly Row[]): string =>
  tableOf(
    terminal,
    rows.map((row) => flat(row)),
  );

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

function linesOf(terminal: Terminal, row: Row): string {
  const lines = Object.entries(beside(row))
    .map(([name, value]) => [name, shortOf(value)] as const)
    .filter(([, text]) => text !== '');
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return lines
    .map(([name, text]) => `${styled(terminal, terminal.out, 'bold', name.padEnd(width))}  ${text}`)
    .join('\n');
}

/** What was before and what is after stand on one line. */
function beside(row: Row): Row {
  const partner = (name: string, from: string, to: string): string | undefined => {
    const other = name.replace(segment(from), `$1${to}.`);
    return other !== name && other in row ? other : undefined;
  };
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      const after = partner(name, 'before', 'after');
      if (after !== undefined) return [[name.replace(segment('before'), '$1'), changeOf(value, row[after])]];
      return partner(name, 'after', 'before') === undefined ? [[name, value]] : [];
    }),
  );
}

/** `before.` as a part of a dotted name, and not as the end of one. */
const segment = (name: string): RegExp => new RegExp(`(^|\\.)${name}\\.`);

const changeOf = (before: unknown, after: unknown): string => {
  const [from, to] = [before, after].map(textOf);
  return from === '' && to === '' ? '' : `${from || 'none'} -> ${to || 'none'}`;
};

const longestList = 120;

const shortOf = (value: unknown): string => {
  const text = clean(value);
  return Array.isArray(value) && text.length > longestList ? `${value.length}, listed with --output json` : text;
};

/** Control characters of a name would move the cursor of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const clean = (value: unknown): string => cellOf(value).replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
