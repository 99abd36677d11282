// stopLab: the intent that labs stop; their files are archived (decision 21).
import type { Handlers } from '../caller.ts';
import { taughtScopeOf } from '../rights.ts';
import { type LabRunDeps, stopOrRestart } from './lab-runs.ts';
import { noSuchLab } from './labs.ts';

export const stopLab = (deps: LabRunDeps) =>
  ({
    async stopLab({ caller, path: { id }, body: { student_ids: asked } = {}, traceparent }) {
      const lab = await deps.labs.find(taughtScopeOf(caller), id);
      if (lab === null) return noSuchLab();
      return await stopOrRestart(deps, caller, lab, { kind: 'stop', asked, traceparent });
    },
  }) satisfies Pick<Handlers, 'stopLab'>;
