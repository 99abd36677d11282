// services/kit/health.ts: whether the process lives (/healthz), whether it should get work (/readyz), and its metrics (/metrics). None of them is routed by the front door.
import type { Metrics } from './metrics.ts';

export type Check = () => Promise<void>;

export interface Health {
  /** `essential: false`: told, but work goes on without it. */
  add(name: string, check: Check, options?: { essential?: boolean }): void;
  /** From now on not ready, whatever the dependencies say. */
  drain(): void;
  /** Aborted by `drain`: who waits for something to happen answers now. */
  readonly stopping: AbortSignal;
  readiness(): Promise<Readiness>;
}

export type Readiness = { ready: boolean; draining: boolean; dependencies: Record<string, 'up' | 'down'> };

const checkLimitMs = 1_000;
/** Probes of several watchers share one answer. */
const freshMs = 1_000;

export function createHealth(): Health {
  const checks: { name: string; check: Check; essential: boolean }[] = [];
  const stopping = new AbortController();
  let last: { at: number; result: Promise<Readiness> } | undefined;
  const look = async (): Promise<Readiness> => {
    const seen = await Promise.all(checks.map(async (each) => ({ ...each, up: await answers(each.check) })));
    return {
      ready: seen.every(({ up, essential }) => up || !essential),
      draining: false,
      dependencies: Object.fromEntries(seen.map(({ name, up }) => [name, up ? 'up' : 'down'])),
    };
  };
  return {
    add: (name, check, { essential = true } = {}) => void checks.push({ name, check, essential }),
    drain: () => stopping.abort(),
    stopping: stopping.signal,
    async readiness() {
      if (stopping.signal.aborted) return { ready: false, draining: true, dependencies: {} };
      if (last === undefined || performance.now() - last.at > freshMs) last = { at: performance.now(), result: look() };
      return await last.result;
    },
  };
}

async function answers(check: Check): Promise<boolean> {
  const limit = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => limit.resolve(false), checkLimitMs);
  const answer = Promise.resolve()
    .then(check)
    .then(
      () => true,
      () => false,
    );
  try {
    return await Promise.race([answer, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export type Plain = { status: number; type: string; body: string };

/** The answer to one of the three paths; undefined for every other path. Liveness asks nobody: a restart repairs no dependency. */
export async function healthAnswer(path: string, health: Health, metrics: Metrics): Promise<Plain | undefined> {
  if (path === '/healthz') return { status: 200, type: 'application/json', body: '{"alive":true}' };
  if (path === '/metrics')
    return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: metrics.text() };
  if (path !== '/readyz') return undefined;
  const readiness = await health.readiness();
  return { status: readiness.ready ? 200 : 503, type: 'application/json', body: JSON.stringify(readiness) };
}
