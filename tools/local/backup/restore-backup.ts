// A backup into an empty installation: everything is read and checked first, then written and recovered beside its
// place, and moved there when it is whole.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPlace } from '../servers/data-folder.ts';
import { Failure } from '../servers/failure.ts';
import { giveToServer, type PostgresFacts, postgres, withClient } from '../servers/postgres.ts';
import { endLeftovers } from '../servers/processes/processes.ts';
import { supervise, type Watch } from '../servers/processes/supervise.ts';
import { destinationFile } from './archiver.ts';
import { sizeOf } from './create-backup.ts';
import { writeEntries } from './file-list.ts';
import { draftOf, isHalfRestored } from './half-restored.ts';
import { databaseUrl, listBackups, type Manifest, migrationsOf, requireKnownSchema } from './manifest.ts';
import { objectsOf, verifyVersions, versionsAt, writeObjects } from './object-copies.ts';
import { type Repository, textOf, within } from './repository.ts';
import { type Branch, branchesTo, type Chain, chainOf, historyOf, isOn, timelineOf } from './timelines.ts';
import { writeSegments } from './wal.ts';

export type RestoreInput = {
  readonly dir: string;
  readonly repository: Repository;
  readonly to: Date | 'latest';
  /** The identifier of the installation, where the folder has backups of several. */
  readonly system?: string;
  readonly print: (line: string) => void;
  readonly signal?: AbortSignal;
};

export type Restored = {
  readonly backup: string;
  /** The time of the last transaction in the databases; null where the log had none. */
  readonly last_transaction_at: string | null;
  /** How many migrations the next start applies. */
  readonly migrations: number;
};

export async function restoreBackup(input: RestoreInput): Promise<Restored> {
  const { dir, to, print } = input;
  await requireEmpty(dir);
  const { manifest, branches } = await chooseBackup(input);
  const repository = within(input.repository, manifest.system);
  print(`backup       ${manifest.id} of release ${manifest.release}`);
  await requireKnownSchema(manifest.migrations, manifest.release);
  await requireSameServer(manifest);
  const objectsUntil = to === 'latest' ? Number.POSITIVE_INFINITY : to.getTime();
  const versions = await versionsAt(repository, objectsUntil);
  const log = await findLog(repository, manifest, branches);
  await verify(repository, manifest, versions, log, input);
  const draft = draftOf(dir);
  await endLeftovers(draft); // of a restore that was killed
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o711 });
  try {
    await writeEntries(repository.read(`base/${manifest.id}/files`), draft);
    await writeFile(path.join(draft, 'postgres/data/backup_label'), manifest.label, { mode: 0o600 });
    await writeSegments(repository, [...log.histories, ...log.segments], path.join(draft, 'wal'));
    await writeObjects(repository, versions, objectsOf(draft));
    print('files        written');
    const result = await recover(draft, input, manifest, log);
    await writeFile(destinationFile(draft), input.repository.folder, { mode: 0o600 });
    print(`databases    recovered up to ${result.last_transaction_at ?? 'the end of the backup'}`);
    await moveInPlace(draft, dir);
    return { backup: manifest.id, ...result };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw isFull(error)
      ? new Failure(`The disk with ${dir} is full, so nothing was restored. Free some space there and run it again.`)
      : error;
  }
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/** What an interrupted restore had moved already is taken back: databases come last. */
async function requireEmpty(dir: string): Promise<void> {
  const hasDatabases = existsSync(path.join(dir, 'postgres', 'data'));
  const objects = await readdir(objectsOf(dir)).catch(() => []);
  if (!hasDatabases && isHalfRestored(dir)) {
    for (const name of ['objects', 'postgres', 'secrets', 'installation', 'backup-folder'])
      await rm(path.join(dir, name), { recursive: true, force: true });
    return;
  }
  if (!hasDatabases && objects.length === 0) return;
  throw new Failure(
    `${dir} holds an installation, and a restore goes into an empty folder only. Stop it with \`npm run stop\`, move it, for example with \`mv ${dir} ${dir}.before\`, and run the restore again.`,
  );
}

type Choice = { readonly manifest: Manifest; readonly branches: readonly Branch[] };

async function chooseBackup({ repository, to, system }: RestoreInput): Promise<Choice> {
  const all = ofOneSystem(await listBackups(repository), system, repository.folder);
  const usable = to === 'latest' ? all : all.filter(({ ended_at }) => Date.parse(ended_at) <= to.getTime());
  const [any] = usable;
  const branches = any === undefined ? [] : await branchesAt(within(repository, any.system), usable, to);
  const manifest = usable.findLast((each) => isOn(branches, each));
  if (manifest !== undefined) return { manifest, branches };
  throw new Failure(
    all[0] === undefined
      ? `${repository.folder} holds no complete backup. Name another folder with --from PATH.`
      : `There is no backup of that time: the oldest one is of ${all[0].ended_at}. Choose a later time, or --to latest.`,
  );
}

