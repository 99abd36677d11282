// The words of one command, read by the flags that its operation has.
import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { optionsOf } from '../../../command-line/options.ts';
import type { Command, Flag } from './command.ts';
import { CommandError } from './failure.ts';
import { readAll, type Terminal } from './terminal.ts';

export const outputs = ['table', 'json', 'csv'] as const;
export type Output = (typeof outputs)[number];

export interface Options {
  readonly output: Output | undefined;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly profile: string | undefined;
  readonly all: boolean;
  readonly wait: boolean;
  readonly idempotencyKey: string | undefined;
  readonly save: string | undefined;
}

export type Input = { [place in Flag['place']]?: Record<string, unknown> };

export const commonOptions = {
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean', short: 'q' },
  verbose: { type: 'boolean', short: 'v' },
  profile: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type Words = { readonly [name: string]: string | boolean | readonly (string | boolean)[] | undefined };

/** The options of a command beside the flags of its operation. */
export const ownOptions = ({ isPaged, job, body }: Command): NonNullable<ParseArgsConfig['options']> => ({
  ...commonOptions,
  save: { type: 'string' },
  'idempotency-key': { type: 'string' },
  ...(isPaged ? { all: { type: 'boolean' } } : {}),
  ...(job === undefined ? {} : { wait: { type: 'boolean' } }),
  ...(body === 'json' ? { body: { type: 'string' } } : {}),
});

export interface Read {
  readonly input: Input;
  readonly options: Options;
  /** Bytes of the files that are sent. */
  readonly fileBytes: number;
}

export async function readArguments(command: Command, args: readonly string[], terminal: Terminal): Promise<Read> {
  const { values, positionals } = parse(command, args);
  const given = new Map<Flag, readonly string[]>();
  for (const [at, flag] of command.positionals.entries()) {
    const word = positionals[at];
    const named = asFlags(command).includes(flag) ? values[flag.name] : undefined;
    if (word !== undefined && named !== undefined)
      throw usage(command, `${flag.name} is given twice: ${word} and --${flag.name}.`);
    if (word !== undefined) given.set(flag, [word]);
    else if (typeof named === 'string') given.set(flag, [named]);
  }
  for (const flag of command.flags) {
    const words = [values[flag.name]].flat().filter((each) => each !== undefined);
    if (words.length > 0) given.set(flag, listed(flag, words.map(String)));
  }
  if (positionals.length > command.positionals.length)
    throw usage(command, `Unexpected argument ${positionals[command.positionals.length]}.`);
  for (const [flag, words] of given)
    if ((flag.isList || ['path', 'query', 'headers'].includes(flag.place)) && words.includes(''))
      throw usage(command, `${nameOf(command, flag)} is empty; give a value, or leave it out.`);
  const input: Input = {};
  let fileBytes = 0;
  if (command.body === 'json') input.body = await bodyOf(values.body, terminal);
  for (const [flag, words] of given) {
    const value = await readFlag(flag, words, terminal);
    if (value instanceof Blob) fileBytes += value.size;
    input[flag.place] = { ...input[flag.place], [flag.key]: value };
  }
  const missing = [...command.positionals, ...command.flags].find(
    (flag) => flag.isRequired && input[flag.place]?.[flag.key] === undefined,
  );
  if (missing !== undefined) throw usage(command, `${nameOf(command, missing)} is required.`);
  return { input, options: optionsIn(values), fileBytes };
}

/** Arguments that are accepted as flags, too: curl and the contract call them by their names. */
const asFlags = ({ positionals, flags }: Command): readonly Flag[] =>
  positionals.filter(({ name }) => !flags.some((each) => each.name === name));

/** Values that are known have no comma: several may stand in one word, as in the address of a request. */
const listed = ({ isList, isOpen, values }: Flag, words: readonly string[]): readonly string[] =>
  isList && !isOpen && values.length > 0 ? words.flatMap((word) => word.split(',')) : words;

function parse(command: Command, args: readonly string[]) {
  const flags = [...asFlags(command), ...command.flags];
  const own = Object.fromEntries(flags.map(({ name }) => [name, { type: 'string', multiple: true } as const]));
  const { values, positionals } = optionsOf({
    args: withBooleans(flags, args),
    allowPositionals: true,
    options: { ...ownOptions(command), ...own },
  });
  const words = values as Words;
  for (const { name, isList } of flags)
    if (!isList && [words[name]].flat().length > 1) throw usage(command, `--${name} is given twice.`);
  const single = flags.filter(({ isList }) => !isList).map(({ name }) => [name, [words[name]].flat()[0]] as const);
  return { values: { ...words, ...Object.fromEntries(single) } as Words, positionals };
}

/** `--enabled` and `--no-enabled` with the value that they stand for: parseArgs takes both only from Node 22 on. */
function withBooleans(flags: readonly Flag[], args: readonly string[]): string[] {
  const names = flags.filter(({ type }) => type === 'boolean').map(({ name }) => name);
  const values = new Map(
    names.flatMap((name) => [
      [`--${name}`, `--${name}=true`],
      [`--no-${name}`, `--${name}=false`],
    ]),
  );
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return args.map((word, at) => (at < end ? (values.get(word) ?? word) : word));
}

export function optionsIn(values: Words): Options {
  const { output } = values;
  if (output !== undefined && !outputs.some((each) => each === output))
    throw new CommandError(`--output is ${output}; it must be one of ${outputs.join(', ')}.`);
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  return {
    output: output as Output | undefined,
    quiet: values.quiet === true,
    verbose: values.verbose === true,
    profile: text('profile'),
    all: values.all === true,
    wait: values.wait === true,
    idempotencyKey: text('idempotency-key'),
    save: text('save'),
  };
}

const usage = ({ api, name }: Command, sentence: string): CommandError =>
  new CommandError(`${sentence} Run \`covenant ${api} ${name} --help\`.`);

const nameOf = ({ positionals }: Command, flag: Flag): string =>
  positionals.includes(flag) ? `<${flag.name}>` : `--${flag.name}`;

/** `--body` is JSON, `@FILE`, or `-` for the standard input. */
async function bodyOf(word: Words[string], terminal: Terminal): Promise<Record<string, unknown>> {
  if (typeof word !== 'string') return {};
  const text =
    word === '-'
      ? (await readAll(terminal.in)).toString()
      : word.startsWith('@')
        ? await readFile(word.slice(1), 'utf8').catch(unreadable(word.slice(1)))
        : word;
  const value = jsonOf('--body', text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandError('--body must be a JSON object.');
}

async function readFlag(flag: Flag, words: readonly string[], terminal: Terminal): Promise<unknown> {
  const [word = ''] = words;
  if (flag.isNullable && words.length === 1 && word === 'null') return null;
  if (flag.type === 'file') return fileOf(word, terminal);
  return flag.isList ? words.map((each) => scalarOf(flag, each)) : scalarOf(flag, word);
}

function scalarOf(flag: Flag, word: string): unknown {
  if (flag.type === 'json') return jsonOf(`--${flag.name}`, word);
  if (flag.type === 'boolean') {
    if (word !== 'true' && word !== 'false')
      throw new CommandError(`--${flag.name} is ${word}; it must be one of true, false.`);
    return word === 'true';
  }
  if (flag.type === 'integer') {
    if (!/^-?\d+$/.test(word)) throw new CommandError(`--${flag.name} is ${word}; it must be a whole number.`);
    return Number(word);
  }
  if (flag.type === 'number') {
    if (word.trim() === '' || !Number.isFinite(Number(word)))
      throw new CommandError(`--${flag.name} is ${word}; it must be a number.`);
    return Number(word);
  }
  if (flag.values.length > 0 && !flag.isOpen && !flag.values.includes(word))
    throw new CommandError(`--${flag.name} is ${word}; it must be one of ${flag.values.join(', ')}.`);
  return word;
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(`${name} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** The file is read while it is sent. */
async function fileOf(name: string, terminal: Terminal): Promise<File> {
  if (name === '-') return new File([await readAll(terminal.in)], 'stdin');
  // A folder would be opened, and end the process when it is read.
  const found = await stat(name).catch(unreadable(name));
  if (found.isDirectory()) throw new CommandError(`Cannot read ${name}: it is a folder.`);
  // What is wrong with the file is thrown at once by some versions of Node.
  const blob = await (async () => openAsBlob(name))().catch(unreadable(name));
  return new File([blob], path.basename(name));
}

export const unreadable =
  (name: string) =>
  (error: NodeJS.ErrnoException): never => {
    const reason =
      error.code === 'ENOENT' || error.code === 'ERR_INVALID_ARG_VALUE' ? 'there is no such file' : error.message;
    throw new CommandError(`Cannot read ${name}: ${reason}.`);
  };
