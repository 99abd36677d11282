// restartLab: the intent that running labs get new pods (decision 21).
import type { Handlers } from '../caller.ts';
import { taughtScopeOf } from '../rights.ts';
import { type LabRunDeps, stopOrRestart } from './lab-runs.ts';
import { noSuchLab } from './labs.ts';

export const restartLab = (deps: LabRunDeps) =>
  ({
    async restartLab({ caller, path: { id }, body: { student_ids: asked } = {}, traceparent }) {
      const lab = await deps.labs.find(taughtScopeOf(caller), id);
      if (lab === null) return noSuchLab();
      return await stopOrRestart(deps, caller, lab, { kind: 'restart', asked, traceparent });
    },
  }) satisfies Pick<Handlers, 'restartLab'>;
