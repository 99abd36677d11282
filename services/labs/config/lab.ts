// A configuration with everything filled in, as Infrastructure keeps it in lab_configs and the worker reads it.
import { role as roleOf } from '../../../generated/infra/ids.ts';
import type { Role } from '../../../generated/infra/types.ts';
import type { Container, InitScript, LabConfig } from '../../../generated/lab/lab-config.ts';
import { courseId } from '../../../generated/platform/ids.ts';
import type { CourseId } from '../../../generated/platform/types.ts';

type Stated = 'lab_id' | 'name' | 'description' | 'deployment_mode' | 'internet_access' | 'keep_days';

/** Plain JSON. */
export type Lab = Required<Pick<LabConfig, Stated>> & {
  readonly course_id: CourseId | null;
  /** Labs that a release before 0.15.0 stored do not have it, and forward nothing until they are started again. */
  readonly port_forwarding?: boolean;
  readonly volume_gi: number;
  /** In the order of the file; the first with ssh is the one that ssh_port names. */
  readonly containers: readonly LabContainer[];
};

/** `image`: as written; `{registry_url}` is replaced when an instance starts (`imageOf`). */
export type LabContainer = Required<Omit<Container, 'resources' | 'init_scripts'>> & {
  readonly role: Role;
  readonly cpu_millis: number;
  readonly memory_mi: number;
  readonly init_scripts: readonly LabScript[];
};

export type LabScript = Required<InitScript>;

const registryPlace = '{registry_url}';

/** The registry that an image names; null is the installation's own. */
export const registryOf = (image: string): string | null =>
  image.startsWith(registryPlace) ? null : image.slice(0, image.indexOf('/'));

/** The address to pull from. */
export const imageOf = (image: string, registryUrl: string): string =>
  image.startsWith(registryPlace) ? registryUrl + image.slice(registryPlace.length) : image;

/** Fills in the defaults of a valid configuration. `roles` are in the order of the file. */
export function fillIn(config: LabConfig, roles: readonly string[]): Lab {
  return {
    lab_id: config.lab_id,
    name: config.name,
    description: config.description ?? '',
    course_id: config.course_id === undefined ? null : courseId(config.course_id.toLowerCase()),
    deployment_mode: config.deployment_mode ?? 'per_student',
    internet_access: config.internet_access ?? false,
    port_forwarding: config.port_forwarding ?? true,
    volume_gi: Number.parseInt(config.volume_size ?? '5Gi', 10),
    keep_days: config.keep_days ?? 0,
    containers: roles.flatMap((role) => {
      const container = config.containers[role];
      return container ? [fillInContainer(role, container, config)] : [];
    }),
  };
}

function fillInContainer(role: string, container: Container, config: LabConfig): LabContainer {
  const alone = Object.keys(config.containers).length === 1;
  return {
    role: roleOf(role),
    image: container.image,
    cpu_millis: millis(container.resources?.cpu ?? config.resources?.cpu ?? '500m'),
    memory_mi: mebibytes(container.resources?.memory ?? config.resources?.memory ?? '512Mi'),
    ssh: container.ssh ?? alone,
    volume: container.volume ?? alone,
    ports: container.ports ?? [],
    environment: container.environment ?? {},
    init_scripts: (container.init_scripts ?? []).map(({ name, run, always = false, timeout_s = 60 }) => ({
      name,
      run,
      always,
      timeout_s,
    })),
  };
}

const millis = (cpu: string): number => (cpu.endsWith('m') ? Number.parseInt(cpu, 10) : Number(cpu) * 1_000);

const mebibytes = (memory: string): number => Number.parseInt(memory, 10) * (memory.endsWith('Gi') ? 1_024 : 1);