function ofOneSystem(all: readonly Manifest[], system: string | undefined, folder: string): readonly Manifest[] {
  const newest = new Map(all.map((manifest) => [manifest.system, manifest.ended_at]));
  const chosen = system ?? [...newest.keys()][0];
  const names = [...newest].map(([name, endedAt]) => `${name} (newest backup: ${endedAt})`).sort();
  if (system === undefined && newest.size > 1)
    throw new Failure(
      `${folder} holds backups of ${newest.size} installations. Choose one with --system: ${names.join(', ')}.`,
    );
  if (system !== undefined && newest.size > 0 && !newest.has(system))
    throw new Failure(`${folder} holds no backup of --system ${system}, but of ${names.join(', ')}.`);
  return all.filter((manifest) => manifest.system === chosen);
}

/** The timelines up to the one that was in use at that time: its history is archived when a restore begins it. */
async function branchesAt(repository: Repository, usable: readonly Manifest[], to: Date | 'latest') {
  const timelines = usable.map(({ first_segment }) => timelineOf(first_segment));
  for (const name of (await repository.list('wal')).filter(isHistory))
    if (to === 'latest' || (await repository.writtenAt(`wal/${name}`)) <= to.getTime())
      timelines.push(timelineOf(name));
  const newest = Math.max(...timelines);
  const history = `wal/${historyOf(newest)}`;
  return branchesTo(newest, repository.has(history) ? await textOf(repository.read(history)) : '');
}

const isHistory = (name: string) => name.endsWith('.history');

type Log = Chain & { readonly histories: readonly string[]; readonly timeline: number };

async function findLog(
  repository: Repository,
  { first_segment: first, last_segment: last }: Manifest,
  branches: readonly Branch[],
): Promise<Log> {
  const names = await repository.list('wal');
  const chain = chainOf(names, branches, first, last);
  if (chain.missing !== undefined && !chain.segments.includes(last))
    throw new Failure(
      `The backup is incomplete: its file wal/${chain.missing} is missing. Copy it again, or restore an older one.`,
    );
  return { ...chain, histories: names.filter(isHistory), timeline: branches.at(-1)?.timeline ?? timelineOf(first) };
}

async function requireSameServer({ postgres: { machine, major } }: Manifest): Promise<void> {
  const here = `${process.platform}-${process.arch}`;
  if (machine !== here)
    throw new Failure(
      `The backup holds files of PostgreSQL for ${machine}, and this machine is ${here}. Restore it on a machine like the first.`,
    );
  if (major !== 15)
    throw new Failure(
      `The backup is of PostgreSQL ${major}, and this release has 15. Restore it with a later release.`,
    );
}

/** Reads every byte that will be restored. */
async function verify(
  repository: Repository,
  manifest: Manifest,
  versions: Awaited<ReturnType<typeof versionsAt>>,
  { segments, histories, missing }: Log,
  { dir, to, print }: RestoreInput,
): Promise<void> {
  await writeEntries(repository.read(`base/${manifest.id}/files`), undefined);
  let newest = 0;
  for (const name of [...histories, ...segments]) {
    for await (const _ of repository.read(`wal/${name}`)); // the end of the loop proves that the file is whole
    newest = Math.max(newest, await repository.writtenAt(`wal/${name}`));
  }
  if (missing === undefined && to !== 'latest' && to.getTime() > newest)
    throw new Failure(
      `The backups reach up to ${new Date(newest).toISOString()}, and ${to.toISOString()} is later. Choose an earlier time, or --to latest.`,
    );
  const objectBytes = await verifyVersions(repository, versions);
  const bytes = manifest.unpacked_bytes + segments.length * segmentBytes * 2 + objectBytes;
  await mkdir(dir, { recursive: true });
  const { bavail, bsize } = await statfs(dir);
  if (bavail * bsize < bytes)
    throw new Failure(
      `The disk with ${dir} has ${sizeOf(bavail * bsize)} free, but the restore needs ${sizeOf(bytes)}. Free some space and run it again.`,
    );
  print(
    `verified     ${sizeOf(manifest.unpacked_bytes)}, ${segments.length} segments of the log, ${versions.length} objects`,
  );
}

const segmentBytes = 16 * 1024 * 1024;

type Recovery = Pick<Restored, 'last_transaction_at' | 'migrations'>;

