// Redis 7 by ioredis; databases 0 cache, 1 sessions, 3 rate counters (decision 23).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Cache, KeyValue, LimitCheck, LimitVerdict } from './port.ts';

const gcra = readFileSync(join(import.meta.dirname, 'gcra.lua'), 'utf8');
const gcraSha = createHash('sha1').update(gcra).digest('hex');

export type RedisOptions = {
  /** Before every key: lets two installations, or two tests, share one server. */
  readonly prefix?: string;
  /** A request waits no longer for a counter or a copy than this; then it goes on without. */
  readonly timeoutMs?: number;
};

/** Returns at once; connects in the background and again whenever the connection is lost. */
export function connectKeyValue(url: string, { prefix = '', timeoutMs = 250 }: RedisOptions = {}): KeyValue {
  const open = (db: number) => connection(url, db, prefix, timeoutMs);
  const [cache, sessions, counters] = [open(0), open(1), open(3)];
  const close = async () => {
    for (const { redis } of [cache, sessions, counters]) redis.disconnect();
  };
  return {
    counters: { spend: together((checks) => counters.use((redis) => spend(redis, checks))) },
    cache: cacheOf(cache),
    sessions: cacheOf(sessions),
    ping: () => counters.use(async (redis) => void (await redis.ping())),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Connection = { readonly redis: Redis; use<T>(work: (redis: Redis) => Promise<T>): Promise<T> };

function connection(url: string, db: number, keyPrefix: string, timeoutMs: number): Connection {
  const redis = new Redis(url, {
    db,
    keyPrefix,
    connectTimeout: Math.max(1_000, timeoutMs),
    // Ends a connection on which nothing is answered, also while it is made; far above `timeoutMs`, which is what a
    // request waits.
    commandTimeout: Math.max(5_000, 4 * timeoutMs),
    // Unavailable means unavailable: nothing waits in a queue to be counted or cached minutes later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(1_000, 50 * 2 ** attempt) * (0.5 + Math.random() / 2),
  });
  // Each failure reaches the call that it fails; the event would end the process.
  redis.on('error', () => {});
  const firstTry = new Promise<void>((resolve) => {
    for (const event of ['ready', 'error', 'end'] as const) redis.once(event, () => resolve());
  });
  return {
    redis,
    use: (work) =>
      within(
        timeoutMs,
        firstTry.then(() => work(redis)),
      ),
  };
}

/** The timer may be late because this process was busy, not Redis: a reply that has arrived by then counts. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`Redis did not answer within ${ms} ms`));
    // Immediates run after the sockets were read.
    const timer = setTimeout(() => setImmediate(fail), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

type RawVerdict = readonly [allowed: 0 | 1, remaining: number, resetUs: number, retryUs: number];

async function spend(redis: Redis, checks: readonly LimitCheck[]): Promise<readonly LimitVerdict[]> {
  const keys = checks.map(({ key }) => `limit:${key}`);
  const numbers = checks.flatMap(({ quota, windowS, cost }) => [quota, Math.round(windowS * 1e6), cost]);
  const run = () => redis.evalsha(gcraSha, keys.length, ...keys, ...numbers);
  const verdicts = await run().catch((error: unknown) => {
    // A server that was restarted or flushed has forgotten the script.
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(gcra, keys.length, ...keys, ...numbers);
  });
  return (verdicts as RawVerdict[]).map(toVerdict);
}

const toVerdict = ([allowed, remaining, resetUs, retryUs]: RawVerdict): LimitVerdict => ({
  allowed: allowed === 1,
  remaining: Math.max(0, remaining),
  resetS: Math.ceil(resetUs / 1e6),
  retryAfterS: Math.ceil(retryUs / 1e6),
});

const cacheOf = (connection: Connection): Cache => ({
  get: together((keys) => connection.use((redis) => redis.mgetBuffer(...keys))),
  set: (key, value, ttlS) =>
    connection.use(async (redis) => void (await redis.set(key, value, 'PX', Math.ceil(ttlS * 1_000)))),
  delete: (key) => connection.use(async (redis) => void (await redis.del(key))),
});

type Turn<Asked, Answer> = { readonly all: Asked[]; readonly answers: Promise<readonly Answer[]> };

/**
 * What is asked in one turn of the event loop is one command: writing it, which wakes the server, costs most of a
 * question.
 */
function together<Asked, Answer>(
  ask: (all: readonly Asked[]) => Promise<readonly Answer[]>,
): (one: Asked) => Promise<Answer> {
  let turn: Turn<Asked, Answer> | undefined;
  const begin = (): Turn<Asked, Answer> => {
    const all: Asked[] = [];
    const answers = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      turn = undefined;
      return ask(all);
    });
    return { all, answers };
  };
  return async (one) => {
    turn ??= begin();
    const { all, answers } = turn;
    const at = all.push(one) - 1;
    return (await answers)[at] as Answer;
  };
}
