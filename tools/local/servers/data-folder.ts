// What an embedded part may keep: a separate folder, generated secrets, a port that it gets again at the next start.
import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { claimPort, freePort, isFree, releasePort } from './ports.ts';

export type DataFolder = {
  readonly dir: string;
  /** False for tests: nothing has to survive a power cut, so nothing waits for the disk. */
  readonly durable: boolean;
  folder(name: string): string;
  /** Generated at first use, then the same for ever. Letters and digits only, so that it fits into any address. */
  secret(name: string): string;
  /**
   * The port of the last start if it can be had, else another one; from then on the same, since others know it by then.
   */
  port(name: string): Promise<number>;
  /** The next `port(name)` is another one. */
  dropPort(name: string): void;
};

export function openPlace(dir: string, durable: boolean): DataFolder {
  mkdirSync(path.join(dir, 'secrets'), { recursive: true, mode: 0o700 });
  const portsFile = path.join(dir, 'ports.json');
  const ports = readPorts(portsFile);
  const given = new Map<string, Promise<number>>();
  const savePorts = () => writeFileSync(portsFile, JSON.stringify(Object.fromEntries(ports)));
  const choose = async (name: string): Promise<number> => {
    const known = ports.get(name);
    if (known !== undefined && (await claimPort(known, dir))) {
      if (await isFree(known)) return known;
      releasePort(known);
    }
    const fresh = await freePort(dir);
    ports.set(name, fresh);
    savePorts();
    return fresh;
  };
  return {
    dir,
    durable,
    folder(name) {
      const folder = path.join(dir, name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    secret: (name) => keep(path.join(dir, 'secrets', name), () => alphanumeric(32)),
    port(name) {
      const port = given.get(name) ?? choose(name);
      given.set(name, port);
      return port;
    },
    dropPort(name) {
      const port = ports.get(name);
      if (port === undefined) return;
      releasePort(port);
      given.delete(name);
      ports.delete(name);
      savePorts();
    },
  };
}

/** Reads a private file, or makes it. */
export function keep(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const value = make();
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, value, { mode: 0o600 });
    return value;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const alphanumeric = (length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export const token = (bytes: number) => randomBytes(bytes).toString('base64');

function readPorts(file: string): Map<string, number> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new Map(entries.filter((entry): entry is [string, number] => Number.isInteger(entry[1])));
  } catch {
    return new Map();
  }
}
