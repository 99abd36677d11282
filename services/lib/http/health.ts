// Whether the process lives (/healthz), whether it should get work (/readyz), and its metrics (/metrics). None of them
// is routed by the front door.
import type { Metrics } from '../metrics.ts';

/**
 * Rejects when the dependency does not answer. Resolves with the names of what an operator has to create there: `bucket
 * lab-volumes`.
 */
export type Check = () => Promise<readonly string[]>;

/** For a dependency in which nothing has to be created. */
export const answers =
  (ping: () => Promise<unknown>): Check =>
  async () => {
    await ping();
    return [];
  };

export interface Health {
  /**
   * `essential: false`: reported, but work goes on while it is down. What is missing there always makes the process not
   * ready.
   */
  add(name: string, check: Check, options?: { essential?: boolean }): void;
  /** From now on not ready, whatever the dependencies say. */
  drain(): void;
  /** Aborted by `drain`: who waits for something to happen answers now. */
  readonly stopping: AbortSignal;
  readiness(): Promise<Readiness>;
}

export type Readiness = {
  ready: boolean;
  draining: boolean;
  dependencies: Record<string, 'up' | 'down'>;
  /** What exists nowhere and has to be created by an operator, or by the role `migrate`. */
  missing: string[];
};

const checkLimitMs = 1_000;
/** Probes of several watchers share one answer. */
const freshMs = 1_000;

export function createHealth(): Health {
  const checks: { name: string; check: Check; essential: boolean }[] = [];
  const stopping = new AbortController();
  let last: { at: number; result: Promise<Readiness> } | undefined;
  const inspect = async (): Promise<Readiness> => {
    const results = await Promise.all(checks.map(async (each) => ({ ...each, missing: await answer(each.check) })));
    // Two services of one process may lack the same bucket.
    const missing = [...new Set(results.flatMap((result) => (result.missing === 'down' ? [] : result.missing)))];
    return {
      ready: missing.length === 0 && results.every((result) => result.missing !== 'down' || !result.essential),
      draining: false,
      dependencies: Object.fromEntries(
        results.map((result) => [result.name, result.missing === 'down' ? 'down' : 'up']),
      ),
      missing,
    };
  };
  return {
    add: (name, check, { essential = true } = {}) => void checks.push({ name, check, essential }),
    drain: () => stopping.abort(),
    stopping: stopping.signal,
    async readiness() {
      if (stopping.signal.aborted) return { ready: false, draining: true, dependencies: {}, missing: [] };
      if (last === undefined || performance.now() - last.at > freshMs)
        last = { at: performance.now(), result: inspect() };
      return await last.result;
    },
  };
}

async function answer(check: Check): Promise<readonly string[] | 'down'> {
  const limit = Promise.withResolvers<'down'>();
  // The timer may be late because this process was busy: an answer that has arrived by then counts, and immediates run
  // after the sockets were read.
  const timer = setTimeout(() => setImmediate(() => limit.resolve('down')), checkLimitMs);
  const result = Promise.resolve()
    .then(check)
    .catch(() => 'down' as const);
  try {
    return await Promise.race([result, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export type Plain = { status: number; type: string; body: string };

/**
 * The answer to one of the three paths; undefined for every other path. Liveness checks no dependency: a restart
 * repairs none.
 */
export async function healthAnswer(path: string, health: Health, metrics: Metrics): Promise<Plain | undefined> {
  if (path === '/healthz') return { status: 200, type: 'application/json', body: '{"alive":true}' };
  if (path === '/metrics')
    return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: metrics.text() };
  if (path !== '/readyz') return undefined;
  const readiness = await health.readiness();
  return { status: readiness.ready ? 200 : 503, type: 'application/json', body: JSON.stringify(readiness) };
}
