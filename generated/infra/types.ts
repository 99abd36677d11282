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
         * Bring a lab up for students or groups
         * @description create_lab_deployment: reads the YAML of the lab from the bucket lab-configs, writes the wish for every student or group, an entry in
         *     the audit log and a message on lab.create, all in one transaction. For those whose lab already runs,
         *     repeating it changes nothing but the time since when it counts as running (decision 22).
         *     One that cannot be admitted does not stop the others: the answer has a result for each.
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
         * @description delete_lab_deployment: writes the wish that the named instances, or all of the lab, should not run, an entry in the audit log and a
         *     message on lab.delete for each. The worker archives the volume, verifies the archive and only then removes what is left.
         *     Repeating it changes nothing for those that are stopped.
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
         * @description Records that the pods of the named instances, or of the whole lab, are to be replaced, with an entry in the audit log and a
         *     message on lab.create for each. The volume, the address, the host key and the passwords stay. A running or degraded instance goes through
         *     `creating`, in the same run; a failed one is admitted again as a new run with the configuration that it has. Repeating it changes nothing for those that are starting.
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
         * Start an instance again from an archive
         * @description Starts a new run of a stopped instance with the files of one archive: the newest, or the version named. A volume that is still there
         *     and differs is archived first, so that nothing is lost.
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
         * List deployments, newest first
         * @description One for each accepted call that deployed, deleted or restored; the record that the audit log points at.
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
         * Read one deployment
         * @description The results name the instances with their present state, so that polling this address follows a deploy to its end; `finished_at` says when all had settled.
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
         * @description All instances that ever were, by name; filters narrow them.
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
         * Read one instance
         * @description State, volume, address and the record of the last archive.
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
         * Read what changed after a sequence number
         * @description Every instance whose last change has a higher sequence number, in that order, each once with its present state. Since state is
         *     answered and not history, any number is good, also an old one, and 0 reads everything. Platform asks every 60 seconds, so
         *     that a lost lab.status message leaves nothing wrong for longer. When `epoch` is another than before, the database was
         *     restored: read again from 0.
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
         * Read how one member logs in
         * @description Computes the password anew from the key ring; it is stored nowhere. Every call is written to the audit log with the person, the service,
         *     the student and the request. Only Platform calls it, for the student who is signed in there.
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
         * Replace one member's password
         * @description Raises the generation of the credentials; the worker puts the new hash in place without a restart, and the old password stops
         *     working. The new one is read with `getAccess`; this answer never holds a secret.
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
         * List volume claims, quarantined ones first
         * @description The claims that the cluster holds for this installation. A claim without a row is quarantined: it is listed here with the reason and
         *     is never deleted by the service.
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
         * Tell what the last sweep found, and why it removed nothing
         * @description Once a minute the worker compares everything in the cluster with everything that is wanted. Running objects without a row are removed, claims
         *     never. It holds when the database may be older than the cluster, or when it would remove too much at once.
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
         * Confirm that the next sweep may remove what it held
         * @description Somebody has looked. The hold of a restored database ends, and the next sweep may remove the objects of as many instances as are named here, beyond
         *     what goes without saying. Claims stay all the same.
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
         * Tell whether the service can work
         * @description Asks every part that the service needs, at most once a second. Without a credential, and without any detail that would help an attacker.
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
         * @description One accepted call
         */
        readonly DeploymentId: BrandedId<'DeploymentId'>;
        /**
         * Format: uuid
         * @description One lab for one student or one group
         */
        readonly InstanceId: BrandedId<'InstanceId'>;
        /**
         * Format: uuid
         * @description One start of an instance
         */
        readonly RunId: BrandedId<'RunId'>;
        /** @description The teacher's name of the lab */
        readonly LabId: BrandedId<'LabId'>;
        /** @description The student's name in labs, made once from the user name of the provider */
        readonly StudentId: BrandedId<'StudentId'>;
        /** @description The group's name in labs */
        readonly GroupId: BrandedId<'GroupId'>;
        /** @description One container of a lab */
        readonly Role: BrandedId<'Role'>;
        /** @description Owner of a per_student instance, else null */
        readonly StudentOrNull: string | null;
        /** @description Owner of a per_group instance, else null */
        readonly GroupOrNull: string | null;
        /**
         * @description One instance for each student, or one for each group
         * @enum {string}
         */
        readonly DeploymentMode: "per_student" | "per_group";
        /**
         * @description queued: wanted, not yet taken up. waiting_quota: no room at the moment. creating: objects are being made and probed, also those of a restart. running: a
         *     real login was made. degraded: ran, and is being repaired. stopping: being archived and removed. stopped: nothing is left but
         *     perhaps the volume. failed: given up, with a reason; the next start tries again.
         * @enum {string}
         */
        readonly InstanceState: "queued" | "waiting_quota" | "creating" | "running" | "degraded" | "stopping" | "stopped" | "failed";
        /**
         * @description none: no claim yet. bound: the claim is there. archiving: being read into an archive. archived: a verified archive is recorded, the
         *     claim may still be there. released: the claim was deleted against that record. quarantined: nobody knows whose it is; kept.
         * @enum {string}
         */
        readonly VolumeState: "none" | "bound" | "archiving" | "archived" | "released" | "quarantined";
        /**
         * @description Why the instance is not as it should be, for programs; null when there is nothing to explain
         * @example image_pull
         * @example quota
         * @example no_node_port
         * @example unschedulable
         * @example init_script
         * @example ssh_probe
         * @example isolation_probe
         * @example deadline
         * @example volume
         * @example archive
         * @example restore
         * @example key
         * @example node_lost
         * @example restart
         * @example out_of_memory
         * @example not_running
         * @example null
         */
        readonly Reason: string | null;
        /** @description The reason in words and what to do about it; null without a reason */
        readonly Advice: string | null;
        readonly DeployRequest: {
            readonly lab_id: components["schemas"]["LabId"];
            /** @description For whom; of a per_group lab the members of all groups named */
            readonly student_ids: readonly components["schemas"]["StudentId"][];
            /** @description Needed for a per_group lab, refused for a per_student one */
            readonly groups?: readonly components["schemas"]["GroupMembers"][];
            /**
             * Format: int32
             * @description Revision of the configuration; the newest when left out
             */
            readonly config_revision?: number;
            /** @description Version of the object in lab-configs that holds this revision; the newest when left out. Read once for each revision. */
            readonly config_version?: string;
            /**
             * @description Whether a volume that was archived comes back with its files
             * @default latest
             * @enum {string}
             */
            readonly restore?: "latest" | "none";
        };
        readonly GroupMembers: {
            readonly group_id: components["schemas"]["GroupId"];
            /** @description All members; each gets a login of their own */
            readonly student_ids: readonly components["schemas"]["StudentId"][];
        };
        readonly DeleteRequest: {
            readonly lab_id: components["schemas"]["LabId"];
            /** @description Only the instances of these students; without this and group_ids the whole lab */
            readonly student_ids?: readonly components["schemas"]["StudentId"][];
            /** @description Only the instances of these groups */
            readonly group_ids?: readonly components["schemas"]["GroupId"][];
        };
        readonly RestartRequest: {
            readonly lab_id: components["schemas"]["LabId"];
            /** @description Only the instances of these students; without this and group_ids the whole lab */
            readonly student_ids?: readonly components["schemas"]["StudentId"][];
            /** @description Only the instances of these groups */
            readonly group_ids?: readonly components["schemas"]["GroupId"][];
        };
        readonly RestoreRequest: {
            readonly instance_id: components["schemas"]["InstanceId"];
            /**
             * Format: uuid
             * @description The run whose archive is meant; the newest when left out
             */
            readonly run_id?: string;
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
         * @description accepted: the wish is written. already_running, already_starting, already_stopped: nothing to do. unknown: no such instance to delete
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
             * @description The instance; null when there is none
             */
            readonly instance_id: string | null;
            /** @description The present state of the instance; null when there is none */
            readonly state: components["schemas"]["InstanceState"] | null;
            readonly reason: components["schemas"]["Reason"];
            readonly advice: components["schemas"]["Advice"];
        };
        readonly Deployment: {
            readonly deployment_id: components["schemas"]["DeploymentId"];
            /**
             * @description What was asked for; a restore is a deploy
             * @enum {string}
             */
            readonly kind: "deploy" | "delete" | "restart";
            readonly lab_id: components["schemas"]["LabId"];
            /**
             * Format: int32
             * @description Null for a delete and a restart
             */
            readonly config_revision: number | null;
            readonly deployment_mode: components["schemas"]["DeploymentMode"];
            /**
             * Format: uuid
             * @description The course of the lab or null
             */
            readonly course_id: string | null;
            readonly created_at: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description When every instance of it had settled; null before
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
            /** @description Name of its objects in the cluster, stored once */
            readonly name: string;
            readonly lab_id: components["schemas"]["LabId"];
            /** Format: int32 */
            readonly config_revision: number;
            /** Format: uuid */
            readonly course_id: string | null;
            readonly deployment_mode: components["schemas"]["DeploymentMode"];
            readonly student_id: components["schemas"]["StudentOrNull"];
            readonly group_id: components["schemas"]["GroupOrNull"];
            /** @description Who can log in */
            readonly members: readonly components["schemas"]["StudentId"][];
            /**
             * Format: uuid
             * @description The current or last run
             */
            readonly run_id: string | null;
            /** Format: int64 */
            readonly generation: number;
            /**
             * Format: int64
             * @description Number of its last change
             */
            readonly sequence: number;
            readonly state: components["schemas"]["InstanceState"];
            readonly volume: components["schemas"]["VolumeState"];
            readonly reason: components["schemas"]["Reason"];
            readonly advice: components["schemas"]["Advice"];
            readonly since: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description When a passing state is given up; null in a lasting one
             */
            readonly deadline_at: string | null;
            /**
             * Format: date-time
             * @description Until when a stopped instance keeps its claim
             */
            readonly keep_until: string | null;
            /**
             * Format: date-time
             * @description When a lab that has run for long is stopped and archived, unless it is started again before; told a day ahead, else null (decision 22)
             */
            readonly ends_at: string | null;
            /** @description Where it is reached; null while it is not */
            readonly address: components["schemas"]["Address"] | null;
            /** @description The newest verified archive, or null */
            readonly archive: components["schemas"]["Archive"] | null;
        };
        readonly Address: {
            readonly ssh_host: string;
            /** Format: int32 */
            readonly ssh_port: number;
            readonly host_key_fingerprint: string;
        };
        readonly Archive: {
            readonly run_id: components["schemas"]["RunId"];
            /** @description Key in the bucket lab-volumes: lab-<lab_id>-student-<student_id>.tar.gz, or lab-<lab_id>-group-<group_id>.tar.gz */
            readonly object: string;
            /** @description Version in the bucket */
            readonly version_id: string;
            /** Format: int64 */
            readonly size_bytes: number;
            /** Format: int64 */
            readonly entries: number;
            readonly sha256: string;
            readonly archived_at: components["schemas"]["Instant"];
        };
        readonly InstancePage: {
            readonly items: readonly components["schemas"]["Instance"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Changes: {
            /**
             * Format: uuid
             * @description Another value means that the numbers began anew
             */
            readonly epoch: string;
            /**
             * Format: int64
             * @description Ask next with this as `since`
             */
            readonly sequence: number;
            /** @description Whether more is waiting already */
            readonly more: boolean;
            readonly items: readonly components["schemas"]["Instance"][];
        };
        readonly Access: {
            readonly student_id: components["schemas"]["StudentId"];
            /** @description Address to connect to */
            readonly ssh_host: string;
            /**
             * Format: int32
             * @description Node port of the first role with ssh
             */
            readonly ssh_port: number;
            /** @description Login name */
            readonly ssh_user: string;
            /** @description The password */
            readonly ssh_credentials: string;
            /** @description As ssh prints it, SHA256:... */
            readonly host_key_fingerprint: string;
            /** @description A line for ~/.ssh/known_hosts, with the address of every role with ssh */
            readonly known_hosts: string;
            /** @description Every role with ssh, in the order of the configuration */
            readonly endpoints: readonly components["schemas"]["Endpoint"][];
        };
        readonly Endpoint: {
            readonly role: components["schemas"]["Role"];
            /** Format: int32 */
            readonly ssh_port: number;
        };
        readonly Volume: {
            /** @description Name of the claim */
            readonly name: string;
            readonly volume: components["schemas"]["VolumeState"];
            /**
             * Format: uuid
             * @description Null when no row claims it
             */
            readonly instance_id: string | null;
            /** @description From its label */
            readonly lab_id: string | null;
            /** @description From its label */
            readonly student_id: string | null;
            /** @description From its label */
            readonly group_id: string | null;
            /** @description As asked for, such as 5Gi; null when no row claims it */
            readonly size: string | null;
            readonly seen_at: components["schemas"]["Instant"];
            /**
             * @description Why it is quarantined
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
            /** @description Null before the first sweep */
            readonly swept_at: components["schemas"]["Instant"] | null;
            /**
             * @description Why nothing is removed
             * @example timeline_changed
             * @example too_many
             * @example null
             */
            readonly held_for: string | null;
            /** @description Null when nothing is held */
            readonly held_since: components["schemas"]["Instant"] | null;
            /**
             * Format: int32
             * @description Instances without a row whose objects the last sweep would have removed
             */
            readonly waiting: number;
            /**
             * Format: int32
             * @description What the next sweep may remove at once because somebody confirmed it
             */
            readonly allowed: number | null;
        };
        readonly SweepRelease: {
            /**
             * Format: int32
             * @description The number that was looked at, `waiting`
             */
            readonly at_most: number;
        };
        readonly Health: {
            /**
             * @description Anything else is answered with 503
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
         * @description An opaque pointer to the next page, valid only for the query that returned it.
         * @example eyJkIjoiMjAyNi0xMC0wMSJ9
         */
        readonly Cursor: string;
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
        /** @description No configuration of this lab was ever uploaded. */
        readonly noSuchLab: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such instance, or no archive of the run. */
        readonly noSuchInstance: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The instance is not stopped, or the first request with this Idempotency-Key is still running. */
        readonly instanceLives: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The instance does not run at the moment, so there is nothing to log in to. */
        readonly notReachable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The stored configuration and the request contradict each other, or the Idempotency-Key was used for another request. */
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
         * @description The person for whom Backend Platform asks: the `user_id` of Platform. The audit log and the deployment name this person as the actor,
         *     beside the service that called. Left out, or sent by any other client, it does not count, and the actor is the service.
         * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
         */
        readonly RequestedBy: string;
        /**
         * @description Only what belongs to this lab
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
         * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
         * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
         */
        readonly IdempotencyKey: string;
        /**
         * @description The maximum number of items to return.
         * @example 100
         */
        readonly Limit: number;
        /**
         * @description The `next_cursor` of the previous page. Omit it for the first page.
         * @example eyJkIjoiMjAyNi0xMC0wMSJ9
         */
        readonly Cursor: components["schemas"]["Cursor"];
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The person for whom Backend Platform asks: the `user_id` of Platform. The audit log and the deployment name this person as the actor,
                 *     beside the service that called. Left out, or sent by any other client, it does not count, and the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
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
            /** @description Admitted, as the results say */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The person for whom Backend Platform asks: the `user_id` of Platform. The audit log and the deployment name this person as the actor,
                 *     beside the service that called. Left out, or sent by any other client, it does not count, and the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
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
            /** @description Admitted, as the results say */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The person for whom Backend Platform asks: the `user_id` of Platform. The audit log and the deployment name this person as the actor,
                 *     beside the service that called. Left out, or sent by any other client, it does not count, and the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
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
            /** @description Admitted, as the results say */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The person for whom Backend Platform asks: the `user_id` of Platform. The audit log and the deployment name this person as the actor,
                 *     beside the service that called. Left out, or sent by any other client, it does not count, and the actor is the service.
                 * @example 3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90
                 */
                readonly "Requested-By"?: components["parameters"]["RequestedBy"];
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
            /** @description Admitted; the deployment has one result */
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
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only what belongs to this lab
                 * @example linux-basics
                 */
                readonly lab_id?: components["parameters"]["LabFilter"];
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
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only what belongs to this lab
                 * @example linux-basics
                 */
                readonly lab_id?: components["parameters"]["LabFilter"];
                /**
                 * @description Only instances in this state
                 * @example running
                 */
                readonly state?: components["schemas"]["InstanceState"];
                /**
                 * @description Only instances whose volume is in this state
                 * @example archived
                 */
                readonly volume?: components["schemas"]["VolumeState"];
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
                 * @description The `sequence` of the answer before; 0 for everything
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
                 * @description The member whose access is asked for
                 * @example anna
                 */
                readonly student_id: components["schemas"]["StudentId"];
            };
            readonly header?: {
                /**
                 * @description The person for whom Backend Platform asks: the `user_id` of Platform. The audit log and the deployment name this person as the actor,
                 *     beside the service that called. Left out, or sent by any other client, it does not count, and the actor is the service.
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
            /** @description The way in */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The person for whom Backend Platform asks: the `user_id` of Platform. The audit log and the deployment name this person as the actor,
                 *     beside the service that called. Left out, or sent by any other client, it does not count, and the actor is the service.
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
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RotateRequest"];
            };
        };
        readonly responses: {
            /** @description Admitted */
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
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description The `next_cursor` of the previous page. Omit it for the first page.
                 * @example eyJkIjoiMjAyNi0xMC0wMSJ9
                 */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only claims in this state
                 * @example quarantined
                 */
                readonly volume?: components["schemas"]["VolumeState"];
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
            /** @description As the last sweep left it */
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
            /** @description What holds from now on */
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
            /** @description Everything that is needed answers */
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
export type Cursor = components['schemas']['Cursor'];
export type Instant = components['schemas']['Instant'];
export type NextCursor = components['schemas']['NextCursor'];
