// What an embedded part may keep: a folder of its own, generated secrets, a port that it gets again at the next start.
import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

export type Place = {
  readonly dir: string;
  /** False for tests: nothing has to survive a power cut, so nothing waits for the disk. */
  readonly durable: boolean;
  folder(name: string): string;
  /** Generated at first use, then the same for ever. Letters and digits only, so that it fits into any address. */
  secret(name: string): string;
  /** The port of the last start if it is free, else another one. */
  port(name: string): Promise<number>;
  /** The next `port(name)` is another one. */
  dropPort(name: string): void;
};

export function openPlace(dir: string, durable: boolean): Place {
  mkdirSync(path.join(dir, 'secrets'), { recursive: true, mode: 0o700 });
  const portsFile = path.join(dir, 'ports.json');
  const ports = readPorts(portsFile);
  const savePorts = () => writeFileSync(portsFile, JSON.stringify(Object.fromEntries(ports)));
  return {
    dir,
    durable,
    folder(name) {
      const folder = path.join(dir, name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    secret: (name) => keep(path.join(dir, 'secrets', name), () => alphanumeric(32)),
    async port(name) {
      const known = ports.get(name);
      if (known !== undefined && (await isFree(known))) return known;
      const fresh = await freePort();
      ports.set(name, fresh);
      savePorts();
      return fresh;
    },
    dropPort(name) {
      if (ports.delete(name)) savePorts();
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

// 20000-29999 lies below the range from which Linux takes ports for outgoing connections (32768) and below the node ports
// of a cluster (30000), so only another start of ours can take the port between this check and the part's own bind.
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port between 20000 and 29999 on 127.0.0.1.');
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    // Whoever looks for the part that is not there yet must neither hold up the close nor break off into nobody's ears.
    const server = createServer((socket) => socket.on('error', () => undefined).destroy());
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
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
