// Generated from spec/lab/lab-config.schema.yaml by npm run generate; do not edit.
import type { Brand } from '../runtime/brand.ts';

/**
 * `{registry_url}/<project>/labs/<lab_name>:<tag>`. `{registry_url}`, written literally, is replaced with the installation's registry. The tag is v<major>.<minor>;
 * `latest` is allowed only in dev and stage. When the lab starts, the image is pinned to its current digest for the whole run.
 * A lab takes files, `CMD` and environment variables from its image. A `VOLUME` is 64 MiB of memory that end with the container, or is refused; everything else that an image declares has no effect or is refused (decision 594).
 */
export type Image = string;
export type Resources = {
  /** From 500m to 1000m. */
  readonly cpu?: string;
  /** From 512Mi to 1Gi. */
  readonly memory?: string;
};
export type Container = {
  readonly image: Image;
  readonly resources?: Resources;
  /** Whether students can log in to this container. `ssh_port` is the port of the first such role. Without `volume` the files of its home are lost when the container ends. */
  readonly ssh?: boolean;
  /** Whether the instance's volume is mounted at /home/student. The default is true for the only container of a lab and false for each of several. Without it the home is 64 MiB of memory, whose files are lost when the container ends or restarts and are in no archive. */
  readonly volume?: boolean;
  /** TCP ports that the other containers of the instance can reach under the name of the role. They are not reachable from elsewhere. */
  readonly ports?: readonly number[];
  /** Environment variables. Names that start with LAB_ are reserved. Do not put secrets here; students can read them. */
  readonly environment?: { readonly [key: string]: string };
  /** Scripts that run in this order, as the student, before the first login of an instance. They do not run again for a kept or restored volume unless `always` is true; a failure of one that does is shown in the shells of the lab, which runs all the same. */
  readonly init_scripts?: readonly InitScript[];
};
export type InitScript = {
  /** The name of the script in error messages. */
  readonly name: string;
  /** A script for /bin/bash, or for the interpreter in its first line (`#!`). */
  readonly run: string;
  /** Whether the script runs at every start. */
  readonly always?: boolean;
  /** The timeout in seconds. If the script takes longer, the instance fails with the reason init_script. */
  readonly timeout_s?: number;
};
/**
 * A YAML 1.2 file in UTF-8 (core schema) of at most 256 KiB, without aliases, anchors, merge keys or repeated keys. All errors are reported at once, with line and column.
 * `x-message` describes a pattern in words.
 *
 * Four more rules apply. If there are several containers, at least one must have `ssh: true`. If there is only one container, `ssh` and `volume` default to true.
 * Every image must be in a registry that the installation allows. A lab with `deployment_mode: per_group` requires a `course_id`, whose groups use it.
 */
export type LabConfig = {
  /** The id of the lab in addresses, pods and archives. It cannot be changed later. */
  readonly lab_id: Brand<'LabId'>;
  /** The name that users see. */
  readonly name: string;
  readonly description?: string;
  /** The course whose teachers can manage the lab. Without it, only the teacher who uploaded the lab and administrators can. Required for a lab per group. */
  readonly course_id?: string;
  /** One instance per student, or one per group of the course in `course_id`. */
  readonly deployment_mode?: 'per_student' | 'per_group';
  /** Whether the lab can reach the internet. It can never reach other labs, the cluster or private networks. */
  readonly internet_access?: boolean;
  /**
   * Whether `ssh -L`, `ssh -D` and editors such as VS Code can reach programs of the lab: any port of the container itself, and the `ports` of its other containers.
   * Nothing else can be reached through the lab. Switch it off for exams (decision 633).
   */
  readonly port_forwarding?: boolean;
  /** The size of the persistent volume of each instance. A volume that `keep_days` has kept grows to a larger size at the next start if the cluster can do that (decision 598), and otherwise after it was archived. It never shrinks while it is kept. */
  readonly volume_size?: string;
  /** The number of days that a stopped lab keeps its volume before it is archived. 0 archives it when the lab stops. */
  readonly keep_days?: number;
  /** The resources of each container that does not set its own. */
  readonly resources?: Resources;
  /** The containers by role. If there is one container, its pod is named after the lab and the student; if there are several, the role is appended to that name. */
  readonly containers: { readonly [key: string]: Container };
};
