// `running` and what is announced with it, in one transaction (decisions 13, 16, 217 and 218).
import type { Observed } from '../../../adapters/cluster/port.ts';
import type { Endpoint, InstanceRow, MemberRow } from '../../../adapters/store/labs/port.ts';
import type { WorkFacts } from '../../../adapters/store/labs/upkeep/port.ts';
import type { Tx } from '../../../adapters/store/port.ts';
import { messages } from '../../../generated/lab/messages.ts';
import { subjectOf, withState } from '../../labs/change.ts';
import type { Lab } from '../../labs/config/lab.ts';
import { hostKeyOf, knownHosts } from '../../labs/host-key.ts';
import { sshUser } from '../../labs/names.ts';
import type { Address } from '../../labs/plan/observed.ts';
import type { WorkerDeps } from '../deps.ts';

type Deps = Pick<WorkerDeps, 'keys' | 'enqueue' | 'members' | 'runs' | 'deployments' | 'clock'>;

/** The row as it is while it runs at this address. */
export function runningRow(
  { keys, clock }: Deps,
  row: InstanceRow,
  lab: Lab,
  observed: Observed,
  { host, port }: Address,
): InstanceRow {
  const key = hostKeyOf(keys, row.instance_id, row.host_key_id ?? keys.currentKeyId);
  const endpoints = endpointsOf(lab, observed);
  const ports = Object.fromEntries(endpoints.map(({ role, port: each }) => [role, each]));
  return {
    ...withState(row, { from: ['creating', 'degraded'], to: 'running' }, clock.now()),
    settled_generation: row.generation,
    endpoints,
    former_ports: { ...row.former_ports, ...ports },
    announced: { host, port, generation: row.generation },
    host_public_key: key.publicKey,
    host_key_fingerprint: key.fingerprint,
  };
}

/** Under the roles' names of the configuration, in its order. */
const endpointsOf = ({ containers }: Lab, observed: Observed): readonly Endpoint[] =>
  containers
    .filter(({ ssh }) => ssh)
    .flatMap(({ role }) => {
      const found = observed.roles.find((each) => each.role === (containers.length === 1 ? '' : role))?.ssh;
      return found ? [{ role, ...found }] : [];
    });

/** Beside the row, which is saved already. A member who has this address and password already is not notified again. */
export async function notifyMembers(deps: Deps, tx: Tx, row: InstanceRow, facts: WorkFacts): Promise<void> {
  const [first] = row.endpoints;
  if (first === undefined || row.run_id === null) return;
  const address = `${first.host}:${first.port}`;
  for (const member of facts.members) {
    const { student_id, generation, announced_run, announced_generation, announced_address } = member;
    if (announced_run === row.run_id && announced_generation === generation && announced_address === address) continue;
    await notifyStudent(deps, tx, row, member, first);
    await deps.members.announced(tx, row.instance_id, student_id, { run_id: row.run_id, generation, address });
  }
  if (facts.run?.running_at === null) await notifyTeacher(deps, tx, row);
  await deps.runs.running(tx, row.run_id);
  await deps.deployments.finish(tx, row.instance_id);
}

async function notifyStudent(
  { enqueue }: Deps,
  tx: Tx,
  row: InstanceRow,
  member: MemberRow,
  { host, port }: Endpoint,
): Promise<void> {
  const { endpoints, host_public_key, host_key_fingerprint } = row;
  const { instance_id, run_id, lab_id } = subjectOf(row);
  const { student_id } = member;
  const payload = {
    student_id,
    ssh_host: host,
    ssh_port: port,
    ssh_user: sshUser(row.deployment_mode, student_id),
    host_key_fingerprint: host_key_fingerprint ?? '',
    known_hosts: knownHosts(endpoints, host_public_key ?? ''),
    instance_id,
    run_id,
    lab_id,
    generation: row.generation,
  };
  // The password itself is filled in by the relay (labs/notification.ts).
  const reference = { instance_id, student_id, generation: member.generation, key_id: member.key_id };
  await enqueue(tx, (meta) => messages.studentNotification(payload, reference, meta), {
    aggregate: `${instance_id} ${student_id}`,
  });
}

const owner = ({ student_id, group_id }: InstanceRow): string =>
  student_id === null ? `group ${group_id}` : `student ${student_id}`;

async function notifyTeacher({ enqueue }: Deps, tx: Tx, row: InstanceRow): Promise<void> {
  await notice({ enqueue }, tx, row, {
    kind: 'lab_running',
    message: `The lab ${row.lab_id} of ${owner(row)} is running.`,
  });
}

/** A lab that failed, and an archive that could not be made. */
export async function notifyFailure({ enqueue }: Pick<Deps, 'enqueue'>, tx: Tx, row: InstanceRow): Promise<void> {
  const stop = row.desired === 'stopped';
  await notice({ enqueue }, tx, row, {
    kind: stop ? 'archive_failed' : 'lab_failed',
    message: `The lab ${row.lab_id} of ${owner(row)} ${failureOf(row)}.`,
    advice: row.advice,
  });
}

function failureOf(row: InstanceRow): string {
  if (row.desired === 'stopped') return 'could not be stopped and archived';
  return row.reason === 'volume_full' ? 'was stopped, with its files kept' : 'could not be started';
}

type Notice = { readonly kind: string; readonly message: string; readonly advice?: string | null };

async function notice(
  { enqueue }: Pick<Deps, 'enqueue'>,
  tx: Tx,
  row: InstanceRow,
  { kind, message, advice = null }: Notice,
) {
  const { instance_id, lab_id, student_id, group_id } = subjectOf(row);
  const payload = { kind, lab_id, instance_id, student_id, group_id, message, advice, due_at: null };
  await enqueue(tx, (meta) => messages.teacherNotification(payload, meta), { aggregate: row.instance_id });
}
