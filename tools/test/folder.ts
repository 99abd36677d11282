// Folders for the servers of tests: each names its owner, so that the next run sees what a killed one left behind and
// ends it.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { removeStorage } from '../local/servers/lab-engine/podman-storage.ts';
import { endLeftovers, isSame, readRecord, recordOf } from '../local/servers/processes/processes.ts';
import { removeFolder, sweepMemory } from './memory-folder.ts';

const home = path.join(import.meta.dirname, '..', '..', 'run', 'tests');

export async function testFolder(): Promise<string> {
  await endAbandoned();
  const dir = path.join(home, randomBytes(6).toString('hex'));
  // Passable, since PostgreSQL may run as another user (postgres.ts); what is secret lies in closed folders below.
  mkdirSync(dir, { mode: 0o711 });
  writeFileSync(path.join(dir, 'owner.json'), JSON.stringify(recordOf(process.pid)));
  return dir;
}

/** What tests left whose process is no more. */
export async function endAbandoned(): Promise<void> {
  mkdirSync(home, { recursive: true });
  for (const name of readdirSync(home)) {
    const dir = path.join(home, name);
    const owner = readRecord(path.join(dir, 'owner.json'));
    if (owner === undefined || isSame(owner)) continue;
    await endLeftovers(dir);
    try {
      removeStorage(path.join(dir, 'labs'));
      removeFolder(dir);
    } catch {
      // Another run is at it as well, or something of it is still mounted: the next one tries again.
    }
  }
  sweepMemory();
}
