// `npm run backup [-- --to FOLDER] [--keep N] [--keep-days N] [--list]`: a base backup of the installation of this
// checkout, while it runs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answerHelp } from '../../command-line/options.ts';
import { supervisorOf } from '../servers/claim.ts';
import { Failure } from '../servers/failure.ts';
import { installationFolder } from '../servers/installation-folder.ts';
import { destinationFile, destinationOf } from './archiver.ts';
import { numberOption, runCommand, wordsOf } from './command.ts';
import { createBackup, sizeOf } from './create-backup.ts';
import { lockBackups } from './lock.ts';
import { listBackups } from './manifest.ts';
import { overdue, readProof, writeMetrics } from './proof.ts';
import { backupKey, keyFile, openRepository, type Repository, systemOf, within } from './repository.ts';
import { defaultRetention, prune } from './retention.ts';

const { keep: defaultKeep, keepDays: defaultDays } = defaultRetention;
const dir = installationFolder();
const usage = `Usage: npm run backup [-- --to FOLDER] [--keep N] [--keep-days N] [--list]

  --to FOLDER     where backups go (default: that of the last backup, at first ${path.join(dir, '..', 'backups')})
  --keep N        how many backups to keep (default: ${defaultKeep})
  --keep-days N   how old they may become (default: ${defaultDays}); the newest always stays
  --list          lists the backups, and when a restore was last proven

The installation must be running. From the first backup on, \`npm start\` ships the log of the databases and new objects
to the same folder all the time. Backups are encrypted with BACKUP_KEY, or a key that the first one makes.`;

answerHelp(usage);
await runCommand(async () => {
  const values = wordsOf(
    {
      to: { type: 'string' },
      keep: { type: 'string' },
      'keep-days': { type: 'string' },
      list: { type: 'boolean', default: false },
    },
    usage,
  );
  const adminUrl = values.list ? '' : runningServer();
  const folder = path.resolve(values.to ?? destinationOf(dir) ?? path.join(dir, '..', 'backups'));
  const isFirst = !existsSync(keyFile(dir)) && process.env.BACKUP_KEY === undefined;
  const repository = await openRepository(folder, backupKey(dir, { create: !values.list }), { create: !values.list });
  if (values.list) return printList(repository);
  const retention = {
    keep: numberOption('keep', values.keep, defaultKeep),
    keepDays: numberOption('keep-days', values['keep-days'], defaultDays),
  };
  console.log(`Backup to ${folder}`);
  const print = (line: string) => console.log(`  ${line}`);
  using _lock = lockBackups(folder, systemOf(dir));
  // Before the log is archived: what a backup that fails leaves in the spool has a place to go, and is announced.
  writeFileSync(destinationFile(dir), folder, { mode: 0o600 });
  const manifest = await createBackup({ dir, server: { adminUrl }, repository, print });
  const all = (await listBackups(repository)).filter(({ system }) => system === manifest.system);
  const removed = await prune(within(repository, manifest.system), all, retention, Date.now());
  if (removed.length > 0) print(`removed      ${removed.length} old backups`);
  await writeMetrics(folder, manifest);
  const seconds = (Date.parse(manifest.ended_at) - Date.parse(manifest.started_at)) / 1000;
  console.log(
    `Backup ${manifest.id} is complete (${seconds.toFixed(1)} s). Times from ${manifest.ended_at} on can be restored.`,
  );
  if (isFirst)
    console.log(
      `Keep a copy of the key ${path.resolve(keyFile(dir))} elsewhere: without it no backup can be restored.`,
    );
  const warning = overdue(folder, Date.now());
  if (warning !== null) console.log(warning);
});

function runningServer(): string {
  const port = portOf();
  if (supervisorOf(dir) === undefined || port === undefined)
    throw new Failure('Nothing is running. Start the installation with `npm start`, then run the backup again.');
  const password = readFileSync(path.join(dir, 'secrets', 'postgres_admin'), 'utf8');
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

function portOf(): number | undefined {
  const file = path.join(dir, 'ports.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly postgres?: number }).postgres;
}

async function printList(repository: Repository): Promise<void> {
  for (const { id, ended_at, release, files, versions } of await listBackups(repository))
    console.log(`${id}  ${ended_at}  release ${release}  ${sizeOf(files.bytes)}  ${versions.length} objects`);
  const proof = readProof(repository.folder);
  if (proof !== null)
    console.log(`Last proven restore: ${proof.proven_at} (RPO ${proof.rpo_s} s, RTO ${proof.rto_s} s)`);
  const warning = overdue(repository.folder, Date.now());
  if (warning !== null) console.log(warning);
}
