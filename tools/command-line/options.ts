// The words of a command line, as `parseArgs` reads them; an unknown option is refused with the nearest known one.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { guess } from '../runtime/nearest-word.ts';

/** Throws with a sentence for the user who typed the command. */
export function optionsOf<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  const mistake = mistakeIn(config.args ?? process.argv.slice(2), config.options ?? {});
  // The code is that of parseArgs, by which callers know a mistyped command.
  if (mistake !== null) throw Object.assign(new Error(mistake), { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' });
  return parseArgs(config);
}

/** For a program that has nothing else to do with `--help`: answers it, and ends. */
export function answerHelp(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  const asked = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  if (!asked.includes('--help') && !asked.includes('-h')) return;
  console.log(usage);
  process.exit(0);
}

type Options = NonNullable<ParseArgsConfig['options']>;

function mistakeIn(args: readonly string[], options: Options): string | null {
  const known = Object.keys(options);
  const typed = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).filter((arg) => /^-./.test(arg));
  for (const arg of typed) {
    const [word = ''] = arg.split('=');
    const name = word.replace(/^--?/, '');
    if (word.startsWith('--') ? known.includes(name) : areShort(name, options)) continue;
    const near = guess(name, known);
    if (near !== null) return `Unknown option ${word}. Did you mean --${near}?`;
    const list = known.map((each) => `--${each}`).join(', ');
    return `Unknown option ${word}. ${list === '' ? 'This command has no options' : `Options: ${list}`}.`;
  }
  return null;
}

/** `-qv` is `-q -v`, and `-ojson` is `-o json`; `-output` is a mistake. */
function areShort(letters: string, options: Options): boolean {
  if (letters.length > 1 && letters in options) return false;
  for (const letter of letters) {
    const option = Object.values(options).find(({ short }) => short === letter);
    if (option === undefined) return false;
    if (option.type === 'string') return true;
  }
  return true;
}
