// Builds the tree of a lab image with mmdebstrap into a folder that all checkouts of this account share.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { findProgram, isSame, readRecord, recordOf } from '../processes/processes.ts';
import { recipe, recipeHash } from './recipe.ts';
import type { Variant } from './variants.ts';

export type Built = {
  readonly variant: Variant;
  readonly recipeHash: string;
  /** The tree, as a tar with numeric owners. */
  readonly rootfs: string;
  readonly sha256: string;
  readonly builtAt: string;
};

export type Print = (line: string) => void;

const cacheFolder = () =>
  path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'covenant', 'lab-image');

/**
 * The image of this checkout's recipe: from the cache, else built, which takes from half a minute (shell) to some
 * minutes. Two that need it at once build it once.
 */
export async function build(variant: Variant, print: Print = () => undefined, signal?: AbortSignal): Promise<Built> {
  const folder = cacheFolder();
  const hash = recipeHash(variant);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    const found = cached(folder, hash);
    if (found) return found;
    if (await locked(folder, hash, () => make({ variant, folder, hash, print, signal }))) continue;
    print(`Another process is building the lab image ${variant}. Waiting for it.`);
    while (!cached(folder, hash) && isLocked(folder, hash)) await pause(500, undefined, { ...(signal && { signal }) });
  }
}

function cached(folder: string, hash: string): Built | undefined {
  const rootfs = path.join(folder, `${hash}.tar`);
  const facts = path.join(folder, `${hash}.json`);
  if (!existsSync(facts) || !existsSync(rootfs)) return undefined;
  return { ...(JSON.parse(readFileSync(facts, 'utf8')) as Omit<Built, 'rootfs'>), rootfs };
}

type Making = {
  readonly variant: Variant;
  readonly folder: string;
  readonly hash: string;
  readonly print: Print;
  readonly signal: AbortSignal | undefined;
};

async function make({ variant, folder, hash, print, signal }: Making): Promise<void> {
  const half = path.join(folder, `${hash}.${randomBytes(4).toString('hex')}.half.tar`);
  try {
    const time = variant === 'shell' ? 'about 30 seconds' : 'some minutes';
    print(`Building the lab image ${variant} once for this account (Debian packages, ${time}) ...`);
    await mmdebstrap(recipe(variant, half), print, signal);
    const facts = { variant, recipeHash: hash, sha256: await digest(half), builtAt: new Date().toISOString() };
    renameSync(half, path.join(folder, `${hash}.tar`));
    writeFileSync(path.join(folder, `${hash}.json`), JSON.stringify(facts), { mode: 0o600 });
    forgetOthers(folder, variant, hash);
  } finally {
    rmSync(half, { force: true });
  }
}

async function mmdebstrap(args: readonly string[], print: Print, signal: AbortSignal | undefined): Promise<void> {
  const program = findProgram('mmdebstrap');
  if (program === undefined) throw Failure.missingProgram('The lab image', 'mmdebstrap', 'mmdebstrap');
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(signal && { signal }) });
  const lines: string[] = [];
  const reading = (async () => {
    for await (const line of createInterface(child.stderr)) {
      lines.push(line);
      const step = /^I: ((?:running apt-get|downloading|extracting|installing|cleaning|creating)[^:]*)/.exec(line)?.[1];
      if (step) print(`lab image: ${step}`);
    }
  })();
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (status) => resolve(status ?? 1));
  });
  await reading;
  signal?.throwIfAborted();
  if (code !== 0)
    throw new Failure('The lab image could not be built. The output of mmdebstrap ends with:', lines.slice(-8));
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Recipes change; three of each variant are enough for the checkouts that one works in. */
function forgetOthers(folder: string, variant: Variant, hash: string): void {
  const others = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}\.json$/.test(name) && name !== `${hash}.json`)
    .map((name) => ({ name, ...(JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Built) }))
    // Before there were variants, the shell was the only one.
    .filter(({ variant: other = 'shell' }) => other === variant)
    .sort((a, b) => b.builtAt.localeCompare(a.builtAt));
  for (const { name } of others.slice(2))
    for (const file of [name, name.replace('.json', '.tar')]) rmSync(path.join(folder, file), { force: true });
}

const lockOf = (folder: string, hash: string) => path.join(folder, `${hash}.lock`);

/** A lock whose owner is gone is no one's. */
const isLocked = (folder: string, hash: string): boolean => {
  const owner = readRecord(lockOf(folder, hash));
  return owner !== undefined && isSame(owner);
};

/** False, and nothing done, when another process is at it. */
async function locked(folder: string, hash: string, work: () => Promise<void>): Promise<boolean> {
  const file = lockOf(folder, hash);
  if (isLocked(folder, hash)) return false;
  rmSync(file, { force: true });
  try {
    writeFileSync(file, JSON.stringify(recordOf(process.pid)), { flag: 'wx' });
  } catch {
    return false;
  }
  try {
    await work();
    return true;
  } finally {
    rmSync(file, { force: true });
  }
}
