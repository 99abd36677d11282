// How a delete and a restart begin and end: the lab must have been deployed, and the deployment holds a result for each
// instance.
import type { ResultRow } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import { deploymentId } from '../../generated/infra/ids.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { Lab } from '../labs/config/lab.ts';
import { serializeDates } from '../lib/serialize-dates.ts';
import type { Request } from './admission.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';
import { requesterOf } from './requester.ts';

type Call = Pick<Parameters<Handlers['deleteLab']>[0], 'caller' | 'headers' | 'requestId' | 'traceparent'> & {
  readonly body: { readonly lab_id: Parameters<Handlers['deleteLab']>[0]['body']['lab_id'] };
};

/** `change` runs in the transaction of the deployment. */
export async function changeLabs(
  deps: InfraDeps,
  kind: 'delete' | 'restart',
  { caller, headers, body: { lab_id }, requestId, traceparent }: Call,
  change: (tx: Tx, request: Request) => Promise<readonly ResultRow[]>,
) {
  const newest = await deps.configs.newest(lab_id);
  // What was never deployed has no configuration here, and nothing to delete or restart.
  if (newest === null) return problems.notFound({ detail: `The lab ${lab_id} has never been deployed.` });
  const deployment_id = deploymentId(deps.ids.uuid());
  const request = { requester: requesterOf(caller, headers), requestId, traceparent, deployment_id };
  const { deployment_mode, course_id } = newest.config as Lab;
  const facts = await deps.store.transaction(async (tx) => {
    await deps.deployments.add(tx, {
      deployment_id,
      kind,
      lab_id,
      config_revision: null,
      deployment_mode,
      course_id,
      requested_by: request.requester.actor,
    });
    return await deps.deployments.answer(tx, deployment_id, await change(tx, request));
  });
  return { status: 202 as const, body: serializeDates(facts) };
}
