// `npm run drill`: proves that backups restore, on a throw-away installation and on the newest backup of this one.
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { answerHelp } from '../../command-line/options.ts';
import { installationFolder } from '../servers/installation-folder.ts';
import { endLeftovers } from '../servers/processes/processes.ts';
import { destinationOf } from './archiver.ts';
import { endOnSignal, runCommand, wordsOf } from './command.ts';
import { drill, proveRestore, serverFolders } from './drill.ts';
import { listBackups } from './manifest.ts';
import { writeMetrics, writeProof } from './proof.ts';
import { backupKey, openRepository, systemOf } from './repository.ts';

const dir = installationFolder();
const goals = { rpo_s: 60, rto_s: 600 };
const usage = `Usage: npm run drill

Backs up a throw-away installation, destroys its databases and buckets, restores them to a point between two marks, and compares
all tables and archives. Then it restores the newest backup of ${dir}, if there is one, beside it. Takes about two minutes.
Exits with 1 when something differs, or when more than ${goals.rpo_s} s are lost or the restore takes longer than ${goals.rto_s} s.`;

answerHelp(usage);
await runCommand(async () => {
  wordsOf({}, usage);
  const folder = path.join(dir, 'drill');
  const print = (line: string) => console.log(`  ${line}`);
  const inner = serverFolders(folder);
  await Promise.all(inner.map(endLeftovers)); // of a drill that was killed
  await rm(folder, { recursive: true, force: true });
  endOnSignal(inner);
  await mkdir(folder, { recursive: true, mode: 0o711 });
  try {
    console.log('Drill on a throw-away installation');
    const result = await drill({ folder, writesMs: 60_000, print });
    print(`equal        ${result.tables} tables and ${result.archives} archives, at a point between two marks`);
    const proof = await proveOwn(folder, print);
    const rto_s = Math.max(result.rto_s, proof?.rto_s ?? 0);
    console.log(
      `RPO ${result.rpo_s.toFixed(1)} s (goal: at most ${goals.rpo_s} s), RTO ${rto_s.toFixed(1)} s (goal: at most ${goals.rto_s} s)`,
    );
    if (result.rpo_s > goals.rpo_s || rto_s > goals.rto_s) process.exitCode = 1;
    else if (proof !== undefined) await recordProof(proof.folder, { ...result, rto_s, backup: proof.backup });
    else console.log('This installation has no backups yet: run `npm run backup`, then the drill again.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function proveOwn(folder: string, print: (line: string) => void) {
  const backups = destinationOf(dir);
  if (backups === undefined || !existsSync(backups)) return undefined;
  console.log(`Restore of the newest backup in ${backups}`);
  const repository = await openRepository(backups, backupKey(dir, { create: false }), { create: false });
  const { backup, tables, rto_s } = await proveRestore(folder, repository, systemOf(dir), print);
  print(`read         all rows of ${tables} tables`);
  return { folder: backups, backup, rto_s };
}

type Figures = { readonly rpo_s: number; readonly rto_s: number; readonly backup: string };

async function recordProof(backups: string, { rpo_s, rto_s, backup }: Figures): Promise<void> {
  const rounded = (seconds: number) => Math.round(seconds * 10) / 10;
  await writeProof(backups, {
    proven_at: new Date().toISOString(),
    backup,
    rpo_s: rounded(rpo_s),
    rto_s: rounded(rto_s),
  });
  const repository = await openRepository(backups, backupKey(dir, { create: false }), { create: false });
  await writeMetrics(backups, (await listBackups(repository)).at(-1));
  console.log(`Proven: the restore of backup ${backup}.`);
}
