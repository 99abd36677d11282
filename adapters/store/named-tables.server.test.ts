// The nine tables that the second description names (decision 229): their keys, what they refer to, and rows that none
// of them takes.
import test from 'ava';
import { withClient } from '../../tools/local/servers/postgres.ts';
import { freshDatabase, parts } from '../../tools/test/servers.ts';

const nine = {
  platform: ['assignments', 'courses', 'student_groups', 'submissions', 'users'],
  infrastructure: ['audit_logs', 'lab_configs', 'lab_deployments', 'resource_quotas'],
} as const;

type Rows = readonly Readonly<Record<string, unknown>>[];
const urls: Record<keyof typeof nine, string> = { platform: '', infrastructure: '' };

test.before(async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  for (const database of ['platform', 'infrastructure'] as const)
    urls[database] = (await freshDatabase(postgres, database)).ownerUrl;
});

const query = (database: keyof typeof nine, text: string, values: readonly unknown[] = []): Promise<Rows> =>
  withClient(urls[database], async (client) => (await client.query(text, [...values])).rows);

test('each of the nine tables has its key, its unique columns, and references to what it is about', async (t) => {
  const found = await Promise.all(
    (['platform', 'infrastructure'] as const).map((database) =>
      query(
        database,
        `select conrelid::regclass::text || ': ' || pg_get_constraintdef(oid) as key from pg_constraint
         where contype in ('p', 'u', 'f') and conrelid::regclass::text = any ($1) order by 1`,
        [nine[database]],
      ),
    ),
  );
  t.deepEqual(
    found.flat().map(({ key }) => key),
    [
      'assignments: FOREIGN KEY (course_id) REFERENCES courses(course_id)',
      'assignments: FOREIGN KEY (created_by) REFERENCES users(user_id)',
      'assignments: FOREIGN KEY (lab_id) REFERENCES labs(lab_id)',
      'assignments: PRIMARY KEY (assignment_id)',
      'courses: FOREIGN KEY (teacher_id) REFERENCES users(user_id)',
      'courses: PRIMARY KEY (course_id)',
      'student_groups: FOREIGN KEY (course_id) REFERENCES courses(course_id)',
      'student_groups: FOREIGN KEY (created_by) REFERENCES users(user_id)',
      'student_groups: PRIMARY KEY (group_id)',
      'student_groups: UNIQUE (course_id, name)',
      'submissions: FOREIGN KEY (assignment_id) REFERENCES assignments(assignment_id)',
      'submissions: FOREIGN KEY (graded_by) REFERENCES users(user_id)',
      'submissions: FOREIGN KEY (group_id) REFERENCES student_groups(group_id)',
      'submissions: FOREIGN KEY (user_id) REFERENCES users(user_id)',
      'submissions: PRIMARY KEY (submission_id)',
      'submissions: UNIQUE (assignment_id, user_id, attempt)',
      'users: PRIMARY KEY (user_id)',
      'users: UNIQUE (student_id)',
      'users: UNIQUE (subject)',
      'users: UNIQUE (username)',
      'audit_logs: PRIMARY KEY (id)',
      'lab_configs: PRIMARY KEY (lab_id, revision)',
      'lab_deployments: FOREIGN KEY (lab_id, config_revision) REFERENCES lab_configs(lab_id, revision)',
      'lab_deployments: PRIMARY KEY (deployment_id)',
      'resource_quotas: PRIMARY KEY (scope, subject)',
    ],
  );
});

const id = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;
const sha = 'a'.repeat(64);

