// What should exist for one instance: a pure function of its lab's configuration and its row.
import type { InstancePlan, Login, RolePlan } from '../../../adapters/cluster/port.ts';
import type { Instance } from '../../../generated/infra/types.ts';
import type { Lab, LabContainer } from '../config/lab.ts';
import { type Owner, roleName } from '../names.ts';

/** The part of an instance's row that its plan depends on. */
export type InstanceFacts = Owner &
  // The name as stored; never derived again.
  Pick<Instance, 'instance_id' | 'name' | 'generation' | 'lab_id' | 'deployment_mode'> & {
    readonly restart_generation: number;
    readonly course_id: string | null;
    /** By role, as the configuration has them. */
    readonly former_ports?: Readonly<Record<string, number>>;
  };

export type PlanParts = {
  /** Address by role, pinned by digest where the registry gave one. */
  readonly images: Readonly<Record<string, string>>;
  /** One for each member, in any order. */
  readonly logins: readonly Login[];
  readonly hostKey: string;
  /** Whether a student may have worked in the home. */
  readonly isHomeKept: boolean;
};

/** Throws when a role has no image: then the digests are those of another revision. */
export function instancePlan(lab: Lab, instance: InstanceFacts, parts: PlanParts): InstancePlan {
  const alone = lab.containers.length === 1;
  return {
    instance_id: instance.instance_id,
    name: instance.name,
    generation: instance.generation,
    restart_generation: instance.restart_generation,
    labels: {
      lab_id: instance.lab_id,
      student_id: instance.student_id,
      group_id: instance.group_id,
      course_id: instance.course_id ?? '',
      deployment_mode: instance.deployment_mode,
    },
    internet: lab.internet_access,
    ...(lab.port_forwarding && { portForwarding: true as const }),
    // Without a mount there is no claim.
    volumeGi: lab.containers.some(({ volume }) => volume) ? lab.volume_gi : 0,
    // Nothing else depends on it, and a plan that stays the same is not applied again.
    isHomeKept:
      parts.isHomeKept && lab.containers.some(({ volume, init_scripts }) => volume && init_scripts.length > 0),
    logins: [...parts.logins].sort((a, b) => (a.name < b.name ? -1 : 1)),
    hostKey: parts.hostKey,
    roles: lab.containers.map((container) => rolePlan(container, instance, alone, parts.images)),
  };
}

function rolePlan(
  container: LabContainer,
  instance: InstanceFacts,
  alone: boolean,
  images: PlanParts['images'],
): RolePlan {
  const role = alone ? '' : container.role;
  const image = Object.hasOwn(images, container.role) ? images[container.role] : undefined;
  if (image === undefined) throw new Error(`the role ${container.role} has no image`);
  return {
    role,
    name: roleName(instance.name, role),
    image,
    cpuMillis: container.cpu_millis,
    memoryMi: container.memory_mi,
    ssh: container.ssh,
    ...formerPort(container, instance),
    volume: container.volume,
    ports: container.ports,
    environment: { ...container.environment, ...ourVariables(container, instance) },
    initScripts: container.init_scripts.map(({ name, run, always, timeout_s }) => ({
      name,
      run,
      always,
      timeoutS: timeout_s,
    })),
  };
}

function formerPort({ role, ssh }: LabContainer, { former_ports = {} }: InstanceFacts): Pick<RolePlan, 'formerPort'> {
  const port = ssh && Object.hasOwn(former_ports, role) ? former_ports[role] : undefined;
  return port === undefined ? {} : { formerPort: port };
}

/** Names with LAB_ are the platform's (decision 226). */
const ourVariables = ({ role }: LabContainer, { lab_id, student_id, group_id }: InstanceFacts) => ({
  LAB_ID: lab_id,
  LAB_ROLE: role,
  ...(student_id === null ? { LAB_GROUP_ID: group_id } : { LAB_STUDENT_ID: student_id }),
});
