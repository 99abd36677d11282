// deleteLab: the request that labs should not run. The worker archives and removes.

import type { InstanceRow, ResultRow } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import { type Save, saveInstance } from '../labs/change.ts';
import { stopInstance } from '../labs/stop.ts';
import { note, type Request, result } from './admission.ts';
import type { Handlers } from './caller.ts';
import { changeLabs } from './change-labs.ts';
import type { InfraDeps } from './deps.ts';
import { lockNamed, resultsOf } from './named-instances.ts';

export const deleteLab = (deps: InfraDeps) => {
  const save = saveInstance(deps);
  return {
    deleteLab: (call) =>
      changeLabs(deps, 'delete', call, async (tx, request) =>
        resultsOf(await lockNamed(deps, tx, call.body), (row) => stopOne(deps, save, tx, request, row)),
      ),
  } satisfies Pick<Handlers, 'deleteLab'>;
};

async function stopOne(deps: InfraDeps, save: Save, tx: Tx, request: Request, row: InstanceRow): Promise<ResultRow> {
  const { traceparent } = request;
  const stopping = await stopInstance({ ...deps, save }, tx, row, { cause: 'requested', traceparent });
  if (stopping === null) return { ...result(row, 'already_stopped', row), generation: null };
  await note(deps, tx, request, stopping, 'lab.stop');
  return result(stopping, 'accepted', stopping);
}
