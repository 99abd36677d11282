// Generated from spec/platform/openapi.yaml by npm run generate; do not edit.
import type { Brand as BrandedId } from '../runtime/brand.ts';

export interface paths {
    readonly "/auth/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Start the login in the browser
         * @description Sends the browser to the identity provider (authorization code with PKCE, state and nonce), and ties the login to this browser with the
         *     cookie `__Host-login` for ten minutes; logins that are begun side by side in one browser share it. For navigation, not for scripts.
         */
        readonly get: operations["startLogin"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/callback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Finish the login in the browser
         * @description The identity provider sends the browser here. Exchanges the code, checks state, nonce, issuer and token, creates the session on the server and sets
         *     a cookie that holds an opaque session key, new at each login; a session that the browser had before ends. Each code and each state work once, within
         *     ten minutes, and only with the `__Host-login` cookie of the browser that `startLogin` sent to the provider.
         */
        readonly get: operations["finishLogin"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End the session
         * @description Ends the session of the cookie: its record first, then its fast copy, then the cookie; live updates of the session are closed with 4401. The page
         *     then goes to `end_session_url`, so that the identity provider forgets the login too. A bearer token is no session, and ends by itself.
         */
        readonly post: operations["logOut"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read who one is and what one may do
         * @description The profile of the caller and the capabilities that the roles and rights of the platform add up to. Pages show and hide by capabilities, never by roles.
         */
        readonly get: operations["getMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/courses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List courses
         * @description The courses that the caller teaches or attends; an administrator sees all.
         */
        readonly get: operations["listCourses"];
        readonly put?: never;
        /**
         * Create a course
         * @description Creates the course with its first topic and the access group of its teacher, in one transaction.
         */
        readonly post: operations["createCourse"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/courses/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a course
         * @description One course; 404 when the caller neither teaches nor attends it.
         */
        readonly get: operations["getCourse"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/topics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List topics
         * @description Learning content that the caller's access groups open, in the order of the course.
         */
        readonly get: operations["listTopics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/topics/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a topic
         * @description One topic; 404 when no access group opens it to the caller.
         */
        readonly get: operations["getTopic"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/management": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List student groups
         * @description The student groups of the courses that the caller teaches, with their members; this is where a teacher finds the ids that `startLab` takes.
         */
        readonly get: operations["listGroups"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/management/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a student group
         * @description One group with its members; 404 when it belongs to a course of somebody else.
         */
        readonly get: operations["getGroup"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/access-groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List access groups
         * @description Who may see which topics. A teacher sees those of the own courses.
         */
        readonly get: operations["listAccessGroups"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/access-groups/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an access group
         * @description One access group; 404 when it belongs to a course of somebody else.
         */
        readonly get: operations["getAccessGroup"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/assignments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List assignments
         * @description What is asked of students, with the lab that belongs to it. Students see published ones.
         */
        readonly get: operations["listAssignments"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/submissions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List submissions
         * @description A student's own, or those of the courses that the caller teaches; the newest first.
         */
        readonly get: operations["listSubmissions"];
        readonly put?: never;
        /**
         * Hand something in
         * @description A new attempt for an assignment, with an optional file (bucket static-files, assignments-files). Earlier attempts stay.
         */
        readonly post: operations["createSubmission"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/submissions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a submission
         * @description One attempt; 404 when it is neither the caller's nor of a course that the caller teaches.
         */
        readonly get: operations["getSubmission"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/labs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List labs
         * @description A teacher sees the labs that are the own ones or belong to an own course, a student those with an own instance, an administrator all. Sorted by lab_id.
         */
        readonly get: operations["listLabs"];
        readonly put?: never;
        /**
         * Upload a lab configuration
         * @description Takes the YAML file as the form field `file`, or as the body itself with the type `application/yaml`. Its schema is
         *     lab-config.schema.yaml. The first hundred errors are answered at once, with line (`row`), column and the place in the file (`pointer`); beyond them the file is
         *     judged no further. A file with more than 3,000 names, values and items is refused unread. The file is stored in the
         *     bucket lab-configs; `lab_id`, `name` and `description` are read from it. A `lab_id` in use is 409; a new version of a lab is sent to
         *     `replaceLabConfig`.
         */
        readonly post: operations["uploadLab"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/labs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a lab
         * @description One lab with the summary of its instances; 404 when it is not one that `listLabs` shows the caller.
         */
        readonly get: operations["getLab"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/labs/{id}/config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a lab's configuration
         * @description The YAML as it was uploaded, byte for byte. Its ETag is what `replaceLabConfig` asks for.
         */
        readonly get: operations["getLabConfig"];
        /**
         * Upload a new version of a lab
         * @description Takes the file as `uploadLab` does, as the form field `file` or as the body itself, and stores it as the next revision; older ones stay. Its `lab_id` must be the lab's. Labs that run keep the revision they were started with; the next
         *     start uses the new one.
         */
        readonly put: operations["replaceLabConfig"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/labs/{id}/start": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a lab for a list of students
         * @description Writes the wish and answers with a result for each student: one that cannot be admitted does not stop the others. Repeating it changes nothing for those
         *     whose lab runs, but that the days begin anew after which it would be stopped (`ends_at`). For a lab per group the group of each student named is started, once. The work goes on behind the answer; follow it with
         *     `listLabInstances` or on the WebSocket. When the student stopped before, the files come back, unless `restore` is `none`.
         */
        readonly post: operations["startLab"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/labs/{id}/stop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Stop a lab
         * @description Stops the whole lab, or only the instances of the students named. The volume is archived and verified before anything of it is deleted. Without a body the whole
         *     lab is meant. Repeating it changes nothing for those that are stopped. `refused` with the reason `infrastructure` goes on running.
         */
        readonly post: operations["stopLab"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/labs/{id}/restart": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restart a lab
         * @description Deletes the pods of the whole lab, or only those of the students named, and makes them again: every process in them ends, and logins are cut off. Files in the
         *     home directory, address, host key and passwords stay. Use it for a lab that is `degraded`, hangs or has its process table full; one that `failed` is started again.
         *     Without a body the whole lab is meant. `already_starting`: a start or a restart is under way, and nothing new is begun. A lab that does not run is `refused` with the reason `not_running`; start it instead.
         *     For a lab per group the group of each student named is restarted, once.
         */
        readonly post: operations["restartLab"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/labs/{id}/instances": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the instances of a lab
         * @description State, reason and since when, for each student or group. A student sees only the own one.
         */
        readonly get: operations["listLabInstances"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/labs/{id}/access": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read how to log in to one's lab
         * @description For the student, about the own instance; of a group's lab each member gets an own password. Every call is written to the audit log, and nobody may keep the answer.
         *     409 while the lab does not run.
         */
        readonly get: operations["getLabAccess"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/labs/{id}/access/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace one's password
         * @description The old password stops working within seconds and without a restart of the lab; read the new one with `getLabAccess`.
         */
        readonly post: operations["rotateLabAccess"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/students/{id}/progress": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a student's progress
         * @description For the student, for teachers of a course that the student attends, and for administrators; for everybody else 404.
         */
        readonly get: operations["getProgress"];
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
         * @description A person
         */
        readonly UserId: BrandedId<'UserId'>;
        /**
         * Format: uuid
         * @description A course
         */
        readonly CourseId: BrandedId<'CourseId'>;
        /**
         * Format: uuid
         * @description A topic
         */
        readonly TopicId: BrandedId<'TopicId'>;
        /**
         * Format: uuid
         * @description An access group
         */
        readonly AccessGroupId: BrandedId<'AccessGroupId'>;
        /**
         * Format: uuid
         * @description An assignment
         */
        readonly AssignmentId: BrandedId<'AssignmentId'>;
        /**
         * Format: uuid
         * @description One attempt
         */
        readonly SubmissionId: BrandedId<'SubmissionId'>;
        /**
         * Format: uuid
         * @description One lab for one student or one group
         */
        readonly InstanceId: BrandedId<'InstanceId'>;
        /** @description The teacher's name of the lab */
        readonly LabId: BrandedId<'LabId'>;
        /** @description The student's name in labs, made once from the user name of the provider */
        readonly StudentId: BrandedId<'StudentId'>;
        /** @description The group's name in labs */
        readonly GroupId: BrandedId<'GroupId'>;
        /** @description One container of a lab */
        readonly Role: BrandedId<'Role'>;
        /** @description A student or null */
        readonly StudentOrNull: string | null;
        /** @description A group or null */
        readonly GroupOrNull: string | null;
        /**
         * @description queued: wanted, not yet taken up. waiting_quota: no room at the moment. creating: objects are being made and probed. running: a
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
         * @example null
         */
        readonly Reason: string | null;
        /** @description The reason in words and what to do about it; null without a reason */
        readonly Advice: string | null;
        /**
         * @description The summary of the lab's instances: running when any runs (also degraded), else starting when any is on its way, else stopping when any is going, else failed when any failed,
         *     else stopped. A lab that never ran is stopped. For the lab's teacher and for administrators it covers all instances, for a student only their own.
         * @enum {string}
         */
        readonly LabStatus: "stopped" | "starting" | "running" | "stopping" | "failed";
        readonly LoggedOut: {
            /**
             * Format: uri
             * @description Where the browser ends the login at the provider; null when the provider has no such place or could not be asked for it
             */
            readonly end_session_url: string | null;
        };
        readonly Me: {
            readonly user_id: components["schemas"]["UserId"];
            /** @description The name at the identity provider */
            readonly username: string;
            readonly display_name: string;
            /** Format: email */
            readonly email: string | null;
            readonly roles: readonly components["schemas"]["RealmRole"][];
            readonly student_id: components["schemas"]["StudentOrNull"];
            readonly capabilities: readonly components["schemas"]["Capability"][];
        };
        /**
         * @description Role in the identity provider
         * @enum {string}
         */
        readonly RealmRole: "admin" | "teacher" | "student";
        /**
         * @description Something that the caller may do; new ones may come
         * @example courses.read
         * @example courses.create
         * @example labs.read
         * @example labs.upload
         * @example labs.start
         * @example labs.stop
         * @example labs.access
         * @example groups.read
         * @example submissions.create
         * @example submissions.read
         * @example progress.read
         * @example progress.read_own
         * @example platform.administer
         */
        readonly Capability: string;
        readonly CourseRequest: {
            readonly title: string;
            /** @default  */
            readonly description?: string;
            /**
             * Format: date
             * @default null
             */
            readonly starts_on?: string | null;
            /**
             * Format: date
             * @description Not before starts_on
             * @default null
             */
            readonly ends_on?: string | null;
        };
        readonly Course: {
            readonly course_id: components["schemas"]["CourseId"];
            readonly title: string;
            readonly description: string;
            /** @enum {string} */
            readonly status: "draft" | "published" | "archived";
            /** Format: date */
            readonly starts_on: string | null;
            /** Format: date */
            readonly ends_on: string | null;
        };
        readonly CourseList: {
            readonly items: readonly components["schemas"]["Course"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Topic: {
            readonly topic_id: components["schemas"]["TopicId"];
            readonly course_id: components["schemas"]["CourseId"];
            readonly title: string;
            /**
             * Format: int32
             * @description Place in the course
             */
            readonly position: number;
            readonly lab_ids: readonly components["schemas"]["LabId"][];
        };
        readonly TopicList: {
            readonly items: readonly components["schemas"]["Topic"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Group: {
            readonly group_id: components["schemas"]["GroupId"];
            readonly name: string;
            /** Format: uuid */
            readonly course_id: string | null;
            readonly student_ids: readonly components["schemas"]["StudentId"][];
        };
        readonly GroupList: {
            readonly items: readonly components["schemas"]["Group"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly AccessGroup: {
            readonly access_group_id: components["schemas"]["AccessGroupId"];
            readonly name: string;
            readonly course_id: components["schemas"]["CourseId"];
            /** @description What it opens */
            readonly topic_ids: readonly components["schemas"]["TopicId"][];
            /** @description To these groups */
            readonly group_ids: readonly components["schemas"]["GroupId"][];
            /** @description And to these students */
            readonly student_ids: readonly components["schemas"]["StudentId"][];
        };
        readonly AccessGroupList: {
            readonly items: readonly components["schemas"]["AccessGroup"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Assignment: {
            readonly assignment_id: components["schemas"]["AssignmentId"];
            readonly course_id: components["schemas"]["CourseId"];
            /** @description The lab to do it in */
            readonly lab_id: string | null;
            readonly title: string;
            readonly description: string;
            /** Format: date-time */
            readonly due_at: string | null;
            readonly max_points: number | null;
        };
        readonly AssignmentList: {
            readonly items: readonly components["schemas"]["Assignment"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly SubmissionForm: {
            readonly assignment_id: components["schemas"]["AssignmentId"];
            readonly comment?: string;
            /**
             * Format: binary
             * @description What is handed in
             */
            readonly file?: Blob;
        };
        readonly Submission: {
            readonly submission_id: components["schemas"]["SubmissionId"];
            readonly assignment_id: components["schemas"]["AssignmentId"];
            readonly student_id: components["schemas"]["StudentId"];
            readonly group_id: components["schemas"]["GroupOrNull"];
            /** Format: int32 */
            readonly attempt: number;
            /** @enum {string} */
            readonly status: "draft" | "submitted" | "graded" | "returned";
            readonly comment: string;
            readonly points: number | null;
            /** Format: date-time */
            readonly submitted_at: string | null;
            /** Format: date-time */
            readonly graded_at: string | null;
        };
        readonly SubmissionList: {
            readonly items: readonly components["schemas"]["Submission"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly LabForm: {
            /**
             * Format: binary
             * @description The YAML file
             */
            readonly file: Blob;
        };
        /** @description YAML 1.2 in UTF-8, without aliases, as lab-config.schema.yaml says */
        readonly LabYaml: string;
        readonly Lab: {
            readonly lab_id: components["schemas"]["LabId"];
            readonly name: string;
            readonly description: string;
            /** Format: uuid */
            readonly course_id: string | null;
            /**
             * Format: int32
             * @description Of the configuration
             */
            readonly revision: number;
            readonly status: components["schemas"]["LabStatus"];
            readonly created_at: components["schemas"]["Instant"];
            readonly updated_at: components["schemas"]["Instant"];
        };
        readonly LabList: {
            readonly items: readonly components["schemas"]["Lab"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly StartRequest: {
            readonly student_ids: readonly components["schemas"]["StudentId"][];
            /**
             * @description Whether files of an earlier run come back
             * @default latest
             * @enum {string}
             */
            readonly restore?: "latest" | "none";
        };
        readonly StopRequest: {
            /** @description Only these; without it the whole lab */
            readonly student_ids?: readonly components["schemas"]["StudentId"][];
        };
        readonly RestartRequest: {
            /** @description Only these; without it the whole lab */
            readonly student_ids?: readonly components["schemas"]["StudentId"][];
        };
        readonly StudentResult: {
            readonly student_id: components["schemas"]["StudentId"];
            readonly group_id: components["schemas"]["GroupOrNull"];
            /**
             * @description What came of the wish; `reason` says why one was refused
             * @example accepted
             * @example already_running
             * @example already_starting
             * @example already_stopped
             * @example refused
             */
            readonly outcome: string;
            /** Format: uuid */
            readonly instance_id: string | null;
            /** @description The present state of the instance; null when there is none */
            readonly state: components["schemas"]["InstanceState"] | null;
            readonly reason: components["schemas"]["Reason"];
            readonly advice: components["schemas"]["Advice"];
        };
        readonly StartAccepted: {
            readonly lab_id: components["schemas"]["LabId"];
            /**
             * Format: uuid
             * @description The wish as it was written
             */
            readonly request_id: string;
            /** @description One for each student of the request */
            readonly results: readonly components["schemas"]["StudentResult"][];
        };
        readonly StopAccepted: {
            readonly lab_id: components["schemas"]["LabId"];
            /**
             * Format: uuid
             * @description The wish as it was written
             */
            readonly request_id: string;
            /** @description One for each student with an instance */
            readonly results: readonly components["schemas"]["StudentResult"][];
        };
        readonly RestartAccepted: {
            readonly lab_id: components["schemas"]["LabId"];
            /**
             * Format: uuid
             * @description Identifies this request
             */
            readonly request_id: string;
            /** @description One for each student named, or for each student with an instance */
            readonly results: readonly components["schemas"]["StudentResult"][];
        };
        readonly LabInstance: {
            readonly instance_id: components["schemas"]["InstanceId"];
            readonly lab_id: components["schemas"]["LabId"];
            readonly student_id: components["schemas"]["StudentOrNull"];
            readonly group_id: components["schemas"]["GroupOrNull"];
            /** @description Who can log in */
            readonly members: readonly components["schemas"]["StudentId"][];
            readonly state: components["schemas"]["InstanceState"];
            readonly volume: components["schemas"]["VolumeState"];
            readonly reason: components["schemas"]["Reason"];
            readonly advice: components["schemas"]["Advice"];
            readonly since: components["schemas"]["Instant"];
            /**
             * Format: int64
             * @description Number of its last change
             */
            readonly sequence: number;
            /**
             * Format: date-time
             * @description Until when the volume stays after a stop
             */
            readonly keep_until: string | null;
            /**
             * Format: date-time
             * @description When a lab that has run for long is stopped and archived, unless it is started again before; told a day ahead, else null (decision 22)
             */
            readonly ends_at: string | null;
        };
        readonly LabInstanceList: {
            readonly items: readonly components["schemas"]["LabInstance"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly LabAccess: {
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
        readonly Rotation: {
            readonly lab_id: components["schemas"]["LabId"];
            readonly student_id: components["schemas"]["StudentId"];
            /** Format: int32 */
            readonly credential_generation: number;
        };
        readonly Progress: {
            readonly student_id: components["schemas"]["StudentId"];
            readonly labs: readonly components["schemas"]["LabProgress"][];
            readonly assignments: {
                /** Format: int32 */
                readonly total: number;
                /** Format: int32 */
                readonly submitted: number;
                /** Format: int32 */
                readonly graded: number;
            };
            readonly points: {
                readonly earned: number;
                /** @description Of the graded assignments */
                readonly possible: number;
            };
        };
        readonly LabProgress: {
            readonly lab_id: components["schemas"]["LabId"];
            readonly name: string;
            readonly state: components["schemas"]["InstanceState"];
            /** Format: int32 */
            readonly runs: number;
            /** Format: date-time */
            readonly first_started_at: string | null;
            /** Format: date-time */
            readonly last_started_at: string | null;
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
         * @description Send it as `cursor` to get the next page. Null on the last page.
         * @example eyJkIjoiMjAyNi0xMC0wMSJ9
         * @example null
         */
        readonly NextCursor: string | null;
        /**
         * Format: date-time
         * @description A point in time, RFC 3339, in UTC with the suffix Z.
         * @example 2026-11-21T07:41:12Z
         */
        readonly Instant: string;
    };
    responses: {
        /** @description The identity provider did not log the user in, or the answer does not belong to this browser. */
        readonly loginRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The cookie came with a request that a page of this installation did not make, or did not make with `X-Covenant-Request`. */
        readonly foreignPage: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller has none of the roles that the operation requires, or a page of another site sent the request with a session cookie. */
        readonly roleOrForeignPage: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A lab with this lab_id exists, or the first request with this Idempotency-Key is still running. */
        readonly labExists: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The lab does not run for the caller at the moment. */
        readonly notRunning: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The file breaks the rules of lab configurations; or the Idempotency-Key was used for another request. */
        readonly badConfig: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The file breaks the rules of lab configurations, or its lab_id is not the lab's. */
        readonly badNewConfig: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The lab cannot be started for anybody as it is configured, or the Idempotency-Key was used for another request. */
        readonly noCapacity: {
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
        /** @description The operation is planned, but not available in this version. */
        readonly notImplemented: {
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
        /** @description The values conflict with each other or with stored data, or the Idempotency-Key was already used for a different request. */
        readonly ruleOrKeyReused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
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
        /** @description The caller has none of the roles that the operation requires. */
        readonly forbiddenRole: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A form field is invalid, the form is malformed, or its text is not UTF-8. */
        readonly invalidForm: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The ETag in If-Match does not match the current state of the resource. */
        readonly preconditionFailed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description If-Match is missing. */
        readonly preconditionRequired: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
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
    };
    parameters: {
        /**
         * @description What `startLogin` has tied the login to this browser with.
         * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
         */
        readonly LoginCookie: string;
        /**
         * @description The same where the platform is served over plain HTTP on the loopback address; read nowhere else. What another program of that machine has put there is no key, and does no harm.
         * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
         */
        readonly LoopbackLoginCookie: string;
        /**
         * @description The session that the browser had before.
         * @example q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
         */
        readonly SessionCookie: string;
        /**
         * @description The same where the platform is served over plain HTTP on the loopback address; read nowhere else. What another program of that machine has put there is no key, and does no harm.
         * @example q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
         */
        readonly LoopbackSessionCookie: string;
        /**
         * @description The lab.
         * @example linux-basics
         */
        readonly LabPath: components["schemas"]["LabId"];
        /**
         * @description Only what belongs to this course.
         * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
         */
        readonly CourseFilter: components["schemas"]["CourseId"];
        /**
         * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly IfNoneMatch: string;
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
         * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
         * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
         */
        readonly IdempotencyKey: string;
        /**
         * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
         * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
         */
        readonly IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Where the browser goes next.
         * @example https://covenant.example/labs/linux-basics
         */
        readonly Elsewhere: string;
        /**
         * @description `__Host-login`, HttpOnly, Secure, SameSite=Lax, ten minutes; without the prefix and Secure only on plain HTTP on the loopback address.
         * @example __Host-login=hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax
         */
        readonly LoginCookie: string;
        /**
         * @description `__Host-session`, an opaque key, HttpOnly, Secure, SameSite=Lax, 24 hours; empty and expired after a logout.
         * @example __Host-session=q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j; Path=/; Max-Age=86400; HttpOnly; Secure; SameSite=Lax
         */
        readonly SessionCookie: string;
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
         * @description The URL of the created resource, or of the job to follow. Relative to the host; resolve it against the URL of the request.
         * @example /api/v1/ingest/jobs/0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11
         */
        readonly Location: string;
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
    readonly startLogin: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description A path of the platform to come back to after the login, with its query and fragment; never an address. Whatever is not ASCII is percent-encoded.
                 * @example /labs/linux-basics
                 */
                readonly return_to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: {
                /**
                 * @description What `startLogin` has tied the login to this browser with.
                 * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly "__Host-login"?: components["parameters"]["LoginCookie"];
                /**
                 * @description The same where the platform is served over plain HTTP on the loopback address; read nowhere else. What another program of that machine has put there is no key, and does no harm.
                 * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly login?: components["parameters"]["LoopbackLoginCookie"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description To the identity provider, with a cookie that ties the answer to this browser for ten minutes. */
            readonly 302: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Elsewhere"];
                    readonly "Set-Cookie": components["headers"]["LoginCookie"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly finishLogin: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description What `startLogin` gave the provider.
                 * @example hV0Qm3m0w2cV7Jv8c1n9Wg
                 */
                readonly state: string;
                /**
                 * @description The code; missing when the provider reports an error.
                 * @example 9sP4kXn2bL7qR1wE6tY8uI3o
                 */
                readonly code?: string;
                /**
                 * @description The issuer (RFC 9207).
                 * @example https://covenant.example/auth/realms/labs
                 */
                readonly iss?: string;
                /**
                 * @description Given by some providers; not used.
                 * @example 5f1c2d3e
                 */
                readonly session_state?: string;
                /**
                 * @description Why the provider did not log the user in.
                 * @example access_denied
                 */
                readonly error?: string;
                /**
                 * @description The same for people; not shown to anybody.
                 * @example The user cancelled.
                 */
                readonly error_description?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: {
                /**
                 * @description What `startLogin` has tied the login to this browser with.
                 * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly "__Host-login"?: components["parameters"]["LoginCookie"];
                /**
                 * @description The same where the platform is served over plain HTTP on the loopback address; read nowhere else. What another program of that machine has put there is no key, and does no harm.
                 * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly login?: components["parameters"]["LoopbackLoginCookie"];
                /**
                 * @description The session that the browser had before.
                 * @example q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly "__Host-session"?: components["parameters"]["SessionCookie"];
                /**
                 * @description The same where the platform is served over plain HTTP on the loopback address; read nowhere else. What another program of that machine has put there is no key, and does no harm.
                 * @example q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly session?: components["parameters"]["LoopbackSessionCookie"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Back to the page that asked for the login, signed in. */
            readonly 302: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Elsewhere"];
                    readonly "Set-Cookie": components["headers"]["SessionCookie"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["loginRefused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly logOut: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session is over. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Set-Cookie": components["headers"]["SessionCookie"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LoggedOut"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["foreignPage"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier response. If it is still current, the response is 304 without a body.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The caller. */
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
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listCourses: {
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
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of courses. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CourseList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createCourse: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CourseRequest"];
            };
        };
        readonly responses: {
            /** @description The course. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Course"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["ruleOrKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getCourse: {
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
                 * @description The course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly id: components["schemas"]["CourseId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The course. */
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
                    readonly "application/json": components["schemas"]["Course"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listTopics: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what belongs to this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
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
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of topics. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TopicList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getTopic: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The topic.
                 * @example 8a7b6c5d-4e3f-4a2b-9c1d-0e9f8a7b6c5d
                 */
                readonly id: components["schemas"]["TopicId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The topic. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Topic"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listGroups: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what belongs to this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
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
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of groups. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GroupList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The group.
                 * @example red
                 */
                readonly id: components["schemas"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The group. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Group"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listAccessGroups: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what belongs to this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
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
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of access groups. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccessGroupList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getAccessGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The access group.
                 * @example 1b4e28ba-2fa1-41d2-883f-0016d3cca427
                 */
                readonly id: components["schemas"]["AccessGroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The access group. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccessGroup"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listAssignments: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what belongs to this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
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
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of assignments. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AssignmentList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listSubmissions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only for this assignment.
                 * @example 2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f6a
                 */
                readonly assignment_id?: components["schemas"]["AssignmentId"];
                /**
                 * @description Only of this student.
                 * @example anna
                 */
                readonly student_id?: components["schemas"]["StudentId"];
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
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of submissions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubmissionList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createSubmission: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["SubmissionForm"];
            };
        };
        readonly responses: {
            /** @description The submission. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Submission"];
                };
            };
            readonly 400: components["responses"]["invalidForm"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["ruleOrKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getSubmission: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The submission.
                 * @example 4e5f6a7b-8c9d-4e0f-8a1b-2c3d4e5f6a7b
                 */
                readonly id: components["schemas"]["SubmissionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The submission. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Submission"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listLabs: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what belongs to this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
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
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of labs. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LabList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly uploadLab: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["LabForm"];
                readonly "application/yaml": components["schemas"]["LabYaml"];
            };
        };
        readonly responses: {
            /** @description The lab, ready to be started. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Lab"];
                };
            };
            readonly 400: components["responses"]["invalidForm"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["labExists"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["badConfig"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getLab: {
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
                 * @description The lab.
                 * @example linux-basics
                 */
                readonly id: components["parameters"]["LabPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The lab. */
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
                    readonly "application/json": components["schemas"]["Lab"];
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
    readonly getLabConfig: {
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
                 * @description The lab.
                 * @example linux-basics
                 */
                readonly id: components["parameters"]["LabPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
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
                    readonly "application/yaml": components["schemas"]["LabYaml"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly replaceLabConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the version that you want to change. Without it the request fails with 428, and with 412 if it is no longer current.
                 * @example "q3dYQ0m0m2cV7Jv8c1n9Wg"
                 */
                readonly "If-Match": components["parameters"]["IfMatch"];
            };
            readonly path: {
                /**
                 * @description The lab.
                 * @example linux-basics
                 */
                readonly id: components["parameters"]["LabPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/yaml": components["schemas"]["LabYaml"];
                readonly "multipart/form-data": components["schemas"]["LabForm"];
            };
        };
        readonly responses: {
            /** @description The lab with its new revision. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Lab"];
                };
            };
            readonly 400: components["responses"]["invalidForm"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["badNewConfig"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly startLab: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The lab.
                 * @example linux-basics
                 */
                readonly id: components["parameters"]["LabPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StartRequest"];
            };
        };
        readonly responses: {
            /** @description Admitted, as the results say. */
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
                    readonly "application/json": components["schemas"]["StartAccepted"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["noCapacity"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly stopLab: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The lab.
                 * @example linux-basics
                 */
                readonly id: components["parameters"]["LabPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["StopRequest"];
            };
        };
        readonly responses: {
            /** @description Admitted, as the results say. */
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
                    readonly "application/json": components["schemas"]["StopAccepted"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
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
    readonly restartLab: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The lab.
                 * @example linux-basics
                 */
                readonly id: components["parameters"]["LabPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RestartRequest"];
            };
        };
        readonly responses: {
            /** @description Admitted, as the results say. */
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
                    readonly "application/json": components["schemas"]["RestartAccepted"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
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
    readonly listLabInstances: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only instances in this state.
                 * @example running
                 */
                readonly state?: components["schemas"]["InstanceState"];
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
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The lab.
                 * @example linux-basics
                 */
                readonly id: components["parameters"]["LabPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of instances. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LabInstanceList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getLabAccess: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The lab.
                 * @example linux-basics
                 */
                readonly id: components["parameters"]["LabPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The way in. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LabAccess"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["notRunning"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly rotateLabAccess: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The lab.
                 * @example linux-basics
                 */
                readonly id: components["parameters"]["LabPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Being replaced. */
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
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["notRunning"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getProgress: {
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
                 * @description The student.
                 * @example anna
                 */
                readonly id: components["schemas"]["StudentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The progress. */
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
                    readonly "application/json": components["schemas"]["Progress"];
                };
            };
            readonly 304: components["responses"]["notModified"];
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 501: components["responses"]["notImplemented"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
}

export type UserId = components['schemas']['UserId'];
export type CourseId = components['schemas']['CourseId'];
export type TopicId = components['schemas']['TopicId'];
export type AccessGroupId = components['schemas']['AccessGroupId'];
export type AssignmentId = components['schemas']['AssignmentId'];
export type SubmissionId = components['schemas']['SubmissionId'];
export type InstanceId = components['schemas']['InstanceId'];
export type LabId = components['schemas']['LabId'];
export type StudentId = components['schemas']['StudentId'];
export type GroupId = components['schemas']['GroupId'];
export type Role = components['schemas']['Role'];
export type StudentOrNull = components['schemas']['StudentOrNull'];
export type GroupOrNull = components['schemas']['GroupOrNull'];
export type InstanceState = components['schemas']['InstanceState'];
export type VolumeState = components['schemas']['VolumeState'];
export type Reason = components['schemas']['Reason'];
export type Advice = components['schemas']['Advice'];
export type LabStatus = components['schemas']['LabStatus'];
export type LoggedOut = components['schemas']['LoggedOut'];
export type Me = components['schemas']['Me'];
export type RealmRole = components['schemas']['RealmRole'];
export type Capability = components['schemas']['Capability'];
export type CourseRequest = components['schemas']['CourseRequest'];
export type Course = components['schemas']['Course'];
export type CourseList = components['schemas']['CourseList'];
export type Topic = components['schemas']['Topic'];
export type TopicList = components['schemas']['TopicList'];
export type Group = components['schemas']['Group'];
export type GroupList = components['schemas']['GroupList'];
export type AccessGroup = components['schemas']['AccessGroup'];
export type AccessGroupList = components['schemas']['AccessGroupList'];
export type Assignment = components['schemas']['Assignment'];
export type AssignmentList = components['schemas']['AssignmentList'];
export type SubmissionForm = components['schemas']['SubmissionForm'];
export type Submission = components['schemas']['Submission'];
export type SubmissionList = components['schemas']['SubmissionList'];
export type LabForm = components['schemas']['LabForm'];
export type LabYaml = components['schemas']['LabYaml'];
export type Lab = components['schemas']['Lab'];
export type LabList = components['schemas']['LabList'];
export type StartRequest = components['schemas']['StartRequest'];
export type StopRequest = components['schemas']['StopRequest'];
export type RestartRequest = components['schemas']['RestartRequest'];
export type StudentResult = components['schemas']['StudentResult'];
export type StartAccepted = components['schemas']['StartAccepted'];
export type StopAccepted = components['schemas']['StopAccepted'];
export type RestartAccepted = components['schemas']['RestartAccepted'];
export type LabInstance = components['schemas']['LabInstance'];
export type LabInstanceList = components['schemas']['LabInstanceList'];
export type LabAccess = components['schemas']['LabAccess'];
export type Endpoint = components['schemas']['Endpoint'];
export type Rotation = components['schemas']['Rotation'];
export type Progress = components['schemas']['Progress'];
export type LabProgress = components['schemas']['LabProgress'];
export type RequestId = components['schemas']['RequestId'];
export type Problem = components['schemas']['Problem'];
export type ProblemError = components['schemas']['ProblemError'];
export type Cursor = components['schemas']['Cursor'];
export type NextCursor = components['schemas']['NextCursor'];
export type Instant = components['schemas']['Instant'];
