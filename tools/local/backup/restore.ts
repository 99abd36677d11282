// `npm run restore [-- --to TIME|latest] [--from PATH] [--system ID]`: a backup into an empty installation.
import path from 'node:path';
import { answerHelp } from '../../command-line/options.ts';
import { claim, release, supervisorOf } from '../servers/claim.ts';
import { Failure } from '../servers/failure.ts';
import { installationFolder } from '../servers/installation-folder.ts';
import { destinationOf } from './archiver.ts';
import { endOnSignal, runCommand, wordsOf } from './command.ts';
import { draftOf } from './half-restored.ts';
import { backupKey, keyFile, openRepository } from './repository.ts';
import { restoreBackup } from './restore-backup.ts';

const dir = installationFolder();
const usage = `Usage: npm run restore [-- --to TIME|latest] [--from PATH] [--system ID]

  --to TIME       the state at that time, such as 2026-11-28T16:00:00Z (default: latest)
  --from PATH     the folder of the backups (default: ${path.join(dir, '..', 'backups')})
  --system ID     the installation, where that folder has backups of several

The folder ${dir} must not hold an installation. Everything is verified before anything is written.
The key is BACKUP_KEY, or ${path.resolve(keyFile(dir))}.`;

answerHelp(usage);
await runCommand(async () => {
  const values = wordsOf(
    { to: { type: 'string', default: 'latest' }, from: { type: 'string' }, system: { type: 'string' } },
    usage,
  );
  const to = timeOf(values.to);
  if (supervisorOf(dir) !== undefined)
    throw new Failure(
      `The installation in ${dir} is running, and a restore goes into an empty folder only. Stop it with \`npm run stop\`, and move ${dir}.`,
    );
  const folder = path.resolve(values.from ?? destinationOf(dir) ?? path.join(dir, '..', 'backups'));
  const repository = await openRepository(folder, backupKey(dir, { create: false }), { create: false });
  console.log(`Restore from ${folder}`);
  claim(dir);
  endOnSignal([draftOf(dir)]);
  try {
    const restored = await restoreBackup({
      ...{ dir, repository, to, print: (line: string) => console.log(`  ${line}`) },
      ...(values.system !== undefined && { system: values.system }),
    });
    console.log(nextSteps(restored.migrations));
  } finally {
    release(dir);
  }
});

function timeOf(text: string): Date | 'latest' {
  if (text === 'latest') return 'latest';
  const time = new Date(text);
  // Without a zone it would be a time of this machine, whose zone is not that of the operator.
  const isExact = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isExact || Number.isNaN(time.getTime()))
    throw new Failure(
      `--to ${text} is not a time: expected latest, or a time with its zone, such as 2026-11-28T16:00:00Z.`,
    );
  if (time.getTime() > Date.now())
    throw new Failure(`--to ${text} is in the future: choose an earlier time, or latest.`);
  return time;
}

function nextSteps(migrations: number): string {
  return `Restored. What to do now:
  1. npm start${migrations === 0 ? '' : `              (applies ${migrations} migrations of this release)`}
  2. Look at what came back: users, labs, the newest uploads.
  3. The sweep removes nothing until you release it, since labs may run that the databases do not know: as an administrator read
     GET /infra/v1/sweep, and release it by PUT /infra/v1/sweep/release with the number that it shows (deploy/backup.md).
  4. npm run backup         (the next backups begin here)`;
}
