// Generated from spec/infra/openapi.yaml by npm run generate; do not edit.
import type { Brand as BrandedId } from '../runtime/brand.ts';

export interface paths {
    readonly "/deploy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Deploy a lab for students or groups
         * @description create_lab_deployment: reads the lab's YAML from the bucket lab-configs and records the desired state of each instance, an audit log entry and a message on lab.create in one transaction. For instances that are already running, a repeated request only restarts the period after which they are stopped (decision 22). The response has an outcome for each student or group; one that cannot be admitted does not affect the others.
         */
        readonly post: operations["deployLab"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Stop a lab, archive its volumes and remove it
         * @description delete_lab_deployment: records that the listed instances, or all instances of the lab, should stop, with an audit log entry and a message on lab.delete for each. The worker archives the volume, verifies the archive and only then removes the remaining objects. A repeated request changes nothing for stopped instances.
         */
        readonly post: operations["deleteLab"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/restart": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace the pods of a lab
         * @description Records that the pods of the listed instances, or of all instances of the lab, should be replaced, with an audit log entry and a message on lab.create for each. The volume, the address, the host key and the passwords are kept. A running or degraded instance goes through `creating` in the same run; a failed instance starts a new run with its current configuration. A repeated request changes nothing for instances that are already starting.
         */
        readonly post: operations["restartLab"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start an instance from an archive
         * @description Starts a new run of a stopped instance with the files of an archive: the latest one, or that of `run_id`. If the instance still has a volume with other contents, that volume is archived first, so no files are lost.
         */
        readonly post: operations["restoreVolume"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deployments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deployments
         * @description Returns one deployment for each accepted deploy, delete or restore, newest first. The audit log refers to deployments.
         */
        readonly get: operations["listDeployments"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deployments/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a deployment
         * @description Returns a deployment with the current state of each instance. Poll it to follow a deployment; `finished_at` is set when all its instances have reached a final state.
         */
        readonly get: operations["getDeployment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/instances": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List instances
         * @description Returns all instances, including stopped ones, sorted by name.
         */
        readonly get: operations["listInstances"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/instances/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get an instance
         * @description Returns the state, volume, address and latest archive of an instance.
         */
        readonly get: operations["getInstance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List changes since a sequence number
         * @description Returns each instance whose last change has a higher sequence number, once, with its current state, in the order of these numbers. Because it returns states rather than a history, any earlier number is valid; 0 returns all instances. Platform calls this every 60 seconds, so the effect of a lost lab.status message does not last longer. If `epoch` differs from the previous response, the database was restored: start again from 0.
         */
        readonly get: operations["listChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/instances/{id}/access": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the login data of a member
         * @description Computes the password from the key ring; it is not stored. Every call is recorded in the audit log with the user, the service, the student and the request. Only Platform calls this operation, for the student who is logged in there.
         */
        readonly get: operations["getAccess"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/instances/{id}/access/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace a member's password
         * @description Increments the generation of the credentials. The worker installs the new hash without a restart, and the old password stops working. Get the new password with `getAccess`; this response contains no secret.
         */
        readonly post: operations["rotateAccess"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/volumes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List volume claims
         * @description Returns the volume claims of this installation in the cluster, quarantined ones first. A claim without a database row is quarantined: it is listed with the reason and is never deleted automatically.
         */
        readonly get: operations["listVolumes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sweep": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the result of the last sweep
         * @description Once a minute, the worker compares all objects in the cluster with the desired state and removes running objects without a database row, but never volume claims. The sweep goes on hold if the database may be older than the cluster, or if it would remove too many objects at once.
         */
        readonly get: operations["getSweep"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sweep/release": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Release a sweep that is on hold
         * @description Confirms that you have checked the objects. This ends a hold after a restored database, and allows the next sweep to remove the objects of up to `at_most` instances beyond its usual limit. Volume claims are never removed.
         */
        readonly put: operations["releaseSweep"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the health of the service
         * @description Checks each dependency of the service, at most once per second. No credential is required, and the response contains no details that would help an attacker.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: uuid
         * @description A deployment
         */
        readonly DeploymentId: BrandedId<'DeploymentId'>;
        /**
         * Format: uuid
         * @description A lab of one student or one group
         */
        readonly InstanceId: BrandedId<'InstanceId'>;
        /**
         * Format: uuid
         * @description A run, that is one start of an instance
         */
        readonly RunId: BrandedId<'RunId'>;
        /** @description The lab's id, chosen by the teacher */
        readonly LabId: BrandedId<'LabId'>;
        /** @description The student's id in labs, derived once from the user name at the identity provider */
        readonly StudentId: BrandedId<'StudentId'>;
        /** @description The group's id in labs */
        readonly GroupId: BrandedId<'GroupId'>;
        /** @description A container of a lab */
        readonly Role: BrandedId<'Role'>;
        /** @description The owner of a per_student instance, otherwise null */
        readonly StudentOrNull: BrandedId<'StudentId'> | null;
        /** @description The owner of a per_group instance, otherwise null */
        readonly GroupOrNull: BrandedId<'GroupId'> | null;
        /**
         * @description One instance per student, or one per group
         * @enum {string}
         */
        readonly DeploymentMode: "per_student" | "per_group";
        /**
         * @description The state of an instance.
         *
         *     - `queued`: accepted, not started yet.
         *     - `waiting_quota`: waiting for capacity; it starts by itself.
         *     - `creating`: being created, restarted or tested.
         *     - `running`: ready; a test login over SSH succeeded.
         *     - `degraded`: was running and is being repaired, or its home is too full.
         *     - `stopping`: being archived and removed.
         *     - `stopped`: removed, except possibly for the volume.
         *     - `failed`: could not start or stop, for the given reason. Starting it again retries.
         * @enum {string}
         */
        readonly InstanceState: "queued" | "waiting_quota" | "creating" | "running" | "degraded" | "stopping" | "stopped" | "failed";
        /**
         * @description The state of the volume with a student's files.
         *
         *     - `none`: no volume claim exists yet.
         *     - `bound`: the claim exists.
         *     - `archiving`: the archive is being written.
         *     - `archived`: a verified archive is recorded; the claim may still exist.
         *     - `released`: archived, and the claim is deleted.
         *     - `quarantined`: the owner of the claim is unknown; it is kept.
         * @enum {string}
         */
        readonly VolumeState: "none" | "bound" | "archiving" | "archived" | "released" | "quarantined";
        /**
         * @description The reason for the current state, for programs. Null if there is none
         * @example image_pull
         * @example quota
         * @example no_node_port
         * @example unschedulable
         * @example init_script
         * @example ssh_probe
         * @example isolation_probe
         * @example probe_incomplete
         * @example deadline
         * @example volume
         * @example archive
         * @example restore
         * @example restore_full
         * @example key
         * @example node_lost
         * @example restart
         * @example out_of_memory
         * @example volume_full
         * @example not_running
         * @example null
         */
        readonly Reason: string | null;
        /** @description The reason in words, and what to do about it. Null if there is no reason */
        readonly Advice: string | null;
        readonly DeployRequest: {
            readonly lab_id: components["schemas"]["LabId"];
            /** @description The students to deploy the lab for. For a per_group lab, the members of all listed groups */
            readonly student_ids: readonly components["schemas"]["StudentId"][];
            /** @description The groups to deploy the lab for. Required for a per_group lab, not allowed for a per_student lab */
            readonly groups?: readonly components["schemas"]["GroupMembers"][];
            /**
             * Format: int32
             * @description The revision of the configuration. Defaults to the latest
             */
            readonly config_revision?: number;
            /** @description The version of the object in lab-configs that contains this revision. Defaults to the latest. Read once per revision. */
            readonly config_version?: string;
            /**
             * @description Whether to restore the files of an archived volume
             * @default latest
             * @enum {string}
             */
            readonly restore?: "latest" | "none";
            /**
             * @description Whether to change only the members of groups whose lab runs. Then nothing is started or extended, and for a lab that does not run the outcome is `refused` with the reason `not_running`
             * @default false
             */
            readonly running_only?: boolean;
        };
        readonly GroupMembers: {
            readonly group_id: components["schemas"]["GroupId"];
            /** @description All members of the group. Each member gets a separate login */
            readonly student_ids: readonly components["schemas"]["StudentId"][];
        };
        readonly DeleteRequest: {
            readonly lab_id: components["schemas"]["LabId"];
            /** @description The students whose instances to delete. Omit this and group_ids to delete the whole lab */
            readonly student_ids?: readonly components["schemas"]["StudentId"][];
            /** @description The groups whose instances to delete */
            readonly group_ids?: readonly components["schemas"]["GroupId"][];
        };
        readonly RestartRequest: {
            readonly lab_id: components["schemas"]["LabId"];
            /** @description The students whose instances to delete. Omit this and group_ids to delete the whole lab */
            readonly student_ids?: readonly components["schemas"]["StudentId"][];
            /** @description The groups whose instances to delete */
            readonly group_ids?: readonly components["schemas"]["GroupId"][];
        };
        readonly RestoreRequest: {
            readonly instance_id: components["schemas"]["InstanceId"];
            /**
             * Format: uuid
             * @description The run whose archive to restore. Defaults to the latest
             */
            readonly run_id?: BrandedId<'RunId'>;
        };
        readonly RotateRequest: {
            readonly student_id: components["schemas"]["StudentId"];
        };
        readonly Rotation: {
            readonly instance_id: components["schemas"]["InstanceId"];
            readonly student_id: components["schemas"]["StudentId"];
            /** Format: int32 */
            readonly credential_generation: number;
        };
        /**
         * @description accepted: the request is stored. already_running, already_starting, already_stopped: nothing to do. unknown: no such instance to delete
         *     or restart. refused: not admitted, `reason` says why.
         * @example accepted
         * @example already_running
         * @example already_starting
         * @example already_stopped
         * @example unknown
         * @example refused
         */
        readonly Outcome: string;
        readonly OwnerResult: {
            readonly student_id: components["schemas"]["StudentOrNull"];
            readonly group_id: components["schemas"]["GroupOrNull"];
            readonly outcome: components["schemas"]["Outcome"];
            /**
             * Format: uuid
             * @description The instance. Null if there is none
             */
            readonly instance_id: BrandedId<'InstanceId'> | null;
            /** @description The current state of the instance. Null if there is no instance */
            readonly state: components["schemas"]["InstanceState"] | null;
            readonly reason: components["schemas"]["Reason"];
            readonly advice: components["schemas"]["Advice"];
        };
        readonly Deployment: {
            readonly deployment_id: components["schemas"]["DeploymentId"];
            /**
             * @description The kind of request. A restore is a deploy
             * @enum {string}
             */
            readonly kind: "deploy" | "delete" | "restart";
            readonly lab_id: components["schemas"]["LabId"];
            /**
             * Format: int32
             * @description The revision of the configuration. Null for a delete and a restart
             */
            readonly config_revision: number | null;
            readonly deployment_mode: components["schemas"]["DeploymentMode"];
            /**
             * Format: uuid
             * @description The course of the lab, or null
             */
            readonly course_id: string | null;
            readonly created_at: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description When all its instances reached a final state. Null until then
             */
            readonly finished_at: string | null;
            readonly results: readonly components["schemas"]["OwnerResult"][];
        };
        readonly DeploymentPage: {
            readonly items: readonly components["schemas"]["Deployment"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Instance: {
            readonly instance_id: components["schemas"]["InstanceId"];
            /** @description The name of its objects in the cluster */
            readonly name: string;
            readonly lab_id: components["schemas"]["LabId"];
            /** Format: int32 */
            readonly config_revision: number;
            /** Format: uuid */
            readonly course_id: string | null;
            readonly deployment_mode: components["schemas"]["DeploymentMode"];
            readonly student_id: components["schemas"]["StudentOrNull"];
            readonly group_id: components["schemas"]["GroupOrNull"];
            /** @description The students who can log in */
            readonly members: readonly components["schemas"]["StudentId"][];
            /**
             * Format: uuid
             * @description The current or last run
             */
            readonly run_id: BrandedId<'RunId'> | null;
            readonly generation: components["schemas"]["Generation"];
            /**
             * Format: int64
             * @description The sequence number of its last change, assigned in the transaction of the change
             */
            readonly sequence: number;
            readonly state: components["schemas"]["InstanceState"];
            readonly volume: components["schemas"]["VolumeState"];
            readonly reason: components["schemas"]["Reason"];
            readonly advice: components["schemas"]["Advice"];
            /**
             * Format: date-time
             * @description When the instance entered the current state
             */
            readonly since: string;
            /**
             * Format: date-time
             * @description When the current state times out. Null for a state without a deadline
             */
            readonly deadline_at: string | null;
            /**
             * Format: date-time
             * @description When the volume of a stopped instance will be archived and deleted
             */
            readonly keep_until: string | null;
            /**
             * Format: date-time
             * @description When a long-running lab will be stopped and archived unless it is started again. Set one day in advance, otherwise null (decision 22)
             */
            readonly ends_at: string | null;
            /** @description The SSH address. Null while the instance is not reachable */
            readonly address: components["schemas"]["Address"] | null;
            /** @description The latest verified archive, or null */
            readonly archive: components["schemas"]["Archive"] | null;
        };
        /**
         * Format: int64
         * @description Increases with every change of the desired state; work for an older generation is discarded
         */
        readonly Generation: number;
        readonly Address: {
            readonly ssh_host: string;
            /** Format: int32 */
            readonly ssh_port: number;
            readonly host_key_fingerprint: string;
        };
        readonly Archive: {
            readonly run_id: components["schemas"]["RunId"];
            /** @description The key in the bucket lab-volumes: lab-<lab_id>-student-<student_id>.tar.gz, or lab-<lab_id>-group-<group_id>.tar.gz */
            readonly object: string;
            /** @description The version of the object in the bucket */
            readonly version_id: string;
            /** Format: int64 */
            readonly size_bytes: number;
            /** Format: int64 */
            readonly entries: number;
            readonly sha256: string;
            /**
             * Format: date-time
             * @description When the archive was written
             */
            readonly archived_at: string;
        };
        readonly InstancePage: {
            readonly items: readonly components["schemas"]["Instance"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Changes: {
            /**
             * Format: uuid
             * @description If it changes, the numbering has restarted
             */
            readonly epoch: string;
            /**
             * Format: int64
             * @description Send it as `since` in the next request
             */
            readonly sequence: number;
            /** @description Whether there are more changes */
            readonly more: boolean;
            readonly items: readonly components["schemas"]["Instance"][];
        };
        readonly Access: {
            readonly student_id: components["schemas"]["StudentId"];
            /** @description The host to connect to */
            readonly ssh_host: string;
            /**
             * Format: int32
             * @description The SSH port of the first role with SSH access
             */
            readonly ssh_port: number;
            /** @description The login name. `plain` (in a group lab `plain-` and this name) logs in with the same password and without start files such as ~/.bashrc */
            readonly ssh_user: string;
            /** @description The password */
            readonly ssh_credentials: string;
            /** @description The fingerprint as ssh prints it, SHA256:... */
            readonly host_key_fingerprint: string;
            /** @description A line for ~/.ssh/known_hosts that covers every role with SSH access */
            readonly known_hosts: string;
            /** @description All roles with SSH access, in the order of the configuration */
            readonly endpoints: readonly components["schemas"]["Endpoint"][];
        };
        readonly Endpoint: {
            readonly role: components["schemas"]["Role"];
            /** Format: int32 */
            readonly ssh_port: number;
        };
        readonly Volume: {
            /** @description The name of the claim */
            readonly name: string;
            readonly volume: components["schemas"]["VolumeState"];
            /**
             * Format: uuid
             * @description The instance of the claim. Null if there is none
             */
            readonly instance_id: BrandedId<'InstanceId'> | null;
            /** @description The value of its label */
            readonly lab_id: string | null;
            /** @description The value of its label */
            readonly student_id: string | null;
            /** @description The value of its label */
            readonly group_id: string | null;
            /** @description The requested size, such as 5Gi. Null if the claim has no instance */
            readonly size: string | null;
            readonly seen_at: components["schemas"]["Instant"];
            /**
             * @description Why the claim is quarantined
             * @example no_row
             * @example timeline_changed
             * @example null
             */
            readonly reason: string | null;
        };
        readonly VolumePage: {
            readonly items: readonly components["schemas"]["Volume"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Sweep: {
            /** @description When the last sweep ended. Null before the first sweep */
            readonly swept_at: components["schemas"]["Instant"] | null;
            /**
             * @description Why the sweep is on hold. Null if it is not
             * @example timeline_changed
             * @example too_many
             * @example null
             */
            readonly held_for: string | null;
            /** @description When the hold began. Null if the sweep is not on hold */
            readonly held_since: components["schemas"]["Instant"] | null;
            /**
             * Format: int32
             * @description The number of instances without a database row whose objects the last sweep would have removed
             */
            readonly waiting: number;
            /**
             * Format: int32
             * @description The number of instances whose objects the next sweep may remove, as confirmed with releaseSweep
             */
            readonly allowed: number | null;
        };
        readonly SweepRelease: {
            /**
             * Format: int32
             * @description The confirmed number of instances: the value of `waiting`
             */
            readonly at_most: number;
        };
        readonly Health: {
            /**
             * @description Always ok; any other state is a 503
             * @constant
             */
            readonly status: "ok";
            readonly parts: readonly components["schemas"]["HealthPart"][];
        };
        readonly HealthPart: {
            /**
             * @example database
             * @example broker
             * @example objects
             */
            readonly name: string;
            readonly ok: boolean;
        };
        /**
         * @description The id that the server assigns to the request. Include it when you report a problem.
         * @example 01JD9Q2V6E8W3K5T7Y9B1N3M5P
         */
        readonly RequestId: string;
        /**
         * @description The body of every response with status 400 or above (RFC 9457). `type` is stable, so programs can rely on it; `title` and `detail` are for people and may change. Some types have additional fields, which the registry lists.
         * @example {
         *       "type": "https://covenant.example/problems/not-found",
         *       "title": "Not found",
         *       "status": 404,
         *       "detail": "The job does not exist, or you do not have access to it.",
         *       "instance": "urn:request:01JD9Q2V6E8W3K5T7Y9B1N3M5P"
         *     }
         */
        readonly Problem: {
            /**
             * Format: uri
             * @description The URL of the problem in the registry: https://covenant.example/problems/<slug>.
             */
            readonly type: string;
            /** @description A short summary of the problem, the same for each occurrence. */
            readonly title: string;
            /** Format: int32 */
            readonly status: number;
            /** @description What went wrong this time and what you can do about it. */
            readonly detail: string;
            /** @description The request that failed, as `urn:request:<X-Request-Id>`. */
            readonly instance: string;
            /** @description Each invalid value, at most 1,000. */
            readonly errors?: readonly components["schemas"]["ProblemError"][];
        };
        /** @description One invalid value. `pointer` locates it in a body, `parameter` in the query, path or headers, and `row` and `column` in a file. */
        readonly ProblemError: {
            /** @description JSON Pointer (RFC 6901) into the request body. For a form, `/` followed by the field name. */
            readonly pointer?: string;
            /** @description The name of a query, path or header parameter. */
            readonly parameter?: string;
            /**
             * Format: int64
             * @description The line number in the file, starting at 1.
             */
            readonly row?: number;
            /** @description The name of the column in the header line. */
            readonly column?: string;
            /** @description The value that was read, truncated to 200 characters. */
            readonly value?: string;
            /**
             * @description The violated rule. Stable, so programs can rely on it.
             * @example required
             * @example type
             * @example format
             * @example maximum
             * @example additionalProperties
             */
            readonly rule: string;
            /** @description The rule in words. */
            readonly message: string;
        };
        /**
         * Format: date-time
         * @description A point in time, RFC 3339, in UTC with the suffix Z.
         * @example 2026-11-21T07:41:12Z
         */
        readonly Instant: string;
        /**
         * @description Send it as `cursor` to get the next page. Null on the last page.
         * @example eyJkIjoiMjAyNi0xMC0wMSJ9
         * @example null
         */
        readonly NextCursor: string | null;
    };
    responses: {
        /** @description The lab does not exist or has no configuration. */
        readonly noSuchLab: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The instance does not exist, or the run has no archive. */
        readonly noSuchInstance: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The instance is not stopped, or an earlier request with the same Idempotency-Key is still in progress. */
        readonly instanceLives: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The instance is not running. */
        readonly notReachable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with the stored configuration, or the Idempotency-Key was already used for a different request. */
        readonly refusedDeploy: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or not UTF-8, or a field of the body or a parameter is invalid. */
        readonly invalidBody: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is missing, expired or not trusted. Each such request counts towards the operation's rate limit for the client's address, and fails with 429 beyond it. */
        readonly unauthorized: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body did not arrive in time. */
        readonly requestTimeout: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An earlier request with the same Idempotency-Key is still in progress. */
        readonly idempotencyInFlight: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body, or a file in it, is larger than the operation allows. */
        readonly bodyTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The operation does not support the media type of the body. */
        readonly unsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A rate limit is exceeded. */
        readonly rateLimited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An unexpected error occurred. */
        readonly internal: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A dependency of the service is not responding. Try again after the number of seconds in Retry-After. */
        readonly unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was already used for a different request. */
        readonly idempotencyKeyReused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter is invalid. */
        readonly invalidParameters: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The response that If-None-Match names is still current. There is no body. */
        readonly notModified: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly ETag: components["headers"]["ETag"];
                readonly "Cache-Control": components["headers"]["CacheControl"];
                readonly Vary: components["headers"]["Vary"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The resource does not exist, or the caller does not have access to it. */
        readonly notFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The user on whose behalf Backend Platform sends the request: their `user_id` in Platform. The audit log and the deployment record this user as the
         *     actor, in addition to the calling service. If it is missing, or sent by any other client, the actor is the service.
         * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
         */
        readonly RequestedBy: string;
        /**
         * @description Return only items of this lab
         * @example linux-basics
         */
        readonly LabFilter: components["schemas"]["LabId"];
        /**
         * @description The deployment
         * @example 5c3f3b52-8d1c-4c55-a4ff-5b2a8c0fbb4e
         */
        readonly DeploymentPath: components["schemas"]["DeploymentId"];
        /**
         * @description The instance
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        readonly InstancePath: components["schemas"]["InstanceId"];
        /**
         * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
         * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
         */
        readonly IdempotencyKey: string;
        /**
         * @description The maximum number of items to return.
         * @example 100
         */
        readonly Limit: number;
        /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
        readonly Cursor: string;
        /**
         * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request, as in the logs and in the `instance` of a problem.
         * @example 01JD9Q2V6E8W3K5T7Y9B1N3M5P
         */
        readonly RequestId: components["schemas"]["RequestId"];
        /**
         * @description The remaining quota of the current rate limit, and the number of seconds until it resets (draft-ietf-httpapi-ratelimit-headers-10).
         * @example "read";r=5999;t=1
         */
        readonly RateLimit: string;
        /**
         * @description The rate limits that apply to this operation, with quota and window in seconds (draft-ietf-httpapi-ratelimit-headers-10). An installation may grant a larger quota than this contract, never a smaller one.
         * @example "read";q=6000;w=60
         */
        readonly RateLimitPolicy: string;
        /**
         * @description The URL of the created resource, or of the job to follow. Relative to the host; resolve it against the URL of the request.
         * @example /api/v1/ingest/jobs/0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly Location: string;
        /**
         * @description The number of seconds to wait before the next attempt.
         * @example 2
         */
        readonly RetryAfter: number;
        /**
         * @description The required authentication scheme (RFC 6750).
         * @example Bearer realm="covenant", error="invalid_token"
         */
        readonly WwwAuthenticate: string;
        /**
         * @description A strong ETag. It changes with the data, the caller's scope, the query and the version of the definitions. Other representations of the same state have a suffix, such as `.gzip` for a compressed one; If-Match accepts any of them.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly ETag: string;
        /**
         * @description Responses are specific to the caller, so only private caches may store them.
         * @example private, no-cache
         */
        readonly CacheControl: string;
        /**
         * @description The request headers that the response depends on.
         * @example Authorization, Accept, Accept-Encoding
         */
        readonly Vary: string;
        /**
         * @description The body contains a secret, so no cache may store it.
         * @example no-store
         */
        readonly NoStore: "no-store";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly deployLab: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The user on whose behalf Backend Platform sends the request: their `user_id` in Platform. The audit log and the deployment record this user as the
                 *     actor, in addition to the calling service. If it is missing, or sent by any other client, the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeployRequest"];
            };
        };
        readonly responses: {
            /** @description The request was accepted; `results` has the outcome for each instance */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deployment"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["noSuchLab"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["refusedDeploy"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly deleteLab: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The user on whose behalf Backend Platform sends the request: their `user_id` in Platform. The audit log and the deployment record this user as the
                 *     actor, in addition to the calling service. If it is missing, or sent by any other client, the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteRequest"];
            };
        };
        readonly responses: {
            /** @description The request was accepted; `results` has the outcome for each instance */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deployment"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["noSuchLab"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["idempotencyKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly restartLab: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The user on whose behalf Backend Platform sends the request: their `user_id` in Platform. The audit log and the deployment record this user as the
                 *     actor, in addition to the calling service. If it is missing, or sent by any other client, the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RestartRequest"];
            };
        };
        readonly responses: {
            /** @description The request was accepted; `results` has the outcome for each instance */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deployment"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["noSuchLab"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["idempotencyKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly restoreVolume: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The user on whose behalf Backend Platform sends the request: their `user_id` in Platform. The audit log and the deployment record this user as the
                 *     actor, in addition to the calling service. If it is missing, or sent by any other client, the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RestoreRequest"];
            };
        };
        readonly responses: {
            /** @description The request was accepted; the deployment has one result */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deployment"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["noSuchInstance"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["instanceLives"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["idempotencyKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listDeployments: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only items of this lab
                 * @example linux-basics
                 */
                readonly lab_id?: components["parameters"]["LabFilter"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deployments */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeploymentPage"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getDeployment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The deployment
                 * @example 5c3f3b52-8d1c-4c55-a4ff-5b2a8c0fbb4e
                 */
                readonly id: components["parameters"]["DeploymentPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deployment */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deployment"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listInstances: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only items of this lab
                 * @example linux-basics
                 */
                readonly lab_id?: components["parameters"]["LabFilter"];
                /**
                 * @description Return only instances in this state
                 * @example running
                 */
                readonly state?: components["schemas"]["InstanceState"];
                /**
                 * @description Return only instances whose volume is in this state
                 * @example archived
                 */
                readonly volume?: components["schemas"]["VolumeState"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of instances */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstancePage"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getInstance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The instance
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly id: components["parameters"]["InstancePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The instance */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Instance"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listChanges: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The `sequence` of the previous response, or 0 to get all instances
                 * @example 1041
                 */
                readonly since: number;
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The changes, oldest first */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Changes"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getAccess: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The student whose login data to return
                 * @example anna
                 */
                readonly student_id: components["schemas"]["StudentId"];
            };
            readonly header?: {
                /**
                 * @description The user on whose behalf Backend Platform sends the request: their `user_id` in Platform. The audit log and the deployment record this user as the
                 *     actor, in addition to the calling service. If it is missing, or sent by any other client, the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
            };
            readonly path: {
                /**
                 * @description The instance
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly id: components["parameters"]["InstancePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The login data */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Access"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["notReachable"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly rotateAccess: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The user on whose behalf Backend Platform sends the request: their `user_id` in Platform. The audit log and the deployment record this user as the
                 *     actor, in addition to the calling service. If it is missing, or sent by any other client, the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The instance
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly id: components["parameters"]["InstancePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RotateRequest"];
            };
        };
        readonly responses: {
            /** @description The request was accepted */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Rotation"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["idempotencyKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listVolumes: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only claims in this state
                 * @example quarantined
                 */
                readonly volume?: components["schemas"]["VolumeState"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of claims */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VolumePage"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getSweep: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result of the last sweep */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sweep"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly releaseSweep: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SweepRelease"];
            };
        };
        readonly responses: {
            /** @description The updated state of the sweep */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sweep"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All dependencies are available */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
}

export type DeploymentId = components['schemas']['DeploymentId'];
export type InstanceId = components['schemas']['InstanceId'];
export type RunId = components['schemas']['RunId'];
export type LabId = components['schemas']['LabId'];
export type StudentId = components['schemas']['StudentId'];
export type GroupId = components['schemas']['GroupId'];
export type Role = components['schemas']['Role'];
export type StudentOrNull = components['schemas']['StudentOrNull'];
export type GroupOrNull = components['schemas']['GroupOrNull'];
export type DeploymentMode = components['schemas']['DeploymentMode'];
export type InstanceState = components['schemas']['InstanceState'];
export type VolumeState = components['schemas']['VolumeState'];
export type Reason = components['schemas']['Reason'];
export type Advice = components['schemas']['Advice'];
export type DeployRequest = components['schemas']['DeployRequest'];
export type GroupMembers = components['schemas']['GroupMembers'];
export type DeleteRequest = components['schemas']['DeleteRequest'];
export type RestartRequest = components['schemas']['RestartRequest'];
export type RestoreRequest = components['schemas']['RestoreRequest'];
export type RotateRequest = components['schemas']['RotateRequest'];
export type Rotation = components['schemas']['Rotation'];
export type Outcome = components['schemas']['Outcome'];
export type OwnerResult = components['schemas']['OwnerResult'];
export type Deployment = components['schemas']['Deployment'];
export type DeploymentPage = components['schemas']['DeploymentPage'];
export type Instance = components['schemas']['Instance'];
export type Generation = components['schemas']['Generation'];
export type Address = components['schemas']['Address'];
export type Archive = components['schemas']['Archive'];
export type InstancePage = components['schemas']['InstancePage'];
export type Changes = components['schemas']['Changes'];
export type Access = components['schemas']['Access'];
export type Endpoint = components['schemas']['Endpoint'];
export type Volume = components['schemas']['Volume'];
export type VolumePage = components['schemas']['VolumePage'];
export type Sweep = components['schemas']['Sweep'];
export type SweepRelease = components['schemas']['SweepRelease'];
export type Health = components['schemas']['Health'];
export type HealthPart = components['schemas']['HealthPart'];
export type RequestId = components['schemas']['RequestId'];
export type Problem = components['schemas']['Problem'];
export type ProblemError = components['schemas']['ProblemError'];
export type Instant = components['schemas']['Instant'];
export type NextCursor = components['schemas']['NextCursor'];
