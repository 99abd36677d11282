// What the database knows of an instance, in the words of the plan and of the cluster.
import type { Cluster, InstancePlan } from '../../../adapters/cluster/port.ts';
import type { ArchiveRow } from '../../../adapters/store/labs/port.ts';
import type { WorkFacts } from '../../../adapters/store/labs/upkeep/port.ts';
import { imageOf, type Lab } from '../../labs/config/lab.ts';
import { hostKeyOf } from '../../labs/host-key.ts';
import { ownerOf, probeUser, sshUser } from '../../labs/names.ts';
import { type passwordHashes, probeCredential } from '../../labs/passwords.ts';
import { instancePlan, type PlanParts } from '../../labs/plan/instance-plan.ts';
import type { ArchiveRecord, DesiredInstance } from '../../labs/plan/step.ts';
import { type KeyRing, SealBroken } from '../../lib/key-ring.ts';

type Deps = {
  readonly cluster: Pick<Cluster, 'fingerprint'>;
  readonly keys: KeyRing;
  readonly hashes: ReturnType<typeof passwordHashes>;
  readonly registryUrl: string;
};

export type Desired = {
  readonly instance: DesiredInstance;
  /** Without secrets where they are not to be had, and where the lab only has to go. */
  readonly plan: InstancePlan;
  /** Why the secrets of the lab cannot be made: a key is not in the ring. */
  readonly lost: string | null;
};

type Secrets = Pick<PlanParts, 'logins' | 'hostKey'> & Pick<Desired, 'lost'>;

export function desiredState(deps: Deps, facts: WorkFacts): Desired {
  const { lost, ...secrets } = facts.row.desired === 'stopped' ? none : secretsOf(deps, facts);
  const plan = planOf(deps, facts, secrets);
  return { plan, instance: instanceOf(facts, plan, deps.cluster.fingerprint(plan)), lost };
}

const none: Secrets = { logins: [], hostKey: '', lost: null };

function secretsOf({ keys, hashes }: Deps, { row, members }: WorkFacts): Secrets {
  const { instance_id, deployment_mode } = row;
  const key_id = row.host_key_id ?? keys.currentKeyId;
  try {
    return {
      logins: [
        ...members.map(({ student_id: member, generation, key_id }) => ({
          name: sshUser(deployment_mode, member),
          passwordHash: hashes({ instance_id, member, generation, key_id }),
        })),
        { name: probeUser, passwordHash: hashes(probeCredential(instance_id, key_id)), isProbe: true },
      ],
      hostKey: hostKeyOf(keys, instance_id, key_id).privateKey.reveal(),
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
  return instancePlan(
    lab,
    {
      ...ownerOf(row),
      instance_id: row.instance_id,
      name: row.name,
      generation: row.generation,
      restart_generation: row.restart_generation,
      lab_id: row.lab_id,
      course_id: row.course_id,
      deployment_mode: row.deployment_mode,
      former_ports: row.former_ports,
    },
    {
      images: { ...imagesOf(lab, registryUrl), ...run?.images },
      isHomeKept: run?.home_kept ?? false,
      ...secrets,
    },
  );
}

/** By role, as the configuration has them. */
export const imagesOf = ({ containers }: Lab, registryUrl: string): Readonly<Record<string, string>> =>
  Object.fromEntries(containers.map(({ role, image }) => [role, imageOf(image, registryUrl)]));

function instanceOf(
  { row, run, restores, archive }: WorkFacts,
  plan: InstancePlan,
  fingerprint: string,
): DesiredInstance {
  return {
    instance_id: row.instance_id,
    desired: row.desired,
    generation: row.generation,
    state: row.state,
    since: row.since,
    reason: row.reason,
    advice: row.advice,
    attempts: row.attempts,
    volume: row.volume,
    hasRun: run !== null && run.running_at !== null,
    keep_days: row.keep_days,
    keep_until: row.keep_until,
    admitted: row.admitted,
    fingerprint,
    hasVolume: plan.roles.some(({ volume }) => volume),
    sshRoles: plan.roles.filter(({ ssh }) => ssh).map(({ role }) => role),
    // Once the lab has run, a missing claim is a loss to report, not an occasion to go back to older files.
    restore:
      restores !== null && run !== null && run.restored_at === null && run.running_at === null
        ? { archive: recordOf(restores), replace: run.restores !== null, begun: run.restore_begun_at !== null }
        : null,
    unfinished: run?.fresh && isUnfinished(run) && archive !== null ? recordOf(archive) : null,
    archive: archive === null ? null : recordOf(archive),
    announced: row.announced,
  };
}

/** A claim with a part of an archive, to which no pod ever wrote. */
export const isUnfinished = ({ restore_begun_at, restored_at, running_at }: NonNullable<WorkFacts['run']>): boolean =>
  restore_begun_at !== null && restored_at === null && running_at === null;

const recordOf = ({ run_id, object, version_id, claim }: ArchiveRow): ArchiveRecord => ({
  run_id,
  object,
  versionId: version_id,
  volumeUid: claim,
});
