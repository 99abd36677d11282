// The file system of a home on Podman: an image file of exactly its size, which the engine mounts with the volume. What
// a home does not use takes no room, and what is deleted in it is given back. Docker mounts no files, so its volumes
// have no size of their own.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat, statfs, truncate } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ClusterError, messageOf } from '../faults.ts';
import type { Engine } from './engine/engine.ts';
import { NoRoom, NoSpace } from './engine/faults.ts';
import { LAB_UID } from './owner.ts';

const run = promisify(execFile);

const GIB = 1024 ** 3;
/** Beside what an account's PATH may lack. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
/** How long a file without a volume is kept: a worker may be about to record its volume. */
const YOUNG_MS = 3_600_000;

export type Disk = { readonly uid: string; readonly sizeGi: number; readonly owner: number };

export interface Disks {
  /**
   * What the engine's volume is made with; null: volumes have no size here. Rejects where it could take the disk below
   * its reserve.
   */
  make(disk: Disk): Promise<Readonly<Record<string, string>> | null>;
  /**
   * Lets the file system of a volume that no container uses grow to this size; it never shrinks. Rejects as `make`
   * does.
   */
  grow(disk: Pick<Disk, 'uid' | 'sizeGi'>): Promise<void>;
  remove(uid: string): Promise<void>;
  /** Files that a killed worker left: of no volume any more, or of none yet. */
  sweep(known: ReadonlySet<string>): Promise<void>;
}

export type DiskSettings = {
  readonly installation: string;
  /** On the engine's own machine, which is this one. */
  readonly folder: string | null;
  /** What new homes leave free on their disk. */
  readonly reserveGi: number;
};

export function disksOf(engine: Engine, { folder, installation, reserveGi }: DiskSettings): Disks {
  const homes = folder === null ? null : path.join(folder, 'homes', installation);
  const fileOf = (uid: string): string => path.join(homes ?? '', `${uid}.ext4`);
  let canMount: Promise<boolean> | undefined;
  let volumes: Promise<string | null> | undefined;
  return {
    async make({ uid, sizeGi, owner }) {
      canMount ??= homes === null ? Promise.resolve(false) : mountsFiles(engine);
      if (homes === null || !(await canMount)) {
        volumes ??= folderOfVolumes(engine);
        const place = await volumes;
        if (place !== null) await requireSpace(place, sizeGi, reserveGi);
        return null;
      }
      await mkdir(homes, { recursive: true, mode: 0o700 });
      await requireSpace(homes, sizeGi, reserveGi);
      await format(fileOf(uid), sizeGi, owner);
      return { type: 'ext4', device: fileOf(uid), o: 'loop,noinit_itable,nosuid,nodev,discard' };
    },
    async grow({ uid, sizeGi }) {
      if (homes === null) return;
      const missingGi = sizeGi - (await sizeOf(fileOf(uid)));
      if (missingGi <= 0) return;
      await requireSpace(homes, missingGi, reserveGi);
      await extend(fileOf(uid), sizeGi);
    },
    async remove(uid) {
      if (homes !== null) await rm(fileOf(uid), { force: true });
    },
    async sweep(known) {
      if (homes === null || !existsSync(homes)) return;
      for (const name of await readdir(homes)) {
        const file = path.join(homes, name);
        const isKnown = known.has(path.basename(name).replace(/\.ext4.*$/, ''));
        const age = isKnown ? 0 : Date.now() - (await stat(file).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
        if (age > YOUNG_MS) await rm(file, { force: true });
      }
    },
  };
}

/** Null: on another machine, as far as this process can know. */
async function folderOfVolumes(engine: Engine): Promise<string | null> {
  const { DockerRootDir: root = '' } = await engine.call<{ DockerRootDir?: string }>('GET', '/info');
  return root !== '' && existsSync(root) ? root : null;
}

/** One home may be filled at once. That several may, at the same time, is what the reserve is for. */
async function requireSpace(folder: string, sizeGi: number, reserveGi: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeGi = (bavail * bsize) / GIB;
  if (freeGi >= sizeGi + reserveGi) return;
  throw new NoSpace(
    'refused',
    `the disk of the lab engine has ${Math.floor(freeGi * 10) / 10} GiB left; a home may take ${sizeGi} GiB, and ${reserveGi} GiB stay free`,
  );
}

async function mountsFiles(engine: Engine): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || (await engine.flavour()) !== 'podman') return false;
  // Asks the kernel for a free device, without taking it.
  return await Promise.all([run('losetup', ['--find'], { env }), run('mkfs.ext4', ['-V'], { env })]).then(
    () => true,
    () => false,
  );
}

/** In Gi, as its superblock says: https://docs.kernel.org/filesystems/ext4/super.html */
async function sizeOf(file: string): Promise<number> {
  await using handle = await open(file, 'r');
  const { buffer } = await handle.read(Buffer.alloc(32), 0, 32, 1024);
  return (buffer.readUInt32LE(4) * 1024 * 2 ** buffer.readUInt32LE(24)) / GIB;
}

/**
 * Without its reserved tables a file system grows only while nothing has it mounted. A broken-off attempt is repeated.
 */
async function extend(file: string, sizeGi: number): Promise<void> {
  const { stdout: device } = await run('losetup', ['--noheadings', '--associated', file], { env });
  if (device.trim() !== '') throw new ClusterError('unavailable', 'the volume is still mounted and cannot grow yet');
  try {
    await truncate(file, sizeGi * GIB);
    // 1: something was corrected, as after an engine that was killed.
    await run('e2fsck', ['-f', '-p', file], { env }).catch((error: { code?: number }) => {
      if (error.code !== 1) throw error;
    });
    await run('resize2fs', [file], { env });
  } catch (error) {
    throw new NoRoom(
      'refused',
      `the file system of a volume could not grow to ${sizeGi}Gi: ${messageOf(error)}`,
      error,
    );
  }
}

/** Whole or not at all. Tables and journal are zero already, since the file has nothing in it. */
async function format(file: string, sizeGi: number, owner: number): Promise<void> {
  const half = `${file}.half`;
  try {
    const handle = await open(half, 'w', 0o600);
    await handle.truncate(sizeGi * GIB);
    await handle.close();
    const empty = `lazy_itable_init=1,lazy_journal_init=1,nodiscard,root_owner=${owner}:${LAB_UID}`;
    await run('mkfs.ext4', ['-q', '-F', '-m', '0', '-O', '^resize_inode', '-J', 'size=16', '-E', empty, half], { env });
    // Nothing that a student did not put there is in an archive.
    await run('debugfs', ['-w', '-R', 'rmdir lost+found', half], { env });
    await chmod(half, 0o600);
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    const why = messageOf(error);
    throw new NoRoom('refused', `the file system of a volume could not be made: ${why}`, error);
  }
}
