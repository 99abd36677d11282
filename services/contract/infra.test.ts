// Every operation of the infrastructure's contract, asked of a real process; each declared reply by its own cause, and each judged.
import test from 'ava';
import { s3 } from '../../adapters/objects/s3.ts';
import { freshDatabase, parts } from '../../tools/embedded/for-tests.ts';
import { eventually, type Running, type System, system } from '../testing.ts';
import { cable } from './cable.ts';
import { clientToken, held, person, spoiltTokens, withoutTables } from './cast-for-tests.ts';
import type { Operation } from './document.ts';
import * as questions from './questions.ts';
import { walk } from './walk.ts';

const base = '/infra/v1';
const told = walk('infra');
const { operations } = told.contract;
/** All but the one that anybody may ask. */
const labOperations = operations.filter(({ isPublic }) => !isPublic);

let whole: System;
let api: Running;
let service: string;
let refused: questions.Tokens;
/** Begun first, since it takes the time limit of the contract. */
let late: Promise<readonly string[]>;

test.before(async (t) => {
  whole = await system(t);
  const { clients, issuers } = whole.identity;
  api = await whole.run(['infra', 'worker'], { TRUSTED_PROXIES: '127.0.0.1' });
  await using files = s3(whole.objects);
  for (const [labId, mode] of [
    ['linux-basics', 'per_student'],
    ['net-lab', 'per_group'],
  ] as const)
    await files.bucket('lab-configs').put(`${labId}.yaml`, Buffer.from(configOf(labId, mode)));
  await files.bucket('lab-configs').put('wrong-lab.yaml', Buffer.from('lab_id: wrong-lab\n'));
  service = await clientToken(issuers.labs, clients.platform);
  late = told.answers(
    api.url,
    labOperations
      .filter(({ bodies }) => bodies.length > 0)
      .flatMap((each) => questions.tooSlow(base, each, { token: service })),
  );
  const stranger = await clientToken(issuers.analytics, clients.integrator);
  const teacher = await person(whole.identity, 'labs', ['teacher']);
  refused = {
    ...spoiltTokens(service, stranger, await clientToken(issuers.labs, clients.infra)),
    'a token of a person': teacher.token,
  };
});

test.serial('addresses and methods that the contract has not are refused', async (t) => {
  t.deepEqual(await told.answers(api.url, questions.aboutAddresses(told.contract, base)), []);
});

test.serial(
  'no operation is reached without a credential that counts here, in another media type or beyond its limit',
  async (t) => {
    const asked = operations.flatMap((each) => questions.beforeCredential(base, each, refused));
    t.deepEqual(await told.answers(api.url, asked), []);
  },
);

