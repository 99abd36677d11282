// Every name of the two descriptions that this project was built from: an operation and its fields in the contract, a
// table in the migrations, an exchange and its queues in the topology, a bucket in the store; any other name is a word
// of the contracts, or a decision of spec/decisions/ says by number what became of it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { topology } from '../../../generated/lab/topology.ts';
import { buckets } from '../../local/servers/objects.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (...names: string[]): string => readFileSync(path.join(root, ...names), 'utf8');

/** Method and path, what is sent, what is returned. */
type Operation = readonly [operation: string, sent: string, returned: string];

const analytics: readonly Operation[] = [
  ['POST /auth/login', 'email password', 'access_token refresh_token expires_in'],
  ['POST /auth/refresh', 'refresh_token', 'access_token expires_in'],
  ['POST /auth/token', 'grant_type client_id client_secret', 'access_token expires_in'],
  ['POST /ingest/files', 'file dealer_id period', 'job_id status'],
  ['GET /ingest/jobs/{id}', 'id', 'job_id status progress errors created_at finished_at'],
  [
    'GET /indices',
    'brand_id region_id model_family_id date_from date_to period_type',
    'items date demand_growth dsr z_t inventory',
  ],
  ['GET /forecasts', 'brand_id region_id horizon_days', 'items date value confidence_low confidence_high'],
  ['GET /dashboard/summary', 'brand_id region_id', 'kpi alerts updated_at'],
  ['GET /subscription/current', '', 'plan status limits expires_at'],
];

const platform: readonly Operation[] = [
  ['GET /courses', '', 'items'],
  ['POST /courses', '', ''],
  ['GET /labs', '', 'items'],
  ['POST /labs', 'file', 'lab_id name description'],
  ['POST /labs/{id}/start', 'id student_ids', ''],
  ['POST /labs/{id}/stop', 'id', ''],
  ['GET /students/{id}/progress', 'id', ''],
  ['GET /auth/login', '', ''],
  ['GET /auth/callback', '', ''],
  ['GET /auth/me', '', 'capabilities'],
  ['GET /topics', '', ''],
  ['GET /groups/management', '', ''],
  ['GET /access-groups', '', ''],
];

const infra: readonly Operation[] = [
  ['POST /deploy', 'lab_id student_ids', ''],
  ['POST /delete', '', ''],
];

type Json = { readonly [key: string]: unknown };

/** Names of all parameters and properties below a place of the document, references followed. */
function namesBelow(document: Json, place: unknown, visited = new Set<unknown>()): Set<string> {
  const names = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    const { $ref, properties, name, in: of } = value as Json;
    if (typeof $ref === 'string') walk(at(document, $ref));
    if (typeof of === 'string') names.add(String(name));
    for (const each of Object.keys((properties as Json | undefined) ?? {})) names.add(each);
    for (const each of Object.values(value)) walk(each);
  };
  walk(place);
  return names;
}

const at = (document: Json, pointer: string): unknown =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Json)[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

for (const [name, prefix, operations] of [
  ['analytics', '/api/v1', analytics],
  ['platform', '/api/v1', platform],
  ['infra', '/infra/v1', infra],
] as const)
  test(`the contract of ${name} has each named operation with each named field, under ${prefix}`, (t) => {
    const document = JSON.parse(read('generated', name, 'openapi.json')) as Json;
    const [server] = document.servers as readonly { readonly url: string; readonly variables: Json }[];
    t.is(server?.url, '{base_url}');
    t.true(String((server?.variables.base_url as Json).default).endsWith(prefix));
    const missing = operations.flatMap(([operation, sent, returned]) => {
      const [method = '', address = ''] = operation.split(' ');
      const found = ((document.paths as Json)[address] as Json | undefined)?.[method.toLowerCase()] as Json | undefined;
      if (found === undefined) return [operation];
      const path = (document.paths as Json)[address] as Json;
      const given = namesBelow(document, [path.parameters, found.parameters, found.requestBody]);
      const gotten = namesBelow(document, found.responses);
      return [
        ...words(sent).filter((each) => !given.has(each)),
        ...words(returned).filter((each) => !gotten.has(each)),
      ].map((each) => `${operation}: ${each}`);
    });
    t.deepEqual(missing, []);
  });

test('the migrations create each named table', (t) => {
  const tables = {
    platform: 'users courses assignments student_groups submissions',
    infrastructure: 'lab_deployments lab_configs resource_quotas audit_logs',
  };
  const missing = Object.entries(tables).flatMap(([database, names]) => {
    const sql = readdirSync(path.join(root, 'adapters/store/sql'))
      .filter((file) => file.startsWith(database))
      .map((file) => read('adapters/store/sql', file))
      .join('\n');
    return words(names).filter((table) => !sql.includes(`create table ${table} (`));
  });
  t.deepEqual(missing, []);
});

test('the broker has each named exchange with its queues, and the store each named bucket', (t) => {
  const named = [
    'lab.events lab.create',
    'lab.events lab.delete',
    'lab.events lab.status',
    'notifications student.notifications',
    'notifications teacher.notifications',
    'celery celery.tasks',
  ];
  const bound = topology.bindings.map(({ exchange, queue }) => `${exchange} ${queue}`);
  t.deepEqual(
    named.filter((each) => !bound.includes(each)),
    [],
  );
  const kept = buckets.map(({ name }) => name);
  t.deepEqual(
    ['lab-configs', 'lab-volumes', 'static-files', 'backups'].filter((each) => !kept.includes(each)),
    [],
  );
});

/** Names of messages, labels, objects, tasks and roles. */
const contractWords = [
  'student_id ssh_host ssh_port ssh_credentials ssh_user',
  'lab_id group_id course_id deployment_mode per_student lab_name registry_url base_url',
  'cleanup_old_labs archive_finished_volumes create_lab_deployment delete_lab_deployment',
  'running stopped admin teacher student client_credentials assignments-files lab-volumes 5Gi',
].flatMap(words);

/** Names of the descriptions that we do not use, and the decision that says so. */
const decided: Readonly<Record<string, number>> = {
  node_host: 240,
  node_port: 240,
  create_lab_deployment: 240,
  delete_lab_deployment: 240,
  'course-images': 240,
  'local-path': 240,
  ceph: 240,
  nfs: 240,
  student_name: 228,
  'allkeys-lru': 23,
  ReadWriteOnce: 15,
  NodePort: 230,
  LoadBalancer: 230,
  '30000-32767': 25,
  ...Object.fromEntries(
    words(
      'users courses assignments student_groups submissions lab_deployments lab_configs resource_quotas audit_logs',
    ).map((table) => [table, 229]),
  ),
};

const has = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w-])${word.replaceAll('.', '\\.')}(?![\\w-])`).test(text);

test('every other name is in a contract, or in the decision about it', (t) => {
  const contracts = ['analytics', 'platform', 'infra', 'lab']
    .flatMap((folder) =>
      readdirSync(path.join(root, 'spec', folder), { encoding: 'utf8', recursive: true }).map(
        (file) => [folder, file] as const,
      ),
    )
    .filter(([, file]) => file.endsWith('.yaml'))
    .map(([folder, file]) => read('spec', folder, file))
    .join('\n');
  t.deepEqual(
    contractWords.filter((word) => !has(contracts, word)),
    [],
  );
  const decisions = new Map(
    readdirSync(path.join(root, 'spec/decisions')).map((file) => [
      Number.parseInt(file, 10),
      read('spec/decisions', file),
    ]),
  );
  t.deepEqual(
    Object.entries(decided).filter(([word, number]) => !has(decisions.get(number) ?? '', word)),
    [],
  );
});
