// getSweep and releaseSweep: what the worker's sweep holds, and an operator's word that it may go on (decisions 17 and
// 238).
import type { SweepRow } from '../../adapters/store/labs/upkeep/port.ts';
import type { Sweep } from '../../generated/infra/types.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';
import { requesterOf } from './requester.ts';

type Deps = Pick<InfraDeps, 'store' | 'timeline' | 'audit'>;

export const sweeps = ({ store, timeline, audit }: Deps) =>
  ({
    async getSweep() {
      return { status: 200, body: shown(await store.transaction((tx) => timeline.last(tx))) };
    },

    async releaseSweep({ caller, body: { at_most }, requestId, traceparent }) {
      return await store.transaction(async (tx) => {
        const before = await timeline.last(tx);
        await timeline.release(tx, at_most);
        await audit.add(tx, {
          ...requesterOf(caller, {}),
          action: 'sweep.release',
          lab_id: null,
          requestId,
          traceparent,
          details: { at_most, held_for: before.held_for, waiting: before.waiting },
        });
        return { status: 200, body: shown(await timeline.last(tx)) };
      });
    },
  }) satisfies Pick<Handlers, 'getSweep' | 'releaseSweep'>;

const shown = ({ swept_at, held_for, held_since, waiting, allowed }: SweepRow): Sweep => ({
  swept_at: swept_at?.toISOString() ?? null,
  held_for,
  held_since: held_since?.toISOString() ?? null,
  waiting,
  allowed,
});
