// What the commands for backups share: their options, and how they fail.
import type { ParseArgsConfig } from 'node:util';
import { messageOf } from '../../command-line/message-of.ts';
import { optionsOf } from '../../command-line/options.ts';
import { Failure } from '../servers/failure.ts';
import { endLeftovers } from '../servers/processes/processes.ts';
import { printFailure } from '../servers/progress.ts';

export function wordsOf<const T extends NonNullable<ParseArgsConfig['options']>>(options: T, usage: string) {
  refuseKeptByNpm(Object.keys(options));
  try {
    return optionsOf({ options, args: process.argv.slice(2) }).values;
  } catch (error) {
    throw new Failure(`${messageOf(error)}\n${usage.split('\n')[0]}`);
  }
}

/** Without `--`, npm keeps an option for itself: a restore to a time would then be one to the newest state. */
function refuseKeptByNpm(names: readonly string[]): void {
  const { npm_lifecycle_event: script = '', ...env } = process.env;
  // npm takes `--to` for the beginning of `--token-description`.
  const nameOf = (name: string) => (name === 'to' ? 'token_description' : name.replaceAll('-', '_'));
  const kept = names.filter((name) => env[`npm_config_${nameOf(name)}`] !== undefined);
  const isOurs = ['backup', 'restore', 'drill'].includes(script);
  const written = (name: string) => process.argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  const [first] = kept.filter((name) => !written(name));
  if (isOurs && first !== undefined)
    throw new Failure(`npm uses options without -- itself. Run \`npm run ${script} -- --${first} ...\`.`);
}

export function numberOption(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (/^[1-9]\d{0,4}$/.test(value)) return Number(value);
  throw new Failure(`--${name} ${value} is not a number from 1 to 99999.`);
}

/** A failure is a sentence and the exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    printFailure(error);
    process.exitCode = 1;
  }
}

/** Ends the servers that run in these folders before this process ends. The next command removes what they left. */
export function endOnSignal(folders: readonly string[]): void {
  const end = async () => {
    await Promise.all(folders.map(endLeftovers));
    console.error('Stopped before the end. Run the command again.');
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end());
}