test.serial('what is planned says so', async (t) => {
  const asked = operations.flatMap((each) => questions.withCredential(base, each, service));
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial('anybody reads the health, also its head, and nothing but the health', async (t) => {
  const health = told.operation('getHealth');
  const request = questions.requestOf(base, health);
  const asked = [ask(health, request, { status: 200 }), ask(health, { ...request, method: 'HEAD' }, { status: 200 })];
  t.deepEqual(await told.answers(api.url, [...asked, ...questions.aboutInput(base, health, {})]), []);
});

test.serial('each parameter and field that is wrong is named', async (t) => {
  const asked = labOperations.flatMap((each) => [
    ...questions.aboutText(base, each, { token: service }),
    ...questions.aboutInput(base, each, { token: service }),
  ]);
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial('a lab goes all the way, and each operation answers where it stands', async (t) => {
  const deployed = await taken('deployLab', {}, 202);
  const deployment = String(deployed.deployment_id);
  const [anna = '', ben = ''] = (deployed.results as { instance_id: string }[]).map((each) => each.instance_id);
  await became(anna, 'running');
  await became(ben, 'running');
  const way = { path: { id: anna }, query: { student_id: 'anna' } };
  await taken('getAccess', way, 200);
  await taken('rotateAccess', { path: { id: anna } }, 202);
  await became(anna, 'running');
  await taken('restoreVolume', { body: { instance_id: anna } }, 409);
  const given = ({ id }: Operation): questions.Given => ({
    token: service,
    path: { id: id === 'getInstance' ? anna : deployment },
  });
  t.deepEqual(await told.repeated(api.url, base, given), []);
  await taken('deleteLab', { body: { lab_id: 'linux-basics', student_ids: ['anna'] } }, 202);
  await became(anna, 'stopped');
  await taken('getAccess', way, 409);
  await taken('restoreVolume', { body: { instance_id: anna } }, 202);
  await became(anna, 'running');
  await taken('deleteLab', {}, 202);
  await became(anna, 'stopped');
  await became(ben, 'stopped');
});

test.serial('lists are given whole, by filter and by page', async (t) => {
  const filters: Readonly<Record<string, questions.Given['query']>> = {
    listDeployments: { lab_id: 'linux-basics' },
    listInstances: { lab_id: 'linux-basics', state: 'stopped', volume: 'released' },
    listVolumes: { volume: 'quarantined' },
    listChanges: { limit: 2 },
  };
  const asked = Object.entries(filters).flatMap(([id, filter]) => {
    const since = id === 'listChanges' ? { since: 0 } : {};
    return [{}, { limit: 1 }, filter].map((query) => good(id, { query: { ...since, ...query } }, 200));
  });
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial('what the sweep holds is told, and released by somebody who has looked', async (t) => {
  t.deepEqual(await told.answers(api.url, [good('getSweep', {}, 200), good('releaseSweep', {}, 200)]), []);
});

test.serial('what is not there is not found, and what contradicts itself is refused', async (t) => {
  const none = '00000000-0000-4000-8000-000000000000';
  const given = (more: questions.Given): questions.Given => ({ token: service, ...more });
  const cause = (id: string, more: questions.Given, status: number, slug: string) =>
    ask(told.operation(id), questions.requestOf(base, told.operation(id), given(more)), { status, slug });
  const asked = [
    cause('deployLab', { body: { lab_id: 'nowhere', student_ids: ['anna'] } }, 404, 'not-found'),
    cause('deployLab', { body: { lab_id: 'wrong-lab', student_ids: ['anna'] } }, 422, 'business-rule'),
    cause('deployLab', { body: { lab_id: 'net-lab', student_ids: ['anna'] } }, 422, 'business-rule'),
    cause('deleteLab', { body: { lab_id: 'nowhere' } }, 404, 'not-found'),
    cause('restoreVolume', { body: { instance_id: none } }, 404, 'not-found'),
    ...['getDeployment', 'getInstance', 'getAccess', 'rotateAccess'].map((id) =>
      cause(id, { path: { id: none } }, 404, 'not-found'),
    ),
    ...['listDeployments', 'listInstances', 'listVolumes'].map((id) =>
      cause(id, { query: { cursor: 'eyJkIjoiMjAyNi0xMC0wMSJ9' } }, 400, 'invalid-request'),
    ),
  ];
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial('a key stands for one request, also while it runs', async (t) => {
  const [anna = ''] = ((await taken('deployLab', {}, 202)).results as { instance_id: string }[]).map(
    (each) => each.instance_id,
  );
  const wishes: readonly (readonly [string, questions.Given, unknown])[] = [
    ['deployLab', {}, { lab_id: 'linux-basics', student_ids: ['clara'] }],
    ['rotateAccess', { path: { id: anna } }, { student_id: 'ben' }],
    ['deleteLab', {}, { lab_id: 'linux-basics', student_ids: ['ben'] }],
    ['restoreVolume', { body: { instance_id: anna } }, { instance_id: '00000000-0000-4000-8000-000000000000' }],
  ];
  for (const [id, given, other] of wishes) {
    if (id === 'restoreVolume') await became(anna, 'stopped');
    const lock = await held(whole.infrastructure.ownerUrl, 'audit_logs');
    const send = (body = given.body) => {
      const keyed = { token: service, ...given, headers: { 'idempotency-key': `contract-${id}` } };
      return told.answer(api.url, told.operation(id), requestOf(id, body === undefined ? keyed : { ...keyed, body }));
    };
    const both = [send(), send()];
    // Whichever came second is told so at once; the other waits for the table.
    t.is((await Promise.race(both)).status, 409, id);
    await lock.release();
    t.deepEqual((await Promise.all(both)).map(({ status }) => status).sort(), [202, 409], id);
    t.is((await send(other)).status, 422, id);
  }
});

test.serial('who asks too often is told when to come again', async (t) => {
  // Without the shared counters, each of a thousand replicas grants its share: a handful of requests.
  const busy = await whole.run(['infra'], { REDIS_URL: 'redis://127.0.0.1:1', REPLICAS: '1000' });
  for (const operation of operations)
    t.deepEqual(await told.exhausted(busy.url, base, operation, operation.isPublic ? {} : { token: service }), []);
});

test.serial('a store that is not what it should be is a fault of ours', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const database = await freshDatabase(postgres, 'infrastructure');
  const weak = await whole.run(['infra'], { DATABASE_INFRASTRUCTURE: database.appUrl });
  await withoutTables(database.ownerUrl, ['instances', 'lab_deployments', 'lab_configs', 'claims', 'timeline']);
  const asked = labOperations.map((each) =>
    ask(each, questions.requestOf(base, each, { token: service }), { status: 500, slug: 'internal' }),
  );
  t.deepEqual(await told.answers(weak.url, asked), []);
});

test.serial('what it depends on may be away, and that is said to pass', async (t) => {
  const way = await cable(whole.infrastructure.appUrl);
  // A proxy that nobody serves: requests to the identity provider end there.
  const cutOff = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '' };
  const weak = await whole.run(['infra'], { DATABASE_INFRASTRUCTURE: way.url, ...cutOff });
  await way.cut();
  const asked = operations.map((each) =>
    ask(each, questions.requestOf(base, each, { token: service }), { status: 503, slug: 'unavailable' }),
  );
  t.deepEqual(await told.answers(weak.url, asked), []);
});

test.serial('a body that does not arrive in time is not waited for', async (t) => {
  t.deepEqual(await late, []);
});

test.serial('every declared reply of every operation was seen, or is exempt for a reason', (t) => {
  for (const line of told.coverage.table()) t.log(line);
  t.deepEqual(told.shortcomings(), []);
});

const ask = (operation: Operation, request: questions.Question['request'], expected: questions.Expected) =>
  questions.asker(operation)('a cause of its own', request, expected);

const requestOf = (id: string, given: questions.Given) => questions.requestOf(base, told.operation(id), given);

const good = (id: string, given: questions.Given, status: number): questions.Question =>
  ask(told.operation(id), requestOf(id, { token: service, ...given }), { status });

/** The body of the answer that must have this status. */
async function taken(id: string, given: questions.Given, status: number) {
  const operation = told.operation(id);
  return questions.jsonOf(
    await told.answer(api.url, operation, requestOf(id, { token: service, ...given }), { status }),
  );
}

const became = (instance: string, state: string) =>
  eventually(
    () => taken('getInstance', { path: { id: instance } }, 200),
    (found) => found.state === state,
  );

const configOf = (labId: string, mode: string): string =>
  `lab_id: ${labId}\nname: A lab\ndeployment_mode: ${mode}\ncontainers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n`;
