// Whether the service can work, for its callers.
import { problems } from '../../generated/infra/problems.ts';
import type { Clock } from '../lib/clock.ts';
import type { Health, Readiness } from '../lib/http/health.ts';
import type { Handlers } from './caller.ts';

type Deps = { readonly health: Pick<Health, 'readiness'>; readonly clock: Pick<Clock, 'monotonicMs'> };

/** What the contract promises: a caller that asks more often gets the previous answer. */
const freshMs = 1_000;

export const health = (deps: Deps) => {
  let last: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;
  return {
    async getHealth() {
      const now = deps.clock.monotonicMs();
      if (last === undefined || now - last.at >= freshMs) last = { at: now, readiness: deps.health.readiness() };
      const { ready, dependencies } = await last.readiness;
      if (!ready) return problems.unavailable({ detail: 'A dependency is not responding. Try again soon.' });
      const parts = Object.entries(dependencies).map(([name, state]) => ({ name, ok: state === 'up' }));
      return { status: 200, body: { status: 'ok', parts } };
    },
  } satisfies Pick<Handlers, 'getHealth'>;
};
