// Every operation of the infrastructure's contract, asked of a real process; each declared reply by its own cause, and each judged.
import test from 'ava';
import { type Running, type System, system } from '../testing.ts';
import { cable } from './cable.ts';
import { clientToken, person, spoiltTokens } from './cast-for-tests.ts';
import type { Operation } from './document.ts';
import * as questions from './questions.ts';
import { walk } from './walk.ts';

const base = '/infra/v1';
const told = walk('infra');
const { operations } = told.contract;

let whole: System;
let api: Running;
let service: string;
let refused: questions.Tokens;

test.before(async (t) => {
  whole = await system(t);
  const { clients, issuers } = whole.identity;
  api = await whole.run(['infra'], { TRUSTED_PROXIES: '127.0.0.1' });
  service = await clientToken(issuers.labs, clients.platform);
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

test.serial('who asks too often is told when to come again', async (t) => {
  // Without the shared counters, each of a thousand replicas grants its share: a handful of requests.
  const busy = await whole.run(['infra'], { REDIS_URL: 'redis://127.0.0.1:1', REPLICAS: '1000' });
  for (const operation of operations)
    t.deepEqual(await told.exhausted(busy.url, base, operation, operation.isPublic ? {} : { token: service }), []);
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

test.serial('every declared reply of every operation was seen, or is exempt for a reason', (t) => {
  for (const line of told.coverage.table()) t.log(line);
  t.deepEqual(told.shortcomings(), []);
});

const ask = (operation: Operation, request: questions.Question['request'], expected: questions.Expected) =>
  questions.asker(operation)('a cause of its own', request, expected);
