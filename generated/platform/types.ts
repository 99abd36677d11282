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
         * Start a browser login
         * @description Redirects the browser to the identity provider (authorization code flow with PKCE, state and nonce) and binds the login to this browser with the cookie `__Host-login` for ten minutes. Logins that are started at the same time in one browser share the cookie. Open this URL in the browser; do not call it from a script.
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
         * Finish a browser login
         * @description The identity provider redirects the browser here. Exchanges the code, validates state, nonce, issuer and token, creates a session and sets a cookie with an opaque session key. Every login gets a new key; a previous session of the browser ends. A code and a state can be used once, within ten minutes, and only with the `__Host-login` cookie of the browser that `startLogin` redirected.
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
         * Log out
         * @description Ends the session of the cookie and expires the cookie; WebSocket connections of the session are closed with 4401. Then open `end_session_url` in the browser to end the login at the identity provider as well. A bearer token is not a session; it stays valid until it expires.
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
         * Get the current user
         * @description Returns the profile of the current user and the capabilities that result from the user's roles and rights. Show and hide parts of a page by capabilities, not by roles.
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
         * @description Returns the courses of which the caller is a member today, sorted by title; students do not see drafts. Administrators see all courses.
         */
        readonly get: operations["listCourses"];
        readonly put?: never;
        /**
         * Create a course
         * @description Creates a course as a draft, with the caller as its owner, its first topic and an access group that opens all topics to all members, in one transaction.
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
         * Get a course
         * @description Returns a course. Returns 404 if `listCourses` does not include it for the caller.
         */
        readonly get: operations["getCourse"];
        /**
         * Change a course
         * @description Replaces title, description and dates; omitted fields become empty or null. Requires the role `owner` or `teacher` in the course.
         */
        readonly put: operations["replaceCourse"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/courses/{id}/publish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Publish a course
         * @description Makes the course visible to its students. An archived course is published again. Requires the role `owner` or `teacher` in the course.
         */
        readonly post: operations["publishCourse"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/courses/{id}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Archive a course
         * @description Ends the course. Its members still see it, and labs are not started for it any more; labs that run are not stopped. `publishCourse` takes it back. Requires the role `owner` in the course.
         */
        readonly post: operations["archiveCourse"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/courses/{id}/copy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Copy a course to a new term
         * @description Creates a course as a draft with the description and the topics of this one. Members, groups and access groups are not copied: the caller is its owner, and an access group opens all topics to all members. Requires the role `owner` or `teacher` in the course.
         */
        readonly post: operations["copyCourse"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/courses/{id}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the members of a course
         * @description Returns the members of a course, sorted by user name, also those whose time has not begun or is over. Requires the role `assistant` or a stronger one in the course.
         */
        readonly get: operations["listMembers"];
        readonly put?: never;
        /**
         * Add members to a course
         * @description Adds users to a course and returns an outcome for each; one that is refused does not affect the others. Name each by `student_id`, `username` or `email`. Those who
         *     have never logged in are invited by user name or e-mail: they are known to the platform from now on, and their first login finds the course.
         *
         *     Members stay as they are: change them with `replaceMember`. With `dry_run`, the outcomes are the same and nothing is stored; `email` and `status` of users who
         *     are not members yet are null. Requires the role `owner` or `teacher` in the course; owners and teachers are added by owners alone.
         *
         *     An invited user has the role `student` of the installation. If an administrator adds an owner or teacher, it is `teacher`.
         */
        readonly post: operations["addMembers"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/courses/{id}/members/{user_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a member of a course
         * @description Returns a member. Requires the role `assistant` or a stronger one in the course.
         */
        readonly get: operations["getMember"];
        /**
         * Change a member of a course
         * @description Replaces role and dates; omitted dates become null. A member whose time is over loses the login of the running labs of the course within seconds. Requires the role `owner` or `teacher` in the course; owners alone change owners and teachers and make them. Returns 409 if the course would have no owner.
         */
        readonly put: operations["replaceMember"];
        readonly post?: never;
        /**
         * Remove a member from a course
         * @description The user leaves the course and its groups, and loses the login of its running labs within seconds: their own labs are stopped and archived, those of their groups go on for the others. What was handed in stays. Requires the role `owner` or `teacher` in the course; owners alone remove owners and teachers. Returns 409 if the course would have no owner.
         */
        readonly delete: operations["removeMember"];
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
         * @description Returns the topics that the caller's access groups give access to, in course order.
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
         * Get a topic
         * @description Returns a topic. Returns 404 if no access group gives the caller access to it.
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
         * @description Returns the student groups of the courses in which the caller teaches or assists, with their members, sorted by id. `startLab` of a lab per group starts the group of each student that it names.
         */
        readonly get: operations["listGroups"];
        readonly put?: never;
        /**
         * Create a student group
         * @description Creates a group of members of a course. Its id is made from the name and never changes, as it is part of the names of labs. Requires the role `owner` or `teacher` in the course.
         */
        readonly post: operations["createGroup"];
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
         * Get a student group
         * @description Returns a group with its members. Returns 404 if it belongs to a course in which the caller neither teaches nor assists.
         */
        readonly get: operations["getGroup"];
        /**
         * Change a student group
         * @description Replaces name and members. Who leaves the group loses the login of its running labs within seconds; who joins it gets one with the next start. Requires the role `owner` or `teacher` in the course.
         */
        readonly put: operations["replaceGroup"];
        readonly post?: never;
        /**
         * Delete a student group
         * @description Returns 409 while a lab of the group is not stopped. Requires the role `owner` or `teacher` in the course.
         */
        readonly delete: operations["deleteGroup"];
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
         * @description Returns the access groups, which define who can see which topics. Teachers see those of their own courses.
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
         * Get an access group
         * @description Returns an access group. Returns 404 if it belongs to a course that the caller does not teach.
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
         * @description Returns the assignments, each with its lab. Students see published assignments only.
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
         * @description Returns the caller's own submissions, or those of the courses that the caller teaches, newest first.
         */
        readonly get: operations["listSubmissions"];
        readonly put?: never;
        /**
         * Submit an assignment
         * @description Creates a new attempt for an assignment, with an optional file (bucket static-files, assignments-files). Earlier attempts are kept.
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
         * Get a submission
         * @description Returns a submission. Returns 404 if it is neither the caller's own nor from a course that the caller teaches.
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
         * @description Returns the labs that the caller has access to, sorted by lab_id. Teachers see labs that they uploaded or that belong to one of their courses, students see labs in which they have an instance, and administrators see all labs.
         */
        readonly get: operations["listLabs"];
        readonly put?: never;
        /**
         * Upload a lab configuration
         * @description Creates a lab from a YAML file, sent as the form field `file` or as the request body with the type `application/yaml`. The schema is
         *     lab-config.schema.yaml. The file is stored in the bucket lab-configs; `lab_id`, `name` and `description` are read from it.
         *
         *     An invalid file fails with 422 and lists the first 100 errors, each with its line (`row`), column and location in the file (`pointer`). A file with more
         *     than 3,000 names, values and items is rejected. If the `lab_id` is already in use, the request fails with 409; upload a new version of a lab with
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
         * Get a lab
         * @description Returns a lab with a summary of its instances. Returns 404 if `listLabs` does not include the lab for the caller.
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
         * Get a lab configuration
         * @description Returns the YAML file exactly as it was uploaded. Send its ETag as If-Match to `replaceLabConfig`.
         */
        readonly get: operations["getLabConfig"];
        /**
         * Upload a new version of a lab
         * @description Stores the file as the next revision; earlier revisions are kept. Send the file as in `uploadLab`, as the form field `file` or as the request body. Its `lab_id` must be that of the lab. Running labs keep their revision; the next start uses the new one. If the file names another course, running labs go on for the members of the course that they were started for, and the next start is for members of the new one.
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
         * @description Accepts the start and returns an outcome for each student; a student who cannot be admitted does not affect the others. A lab of a course is started for members of
         *     the course only, and not while the course is archived; a lab without a course for any student. The labs start in the background:
         *     follow them with `listLabInstances` or on the WebSocket. For a lab per group, this starts the group of each listed student once.
         *
         *     Starting a running lab again only extends the time after which it is stopped (`ends_at`). If a student's lab ran before, its files are restored, unless
         *     `restore` is `none`.
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
         * @description Stops the whole lab or, with `student_ids`, only the instances of these students. Volumes are archived and verified before they are deleted. Stopping a stopped instance again changes nothing. An instance with the outcome `refused` and the reason `infrastructure` keeps running.
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
         * @description Replaces the pods of the whole lab or, with `student_ids`, only those of these students. All processes end and logins are disconnected; files in the home
         *     directory, the address, the host key and the passwords are kept. Use it for a lab that is `degraded`, does not respond or has a full process table. A
         *     failed lab is started again. For a lab per group, this restarts the group of each listed student once.
         *
         *     The outcome is `already_starting` if a start or restart is already in progress, and `refused` with the reason `not_running` if the lab is not running;
         *     start it instead.
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
         * @description Returns the state of the lab for each student or group, with the reason and the time of the last change. Students see only their own instance.
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
         * Get the login data of your lab
         * @description Returns the SSH address and password of the caller's own instance; in a group lab, each member has a separate password. If a start file such as `~/.bashrc` ends the shell, log in as `plain` (in a group lab `plain-` and your login name) with the same password, and correct it. Every call is recorded in the audit log, and the response must not be cached. Returns 409 if the lab is not running.
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
         * Replace your lab password
         * @description The old password stops working within seconds, without a restart of the lab. Get the new one with `getLabAccess`.
         */
        readonly post: operations["rotateLabAccess"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/students": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List students
         * @description Returns the users for whom a lab can be started, sorted by student_id: those who have not logged in yet as well, without those that are disabled. Use `student_id` in `startLab`. Every user has one, whatever the roles.
         */
        readonly get: operations["listStudents"];
        readonly put?: never;
        readonly post?: never;
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
         * Get a student's progress
         * @description Returns the progress of a student to the student, to teachers of the student's courses, and to administrators. Returns 404 for all other callers.
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
    readonly "/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List users
         * @description Returns the users whom the platform knows, sorted by user name: those who have logged in, and those who are invited and have not yet.
         */
        readonly get: operations["listUsers"];
        readonly put?: never;
        /**
         * Create a user
         * @description Names a user before the first login, by the user name at the identity provider, by e-mail, or by both. The user is `invited` and has a `student_id` at once, so labs can be started for them; the first login with this user name, or with this verified e-mail, makes the user `active`. No account is created at the identity provider. Returns 409 if the user exists.
         */
        readonly post: operations["createUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Import users from a file
         * @description Creates a user for each line of a CSV file, as `createUser` does, in one transaction. A line whose user exists is `known` and changes nothing, so a file can be
         *     imported again. A line that could mean several users is a `conflict`, and creates none. With `dry_run`, nothing is stored, and the result is the same.
         *
         *     The file is in UTF-8, UTF-16 or Windows-1252; fields are separated by commas, semicolons, tabs or vertical bars. All this is found by its content. The first line
         *     has the names of the columns, in any order and case, as OneRoster, Canvas, Moodle, Google Workspace and Microsoft School Data Sync export them, or in German,
         *     Norwegian, Swedish, Danish, Dutch, French, Spanish, Italian or Polish:
         *
         *     | column | also |
         *     |---|---|
         *     | `username` | `login_id`, `login`, `Benutzername`, `brukernavn`, `identifiant` ... |
         *     | `email` | `e-mail`, `Email Address`, `E-Mail-Adresse`, `e-post`, `courriel`, `correo` ... |
         *     | `display_name` | `name`, `full name`, `navn` ... |
         *     | `given_name`, `family_name` | `givenName`, `firstname`, `First Name [Required]`, `Vorname`, `fornavn`, `prénom` ... |
         *     | `role` | `Rolle`; student, teacher or admin, or the words of these systems. A missing one is `role` of the form |
         *
         *     Other columns are ignored; `read_as` lists them. Each line needs a user name or an e-mail. A file with any wrong line is refused as a whole with 422, which names
         *     row and column of the first 100 errors. Limits: 10,000 lines, 2 MiB.
         */
        readonly post: operations["importUsers"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a user
         * @description Returns a user, with the roles that the identity provider last stated.
         */
        readonly get: operations["getUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}/disable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Disable a user
         * @description From the next request on, the user is refused. All browser sessions end, and the passwords of the user's running labs are replaced within seconds; the labs go on, with their files. A start that waits is not for this user any more. Returns 409 for the caller's own account.
         */
        readonly post: operations["disableUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}/enable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enable a user
         * @description The user can log in again, and gets the passwords of running labs with `getLabAccess`.
         */
        readonly post: operations["enableUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}/invitation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invite a user to create their account
         * @description Returns a link by which an invited user chooses a password and has an account at the embedded identity provider, with the user name and roles of the user. The link works once, for seven days, and a further invitation ends it. Give it to this user only. Returns 409 if the user has an account, and if another identity provider manages its accounts itself: invite the user there, and the first login finds the user here.
         */
        readonly post: operations["createInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the browser sessions of a user
         * @description Returns the sessions that have not ended, sorted by their id. Access tokens of programs are no sessions; they expire within minutes.
         */
        readonly get: operations["listUserSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}/end-sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End all browser sessions of a user
         * @description The user has to log in again in every browser. Live updates of these sessions are closed with 4401.
         */
        readonly post: operations["endUserSessions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}/sessions/{session_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * End a browser session of a user
         * @description The user has to log in again in that browser. Returns 404 if the session has ended.
         */
        readonly delete: operations["endUserSession"];
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
         * @description A user
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
         * @description A submission
         */
        readonly SubmissionId: BrandedId<'SubmissionId'>;
        /** @description The lab's id, chosen by the teacher */
        readonly LabId: BrandedId<'LabId'>;
        /** @description The student's id in labs, derived once from the user name at the identity provider */
        readonly StudentId: BrandedId<'StudentId'>;
        /** @description The group's id in labs */
        readonly GroupId: BrandedId<'GroupId'>;
        /** @description A container of a lab */
        readonly Role: BrandedId<'Role'>;
        /** @description A student, or null */
        readonly StudentOrNull: BrandedId<'StudentId'> | null;
        /** @description A group, or null */
        readonly GroupOrNull: BrandedId<'GroupId'> | null;
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
        /**
         * @description A summary of the lab's instances: running if any instance is running or degraded, otherwise starting if any is starting, otherwise stopping if any
         *     is stopping, otherwise failed if any has failed, otherwise stopped. A lab that has never run is stopped. Teachers and administrators see the summary of all instances; students see that of their own.
         * @enum {string}
         */
        readonly LabStatus: "stopped" | "starting" | "running" | "stopping" | "failed";
        readonly LoggedOut: {
            /**
             * Format: uri
             * @description The URL at which the browser ends the login at the identity provider. Null if the provider has none or could not be reached
             */
            readonly end_session_url: string | null;
        };
        readonly Me: {
            readonly user_id: components["schemas"]["UserId"];
            /** @description The user name at the identity provider */
            readonly username: string;
            readonly display_name: string;
            /** Format: email */
            readonly email: string | null;
            readonly roles: readonly components["schemas"]["RealmRole"][];
            readonly student_id: components["schemas"]["StudentOrNull"];
            readonly capabilities: readonly components["schemas"]["Capability"][];
        };
        readonly Student: {
            readonly user_id: components["schemas"]["UserId"];
            /** @description The user name at the identity provider */
            readonly username: string;
            readonly display_name: string;
            readonly student_id: components["schemas"]["StudentId"];
            /**
             * Format: date-time
             * @description The last login with a browser, or the first with a program. Null before the first login
             */
            readonly last_login_at: string | null;
        };
        readonly StudentList: {
            readonly items: readonly components["schemas"]["Student"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A user is invited until the first login, then active. A disabled user is refused
         * @enum {string}
         */
        readonly UserStatus: "invited" | "active" | "disabled";
        readonly User: {
            readonly user_id: components["schemas"]["UserId"];
            /** @description The user name at the identity provider; of a user who was invited by e-mail alone, the e-mail */
            readonly username: string;
            readonly display_name: string;
            /** Format: email */
            readonly email: string | null;
            /** @description The roles at the last login, the strongest first; before it, those of the invitation */
            readonly roles: readonly components["schemas"]["RealmRole"][];
            readonly student_id: components["schemas"]["StudentOrNull"];
            readonly status: components["schemas"]["UserStatus"];
            readonly created_at: components["schemas"]["Instant"];
            readonly updated_at: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description The last login with a browser, or the first with a program. Null before the first login
             */
            readonly last_login_at: string | null;
        };
        readonly UserRequest: {
            /** @description The user name at the identity provider. Required without `email` */
            readonly username?: string;
            /** Format: email */
            readonly email?: string;
            /** @description The user name if it is missing */
            readonly display_name?: string;
            /**
             * @description The roles until the first login, which brings those of the identity provider
             * @default [
             *       "student"
             *     ]
             */
            readonly roles?: readonly components["schemas"]["RealmRole"][];
        };
        readonly Invitation: {
            readonly user_id: components["schemas"]["UserId"];
            /**
             * Format: uri
             * @description The link for the user
             */
            readonly invitation_url: string;
            readonly expires_at: components["schemas"]["Instant"];
        };
        readonly UserImportForm: {
            /**
             * @description Whether to show only what would become of each line
             * @default false
             */
            readonly dry_run?: boolean;
            /**
             * @description The role of lines without one
             * @default student
             */
            readonly role?: components["schemas"]["RealmRole"];
            /**
             * Format: binary
             * @description The CSV file
             */
            readonly file: Blob;
        };
        readonly UserImport: {
            readonly dry_run: boolean;
            /**
             * Format: int32
             * @description How many lines created a user
             */
            readonly created: number;
            /**
             * Format: int32
             * @description How many lines are of a user who existed
             */
            readonly known: number;
            /**
             * Format: int32
             * @description How many lines could mean several users
             */
            readonly conflicts: number;
            readonly read_as: components["schemas"]["UserFileFacts"];
            /** @description In the order of the file */
            readonly lines: readonly components["schemas"]["UserImportLine"][];
        };
        readonly UserFileFacts: {
            /**
             * @example utf-8
             * @example utf-16le
             * @example utf-16be
             * @example windows-1252
             */
            readonly encoding: string;
            /** @description The character between fields */
            readonly delimiter: string;
            /** @description The fields of the user that were read, by the names of their columns */
            readonly columns: {
                readonly [key: string]: string;
            };
            /** @description The names of the other columns */
            readonly ignored: readonly string[];
        };
        readonly UserImportLine: {
            /**
             * Format: int32
             * @description The line of the file
             */
            readonly row: number;
            /** @description As in the file */
            readonly username: string | null;
            /** @description As in the file */
            readonly email: string | null;
            /** @enum {string} */
            readonly outcome: "created" | "known" | "conflict";
            /** @description The student_id of the user. Null for a conflict */
            readonly student_id: components["schemas"]["StudentOrNull"];
            /** @description Why it is a conflict, and what to do. Otherwise null */
            readonly reason: string | null;
        };
        readonly UserList: {
            readonly items: readonly components["schemas"]["User"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A browser session */
        readonly SessionId: BrandedId<'SessionId'>;
        readonly UserSession: {
            readonly session_id: components["schemas"]["SessionId"];
            readonly created_at: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description The last request, to the minute
             */
            readonly seen_at: string;
            readonly expires_at: components["schemas"]["Instant"];
        };
        readonly UserSessionList: {
            readonly items: readonly components["schemas"]["UserSession"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A role in the identity provider
         * @enum {string}
         */
        readonly RealmRole: "admin" | "teacher" | "student";
        /**
         * @description Something that the caller can do. New values may be added
         * @example courses.read
         * @example courses.create
         * @example courses.update
         * @example courses.archive
         * @example labs.read
         * @example labs.upload
         * @example labs.start
         * @example labs.stop
         * @example labs.access
         * @example students.read
         * @example groups.read
         * @example groups.manage
         * @example submissions.create
         * @example submissions.read
         * @example progress.read
         * @example progress.read_own
         * @example users.manage
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
        readonly CourseCopyRequest: {
            /** @description That of this course unless it is set */
            readonly title?: string;
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
        /**
         * @description Students see no drafts. For an archived course, no labs are started
         * @enum {string}
         */
        readonly CourseStatus: "draft" | "published" | "archived";
        /**
         * @description A role in a course, from the strongest to the weakest
         * @enum {string}
         */
        readonly MemberRole: "owner" | "teacher" | "assistant" | "student";
        readonly Member: {
            readonly user_id: components["schemas"]["UserId"];
            /** @description The user name at the identity provider */
            readonly username: string;
            readonly display_name: string;
            readonly email: string | null;
            readonly student_id: components["schemas"]["StudentOrNull"];
            readonly status: components["schemas"]["UserStatus"];
            readonly role: components["schemas"]["MemberRole"];
            /**
             * Format: date
             * @description The first day as a member, in UTC
             */
            readonly starts_on: string | null;
            /**
             * Format: date
             * @description The last day as a member, in UTC
             */
            readonly ends_on: string | null;
            readonly added_at: components["schemas"]["Instant"];
        };
        readonly MemberList: {
            readonly items: readonly components["schemas"]["Member"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly MemberRequest: {
            readonly role: components["schemas"]["MemberRole"];
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
        /** @description A user by `student_id`, `username` or `email`. Of several, the first of these counts, and the others describe the user who is invited */
        readonly MemberEntry: {
            readonly student_id?: components["schemas"]["StudentId"];
            readonly username?: string;
            /** Format: email */
            readonly email?: string;
            readonly display_name?: string;
            /** @default student */
            readonly role?: components["schemas"]["MemberRole"];
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
        readonly MembersRequest: {
            readonly members: readonly components["schemas"]["MemberEntry"][];
            /**
             * @description Whether to return the outcomes without storing anything
             * @default false
             */
            readonly dry_run?: boolean;
        };
        /** @description A member, or what a dry run would add */
        readonly MemberOrPlan: {
            readonly user_id: components["schemas"]["UserId"];
            /** @description The user name at the identity provider */
            readonly username: string;
            readonly display_name: string;
            /** @description In a dry run null for users who are not members yet */
            readonly email: string | null;
            readonly student_id: components["schemas"]["StudentOrNull"];
            /** @description In a dry run null for users who are not members yet */
            readonly status: components["schemas"]["UserStatus"] | null;
            readonly role: components["schemas"]["MemberRole"];
            /**
             * Format: date
             * @description The first day as a member, in UTC
             */
            readonly starts_on: string | null;
            /**
             * Format: date
             * @description The last day as a member, in UTC
             */
            readonly ends_on: string | null;
            readonly added_at: components["schemas"]["Instant"];
        };
        readonly MemberResult: {
            /** @description How the request names the user */
            readonly name: string;
            /**
             * @description The outcome for the user. If it is `refused`, `reason` says why
             * @example added
             * @example already_member
             * @example refused
             */
            readonly outcome: string;
            /** @description The membership. Null if it is refused */
            readonly member: components["schemas"]["MemberOrPlan"] | null;
            readonly reason: components["schemas"]["Reason"];
            readonly advice: components["schemas"]["Advice"];
        };
        readonly MembersAdded: {
            /** @description One result for each user in the request */
            readonly results: readonly components["schemas"]["MemberResult"][];
        };
        readonly Course: {
            readonly course_id: components["schemas"]["CourseId"];
            readonly title: string;
            readonly description: string;
            readonly status: components["schemas"]["CourseStatus"];
            /** Format: date */
            readonly starts_on: string | null;
            /** Format: date */
            readonly ends_on: string | null;
            /** @description The role of the caller in the course. Null for an administrator who is not a member */
            readonly member_role: components["schemas"]["MemberRole"] | null;
            readonly created_at: components["schemas"]["Instant"];
            readonly updated_at: components["schemas"]["Instant"];
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
             * @description The position in the course
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
            readonly course_id: BrandedId<'CourseId'> | null;
            readonly student_ids: readonly components["schemas"]["StudentId"][];
        };
        readonly GroupRequest: {
            /** @description Unique in the course */
            readonly name: string;
            /** @description Members of the course */
            readonly student_ids: readonly components["schemas"]["StudentId"][];
        };
        readonly NewGroup: {
            /** @description Unique in the course */
            readonly name: string;
            readonly course_id: components["schemas"]["CourseId"];
            /**
             * @description Members of the course
             * @default []
             */
            readonly student_ids?: readonly components["schemas"]["StudentId"][];
        };
        readonly GroupList: {
            readonly items: readonly components["schemas"]["Group"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly AccessGroup: {
            readonly access_group_id: components["schemas"]["AccessGroupId"];
            readonly name: string;
            readonly course_id: components["schemas"]["CourseId"];
            /** @description The topics that it gives access to */
            readonly topic_ids: readonly components["schemas"]["TopicId"][];
            /** @description The groups that have access */
            readonly group_ids: readonly components["schemas"]["GroupId"][];
            /** @description Further students who have access */
            readonly student_ids: readonly components["schemas"]["StudentId"][];
        };
        readonly AccessGroupList: {
            readonly items: readonly components["schemas"]["AccessGroup"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly Assignment: {
            readonly assignment_id: components["schemas"]["AssignmentId"];
            readonly course_id: components["schemas"]["CourseId"];
            /** @description The lab of the assignment */
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
             * @description The submitted file
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
        /** @description YAML 1.2 in UTF-8, without aliases. Schema: lab-config.schema.yaml */
        readonly LabYaml: string;
        readonly Lab: {
            readonly lab_id: components["schemas"]["LabId"];
            readonly name: string;
            readonly description: string;
            /** Format: uuid */
            readonly course_id: BrandedId<'CourseId'> | null;
            /**
             * Format: int32
             * @description The revision of the configuration
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
             * @description Whether to restore the files of the previous run. With `none`, the homes begin empty, and the next stop archives those: then `latest` no longer restores the earlier files.
             * @default latest
             * @enum {string}
             */
            readonly restore?: "latest" | "none";
        };
        readonly StopRequest: {
            /** @description The students whose instances to stop. Omit it to stop the whole lab */
            readonly student_ids?: readonly components["schemas"]["StudentId"][];
        };
        readonly RestartRequest: {
            /** @description The students whose instances to restart. Omit it to restart the whole lab */
            readonly student_ids?: readonly components["schemas"]["StudentId"][];
        };
        readonly StudentResult: {
            readonly student_id: components["schemas"]["StudentId"];
            /** @description The user name of the student. Null if there is no such student */
            readonly username?: string | null;
            /** @description The name of the student. Null if there is no such student */
            readonly display_name?: string | null;
            readonly group_id: components["schemas"]["GroupOrNull"];
            /**
             * @description The outcome for the student. If it is `refused`, `reason` says why
             * @example accepted
             * @example already_running
             * @example already_starting
             * @example already_stopped
             * @example refused
             */
            readonly outcome: string;
            /** Format: uuid */
            readonly instance_id: BrandedId<'InstanceId'> | null;
            /** @description The current state of the instance. Null if there is no instance */
            readonly state: components["schemas"]["InstanceState"] | null;
            readonly reason: components["schemas"]["Reason"];
            readonly advice: components["schemas"]["Advice"];
        };
        readonly StartAccepted: {
            readonly lab_id: components["schemas"]["LabId"];
            /**
             * Format: uuid
             * @description The id of this request
             */
            readonly request_id: string;
            /** @description One result for each student in the request */
            readonly results: readonly components["schemas"]["StudentResult"][];
        };
        readonly StopAccepted: {
            readonly lab_id: components["schemas"]["LabId"];
            /**
             * Format: uuid
             * @description The id of this request
             */
            readonly request_id: string;
            /** @description One result for each student with an instance */
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
            /** @description The students who can log in */
            readonly members: readonly components["schemas"]["StudentId"][];
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
             * @description When the volume of a stopped instance will be archived and deleted
             */
            readonly keep_until: string | null;
            /**
             * Format: date-time
             * @description When a long-running lab will be stopped and archived unless it is started again. Set one day in advance, otherwise null (decision 22)
             */
            readonly ends_at: string | null;
            /** @description The user name of the student. Null for a group, or if the user is unknown */
            readonly username?: string | null;
            /** @description The name of the student. Null for a group, or if the user is unknown */
            readonly display_name?: string | null;
        };
        /**
         * Format: uuid
         * @description A lab of one student or one group
         */
        readonly InstanceId: BrandedId<'InstanceId'>;
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
        readonly LabInstanceList: {
            readonly items: readonly components["schemas"]["LabInstance"][];
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        readonly LabAccess: {
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
                /** @description The maximum points of the graded assignments */
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
        /** @description The identity provider did not log the user in, or the login was not started in this browser. */
        readonly loginRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The session cookie came with a request that is not from a page of this installation, or that has no `X-Covenant-Request` header. */
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
        /** @description A lab with this lab_id already exists, or an earlier request with the same Idempotency-Key is still in progress. */
        readonly labExists: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The course would have no owner. */
        readonly lastOwner: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller's lab is not running. */
        readonly notRunning: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The file is not a valid lab configuration, or the Idempotency-Key was already used for a different request. */
        readonly badConfig: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The file cannot be read, or has lines with errors. Nothing was stored. */
        readonly badUserFile: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The file is not a valid lab configuration, or its lab_id is not that of the lab. */
        readonly badNewConfig: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The lab cannot be started for any of the students, or the Idempotency-Key was already used for a different request. */
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
        /** @description The values conflict with each other or with stored data. */
        readonly businessRule: {
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
        /** @description The current state of the resource does not allow this operation, or an earlier request with the same Idempotency-Key is still in progress. */
        readonly conflictOrInFlight: {
            headers: {
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The current state of the resource does not allow this operation. */
        readonly conflict: {
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
    };
    parameters: {
        /**
         * @description The cookie with which `startLogin` bound the login to this browser.
         * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
         */
        readonly LoginCookie: string;
        /**
         * @description The name of the same cookie on plain HTTP at the loopback address. Ignored elsewhere. Cookies that other programs on the machine set under this name are ignored.
         * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
         */
        readonly LoopbackLoginCookie: string;
        /**
         * @description The previous session of the browser.
         * @example q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
         */
        readonly SessionCookie: string;
        /**
         * @description The name of the same cookie on plain HTTP at the loopback address. Ignored elsewhere. Cookies that other programs on the machine set under this name are ignored.
         * @example q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
         */
        readonly LoopbackSessionCookie: string;
        /**
         * @description The lab.
         * @example linux-basics
         */
        readonly LabPath: components["schemas"]["LabId"];
        /**
         * @description The course.
         * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
         */
        readonly CoursePath: components["schemas"]["CourseId"];
        /**
         * @description The user.
         * @example 0d9c8b7a-6f5e-4d3c-8b2a-190817263544
         */
        readonly UserPath: components["schemas"]["UserId"];
        /**
         * @description Return only users whose name, user name, e-mail or student_id contains this text, whatever the case.
         * @example berg
         */
        readonly UserSearch: string;
        /**
         * @description The member.
         * @example 6f1d2c3b-4a59-4e87-9b6c-0d1e2f3a4b5c
         */
        readonly MemberPath: components["schemas"]["UserId"];
        /**
         * @description Return only items of this course.
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
        /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
        readonly Cursor: string;
        /**
         * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
         * @description The URL that the browser is redirected to.
         * @example https://covenant.example/labs/linux-basics
         */
        readonly Elsewhere: string;
        /**
         * @description `__Host-login`: HttpOnly, Secure, SameSite=Lax, valid for ten minutes. On plain HTTP at the loopback address, without the prefix and Secure.
         * @example __Host-login=hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax
         */
        readonly LoginCookie: string;
        /**
         * @description `__Host-session`, an opaque key: HttpOnly, Secure, SameSite=Lax, valid for 24 hours. Empty and expired after a logout.
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
                 * @description The path of the platform to return to after the login, with its query and fragment. Percent-encode characters other than ASCII.
                 * @example /labs/linux-basics
                 */
                readonly return_to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: {
                /**
                 * @description The cookie with which `startLogin` bound the login to this browser.
                 * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly "__Host-login"?: components["parameters"]["LoginCookie"];
                /**
                 * @description The name of the same cookie on plain HTTP at the loopback address. Ignored elsewhere. Cookies that other programs on the machine set under this name are ignored.
                 * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly login?: components["parameters"]["LoopbackLoginCookie"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A redirect to the identity provider, with a cookie that binds the login to this browser for ten minutes. */
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
                 * @description The state that `startLogin` sent to the identity provider.
                 * @example hV0Qm3m0w2cV7Jv8c1n9Wg
                 */
                readonly state: string;
                /**
                 * @description The authorization code. Missing if the provider reports an error.
                 * @example 9sP4kXn2bL7qR1wE6tY8uI3o
                 */
                readonly code?: string;
                /**
                 * @description The issuer (RFC 9207).
                 * @example https://covenant.example/auth/realms/labs
                 */
                readonly iss?: string;
                /**
                 * @description Sent by some providers. Ignored.
                 * @example 5f1c2d3e
                 */
                readonly session_state?: string;
                /**
                 * @description The error code of the identity provider.
                 * @example access_denied
                 */
                readonly error?: string;
                /**
                 * @description The error in words. It is not shown.
                 * @example The user cancelled.
                 */
                readonly error_description?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: {
                /**
                 * @description The cookie with which `startLogin` bound the login to this browser.
                 * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly "__Host-login"?: components["parameters"]["LoginCookie"];
                /**
                 * @description The name of the same cookie on plain HTTP at the loopback address. Ignored elsewhere. Cookies that other programs on the machine set under this name are ignored.
                 * @example hV0Qm3m0w2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly login?: components["parameters"]["LoopbackLoginCookie"];
                /**
                 * @description The previous session of the browser.
                 * @example q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly "__Host-session"?: components["parameters"]["SessionCookie"];
                /**
                 * @description The name of the same cookie on plain HTTP at the loopback address. Ignored elsewhere. Cookies that other programs on the machine set under this name are ignored.
                 * @example q3dYQ0m0m2cV7Jv8c1n9WgR4tY6uI8oP0aS2dF4gH6j
                 */
                readonly session?: components["parameters"]["LoopbackSessionCookie"];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A redirect to the page that started the login, with a session cookie. */
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
            /** @description The session has ended. */
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
            /** @description The current user. */
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
                 * @description Return only courses with this status.
                 * @example published
                 */
                readonly status?: components["schemas"]["CourseStatus"];
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
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createCourse: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
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
                readonly id: components["parameters"]["CoursePath"];
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
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly replaceCourse: {
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
                 * @description The course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly id: components["parameters"]["CoursePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CourseRequest"];
            };
        };
        readonly responses: {
            /** @description The changed course. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Course"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["businessRule"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly publishCourse: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly id: components["parameters"]["CoursePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The published course. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Course"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly archiveCourse: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly id: components["parameters"]["CoursePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The archived course. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Course"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly copyCourse: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly id: components["parameters"]["CoursePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CourseCopyRequest"];
            };
        };
        readonly responses: {
            /** @description The new course. */
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
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["idempotencyInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["ruleOrKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only members with this role.
                 * @example student
                 */
                readonly role?: components["schemas"]["MemberRole"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly id: components["parameters"]["CoursePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of members. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly addMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
                 * @example 7c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly id: components["parameters"]["CoursePath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MembersRequest"];
            };
        };
        readonly responses: {
            /** @description The outcome for each user. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MembersAdded"];
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
    readonly getMember: {
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
                readonly id: components["parameters"]["CoursePath"];
                /**
                 * @description The member.
                 * @example 6f1d2c3b-4a59-4e87-9b6c-0d1e2f3a4b5c
                 */
                readonly user_id: components["parameters"]["MemberPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The member. */
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
                    readonly "application/json": components["schemas"]["Member"];
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
    readonly replaceMember: {
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
                 * @description The course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly id: components["parameters"]["CoursePath"];
                /**
                 * @description The member.
                 * @example 6f1d2c3b-4a59-4e87-9b6c-0d1e2f3a4b5c
                 */
                readonly user_id: components["parameters"]["MemberPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MemberRequest"];
            };
        };
        readonly responses: {
            /** @description The changed member. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["lastOwner"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["businessRule"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly removeMember: {
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
                 * @description The course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly id: components["parameters"]["CoursePath"];
                /**
                 * @description The member.
                 * @example 6f1d2c3b-4a59-4e87-9b6c-0d1e2f3a4b5c
                 */
                readonly user_id: components["parameters"]["MemberPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The user is no member any more. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["lastOwner"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listTopics: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only items of this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
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
                 * @description Return only items of this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
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
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
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
                readonly "application/json": components["schemas"]["NewGroup"];
            };
        };
        readonly responses: {
            /** @description The group. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Group"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["conflictOrInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["ruleOrKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getGroup: {
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
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Group"];
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
    readonly replaceGroup: {
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
                 * @description The group.
                 * @example red
                 */
                readonly id: components["schemas"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GroupRequest"];
            };
        };
        readonly responses: {
            /** @description The changed group. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Group"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["conflict"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["businessRule"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly deleteGroup: {
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
                 * @description The group.
                 * @example red
                 */
                readonly id: components["schemas"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The group was deleted. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["conflict"];
            readonly 412: components["responses"]["preconditionFailed"];
            readonly 428: components["responses"]["preconditionRequired"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listAccessGroups: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only items of this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
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
                 * @description Return only items of this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
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
                 * @description Return only submissions for this assignment.
                 * @example 2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f6a
                 */
                readonly assignment_id?: components["schemas"]["AssignmentId"];
                /**
                 * @description Return only submissions of this student.
                 * @example anna
                 */
                readonly student_id?: components["schemas"]["StudentId"];
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
                 * @description Return only items of this course.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["parameters"]["CourseFilter"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
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
            /** @description A page of labs. */
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
                    readonly "application/json": components["schemas"]["LabList"];
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
    readonly uploadLab: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
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
                readonly "multipart/form-data": components["schemas"]["LabForm"];
                readonly "application/yaml": components["schemas"]["LabYaml"];
            };
        };
        readonly responses: {
            /** @description The lab, ready to start. */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
            /** @description The request was accepted; `results` has the outcome for each student. */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
            /** @description The request was accepted; `results` has the outcome for each student. */
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
                 * @description A unique value that you choose for each new request and reuse when you retry it. A retry with the same key and the same content returns the first response again, marked with the header `Idempotent-Replayed: true`. The same key with different content fails with 422 `idempotency-key-reused`; while the first request is in progress, a retry fails with 409 `idempotency-in-flight`. Keys apply per caller and operation and expire after 24 hours.
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
            /** @description The request was accepted; `results` has the outcome for each student. */
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
                 * @description Return only instances in this state.
                 * @example running
                 */
                readonly state?: components["schemas"]["InstanceState"];
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
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
            /** @description The login data. */
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
            /** @description The password is being replaced. */
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
            readonly 403: components["responses"]["foreignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["notRunning"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listStudents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only users whose name, user name, e-mail or student_id contains this text, whatever the case.
                 * @example berg
                 */
                readonly query?: components["parameters"]["UserSearch"];
                /**
                 * @description Return only students of this course. A course that the caller does not teach has none.
                 * @example 3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11
                 */
                readonly course_id?: components["schemas"]["CourseId"];
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
            /** @description A page of students. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StudentList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
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
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only users whose name, user name, e-mail or student_id contains this text, whatever the case.
                 * @example berg
                 */
                readonly query?: components["parameters"]["UserSearch"];
                /**
                 * @description Return only users with this role.
                 * @example teacher
                 */
                readonly role?: components["schemas"]["RealmRole"];
                /**
                 * @description Return only users with this status.
                 * @example invited
                 */
                readonly status?: components["schemas"]["UserStatus"];
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
            /** @description A page of users. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
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
                readonly "application/json": components["schemas"]["UserRequest"];
            };
        };
        readonly responses: {
            /** @description The invited user. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            readonly 400: components["responses"]["invalidBody"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 409: components["responses"]["conflictOrInFlight"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["ruleOrKeyReused"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly importUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["UserImportForm"];
            };
        };
        readonly responses: {
            /** @description What became of each line. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserImport"];
                };
            };
            readonly 400: components["responses"]["invalidForm"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 408: components["responses"]["requestTimeout"];
            readonly 413: components["responses"]["bodyTooLarge"];
            readonly 415: components["responses"]["unsupportedMediaType"];
            readonly 422: components["responses"]["badUserFile"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getUser: {
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
                 * @description The user.
                 * @example 0d9c8b7a-6f5e-4d3c-8b2a-190817263544
                 */
                readonly id: components["parameters"]["UserPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The user. */
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
                    readonly "application/json": components["schemas"]["User"];
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
    readonly disableUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The user.
                 * @example 0d9c8b7a-6f5e-4d3c-8b2a-190817263544
                 */
                readonly id: components["parameters"]["UserPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The disabled user. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["conflict"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly enableUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The user.
                 * @example 0d9c8b7a-6f5e-4d3c-8b2a-190817263544
                 */
                readonly id: components["parameters"]["UserPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The enabled user. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The user.
                 * @example 0d9c8b7a-6f5e-4d3c-8b2a-190817263544
                 */
                readonly id: components["parameters"]["UserPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invitation"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 409: components["responses"]["conflict"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listUserSessions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The maximum number of items to return.
                 * @example 100
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page, an opaque pointer that is valid only for the query that returned it. Omit it for the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The user.
                 * @example 0d9c8b7a-6f5e-4d3c-8b2a-190817263544
                 */
                readonly id: components["parameters"]["UserPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of sessions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserSessionList"];
                };
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["forbiddenRole"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly endUserSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The user.
                 * @example 0d9c8b7a-6f5e-4d3c-8b2a-190817263544
                 */
                readonly id: components["parameters"]["UserPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sessions have ended. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly endUserSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The user.
                 * @example 0d9c8b7a-6f5e-4d3c-8b2a-190817263544
                 */
                readonly id: components["parameters"]["UserPath"];
                /**
                 * @description The session.
                 * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                 */
                readonly session_id: components["schemas"]["SessionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session has ended. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["invalidParameters"];
            readonly 401: components["responses"]["unauthorized"];
            readonly 403: components["responses"]["roleOrForeignPage"];
            readonly 404: components["responses"]["notFound"];
            readonly 429: components["responses"]["rateLimited"];
            readonly 500: components["responses"]["internal"];
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
export type LabId = components['schemas']['LabId'];
export type StudentId = components['schemas']['StudentId'];
export type GroupId = components['schemas']['GroupId'];
export type Role = components['schemas']['Role'];
export type StudentOrNull = components['schemas']['StudentOrNull'];
export type GroupOrNull = components['schemas']['GroupOrNull'];
export type InstanceState = components['schemas']['InstanceState'];
export type Reason = components['schemas']['Reason'];
export type Advice = components['schemas']['Advice'];
export type LabStatus = components['schemas']['LabStatus'];
export type LoggedOut = components['schemas']['LoggedOut'];
export type Me = components['schemas']['Me'];
export type Student = components['schemas']['Student'];
export type StudentList = components['schemas']['StudentList'];
export type UserStatus = components['schemas']['UserStatus'];
export type User = components['schemas']['User'];
export type UserRequest = components['schemas']['UserRequest'];
export type Invitation = components['schemas']['Invitation'];
export type UserImportForm = components['schemas']['UserImportForm'];
export type UserImport = components['schemas']['UserImport'];
export type UserFileFacts = components['schemas']['UserFileFacts'];
export type UserImportLine = components['schemas']['UserImportLine'];
export type UserList = components['schemas']['UserList'];
export type SessionId = components['schemas']['SessionId'];
export type UserSession = components['schemas']['UserSession'];
export type UserSessionList = components['schemas']['UserSessionList'];
export type RealmRole = components['schemas']['RealmRole'];
export type Capability = components['schemas']['Capability'];
export type CourseRequest = components['schemas']['CourseRequest'];
export type CourseCopyRequest = components['schemas']['CourseCopyRequest'];
export type CourseStatus = components['schemas']['CourseStatus'];
export type MemberRole = components['schemas']['MemberRole'];
export type Member = components['schemas']['Member'];
export type MemberList = components['schemas']['MemberList'];
export type MemberRequest = components['schemas']['MemberRequest'];
export type MemberEntry = components['schemas']['MemberEntry'];
export type MembersRequest = components['schemas']['MembersRequest'];
export type MemberOrPlan = components['schemas']['MemberOrPlan'];
export type MemberResult = components['schemas']['MemberResult'];
export type MembersAdded = components['schemas']['MembersAdded'];
export type Course = components['schemas']['Course'];
export type CourseList = components['schemas']['CourseList'];
export type Topic = components['schemas']['Topic'];
export type TopicList = components['schemas']['TopicList'];
export type Group = components['schemas']['Group'];
export type GroupRequest = components['schemas']['GroupRequest'];
export type NewGroup = components['schemas']['NewGroup'];
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
export type InstanceId = components['schemas']['InstanceId'];
export type VolumeState = components['schemas']['VolumeState'];
export type LabInstanceList = components['schemas']['LabInstanceList'];
export type LabAccess = components['schemas']['LabAccess'];
export type Endpoint = components['schemas']['Endpoint'];
export type Rotation = components['schemas']['Rotation'];
export type Progress = components['schemas']['Progress'];
export type LabProgress = components['schemas']['LabProgress'];
export type RequestId = components['schemas']['RequestId'];
export type Problem = components['schemas']['Problem'];
export type ProblemError = components['schemas']['ProblemError'];
export type NextCursor = components['schemas']['NextCursor'];
export type Instant = components['schemas']['Instant'];
