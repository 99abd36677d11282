// Every operation of the platform's contract, asked of a real process; each declared reply by its own cause, and each judged.
import test from 'ava';
import { freshDatabase, parts } from '../../tools/embedded/for-tests.ts';
import { eventually, type Running, type System, system } from '../testing.ts';
import { cable } from './cable.ts';
import { clientToken, held, type Person, person, spoiltTokens, withoutTables } from './cast-for-tests.ts';
import type { Operation } from './document.ts';
import * as questions from './questions.ts';
import { walk } from './walk.ts';

const base = '/api/v1';
const told = walk('platform');
const { operations } = told.contract;
const implemented = operations.filter(({ planned }) => !planned);

let whole: System;
let api: Running;
let people: Readonly<Record<'admin' | 'teacher' | 'student', Person>>;
let refused: questions.Tokens;
/** Who has the lab; the student of `people` has none. */
let learner: Person;
let studentId: string;
/** Begun first, since it takes the time limit of the contract. */
let late: Promise<readonly string[]>;

test.before(async (t) => {
  whole = await system(t);
  const { identity } = whole;
  const infra = await whole.run(['infra', 'worker', 'relay']);
  api = await whole.run(['platform'], { TRUSTED_PROXIES: '127.0.0.1', INFRA_URL: `${infra.url}/infra/v1` });
  const [admin, teacher, student] = await Promise.all(
    (['admin', 'teacher', 'student'] as const).map((role) => person(identity, 'labs', [role])),
  );
  const stranger = await person(identity, 'analytics', ['admin']);
  if (!admin || !teacher || !student) throw new Error('somebody is missing');
  people = { admin, teacher, student };
  const service = await clientToken(identity.issuers.labs, identity.clients.platform);
  refused = { ...spoiltTokens(teacher.token, stranger.token, service) };
  late = told.answers(
    api.url,
    implemented
      .filter(({ bodies }) => bodies.length > 0)
      .flatMap((each) => questions.tooSlow(base, each, { token: teacher.token })),
  );
  learner = await person(identity, 'labs', ['student']);
  studentId = String((await taken('getMe', { token: learner.token }, 200)).student_id);
  await taken('uploadLab', { body: { file: labFile('linux-basics') } }, 201);
});

/** Of those who may call it, one. */
const enough = ({ roles }: Operation): string => people[roles.length === 1 ? 'student' : 'teacher'].token;
const tooLittle = ({ roles }: Operation): string => people[roles.includes('student') ? 'teacher' : 'student'].token;
/** No browser login gives a session yet. */
const withBearer = operations.filter(({ id, isPublic }) => !isPublic && id !== 'logOut');

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