async function recover(draft: string, { to, signal }: RestoreInput, manifest: Manifest, log: Log): Promise<Recovery> {
  const data = path.join(draft, 'postgres/data');
  const configuration = path.join(data, 'postgresql.auto.conf');
  const before = await readFile(configuration, 'utf8');
  const watch: Watch = { dir: draft, progress: () => undefined, signal: signal ?? new AbortController().signal };
  const begin = async (target: string) => {
    await writeFile(configuration, `${before}${recoverySettings}${timelineSetting(manifest, log)}${target}`);
    await writeFile(path.join(data, 'recovery.signal'), '');
    await giveToServer(path.join(draft, 'postgres'));
    await giveToServer(path.join(draft, 'wal'));
    return supervise(() => recoveryPlan(draft), watch);
  };
  // The server archives its new timeline from its first segment on.
  await mkdir(path.join(draft, 'postgres/archive'), { mode: 0o700 });
  const target = to === 'latest' ? '' : targetSettings(to);
  let reached = to !== 'latest';
  const server = await begin(target).catch((error: unknown) => {
    if (!(error instanceof Failure && error.lines.some((line) => line.includes(targetNotReached)))) throw error;
    reached = false;
    return begin('');
  });
  try {
    const migrations = await requireKnownSchema(await migrationsOf(server.facts), manifest.release);
    const last = await settle(server.facts);
    // Where the log has no gap, nothing was written after the target: its end is the state at that time.
    if (!reached) requireNoGap(log, to, last, manifest);
    return { last_transaction_at: last, migrations };
  } finally {
    await server.stop();
    await writeFile(configuration, before);
    await rm(path.join(draft, 'wal'), { recursive: true, force: true });
  }
}

/** `last` is the time of the last transaction before the gap. */
export function requireNoGap(
  { missing }: Pick<Log, 'missing'>,
  to: Date | 'latest',
  last: string | null,
  { ended_at }: Pick<Manifest, 'ended_at'>,
): void {
  if (missing === undefined || (to !== 'latest' && last !== null && to.getTime() <= Date.parse(last))) return;
  const reachable = last ?? ended_at;
  throw new Failure(
    `The log has a gap: its file wal/${missing} is missing, and nothing after ${reachable} can be restored. Copy that file again, or restore that time with --to ${reachable}.`,
  );
}

/** Times that an earlier restore went back from are on the timeline before it. */
const timelineSetting = ({ first_segment }: Manifest, { timeline }: Log): string =>
  `recovery_target_timeline = '${timeline === timelineOf(first_segment) ? 'current' : timeline}'\n`;

/** Abbreviations of zones, Z among them, are not known yet when the server reads this. */
const targetSettings = (to: Date): string =>
  `recovery_target_time = '${to.toISOString().replace('Z', '+00')}'\nrecovery_target_action = 'promote'\n`;

const targetNotReached = 'recovery ended before configured recovery target was reached';

/** Relative to the data, where the server runs commands. */
const recoverySettings = "\nrestore_command = 'test -f ../../wal/%f && cp ../../wal/%f %p'\nhot_standby = off\n";

/** Answers once the recovery is over; roles and passwords are those of the backup. */
async function recoveryPlan(draft: string) {
  const { settle: _, ...plan } = await postgres(openPlace(draft, true));
  return { ...plan, readyWithinMs: 3_600_000 };
}

/**
 * The sweep meets a database of which it cannot know what came after it, and holds until an operator releases it
 * (decision 238).
 */
async function settle(server: PostgresFacts): Promise<string | null> {
  await withClient(databaseUrl(server, 'infrastructure'), async (client) => {
    const { rows } = await client.query("select to_regclass('public.timeline') is not null as exists");
    if (rows[0]?.exists !== true) return;
    await client.query(`insert into timeline (epoch, identity) values (gen_random_uuid(), 'restored')
      on conflict (one) do update set identity = excluded.identity`);
  });
  return withClient(server.adminUrl, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    await client.query('checkpoint');
    return rows[0]?.at?.toISOString() ?? null;
  });
}

/**
 * The databases last: without them there is no installation yet. What an earlier one left in Redis and in the broker is
 * of another time.
 */
async function moveInPlace(draft: string, dir: string): Promise<void> {
  for (const name of ['redis', 'broker']) await rm(path.join(dir, name), { recursive: true, force: true });
  for (const name of ['secrets', 'installation', 'backup-folder', 'objects', 'postgres']) {
    if (!existsSync(path.join(draft, name))) continue;
    await rm(path.join(dir, name), { recursive: true, force: true });
    await rename(path.join(draft, name), path.join(dir, name));
  }
  await rm(draft, { recursive: true, force: true });
}
