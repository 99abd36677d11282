// Reads what changed in the infrastructure, every minute and when there is a reason to: so no lost message matters for
// longer (decisions 21, 208).
import type { CopiedInstance, Instances } from '../../../adapters/store/platform/port.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorOf } from '../../lib/errors.ts';
import type { Report } from '../../lib/report.ts';
import { runLoop } from '../../lib/work/loop.ts';
import type { Infra } from './infra.ts';

type Deps = {
  readonly infra: Pick<Infra, 'changes'>;
  readonly instances: Pick<Instances, 'position' | 'pulled' | 'replaced'>;
  readonly clock: Pick<Clock, 'now' | 'wait'>;
  readonly report: Pick<Report, 'dependencyFailed'>;
};

export interface Changes {
  /**
   * After this the copy is at least as new as at the call. Rejects while the infrastructure or the database is
   * unavailable.
   */
  pull(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
}

const everyMs = 60_000;
const timeoutMs = 10_000;

export function changes(deps: Deps): Changes {
  const once = () => catchUp(deps);
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  // A pull that has begun may have passed what the caller wants to see: it gets the next one, shared with all who come
  // meanwhile.
  const pull = (): Promise<void> => {
    if (running === undefined) return start();
    waiting ??= running
      .catch(() => {})
      .then(() => {
        waiting = undefined;
        return start();
      });
    return waiting;
  };
  const start = (): Promise<void> => {
    running = once().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    pull,
    run: (signal) =>
      runLoop({
        work: pull,
        everyMs,
        signal,
        clock: deps.clock,
        failed: (error) => deps.report.dependencyFailed({ dependency: 'infra', ...errorOf(error) }),
      }),
  };
}

async function catchUp(deps: Deps): Promise<void> {
  const { infra, instances, clock } = deps;
  for (let more = true; more; ) {
    const position = await instances.position();
    const page = await infra.changes(position.epoch === null ? 0 : position.sequence, asking());
    if (page.epoch !== position.epoch) return await restart(deps);
    const outcome = await instances.pulled(page.epoch, page.sequence, page.items, clock.now());
    more = page.more || outcome === 'other epoch';
  }
}

/** All or nothing: half of what a restored database holds would appear as if the other half had gone. */
async function restart({ infra, instances, clock }: Deps): Promise<void> {
  let all = new Map<string, CopiedInstance>();
  let [epoch, sequence] = ['', 0];
  for (let more = true; more; ) {
    const page = await infra.changes(sequence, asking());
    if (page.epoch !== epoch) {
      const first = epoch === '';
      [epoch, all] = [page.epoch, new Map()];
      if (!first) {
        sequence = 0;
        continue;
      }
    }
    for (const item of page.items) all.set(item.instance_id, item);
    ({ sequence, more } = page);
  }
  await instances.replaced(epoch, sequence, [...all.values()], clock.now());
}

const asking = () => ({ signal: AbortSignal.timeout(timeoutMs) });
