// What a comparison with a third party's program is.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Report = {
  /** What to print, as Markdown. */
  readonly text: string;
  /** Ours did what it promises beside the peer. */
  readonly ok: boolean;
};

/** The peer cannot run on this machine. */
export type Skipped = { readonly skipped: string };

export type Peer = {
  readonly name: string;
  /** `folder` is empty, for this peer alone, and removed afterwards: what the peer is made of is installed there. */
  readonly compare: (folder: string, options: Options) => Promise<Report | Skipped>;
};

export type Options = {
  /** Name each single case that differs. */
  readonly list: boolean;
};

const started = promisify(execFile);

/** Output of a program that ends within its time, whatever it does. */
export async function output(command: string, args: readonly string[], options: Running = {}): Promise<string> {
  const { stdout } = await started(command, [...args], {
    cwd: options.folder,
    env: { ...process.env, ...options.environment },
    timeout: options.timeoutMs ?? 60_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 26,
  });
  return stdout;
}

type Running = {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
};

/** Installs, or says in one sentence why that was not possible. */
export async function installed(
  command: string,
  args: readonly string[],
  options: Running,
): Promise<Skipped | undefined> {
  return await output(command, args, { timeoutMs: 300_000, ...options }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => ({
      skipped:
        error.code === 'ENOENT'
          ? `${command} is not on this machine`
          : `${command} ${args.join(' ')} failed: ${lastLine(error.message)}`,
    }),
  );
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
