// What the database knows of an instance, in the words of the plan and of the cluster.
import type { Cluster, InstancePlan } from '../../../adapters/cluster/port.ts';
import type { ArchiveRow } from '../../../adapters/store/labs/port.ts';
import type { WorkFacts } from '../../../adapters/store/labs/upkeep/port.ts';
import type { StudentId } from '../../../generated/lab/messages.ts';
import { imageOf, type Lab } from '../../labs/config/lab-config.ts';
import { hostKeyOf } from '../../labs/host-key.ts';
import { type Owner, sshUser } from '../../labs/names.ts';
import type { passwordHashes } from '../../labs/passwords.ts';
import { instancePlan, type PlanParts } from '../../labs/plan/instance-plan.ts';
import type { ArchiveRecord, DesiredInstance } from '../../labs/plan/plan.ts';
import { type KeyRing, SealBroken } from '../../lib/key-ring.ts';

type Deps = {
  readonly cluster: Pick<Cluster, 'fingerprint'>;
  readonly keys: KeyRing;
  readonly hashes: ReturnType<typeof passwordHashes>;
  readonly registryUrl: string;
};

export type Desired = {
  readonly wanted: DesiredInstance;
  /** Without secrets where they are not to be had, and where the lab only has to go. */
  readonly plan: InstancePlan;
  /** Why the secrets of the lab cannot be made: a key is not in the ring. */
  readonly lost: string | null;
};

type Secrets = Pick<PlanParts, 'logins' | 'hostKey'> & Pick<Desired, 'lost'>;

export function desiredState(deps: Deps, facts: WorkFacts): Desired {
  const { lost, ...secrets } = facts.row.wanted === 'stopped' ? none : secretsOf(deps, facts);
  const plan = planOf(deps, facts, secrets);
  return { plan, wanted: wantedOf(facts, plan, deps.cluster.fingerprint(plan)), lost };
}

const none: Secrets = { logins: [], hostKey: '', lost: null };

function secretsOf({ keys, hashes }: Deps, { row, members }: WorkFacts): Secrets {
  const { instanceId, deploymentMode, hostKeyId } = row;
  try {
    return {
      logins: members.map(({ studentId: member, generation, keyId }) => ({
        name: sshUser(deploymentMode, member as StudentId),
        passwordHash: hashes({ instanceId, member: member as StudentId, generation, keyId }),
      })),
      hostKey: hostKeyOf(keys, instanceId, hostKeyId ?? keys.currentKeyId).privateKey.reveal(),
      lost: null,
    };
  } catch (error) {
    if (error instanceof SealBroken) return { ...none, lost: error.message };
    throw error;
  }
}

function planOf(
  { registryUrl }: Deps,
  { row, config, run }: WorkFacts,
  secrets: Pick<PlanParts, 'logins' | 'hostKey'>,
): InstancePlan {
  const lab = config.config as Lab;
  const { instanceId, studentId, groupId } = row;
  const owner: Owner =
    studentId === null ? { student_id: null, group_id: groupId ?? '' } : { student_id: studentId, group_id: null };
  return instancePlan(
    lab,
    {
      ...owner,
      instance_id: instanceId,
      name: row.name,
      generation: row.generation,
      restartGeneration: row.restartGeneration,
      lab_id: row.labId,
      course_id: row.courseId,
      deployment_mode: row.deploymentMode,
    },
    {
      images: { ...imagesOf(lab, registryUrl), ...run?.images },
      ...secrets,
    },
  );
}

/** By role, as the configuration has them. */
export const imagesOf = ({ containers }: Lab, registryUrl: string): Readonly<Record<string, string>> =>
  Object.fromEntries(containers.map(({ role, image }) => [role, imageOf(image, registryUrl)]));

function wantedOf(
  { row, run, restores, archive }: WorkFacts,
  plan: InstancePlan,
  fingerprint: string,
): DesiredInstance {
  return {
    instanceId: row.instanceId,
    desired: row.wanted,
    generation: row.generation,
    state: row.status,
    since: row.since,
    reason: row.reason,
    advice: row.advice,
    attempts: row.attempts,
    volume: row.volume,
    hasRun: run !== null && run.runningAt !== null,
    keepDays: row.keepDays,
    keepUntil: row.keepUntil,
    admitted: row.admitted,
    fingerprint,
    hasVolume: plan.roles.some(({ volume }) => volume),
    sshRoles: plan.roles.filter(({ ssh }) => ssh).map(({ role }) => role),
    // Once it ran, a claim that is gone is a loss to be told, not an occasion to go back to older files.
    restore:
      restores !== null && run !== null && run.restoredAt === null && run.runningAt === null
        ? { archive: recordOf(restores), replace: run.restores !== null, begun: run.restoreBegunAt !== null }
        : null,
    unfinished: run?.fresh && isUnfinished(run) && archive !== null ? recordOf(archive) : null,
    archive: archive === null ? null : recordOf(archive),
    announced: row.announced,
  };
}

/** A claim with a part of an archive, to which no pod ever wrote. */
export const isUnfinished = ({ restoreBegunAt, restoredAt, runningAt }: NonNullable<WorkFacts['run']>): boolean =>
  restoreBegunAt !== null && restoredAt === null && runningAt === null;

const recordOf = ({ runId, key, version, claim }: ArchiveRow): ArchiveRecord => ({
  runId,
  object: key,
  versionId: version,
  volumeUid: claim,
});
