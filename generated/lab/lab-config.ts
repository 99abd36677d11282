// Generated from spec/lab/lab-config.schema.yaml by npm run generate; do not edit.

/**
 * `{registry_url}/<project>/labs/<lab_name>:<tag>`. `{registry_url}` may be written literally and becomes the installation's registry. The tag is v<major>.<minor>;
 * `latest` is taken in dev and stage only. The image is pinned when the lab starts, by the digest that its registry gives, and stays that for the run.
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
  /** Whether students log in to this container. The first such role is the one that ssh_port names. */
  readonly ssh?: boolean;
  /** Whether the instance's volume is mounted at /home/student. */
  readonly volume?: boolean;
  /** TCP ports that the other containers of the instance reach under the name of the role. Nothing else reaches them. */
  readonly ports?: readonly number[];
  /** Variables. Names beginning with LAB_ are the platform's. No place for secrets, since students can read it. */
  readonly environment?: { readonly [key: string]: string };
  /** Run in this order, as the student, before the first login of an instance; not again for a kept or restored volume unless `always` is set. */
  readonly init_scripts?: readonly InitScript[];
};
export type InitScript = {
  /** For messages when it fails. */
  readonly name: string;
  /** A script for /bin/bash, or for the interpreter that its first line names. */
  readonly run: string;
  /** Whether it runs at every start. */
  readonly always?: boolean;
  /** After this the instance fails with the reason init_script. */
  readonly timeout_s?: number;
};
/**
 * YAML 1.2 in UTF-8, at most 256 KiB, core schema, without aliases, anchors, merge keys and repeated keys. Every error is reported at once, with line and column.
 * `x-message` says in words what a pattern means.
 *
 * Beyond this schema four rules hold: of several containers at least one has `ssh: true`; in a lab of one container `ssh` and `volume` are true unless said otherwise;
 * the registry of every image is on the installation's list; a lab with `deployment_mode: per_group` has a `course_id`, whose groups use it.
 */
export type LabConfig = {
  /** Name of the lab in addresses, pods and archives. Cannot be changed later. */
  readonly lab_id: string;
  /** What people read. */
  readonly name: string;
  readonly description?: string;
  /** The course whose teachers may manage the lab. Without it only who uploaded it and administrators. A lab per group needs it. */
  readonly course_id?: string;
  /** One instance for each student, or one for each group of the course that `course_id` names. */
  readonly deployment_mode?: 'per_student' | 'per_group';
  /** Whether the lab reaches the internet. Other labs, the cluster and private networks stay closed either way. */
  readonly internet_access?: boolean;
  /** Size of the persistent volume of each instance. */
  readonly volume_size?: string;
  /** Days that a stopped lab keeps its volume before it is archived. 0 archives at stop, 7 is the longer practice. */
  readonly keep_days?: number;
  /** For each container that does not set its own. */
  readonly resources?: Resources;
  /** The containers by role. With one, its pod is named after the lab and the student; with several, each pod has the role behind that name. */
  readonly containers: { readonly [key: string]: Container };
};
