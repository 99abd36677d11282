// One backup of an installation at a time: two would remove each other's files.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { Failure } from '../servers/failure.ts';
import { isSame, recordOf } from '../servers/processes/processes.ts';

type Holder = { readonly host: string; readonly process: ReturnType<typeof recordOf> };

const lockFile = (folder: string, system: string) => path.join(folder, system, 'lock');

export const isLocked = (folder: string, system: string): boolean => existsSync(lockFile(folder, system));

/** Refuses while another process has the lock. That of a process that ended on this machine is taken over. */
export function lockBackups(folder: string, system: string): Disposable {
  const file = lockFile(folder, system);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const holder = holderOf(file);
  if (holder !== undefined && holder.host === hostname() && !isSame(holder.process)) rmSync(file, { force: true });
  try {
    const own: Holder = { host: hostname(), process: recordOf(process.pid) };
    writeFileSync(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const where = holder === undefined ? '' : ` (process ${holder.process.pid} on ${holder.host})`;
    throw new Failure(
      `Another backup of this installation runs${where}. Wait until it has ended; if none runs, remove ${file}.`,
    );
  }
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) };
}

function holderOf(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
