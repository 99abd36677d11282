// Installations and their tokens, one file for each profile, readable by their owner alone.
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from './failure.ts';

/** Each has separate accounts and a separate realm of the identity provider. */
export type Product = 'analytics' | 'labs';

export interface Endpoints {
  readonly analytics: { readonly base_url: string; readonly issuer: string; readonly client_id: string };
  readonly platform: {
    readonly base_url: string;
    readonly issuer: string;
    readonly client_id: string;
    /** A public client that takes passwords, as a demonstration has. */
    readonly password_client_id?: string | undefined;
  };
  readonly infra: { readonly base_url: string };
}

export interface Tokens {
  /** Who renews them: the analytics API, or the provider. */
  readonly from: 'api' | 'provider';
  readonly access_token: string;
  readonly refresh_token: string | undefined;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
  readonly client_id: string | undefined;
}

export interface Profile {
  /** The front door. */
  readonly url: string;
  readonly endpoints: Endpoints;
  readonly tokens: { readonly [product in Product]?: Tokens };
}

export interface Profiles {
  readonly names: () => readonly string[];
  readonly current: () => string;
  readonly use: (name: string) => void;
  readonly read: (name: string) => Profile | undefined;
  readonly remove: (name: string) => void;
  /** One process after the other: a refresh token is good for one use. */
  readonly change: (name: string, next: (now: Profile | undefined) => Promise<Profile>) => Promise<Profile>;
}

const lockMs = 60_000;

export function profilesIn(env: NodeJS.ProcessEnv): Profiles {
  const folder = path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || homedir(), '.config'), 'covenant');
  const fileOf = (name: string) => path.join(folder, `${checked(name)}.json`);
  const currentFile = path.join(folder, 'current');
  const write = (file: string, text: string) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.new`;
    writeFileSync(draft, text, { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  };
  const read = (name: string): Profile | undefined => {
    const text = contentOf(fileOf(name));
    try {
      return text === undefined ? undefined : (JSON.parse(text) as Profile);
    } catch {
      throw new CommandError(`${fileOf(name)} is damaged. Remove it and log in again.`);
    }
  };
  return {
    names: () => entriesOf(folder).flatMap((each) => (each.endsWith('.json') ? [each.slice(0, -5)] : [])),
    current: () => contentOf(currentFile)?.trim() || 'default',
    use: (name) => write(currentFile, `${checked(name)}\n`),
    read,
    remove: (name) => rmSync(fileOf(name), { force: true }),
    change: (name, next) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return locked(`${fileOf(name)}.lock`, async () => {
        const profile = await next(read(name));
        write(fileOf(name), `${JSON.stringify(profile, null, 2)}\n`);
        return profile;
      });
    },
  };
}

function checked(name: string): string {
  if (/^[\w-]{1,64}$/.test(name)) return name;
  throw new CommandError(`The profile name ${name} is invalid: use letters, digits, hyphens and underscores.`);
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** A lock whose process has died is taken over; a refresh, of two requests, has ended long before. */
async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID();
  while (!isTaken(file, owner)) if (!isStaleRemoved(file, owner)) await pause(50);
  try {
    return await work();
  } finally {
    if (contentOf(file) === owner) rmSync(file, { force: true });
  }
}

function isTaken(file: string, owner: string): boolean {
  try {
    writeFileSync(file, owner, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** One process alone renames a file; one that took a lock in use, since another was faster, puts it back. */
function isStaleRemoved(file: string, owner: string): boolean {
  if (ageMs(file) <= lockMs) return false;
  const aside = `${file}.${owner}`;
  try {
    renameSync(file, aside);
  } catch {
    return false;
  }
  const isStale = ageMs(aside) > lockMs;
  if (!isStale) linkSync(aside, file);
  rmSync(aside, { force: true });
  return isStale;
}

function ageMs(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