test.serial('a person without a role of the platform is nobody here', async (t) => {
  const { token } = await person(whole.identity, 'labs', []);
  const expected = { status: 401, slug: 'unauthenticated' };
  const asked = withBearer.map((each) => ask(each, { token }, expected));
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial('roles count, and what is planned says so', async (t) => {
  const asked = operations.flatMap((each) =>
    each.id === 'logOut' ? [] : questions.withCredential(base, each, enough(each), tooLittle(each)),
  );
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial('each parameter and field that is wrong is named', async (t) => {
  const asked = implemented.flatMap((each) => [
    ...questions.aboutText(base, each, { token: enough(each) }),
    ...questions.aboutInput(base, each, { token: enough(each) }),
  ]);
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial(
  'every implemented operation answers everybody, and a conditional read says what has not changed',
  async (t) => {
    const { admin, teacher, student } = people;
    const tokens = [admin, teacher, student].map(({ token }) => token);
    const me = tokens.map((token) => ask(told.operation('getMe'), { token }, { status: 200 }));
    t.deepEqual(await told.answers(api.url, me), []);
    const labs = told.operation('listLabs');
    const course = { course_id: labs.parameters.find(({ name }) => name === 'course_id')?.example };
    const asked = tokens.flatMap((token) =>
      [{}, course, { limit: 1 }].map((query) => ask(labs, { token, query }, { status: 200 })),
    );
    t.deepEqual(await told.answers(api.url, asked), []);
    const request = questions.requestOf(base, labs, { token: teacher.token });
    const { items } = questions.jsonOf(await told.answer(api.url, labs, request, { status: 200 })) as {
      items: unknown[];
    };
    t.is(items.length, 1);
    t.deepEqual(await told.repeated(api.url, base, () => ({ token: teacher.token })), []);
  },
);

test.serial(
  'a configuration is kept, given back and replaced by who knows it, and refused for what it is',
  async (t) => {
    const { token } = people.teacher;
    const lab = (changes: questions.Given) => ({ token, ...changes });
    const shown = await told.answer(api.url, told.operation('getLabConfig'), requestOf('getLabConfig', lab({})));
    const known = { 'If-Match': shown.headers.etag ?? '' };
    const bad = { status: 422, slug: 'bad-file' };
    const unread = { status: 400, slug: 'invalid-encoding' };
    const latin = Buffer.from([0x6c, 0xff]);
    const unconditional = requestOf('replaceLabConfig', lab({}));
    const others = Object.fromEntries(
      Object.entries(unconditional.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'if-match'),
    );
    const asked = [
      cause('uploadLab', { body: { file: labFile('linux-basics') } }, { status: 409, slug: 'conflict' }),
      cause('uploadLab', { body: { file: 'lab_id: A\n' } }, bad),
      asYaml('uploadLab', {}, latin, unread),
      cause('replaceLabConfig', {}, { status: 412, slug: 'precondition-failed' }),
      questions.asker(told.operation('replaceLabConfig'))(
        'without If-Match',
        { ...unconditional, headers: others },
        { status: 428, slug: 'precondition-required' },
      ),
      cause('replaceLabConfig', { headers: known, body: 'lab_id: A\n' }, bad),
      asYaml('replaceLabConfig', { headers: known }, latin, unread),
    ];
    t.deepEqual(await told.answers(api.url, asked), []);
    await taken('replaceLabConfig', { headers: known, body: labFile('linux-basics', 'v1.1') }, 200);
  },
);

test.serial('a lab goes all the way, and each operation answers where it stands', async (t) => {
  const student = { token: learner.token };
  const running = { status: 409, slug: 'conflict' };
  const none = { status: 404, slug: 'not-found' };
  const asked = (['getLabAccess', 'rotateLabAccess'] as const).map((id) => cause(id, student, none));
  t.deepEqual(await told.answers(api.url, asked), []);
  await taken('startLab', { body: { student_ids: [studentId] } }, 202);
  await became('running');
  await taken('getLabAccess', student, 200);
  await taken('rotateLabAccess', student, 202);
  await taken('stopLab', {}, 202);
  await became('stopped');
  const stopped = (['getLabAccess', 'rotateLabAccess'] as const).map((id) => cause(id, student, running));
  t.deepEqual(await told.answers(api.url, stopped), []);
  const pages = [{}, { limit: 1 }, { state: 'stopped' }].map((query) =>
    cause('listLabInstances', { query }, { status: 200 }),
  );
  t.deepEqual(await told.answers(api.url, pages), []);
});

test.serial('what is not the caller’s is not found, and a lab for groups needs one', async (t) => {
  const path = { id: 'not-mine' };
  const none = { status: 404, slug: 'not-found' };
  const admin = { token: people.admin.token };
  await taken(
    'uploadLab',
    { ...admin, body: { file: labFile('not-mine', 'v1.0', 'deployment_mode: per_group\n') } },
    201,
  );
  const foreign = ['getLab', 'getLabConfig', 'replaceLabConfig', 'startLab', 'stopLab', 'listLabInstances'];
  const asked = [
    ...foreign.map((id) => cause(id, { path }, none)),
    cause('startLab', { ...admin, path, body: { student_ids: [studentId] } }, { status: 422, slug: 'business-rule' }),
    cause(
      'listLabInstances',
      { query: { cursor: 'eyJkIjoiMjAyNi0xMC0wMSJ9' } },
      { status: 400, slug: 'invalid-request' },
    ),
  ];
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial('a key stands for one request, also while it runs', async (t) => {
  const wishes: readonly (readonly [string, number, unknown, unknown])[] = [
    ['uploadLab', 201, { file: labFile('keyed') }, { file: labFile('other') }],
    ['startLab', 202, { student_ids: [studentId] }, { student_ids: ['other'] }],
    ['stopLab', 202, {}, { student_ids: ['other'] }],
  ];
  for (const [id, status, body, other] of wishes) {
    const lock = await held(whole.platform.ownerUrl, 'labs');
    const send = (sent: unknown) => {
      const given = { token: people.teacher.token, headers: { 'idempotency-key': `contract-${id}` }, body: sent };
      return told.answer(api.url, told.operation(id), requestOf(id, given));
    };
    const both = [send(body), send(body)];
    // Whichever came second is told so at once; the other waits for the table.
    t.is((await Promise.race(both)).status, 409, id);
    await lock.release();
    t.deepEqual((await Promise.all(both)).map((each) => each.status).sort(), [status, 409], id);
    t.is((await send(other)).status, 422, id);
  }
});

test.serial('a body that does not arrive in time is not waited for', async (t) => {
  t.deepEqual(await late, []);
});

test.serial('who asks too often is told when to come again', async (t) => {
  // Without the shared counters, each of a thousand replicas grants its share: a handful of requests.
  const busy = await whole.run(['platform'], { REDIS_URL: 'redis://127.0.0.1:1', REPLICAS: '1000' });
  for (const operation of operations.filter(({ id }) => id !== 'logOut')) {
    const given = operation.isPublic ? {} : { token: enough(operation) };
    t.deepEqual(await told.exhausted(busy.url, base, operation, given), []);
  }
});

test.serial('a store that is not what it should be is a fault of ours, one that is away passes', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const database = await freshDatabase(postgres, 'platform');
  const way = await cable(database.appUrl);
  const weak = await whole.run(['platform'], { DATABASE_PLATFORM: way.url });
  const each = (status: number, slug: string) =>
    told.answers(
      weak.url,
      withBearer.map((operation) => ask(operation, { token: enough(operation) }, { status, slug })),
    );
  await withoutTables(database.ownerUrl, ['users']);
  t.deepEqual(await each(500, 'internal'), []);
  await way.cut();
  t.deepEqual(await each(503, 'unavailable'), []);
});

test.serial('every declared reply of every operation was seen, or is exempt for a reason', (t) => {
  for (const line of told.coverage.table()) t.log(line);
  t.deepEqual(told.shortcomings(), []);
});

const ask = (operation: Operation, given: questions.Given, expected: questions.Expected): questions.Question =>
  questions.asker(operation)('a cause of its own', questions.requestOf(base, operation, given), expected);

const requestOf = (id: string, given: questions.Given) => questions.requestOf(base, told.operation(id), given);

/** As the teacher, unless a token is given. */
const cause = (id: string, given: questions.Given, expected: questions.Expected): questions.Question =>
  ask(told.operation(id), { token: people.teacher.token, ...given }, expected);

/** With these bytes as the file. */
function asYaml(id: string, given: questions.Given, body: Buffer, expected: questions.Expected): questions.Question {
  const { request, ...question } = cause(id, given, expected);
  return {
    ...question,
    request: { ...request, headers: { ...request.headers, 'content-type': 'application/yaml' }, body },
  };
}

/** The body of the answer that must have this status. */
async function taken(id: string, given: questions.Given, status: number) {
  const request = requestOf(id, { token: people.teacher.token, ...given });
  return questions.jsonOf(await told.answer(api.url, told.operation(id), request, { status }));
}

const became = (state: string) =>
  eventually(
    async () => ((await taken('listLabInstances', {}, 200)).items as { state: string }[])[0],
    (first) => first?.state === state,
  );

const labFile = (labId: string, tag = 'v1.0', more = ''): string =>
  `lab_id: ${labId}\nname: A lab\n${more}containers:\n  main:\n    image: '{registry_url}/intro/labs/shell:${tag}'\n`;
