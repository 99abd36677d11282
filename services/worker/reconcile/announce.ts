// `running` and what everybody is told with it, in one transaction (decisions 13, 16, 217 and 218).
import type { Observed } from '../../../adapters/cluster/port.ts';
import type { Endpoint, InstanceRow, MemberRow } from '../../../adapters/store/labs/port.ts';
import type { WorkFacts } from '../../../adapters/store/labs/upkeep/port.ts';
import type { Tx } from '../../../adapters/store/port.ts';
import { messages, type StudentId } from '../../../generated/lab/messages.ts';
import { subjectOf, withState } from '../../labs/change.ts';
import type { Lab } from '../../labs/config/lab-config.ts';
import { hostKeyOf, knownHosts } from '../../labs/host-key.ts';
import { sshUser } from '../../labs/names.ts';
import type { Address } from '../../labs/plan/observed.ts';
import type { WorkerDeps } from '../deps.ts';

type Deps = Pick<WorkerDeps, 'keys' | 'say' | 'members' | 'runs' | 'deployments' | 'clock'>;

/** The row as it is while it runs at this address. */
export function runningAt(
  { keys, clock }: Deps,
  row: InstanceRow,
  lab: Lab,
  seen: Observed,
  { host, port }: Address,
): InstanceRow {
  const key = hostKeyOf(keys, row.instanceId, row.hostKeyId ?? keys.currentKeyId);
  return {
    ...withState(row, { from: ['creating', 'degraded'], to: 'running' }, clock.now()),
    settledGeneration: row.generation,
    endpoints: endpointsOf(lab, seen),
    announced: { host, port, generation: row.generation },
    hostPublicKey: key.publicKey,
    hostKeyFingerprint: key.fingerprint,
  };
}

/** Under the roles' names of the configuration, in its order. */
const endpointsOf = ({ containers }: Lab, seen: Observed): readonly Endpoint[] =>
  containers
    .filter(({ ssh }) => ssh)
    .flatMap(({ role }) => {
      const found = seen.roles.find((each) => each.role === (containers.length === 1 ? '' : role))?.ssh;
      return found ? [{ role, ...found }] : [];
    });

/** Beside the row, which is saved already. Whoever knows this address and password already is not told again. */
export async function tellMembers(deps: Deps, tx: Tx, row: InstanceRow, facts: WorkFacts): Promise<void> {
  const [first] = row.endpoints;
  if (first === undefined || row.runId === null) return;
  const address = `${first.host}:${first.port}`;
  for (const member of facts.members) {
    const { studentId, generation, toldRun, toldGeneration, toldAddress } = member;
    if (toldRun === row.runId && toldGeneration === generation && toldAddress === address) continue;
    await tellStudent(deps, tx, row, member, first);
    await deps.members.told(tx, row.instanceId, studentId, { runId: row.runId, generation, address });
  }
  if (facts.run?.runningAt === null) await tellTeacher(deps, tx, row);
  await deps.runs.running(tx, row.runId);
  await deps.deployments.finish(tx, row.instanceId);
}

async function tellStudent(
  { say }: Deps,
  tx: Tx,
  row: InstanceRow,
  member: MemberRow,
  { host, port }: Endpoint,
): Promise<void> {
  const { instanceId, endpoints, hostPublicKey, hostKeyFingerprint } = row;
  const { instance_id, run_id, lab_id } = subjectOf(row);
  const student_id = member.studentId as StudentId;
  const payload = {
    student_id,
    ssh_host: host,
    ssh_port: port,
    ssh_user: sshUser(row.deploymentMode, student_id),
    host_key_fingerprint: hostKeyFingerprint ?? '',
    known_hosts: knownHosts(endpoints, hostPublicKey ?? ''),
    instance_id,
    run_id,
    lab_id,
    generation: row.generation,
  };
  // The password itself is filled in by the relay (kit/labs/notification.ts).
  const reference = { instance_id: instanceId, student_id, generation: member.generation, key_id: member.keyId };
  await say(tx, (meta) => messages.studentNotification(payload, reference, meta), {
    aggregate: `${instanceId} ${student_id}`,
  });
}

const owner = ({ studentId, groupId }: InstanceRow): string =>
  studentId === null ? `group ${groupId}` : `student ${studentId}`;

async function tellTeacher({ say }: Deps, tx: Tx, row: InstanceRow): Promise<void> {
  await notice({ say }, tx, row, { kind: 'lab_running', message: `The lab ${row.labId} of ${owner(row)} is running.` });
}

/** A lab that failed, and an archive that could not be made. */
export async function tellFailure({ say }: Pick<Deps, 'say'>, tx: Tx, row: InstanceRow): Promise<void> {
  const stop = row.wanted === 'stopped';
  await notice({ say }, tx, row, {
    kind: stop ? 'archive_failed' : 'lab_failed',
    message: `The lab ${row.labId} of ${owner(row)} ${failureOf(row)}.`,
    advice: row.advice,
  });
}

function failureOf(row: InstanceRow): string {
  if (row.wanted === 'stopped') return 'could not be stopped and archived';
  return row.reason === 'volume_full' ? 'was stopped, with its files kept' : 'could not be started';
}

type Notice = { readonly kind: string; readonly message: string; readonly advice?: string | null };

async function notice({ say }: Pick<Deps, 'say'>, tx: Tx, row: InstanceRow, { kind, message, advice = null }: Notice) {
  const { instance_id, lab_id, student_id, group_id } = subjectOf(row);
  const payload = { kind, lab_id, instance_id, student_id, group_id, message, advice, due_at: null };
  await say(tx, (meta) => messages.teacherNotification(payload, meta), { aggregate: row.instanceId });
}
