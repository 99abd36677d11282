// Every operation of the platform's contract, asked of a real process; each declared reply by its own cause, and each judged.
import test from 'ava';
import { freshDatabase, parts } from '../../tools/embedded/for-tests.ts';
import { type Running, type System, system } from '../testing.ts';
import { cable } from './cable.ts';
import { clientToken, labOf, type Person, person, spoiltTokens, withoutTables } from './cast-for-tests.ts';
import type { Operation } from './document.ts';
import { notWalkedYet } from './exemptions.ts';
import * as questions from './questions.ts';
import { walk } from './walk.ts';

const base = '/api/v1';
const told = walk('platform');
const { operations } = told.contract;
const implemented = operations.filter(({ planned, id }) => !planned && !(id in notWalkedYet.platform));

let whole: System;
let api: Running;
let people: Readonly<Record<'admin' | 'teacher' | 'student', Person>>;
let refused: questions.Tokens;

test.before(async (t) => {
  whole = await system(t);
  const { identity } = whole;
  api = await whole.run(['platform'], { TRUSTED_PROXIES: '127.0.0.1' });
  const [admin, teacher, student] = await Promise.all(
    (['admin', 'teacher', 'student'] as const).map((role) => person(identity, 'labs', [role])),
  );
  const stranger = await person(identity, 'analytics', ['admin']);
  if (!admin || !teacher || !student) throw new Error('somebody is missing');
  people = { admin, teacher, student };
  const service = await clientToken(identity.issuers.labs, identity.clients.platform);
  refused = { ...spoiltTokens(teacher.token, stranger.token, service) };
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
  const given = { token: people.teacher.token };
  const asked = implemented.flatMap((each) => [
    ...questions.aboutText(base, each, given),
    ...questions.aboutInput(base, each, given),
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
    await labOf(whole.platform.ownerUrl, teacher);
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
