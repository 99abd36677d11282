// Redis 7 from Debian: RDB and AOF, allkeys-lru, a password. Databases 0 cache, 1 sessions, 3 rate counters (decision
// 23).
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { answers } from './probe.ts';
import type { PartPlan } from './processes/supervise.ts';

export type RedisFacts = { readonly url: string };

export async function redis(place: DataFolder): Promise<PartPlan<RedisFacts>> {
  const port = await place.port('redis');
  const folder = place.folder('redis');
  const password = place.secret('redis');
  const url = `redis://default:${password}@127.0.0.1:${port}`;
  const configuration = path.join(folder, 'redis.conf');
  return {
    name: 'redis',
    facts: { url },
    program: { name: 'redis', command: ['redis-server', configuration], cwd: folder, package: 'redis-server' },
    stopSignal: 'SIGTERM',
    readyWithinMs: 30_000,
    ports: [port],
    prepare: async () => writeFileSync(configuration, lines(port, folder, password, place.durable), { mode: 0o600 }),
    // While it loads its data it says so instead.
    ready: () => answers(port, `AUTH ${password}\r\nPING\r\n`, '+PONG'),
    dropPorts: () => place.dropPort('redis'),
  };
}

// The file and not the command line, since every user of the machine can read the latter.
const lines = (port: number, folder: string, password: string, durable: boolean) => `bind 127.0.0.1
port ${port}
dir ${folder}
requirepass ${password}
daemonize no
save 300 10
appendonly ${durable ? 'yes' : 'no'}
appendfsync everysec
maxmemory 128mb
maxmemory-policy allkeys-lru
`;
