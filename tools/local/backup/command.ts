// What the commands for backups share: the folder of the installation, their options, and how they fail.
import path from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { messageOf } from '../../command-line/message-of.ts';
import { optionsOf } from '../../command-line/options.ts';
import { Failure } from '../servers/failure.ts';
import { endLeftovers } from '../servers/processes/processes.ts';
import { printFailure } from '../servers/progress.ts';

export const installationFolder = (): string =>
  path.resolve(process.env.COVENANT_RUN ?? path.join(import.meta.dirname, '../../..', 'run'));

export function wordsOf<const T extends NonNullable<ParseArgsConfig['options']>>(options: T, usage: string) {
  try {
    return optionsOf({ options, args: process.argv.slice(2) }).values;
  } catch (error) {
    throw new Failure(`${messageOf(error)}\n${usage.split('\n')[0]}`);
  }
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
