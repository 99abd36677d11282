// deleteLab: the request that labs should not run. The worker archives and removes.

import type { InstanceRow, ResultRow } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import { deploymentId } from '../../generated/infra/ids.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { DeleteRequest } from '../../generated/infra/types.ts';
import { type Save, saveInstance } from '../labs/change.ts';
import type { Lab } from '../labs/config/lab.ts';
import { stopInstance } from '../labs/stop.ts';
import { onWire } from '../lib/on-wire.ts';
import { note, type Request, result } from './admission.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';
import { lockNamed, unknown } from './named.ts';
import { requesterOf } from './requester.ts';

export const deleteLab = (deps: InfraDeps) => {
  const save = saveInstance(deps);
  return {
    async deleteLab({ caller, headers, body, requestId, traceparent }) {
      const newest = await deps.configs.newest(body.lab_id);
      // What was never deployed has no configuration here, and nothing to delete.
      if (newest === null) return problems.notFound({ detail: `The lab ${body.lab_id} has never been deployed.` });
      const deployment_id = deploymentId(deps.ids.uuid());
      const request = { requester: requesterOf(caller, headers), requestId, traceparent, deployment_id };
      const { deployment_mode, course_id } = newest.config as Lab;
      const facts = await deps.store.transaction(async (tx) => {
        await deps.deployments.add(tx, {
          deployment_id,
          kind: 'delete',
          lab_id: body.lab_id,
          config_revision: null,
          deployment_mode,
          course_id,
          requested_by: request.requester.actor,
        });
        return await deps.deployments.answer(tx, deployment_id, await stopAll(deps, save, tx, request, body));
      });
      return { status: 202, body: onWire(facts) };
    },
  } satisfies Pick<Handlers, 'deleteLab'>;
};

async function stopAll(
  deps: InfraDeps,
  save: Save,
  tx: Tx,
  request: Request,
  body: DeleteRequest,
): Promise<readonly ResultRow[]> {
  const results: ResultRow[] = [];
  for (const { row, ...owner } of await lockNamed(deps, tx, body))
    results.push(row === null ? unknown(owner) : await stopOne(deps, save, tx, request, row));
  return results;
}

async function stopOne(deps: InfraDeps, save: Save, tx: Tx, request: Request, row: InstanceRow): Promise<ResultRow> {
  const { traceparent } = request;
  const stopping = await stopInstance({ ...deps, save }, tx, row, { cause: 'requested', traceparent });
  if (stopping === null) return { ...result(row, 'already_stopped', row), generation: null };
  await note(deps, tx, request, stopping, 'lab.stop');
  return result(stopping, 'accepted', stopping);
}
