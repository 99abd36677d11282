// Admits one instance: its row, its run, its members, the message and the audit entry, in the transaction of the whole
// call (decisions 21, 22 and 234).

import type { ConfigRow, DeploymentId, InstanceRow, Needs, ResultRow, RunId } from '../../adapters/store/labs/port.ts';
import type { Tx } from '../../adapters/store/port.ts';
import { runId } from '../../generated/infra/ids.ts';
import { messages } from '../../generated/lab/messages.ts';
import { type Save, subjectOf, withState } from '../labs/change.ts';
import type { Lab } from '../labs/config/lab.ts';
import { adviceFor, waitingAdviceFor } from '../labs/deadlines.ts';
import { instanceIdOf, instanceName, type Owner } from '../labs/names.ts';
import { type Ledger, openLedger, type Room } from '../labs/quota.ts';
import type { InfraDeps } from './deps.ts';
import type { Requester } from './requester.ts';

/** Whose request it is, for the audit log and the trace. */
export type Request = {
  readonly requester: Requester;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly deployment_id: DeploymentId;
};

export type DesiredRun = {
  readonly lab: Lab;
  readonly config: ConfigRow;
  readonly owner: Owner;
  readonly members: readonly string[];
  /** The run whose archive is asked for by name. */
  readonly restores: RunId | null;
  readonly fresh: boolean;
  /** False: a lab that runs is stopped when it would have been. */
  readonly isExtended?: boolean;
  /** In the audit log. */
  readonly action: 'lab.start' | 'lab.restart';
};

export type AdmissionDeps = Pick<
  InfraDeps,
  'instances' | 'members' | 'runs' | 'audit' | 'claims' | 'keys' | 'enqueue' | 'ids' | 'clock'
> & {
  readonly save: Save;
  readonly ledger: Ledger;
  /** What the cluster held of the instances of this call when it was observed. */
  readonly left: ReadonlyMap<string, number>;
};

/** The quotas are locked by the caller, and so is `row`; null: the owner has had no instance of this lab yet. */
export async function startInstance(
  deps: AdmissionDeps,
  tx: Tx,
  request: Request,
  desired: DesiredRun,
  row: InstanceRow | null,
): Promise<ResultRow> {
  const owner = { student_id: desired.owner.student_id, group_id: desired.owner.group_id };
  if (row !== null && row.desired === 'running' && row.state !== 'failed')
    return await keepRunning(deps, tx, request, desired, row);
  const needs = needsOf(desired.lab);
  const applicant = {
    ...owner,
    ...needs,
    instance_id: instanceIdOf(desired.lab.lab_id, desired.owner),
    course_id: desired.lab.course_id,
    lab_id: desired.lab.lab_id,
    members: desired.members,
  };
  const room = deps.ledger.room(applicant);
  if (room.kind === 'never') return await refuse(deps, tx, request, desired, row, room);
  const known = row ?? (await addInstance(deps, tx, desired));
  const admitted = await admit(deps, tx, request, desired, { ...known, ...needs }, room);
  if (room.kind === 'fits') deps.ledger.enter(applicant);
  return result(owner, 'accepted', admitted);
}

/** Updates the members of a group whose lab already runs; the lab goes on meanwhile. */
async function keepRunning(
  deps: AdmissionDeps,
  tx: Tx,
  request: Request,
  desired: DesiredRun,
  row: InstanceRow,
): Promise<ResultRow> {
  const { instance_id, student_id, group_id } = row;
  const { isExtended = true } = desired;
  const before = (await deps.members.of(tx, instance_id)).map((member) => member.student_id);
  if (
    new Set([...before, ...desired.members]).size === desired.members.length &&
    before.length === desired.members.length
  )
    return {
      ...result({ student_id, group_id }, 'already_running', isExtended ? await extended(deps, tx, request, row) : row),
      generation: null,
    };
  await deps.members.set(tx, instance_id, desired.members, deps.keys.currentKeyId);
  if (isExtended) await deps.instances.extend(tx, instance_id);
  const { traceparent } = request;
  const generation = Math.max(row.generation, deps.left.get(instance_id) ?? 0) + 1;
  const saved = await deps.save(tx, { ...row, generation }, { traceparent });
  await note(deps, tx, request, saved, 'lab.members');
  return result({ student_id, group_id }, 'already_running', saved);
}

/** Its days start again (decision 22); only a student who was notified of the end is notified of that. */
async function extended(deps: AdmissionDeps, tx: Tx, request: Request, row: InstanceRow): Promise<InstanceRow> {
  await deps.instances.extend(tx, row.instance_id);
  if (row.ends_at === null) return row;
  const saved = await deps.save(tx, row, { due_at: row.due_at, traceparent: request.traceparent });
  await note(deps, tx, request, saved, 'lab.extend');
  return saved;
}

async function addInstance(deps: AdmissionDeps, tx: Tx, { lab, config, owner }: DesiredRun): Promise<InstanceRow> {
  const instance_id = instanceIdOf(lab.lab_id, owner);
  // What the cluster still has of an instance whose row was lost is its own: the claim comes back with its files.
  const left = deps.left.get(instance_id) ?? null;
  return await deps.instances.add(tx, {
    instance_id,
    lab_id: lab.lab_id,
    student_id: owner.student_id,
    group_id: owner.group_id,
    name: instanceName(lab.lab_id, owner),
    config_revision: config.revision,
    generation: left ?? 0,
    volume: left === null ? 'none' : 'quarantined',
  });
}

