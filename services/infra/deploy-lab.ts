// deployLab: the request that labs should run.
import type { ResultRow } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import { deploymentId } from '../../generated/infra/ids.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { DeployRequest } from '../../generated/infra/types.ts';
import type { FieldError } from '../../generated/runtime/problem.ts';
import { type Save, saveInstance } from '../labs/change.ts';
import type { Lab } from '../labs/config/lab.ts';
import { adviceFor } from '../labs/deadlines.ts';
import { instanceIdOf, type Owner } from '../labs/names.ts';
import { serializeDates } from '../lib/serialize-dates.ts';
import { admissionOf, type DesiredRun, type Request, startInstance } from './admission.ts';
import type { Handlers } from './caller.ts';
import { configKey, type FoundConfig, findConfig } from './configs.ts';
import type { InfraDeps } from './deps.ts';
import { requesterOf } from './requester.ts';

type Found = Extract<FoundConfig, { kind: 'found' }>;

export const deployLab = (deps: InfraDeps) => {
  const save = saveInstance(deps);
  return {
    async deployLab({ caller, headers, body, requestId, traceparent }) {
      const found = await findConfig(deps, body);
      if (found.kind === 'missing') return problems.notFound({ detail: noConfig(body) });
      if (found.kind === 'other') return problems.businessRule({ detail: otherFile(body), errors: [takenRevision] });
      if (found.kind === 'wrong')
        return problems.businessRule({
          detail: `${configKey(body.lab_id)} is not a valid configuration.`,
          errors: found.errors,
        });
      const [first, ...more] = contradictions(body, found.lab);
      if (first !== undefined)
        return problems.businessRule({ detail: first.detail, errors: [first, ...more].map(({ error }) => error) });
      const deployment_id = deploymentId(deps.ids.uuid());
      const request = { requester: requesterOf(caller, headers), requestId, traceparent, deployment_id };
      const facts = await deps.store.transaction((tx) => deployAll(deps, save, tx, request, body, found));
      return { status: 202, body: serializeDates(facts) };
    },
  } satisfies Pick<Handlers, 'deployLab'>;
};

const noConfig = ({ lab_id, config_version }: DeployRequest): string =>
  config_version === undefined
    ? `The bucket lab-configs contains no configuration for the lab ${lab_id}.`
    : `The bucket lab-configs does not contain this version of the configuration of the lab ${lab_id}.`;

const otherFile = ({ lab_id, config_revision }: DeployRequest): string =>
  `Revision ${config_revision} of the lab ${lab_id} was already deployed with a different file. Upload the configuration again to create a new revision, then start the lab again.`;

const takenRevision = {
  pointer: '/config_revision',
  rule: 'same_file',
  message: 'must be the version that this revision was deployed with',
};

async function deployAll(
  deps: InfraDeps,
  save: Save,
  tx: Tx,
  request: Request,
  body: DeployRequest,
  { lab, row: config }: Found,
) {
  await deps.configs.store(tx, config);
  await deps.deployments.add(tx, {
    deployment_id: request.deployment_id,
    kind: 'deploy',
    lab_id: lab.lab_id,
    config_revision: config.revision,
    deployment_mode: lab.deployment_mode,
    course_id: lab.course_id,
    requested_by: request.requester.actor,
  });
  await deps.quotas.lock(tx);
  const owners = ownersOf(body, lab);
  const rows = await deps.instances.lockOwners(
    tx,
    lab.lab_id,
    owners.map(({ owner }) => owner),
  );
  const admission = await admissionOf(
    deps,
    save,
    tx,
    owners.map(({ owner }) => ({
      instance_id: instanceIdOf(lab.lab_id, owner),
      student_id: owner.student_id,
      group_id: owner.group_id,
      course_id: lab.course_id,
    })),
  );
  const results: ResultRow[] = [];
  for (const { owner, members } of owners) {
    const row = rows.find(({ student_id, group_id }) => student_id === owner.student_id && group_id === owner.group_id);
    const desired: DesiredRun = {
      lab,
      config,
      owner,
      members,
      restores: null,
      fresh: body.restore === 'none',
      isExtended: !body.running_only,
      action: 'lab.start',
    };
    const isRunning = row !== undefined && row.desired === 'running' && row.state !== 'failed';
    if (body.running_only && !isRunning) results.push(notRunning(owner));
    else results.push(await startInstance(admission, tx, request, desired, row ?? null));
  }
  return await deps.deployments.answer(tx, request.deployment_id, [...results, ...withoutGroup(body, lab)]);
}

/** Members come and go while a lab runs; who starts it next names them again (decision 616). */
const notRunning = ({ student_id, group_id }: Owner): ResultRow => ({
  student_id,
  group_id,
  outcome: 'refused',
  instance_id: null,
  generation: null,
  reason: 'not_running',
  advice: 'The lab is not running. Start it instead.',
});

type DesiredOwner = { readonly owner: Owner; readonly members: readonly string[] };

function ownersOf({ student_ids, groups = [] }: DeployRequest, lab: Lab): readonly DesiredOwner[] {
  if (lab.deployment_mode === 'per_student')
    return student_ids.map((student_id) => ({ owner: { student_id, group_id: null }, members: [student_id] }));
  return groups.map((group) => ({ owner: { student_id: null, group_id: group.group_id }, members: group.student_ids }));
}

/** Students who were named, but are in no group that was. */
function withoutGroup({ student_ids, groups = [] }: DeployRequest, lab: Lab): readonly ResultRow[] {
  if (lab.deployment_mode === 'per_student') return [];
  const grouped = new Set<string>(groups.flatMap((group) => group.student_ids));
  return student_ids
    .filter((student) => !grouped.has(student))
    .map((student_id) => ({
      student_id,
      group_id: null,
      outcome: 'refused',
      instance_id: null,
      generation: null,
      reason: 'config',
      advice: adviceFor('config', 'the student is not in any group of this request'),
    }));
}

type Contradiction = { readonly detail: string; readonly error: FieldError };

function contradictions({ lab_id, groups }: DeployRequest, lab: Lab): readonly Contradiction[] {
  const found: Contradiction[] = [];
  if (lab.lab_id !== lab_id)
    found.push({
      detail: `The stored configuration belongs to the lab ${lab.lab_id}.`,
      error: { pointer: '/lab_id', rule: 'same_lab', message: 'must be the lab_id of the configuration' },
    });
  if (lab.deployment_mode === 'per_group' && (groups ?? []).length === 0)
    found.push({
      detail: 'The lab runs per group, so `groups` is required.',
      error: { pointer: '/groups', rule: 'required_per_group', message: 'must list the groups of the students' },
    });
  if (lab.deployment_mode === 'per_student' && groups !== undefined)
    found.push({
      detail: 'The lab runs per student, so `groups` is not allowed.',
      error: { pointer: '/groups', rule: 'refused_per_student', message: 'must be omitted' },
    });
  const ids = (groups ?? []).map(({ group_id }) => group_id);
  if (new Set(ids).size < ids.length)
    found.push({
      detail: 'A group is listed twice.',
      error: { pointer: '/groups', rule: 'unique', message: 'must list each group only once' },
    });
  return found;
}
