// Ships the log and new objects to the backups while an installation runs, from its first `npm run backup` on.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../command-line/message-of.ts';
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

/** Where the last `npm run backup` wrote to; undefined before the first. */
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
    const message = await shipAll(dir).then(
      () => '',
      (error: unknown) => `Backups: nothing is shipped at the moment. ${messageOf(error)}`,
    );
    if (message !== '' && message !== printed) print(message);
    printed = message;
    const dropped = message === '' ? 0 : await dropOverflow(spoolOf(dir)).catch(() => 0);
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

async function shipAll(dir: string): Promise<void> {
  const destination = destinationOf(dir);
  if (destination === undefined) return;
  const all = await openRepository(destination, backupKey(dir, { create: false }), { create: false });
  const repository = within(all, systemOf(dir));
  // Objects first: rows that name a version are in the log that is shipped after it.
  await copyObjects(dir, repository);
  await shipWal(spoolOf(dir), repository);
}