async function admit(
  deps: AdmissionDeps,
  tx: Tx,
  request: Request,
  { lab, config, members, restores, fresh, action }: DesiredRun,
  row: InstanceRow,
  room: Exclude<Room, { kind: 'never' }>,
): Promise<InstanceRow> {
  const now = deps.clock.now();
  const run_id = runId(deps.ids.uuid());
  const { deployment_id, traceparent } = request;
  await deps.members.set(tx, row.instance_id, members, deps.keys.currentKeyId);
  await deps.runs.add(tx, { run_id, instance_id: row.instance_id, deployment_id, restores, fresh });
  const started: InstanceRow = {
    ...row,
    desired: 'running',
    generation: Math.max(row.generation, deps.left.get(row.instance_id) ?? 0) + 1,
    run_id,
    course_id: lab.course_id,
    config_revision: config.revision,
    keep_days: lab.keep_days,
    keep_until: null,
    host_key_id: row.host_key_id ?? deps.keys.currentKeyId,
    started_at: now,
    admitted: room.kind === 'fits',
  };
  // What is being stopped is stopped first, by the worker.
  const queued =
    row.state === 'stopping' ? started : withState(started, { from: ['stopped', 'failed'], to: 'queued' }, now);
  const next =
    row.state === 'stopping' || room.kind === 'fits'
      ? queued
      : withState(queued, { from: 'queued', to: 'waiting_quota' }, now, whyFull(room));
  const saved = await deps.save(tx, next, { traceparent });
  await askWorker(deps, tx, request, saved);
  await note(deps, tx, request, saved, action);
  return saved;
}

/** The message on lab.create. */
export async function askWorker(
  deps: Pick<AdmissionDeps, 'enqueue'>,
  tx: Tx,
  { traceparent }: Request,
  row: InstanceRow,
): Promise<void> {
  const { generation, instance_id } = row;
  await deps.enqueue(tx, (meta) => messages.labCreate({ ...subjectOf(row), generation }, meta), {
    aggregate: instance_id,
    ...(traceparent === undefined ? {} : { traceparent }),
  });
}

async function refuse(
  deps: AdmissionDeps,
  tx: Tx,
  request: Request,
  desired: DesiredRun,
  row: InstanceRow | null,
  room: Extract<Room, { kind: 'never' }>,
): Promise<ResultRow> {
  const { student_id, group_id } = desired.owner;
  await deps.audit.add(tx, {
    ...auditOf(request),
    action: desired.action,
    outcome: 'refused',
    lab_id: desired.lab.lab_id,
    student_id,
    group_id,
    instance_id: row?.instance_id ?? null,
    details: { reason: room.reason },
  });
  return {
    student_id,
    group_id,
    outcome: 'refused',
    instance_id: row?.instance_id ?? null,
    generation: null,
    reason: room.reason,
    advice: adviceFor(room.reason, room.detail),
  };
}

const whyFull = ({ reason, detail }: Exclude<Room, { kind: 'fits' }>) => ({
  reason,
  advice: waitingAdviceFor(reason, detail),
});

/** In the transaction of the change (decision 235). */
export const note = (
  { audit }: Pick<AdmissionDeps, 'audit'>,
  tx: Tx,
  request: Request,
  { lab_id, instance_id, student_id, group_id, generation }: InstanceRow,
  action: string,
): Promise<void> =>
  audit.add(tx, { ...auditOf(request), action, lab_id, instance_id, student_id, group_id, details: { generation } });

const auditOf = ({ requester, requestId, traceparent }: Request) => ({ ...requester, requestId, traceparent });

export const result = (
  { student_id, group_id }: Pick<InstanceRow, 'student_id' | 'group_id'>,
  outcome: string,
  { instance_id, generation }: Pick<InstanceRow, 'instance_id' | 'generation'>,
): ResultRow => ({ student_id, group_id, outcome, instance_id, generation, reason: null, advice: null });

const needsOf = ({ containers, volume_gi }: Lab): Needs => ({
  cpu_m: containers.reduce((sum, each) => sum + each.cpu_millis, 0),
  memory_mib: containers.reduce((sum, each) => sum + each.memory_mi, 0),
  storage_gib: containers.some(({ volume }) => volume) ? volume_gi : 0,
  pods: containers.length,
  ports: containers.filter(({ ssh }) => ssh).length,
});

/** What is asked once for all instances of a call. */
export async function admissionOf(
  deps: InfraDeps,
  save: Save,
  tx: Tx,
  applicants: readonly Pick<InstanceRow, 'instance_id' | 'student_id' | 'group_id' | 'course_id'>[],
): Promise<AdmissionDeps> {
  const ledger = await openLedger(tx, deps.quotas, applicants);
  const left = await deps.claims.generations(
    tx,
    applicants.map(({ instance_id }) => instance_id),
  );
  return { ...deps, save, ledger, left };
}
