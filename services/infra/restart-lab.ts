// restartLab: replaces the pods of labs; volume, address and logins stay (decision 264).

import type { InstanceRow, ResultRow } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import { type Save, saveInstance, withState } from '../labs/change.ts';
import type { Lab } from '../labs/config/lab.ts';
import { adviceFor } from '../labs/deadlines.ts';
import { ownerOf } from '../labs/names.ts';
import { nextGeneration } from '../labs/stop.ts';
import { type AdmissionDeps, admissionOf, askWorker, note, type Request, result, startInstance } from './admission.ts';
import type { Handlers } from './caller.ts';
import { changeLabs } from './change-labs.ts';
import type { InfraDeps } from './deps.ts';
import { lockNamed, resultsOf } from './named-instances.ts';

const action = 'lab.restart';

export const restartLab = (deps: InfraDeps) => {
  const save = saveInstance(deps);
  return {
    restartLab: (call) =>
      changeLabs(deps, 'restart', call, async (tx, request) => {
        // What failed takes its place within the quotas again.
        await deps.quotas.lock(tx);
        const named = await lockNamed(deps, tx, call.body);
        const failed = named.flatMap(({ row }) => (row?.state === 'failed' ? [row] : []));
        const admission = await admissionOf(deps, save, tx, failed);
        return await resultsOf(named, (row) => restartOne(deps, admission, tx, request, row));
      }),
  } satisfies Pick<Handlers, 'restartLab'>;
};

async function restartOne(
  deps: InfraDeps,
  admission: AdmissionDeps,
  tx: Tx,
  request: Request,
  row: InstanceRow,
): Promise<ResultRow> {
  if (row.desired === 'stopped') return notRunning(row);
  if (row.state === 'failed') return await startAgain(deps, admission, tx, request, row);
  if (row.state !== 'running' && row.state !== 'degraded')
    return { ...result(row, 'already_starting', row), generation: null };
  return result(row, 'accepted', await replacePods(deps, admission.save, tx, request, row));
}

/** In the same run: the address and password that students have stay valid. */
async function replacePods(
  deps: InfraDeps,
  save: Save,
  tx: Tx,
  request: Request,
  row: InstanceRow,
): Promise<InstanceRow> {
  const generation = await nextGeneration(deps, tx, row);
  const next = withState(
    { ...row, generation, restart_generation: generation },
    { from: ['running', 'degraded'], to: 'creating' },
    deps.clock.now(),
  );
  const saved = await save(tx, next, { traceparent: request.traceparent });
  await askWorker(deps, tx, request, saved);
  await note(deps, tx, request, saved, action);
  return saved;
}

/** Its pods are gone, and its place is free: a new run, with the configuration and the members that it has. */
async function startAgain(
  deps: InfraDeps,
  admission: AdmissionDeps,
  tx: Tx,
  request: Request,
  row: InstanceRow,
): Promise<ResultRow> {
  const config = await deps.configs.find(row.lab_id, row.config_revision, tx);
  if (config === null) throw new Error(`the instance ${row.name} has no configuration`);
  const members = (await deps.members.of(tx, row.instance_id)).map(({ student_id }) => student_id);
  const lab = config.config as Lab;
  const start = { lab, config, owner: ownerOf(row), members, restores: null, fresh: false, action } as const;
  return await startInstance(admission, tx, request, start, row);
}

const notRunning = (row: InstanceRow): ResultRow => ({
  ...result(row, 'refused', row),
  generation: null,
  reason: 'not_running',
  advice: adviceFor('not_running'),
});
