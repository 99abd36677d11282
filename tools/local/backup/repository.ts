// The folder of backups: every file in it is encrypted, and appears under its name only when it is whole.
//   SYSTEM/base/ID/files, .../manifest   a base backup; without its manifest it does not count
//   SYSTEM/wal/SEGMENT                   the log of the database since, shipped all the time
//   SYSTEM/objects/BUCKET/...            versions of objects and their bytes, each copied once
// SYSTEM is the identifier that PostgreSQL gave to the installation when it was created: another one begins with the
// same names of segments.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { keep } from '../servers/data-folder.ts';
import { Failure } from '../servers/failure.ts';
import { opened, sealed } from './sealing.ts';

export type StoredFile = { readonly bytes: number; readonly sha256: string };

export type Repository = {
  readonly folder: string;
  /** Replaces what has the name. Nothing is left of a file that could not be written whole. */
  write(name: string, source: AsyncIterable<Buffer>, writtenAt?: Date): Promise<StoredFile>;
  /** Throws a `Failure` when the file was cut off, changed, or is missing. */
  read(name: string): AsyncIterable<Buffer>;
  has(name: string): boolean;
  /** The names directly below a folder of the repository, sorted. */
  list(folder: string): Promise<readonly string[]>;
  /** When the file was written, in milliseconds since 1970. */
  writtenAt(name: string): Promise<number>;
  remove(name: string): Promise<void>;
};

const checkName = 'key-check';
const checkText = 'covenant backups';

/** The variable `BACKUP_KEY`, else the key that the first backup of this installation made. */
export function backupKey(dir: string, { create }: { readonly create: boolean }): Buffer {
  const file = keyFile(dir);
  const text = process.env.BACKUP_KEY?.trim() || (create ? keep(file, newKey) : readKey(file));
  const key = Buffer.from(text, 'base64');
  if (key.length === 32) return key;
  throw new Failure(
    'BACKUP_KEY is not a key: expected 32 bytes in base64, as `openssl rand -base64 32` prints. Set it to the key of these backups.',
  );
}

/**
 * Beside the folder of the installation: `npm start -- --fresh` and the loss of that folder must not take the key
 * along.
 */
export const keyFile = (dir: string): string => path.join(dir, '..', 'backup.key');

const newKey = () => randomBytes(32).toString('base64');

function readKey(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Failure(
    `The key of the backups is missing: ${file} does not exist. Put the key that you kept there, or set BACKUP_KEY to it.`,
  );
}

/** Refuses another key than that of the backups that are there already. */
export async function openRepository(
  folder: string,
  key: Buffer,
  { create }: { readonly create: boolean },
): Promise<Repository> {
  const repository = folderOf(folder, key);
  if (!repository.has(checkName)) {
    if (!create) throw new Failure(`${folder} holds no backups. Name their folder with --from PATH.`);
    await repository.write(checkName, oneChunk(checkText));
    return repository;
  }
  const text = await textOf(repository.read(checkName)).catch(() => '');
  if (text === checkText) return repository;
  throw new Failure(
    `The backups in ${folder} were encrypted with another key. Set BACKUP_KEY to the key with which they were made.`,
  );
}

/** The part of the repository that belongs to one installation. */
export const within = (repository: Repository, system: string): Repository => {
  const named = (name: string) => `${system}/${name}`;
  return {
    folder: repository.folder,
    write: (name, source, writtenAt) => repository.write(named(name), source, writtenAt),
    read: (name) => repository.read(named(name)),
    has: (name) => repository.has(named(name)),
    list: (folder) => repository.list(named(folder)),
    writtenAt: (name) => repository.writtenAt(named(name)),
    remove: (name) => repository.remove(named(name)),
  };
};

/**
 * The first eight bytes of its control file: https://www.postgresql.org/docs/15/functions-info.html
 * (pg_control_system).
 */
export const systemOf = (dir: string): string =>
  readFileSync(path.join(dir, 'postgres', 'data', 'global', 'pg_control'))
    .readBigUInt64LE(0)
    .toString();

function folderOf(folder: string, key: Buffer): Repository {
  const at = (name: string) => path.join(folder, name);
  return {
    folder,
    async write(name, source, writtenAt) {
      const draft = at(`${name}.${randomUUID()}.half`);
      await mkdir(path.dirname(draft), { recursive: true, mode: 0o700 });
      try {
        const file = await writeFile(draft, sealed(packed(source), key, name));
        if (writtenAt !== undefined) await utimes(draft, writtenAt, writtenAt);
        await rename(draft, at(name));
        return file;
      } catch (error) {
        await rm(draft, { force: true });
        throw explained(error, folder);
      }
    },
    async *read(name) {
      if (!existsSync(at(name)))
        throw new Failure(
          `The backup is incomplete: its file ${name} is missing. Copy it again, or restore an older one.`,
        );
      yield* unpacked(opened(createReadStream(at(name)), key, name));
    },
    has: (name) => existsSync(at(name)),
    list: async (name) => {
      const names = await readdir(at(name)).catch(() => []);
      return names.filter((each) => !each.endsWith('.half')).sort();
    },
    writtenAt: async (name) => (await stat(at(name))).mtimeMs,
    remove: (name) => rm(at(name), { recursive: true, force: true }),
  };
}

/** Removes what was left by processes that were killed while they wrote. */
export async function removeDrafts(folder: string, olderThan: number): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.half')) continue;
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: olderThan }));
    if (mtimeMs < olderThan) await rm(file, { force: true });
  }
}

async function writeFile(file: string, source: AsyncIterable<Buffer>): Promise<StoredFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
      bytes += chunk.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function* packed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip({ level: 1 });
  const filling = pipeline(source, gzip);
  filling.catch(() => undefined); // thrown where it is awaited
  yield* gzip;
  await filling;
}

async function* unpacked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const filling = pipeline(source, gunzip);
  filling.catch(() => undefined);
  yield* gunzip;
  await filling;
}

/** A full disk is a sentence; what was stored before stays. */
function explained(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new Failure(
    `The disk with ${folder} is full, so this backup was not made. Free some space there and run it again; earlier backups are kept.`,
  );
}

export async function* oneChunk(text: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

export async function bytesOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export const textOf = async (source: AsyncIterable<Buffer>): Promise<string> =>
  (await bytesOf(source)).toString('utf8');