/** A good row of each table, in an order in which each finds what it refers to. */
const good = {
  platform: {
    users: { user_id: id(1), subject: 's', username: 'anna', role: 'student', student_id: 'anna' },
    courses: { course_id: id(2), title: 'Networks', teacher_id: id(1) },
    student_groups: { group_id: 'g1', course_id: id(2), name: 'One', created_by: id(1) },
    assignments: { assignment_id: id(3), course_id: id(2), title: 'First', created_by: id(1) },
    submissions: {
      submission_id: id(4),
      assignment_id: id(3),
      user_id: id(1),
      group_id: 'g1',
      submitted_at: '2026-11-21T00:00:00Z',
    },
  },
  infrastructure: {
    lab_configs: { lab_id: 'net', revision: 1, name: 'Net', object_key: 'k', content_sha256: sha, config: '{}' },
    lab_deployments: {
      deployment_id: id(5),
      kind: 'deploy',
      lab_id: 'net',
      config_revision: 1,
      deployment_mode: 'per_student',
      requested_by: 'platform',
    },
    resource_quotas: { scope: 'student', subject: 'anna', max_active_labs: 3 },
    audit_logs: { actor: id(1), actor_kind: 'user', service: 'platform', action: 'deploy' },
  },
} as const;

/** What is changed in the good row, and the constraint that refuses it. */
const bad: readonly (readonly [database: keyof typeof nine, table: string, change: object, refusedBy: string])[] = [
  ['platform', 'users', { student_id: null }, 'users_check'],
  ['platform', 'users', { student_id: 'Anna B' }, 'users_student_id_check'],
  ['platform', 'users', { role: 'guest' }, 'users_role_check'],
  ['platform', 'courses', { starts_on: '2026-02-01', ends_on: '2026-01-01' }, 'courses_check'],
  ['platform', 'student_groups', { group_id: 'g-1' }, 'student_groups_group_id_check'],
  ['platform', 'assignments', { max_points: -1 }, 'assignments_max_points_check'],
  ['platform', 'submissions', { status: 'graded' }, 'submissions_graded'],
  ['platform', 'submissions', { points: 3 }, 'submissions_points_given'],
  ['platform', 'submissions', { object_version: 'v' }, 'submissions_version_of_file'],
  ['platform', 'submissions', { submitted_at: null }, 'submissions_check1'],
  ['infrastructure', 'lab_configs', { lab_id: 'a-student-b' }, 'lab_configs_named'],
  ['infrastructure', 'lab_configs', { lab_id: 'a--b' }, 'lab_configs_named'],
  ['infrastructure', 'lab_deployments', { config_revision: null }, 'lab_deployments_check'],
  [
    'infrastructure',
    'lab_deployments',
    { kind: 'delete', config_revision: null, lab_id: 'a-' },
    'lab_deployments_named',
  ],
  ['infrastructure', 'lab_deployments', { config_revision: 2 }, 'lab_deployments_lab_id_config_revision_fkey'],
  ['infrastructure', 'resource_quotas', { subject: 'Anna B' }, 'resource_quotas_of_somebody'],
  ['infrastructure', 'resource_quotas', { profile: 'first' }, 'resource_quotas_profiled'],
  ['infrastructure', 'resource_quotas', { max_cpu_m: -1 }, 'resource_quotas_max_cpu_m_check'],
  ['infrastructure', 'audit_logs', { actor_kind: 'ghost' }, 'audit_logs_actor_kind_check'],
];

test('each of the nine tables accepts a valid row, and no invalid one', async (t) => {
  const insert = async (database: keyof typeof nine, table: string, values: object): Promise<string> => {
    const names = Object.keys(values);
    const places = names.map((_, i) => `$${i + 1}`);
    return query(
      database,
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      Object.values(values),
    ).then(
      () => 'taken',
      ({ constraint }: { constraint?: string }) => constraint ?? 'refused',
    );
  };
  const refusals: unknown[] = [];
  for (const database of ['platform', 'infrastructure'] as const)
    for (const [table, row] of Object.entries(good[database])) {
      for (const [, of, change] of bad.filter((each) => each[0] === database && each[1] === table))
        refusals.push([database, of, change, await insert(database, table, { ...row, ...change })]);
      t.is(await insert(database, table, row), 'taken', table);
    }
  t.deepEqual(new Set(refusals.map((each) => JSON.stringify(each))), new Set(bad.map((each) => JSON.stringify(each))));
});
