// What an installation sets for all its answers: protection in browsers, other origins, raised limits.
import { request } from 'node:http';
import { connect } from 'node:net';
import test from 'ava';
import { type Running, system } from '../fixtures/system.ts';

const app = 'https://app.example';

/** Reached without TLS, with a raised limit. */
let open: Running;
/** All APIs behind https, open to an application elsewhere. */
let secure: Running;

test.before(async (t) => {
  const whole = await system(t);
  [open, secure] = await Promise.all([
    whole.run(['analytics'], { RATE_LIMITS: 'analytics.login=630' }),
    whole.run(['analytics', 'platform', 'infra'], { PUBLIC_URL: 'https://labs.example', CORS_ORIGINS: app }),
  ]);
});

type Fields = Readonly<Record<string, string | undefined>>;

const fieldsOf = async (url: string, init: RequestInit = {}): Promise<[number, Fields]> => {
  const { status, headers } = await fetch(url, init);
  return [status, Object.fromEntries(headers)];
};

/** The head of the answer to bytes that are no HTTP. */
const malformed = (port: number) =>
  new Promise<string>((resolve, reject) => {
    let answer = '';
    connect(port, '127.0.0.1')
      .on('data', (chunk) => {
        answer += chunk;
      })
      .on('error', reject)
      .on('close', () => resolve(answer))
      .write('GARBAGE\r\n\r\n');
  });

/** A wrong login costs as much as a right one, and no work. */
const login = (url: string) =>
  new Promise<{ status: number; policy: unknown }>((resolve, reject) => {
    request(`${url}/api/v1/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' } })
      .on('error', reject)
      .on('response', (response) => {
        const { statusCode = 0, headers } = response.resume();
        resolve({ status: statusCode, policy: headers['ratelimit-policy'] });
      })
      .end('{}');
  });

test('every answer forbids content sniffing, and behind https requires https from then on', async (t) => {
  const paths = ['/api/v1/dashboard/summary', '/api/v1/nowhere', '/nowhere', '/healthz', '/readyz', '/metrics'];
  for (const path of paths) {
    const [[, plain], [, behindTls]] = [await fieldsOf(`${open.url}${path}`), await fieldsOf(`${secure.url}${path}`)];
    t.deepEqual([plain['x-content-type-options'], plain['strict-transport-security']], ['nosniff', undefined], path);
    t.deepEqual(
      [behindTls['x-content-type-options'], behindTls['strict-transport-security']],
      ['nosniff', 'max-age=31536000'],
      path,
    );
  }
  for (const url of secure.urls) {
    const head = await malformed(Number(new URL(url).port));
    t.regex(head, /\r\nX-Content-Type-Options: nosniff\r\n/);
    t.regex(head, /\r\nStrict-Transport-Security: max-age=31536000\r\n/);
  }
});

test('an installation opens the analytics API and the platform to the origins it names, and the infrastructure to none', async (t) => {
  const [analytics, platform, infra] = secure.urls;
  const asked = async (url: string) => {
    const [status, { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': cookies, vary }] =
      await fieldsOf(url, { headers: { origin: app } });
    return [status, allowed, cookies, vary];
  };
  t.deepEqual(await asked(`${analytics}/api/v1/indices`), [401, app, undefined, 'Origin']);
  t.deepEqual(await asked(`${platform}/api/v1/labs`), [401, app, undefined, 'Origin']);
  t.deepEqual(await asked(`${infra}/infra/v1/deployments`), [401, undefined, undefined, undefined]);
});

test('an installation raises a rate limit, and the headers state the quota that holds', async (t) => {
  const { url } = open;
  const began = performance.now();
  const answers = [];
  do answers.push(await login(url));
  while (answers.at(-1)?.status === 400);
  t.is(answers.at(-1)?.status, 429);
  const refilled = Math.ceil(((performance.now() - began) / 60_000) * 630);
  t.true(answers.length > 630 && answers.length <= 631 + refilled, `${answers.length} answers`);
  t.deepEqual([answers[0]?.policy, answers.at(-1)?.policy], ['"login";q=630;w=60', '"login";q=630;w=60']);
});
