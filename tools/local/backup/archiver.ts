// Ships the log and new objects to the backups while an installation runs, from its first `npm run backup` on.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../command-line/message-of.ts';
import { isLocked } from './lock.ts';
import { hasBackup } from './manifest.ts';
import { copyObjects } from './object-copies.ts';
import { backupKey, openRepository, systemOf, within } from './repository.ts';
import { dropOverflow, shipWal, spoolOf } from './wal.ts';

export type Archiver = {
  /** Ships what is left; the server must have ended. */
  stop(): Promise<void>;
  /** Ships nothing more, as if the machine were gone. */
  kill(): Promise<void>;
};

const everyMs = 5_000;

/** Where the last `npm run backup` or `npm run restore` had its backups; undefined before the first. */
export function destinationOf(dir: string): string | undefined {
  const file = destinationFile(dir);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

export const destinationFile = (dir: string) => path.join(dir, 'backup-folder');

/** A failure is printed once, until it has passed: what could not be shipped waits in the spool. */
export function startArchiver(dir: string, print: (line: string) => void): Archiver {
  const stopping = new AbortController();
  let isKilled = false;
  let printed = '';
  const ship = async () => {
    const message = await shipAll(dir).catch(
      (error: unknown) => `Backups: nothing is shipped at the moment. ${messageOf(error)}`,
    );
    if (message !== '' && message !== printed) print(message);
    printed = message;
    const dropped = await dropOverflow(spoolOf(dir)).catch(() => 0);
    if (dropped > 0) print(`Backups: ${dropped} segments of the log were dropped to keep the disk free. Run a backup.`);
  };
  const running = (async () => {
    for (
      ;
      !stopping.signal.aborted;
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    )
      await ship();
    if (!isKilled) await ship();
  })();
  const stop = () => {
    stopping.abort();
    return running;
  };
  return {
    stop,
    kill: () => {
      isKilled = true;
      return stop();
    },
  };
}

/**
 * Returns what keeps it from shipping; nothing when it shipped, or before the first backup. Without a base backup
 * the log would be of no use, and no retention would remove it.
 */
async function shipAll(dir: string): Promise<string> {
  const destination = destinationOf(dir);
  if (!existsSync(spoolOf(dir))) return '';
  if (destination === undefined) return 'Backups: the log is archived, but no folder is set. Run `npm run backup`.';
  const all = await openRepository(destination, backupKey(dir, { create: false }), { create: false });
  const repository = within(all, systemOf(dir));
  if (!(await hasBackup(repository)))
    return isLocked(destination, systemOf(dir)) // the first one is being made
      ? ''
      : `Backups: ${destination} has no complete backup of this installation. Run \`npm run backup\`.`;
  // Objects first: rows that name a version are in the log that is shipped after it.
  await copyObjects(dir, repository);
  await shipWal(spoolOf(dir), repository);
  return '';
}
