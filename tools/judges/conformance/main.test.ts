// The command line: what it refuses to read, and a deployment that is not there, in each form of the report.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { startMock, startMocks } from '../mock/mock.ts';
import { contractsAt } from './discover.ts';
import { documentOf, type Target, targets } from './endpoints.ts';
import { main } from './main.ts';
import { printJunit } from './print/junit.ts';
import { messagesAsReport, printMessages } from './print/messages.ts';
import { printText } from './print/text.ts';
import type { Report } from './report.ts';

const document = join(import.meta.dirname, '../../generator/fixtures/tiny/spec/tiny/openapi.yaml');
/** The port discard: no server listens. */
const silent = ['--document', document, '--url', 'http://127.0.0.1:9/api/v1'];

test('npm run conformance refuses an invalid command with exit code 2 and one sentence', async (t) => {
  const refusals = await Promise.all(
    [
      ['--target', 'moon'],
      ['--format', 'yaml'],
      ['--seed', 'x'],
      ['--document', document],
      ['--url', 'http://127.0.0.1:9/api/v1'],
      ['--no-such-flag'],
      ['--broker', 'amqp://127.0.0.1:9'],
      ['--broker', 'amqp://127.0.0.1:9', '--document', join(import.meta.dirname, '../../../spec/lab/asyncapi.yaml')],
      ['--endpoints', 'no/such/file.json'],
    ].map((args) => main(args)),
  );
  t.deepEqual(
    refusals.map(({ code, output }) => [code, output.split('\n')[0]]),
    [
      [2, '--target is analytics, platform, infra, not moon.'],
      [2, '--format is text, json, junit, not yaml.'],
      [2, '--seed is a whole number, not x.'],
      [2, '--document needs --url, where it is served.'],
      [2, 'No server answers at 127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9.'],
      [2, "Unknown option '--no-such-flag'"],
      [2, '--broker needs --document, such as spec/lab/asyncapi.yaml.'],
      [2, 'No broker lets us in at 127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9'],
      [2, 'no/such/file.json is missing: start the installation with npm start, or name --url.'],
    ],
  );
});

test('the help states what a run changes', async (t) => {
  const { output, code } = await main(['--help']);
  t.is(code, 0);
  t.regex(output, /run it on an installation that may be changed/);
  t.regex(output, /separate users, dealers and labs/);
});

test('npm run conformance names an address that does not speak HTTP, before it sends requests', async (t) => {
  const mute = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => mute.close());
  const { port } = mute.address() as AddressInfo;
  const [closedPort, mail, ftp, list] = await Promise.all([
    main(silent),
    main(['--document', document, '--url', `http://127.0.0.1:${port}/api/v1`]),
    main(['--document', document, '--url', 'ftp://127.0.0.1/']),
    main([...(await elsewhere(t)), '--document', join(import.meta.dirname, '../../../package.json')]),
  ]);
  t.deepEqual(
    [closedPort, mail, ftp, list].map(({ code }) => code),
    [2, 2, 2, 2],
  );
  t.is(closedPort.output, 'No server answers at 127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9.\n');
  t.is(mail.output.split(':').slice(0, 2).join(':'), `What answers at 127.0.0.1:${port} does not speak HTTP`);
  t.is(ftp.output, 'ftp://127.0.0.1/ is no address that begins with http:// or https://.\n');
  t.regex(list.output, /package\.json cannot be read as a contract with our conventions: /);
});

test('npm run conformance names an installation that has stopped, with exit code 2', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ended-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const base_url = 'http://127.0.0.1:9/analytics/api/v1';
  const token_url = 'http://127.0.0.1:9/token';
  const users = ['a', 'b'].map((name) => ({ email: `${name}@b.example`, password: 'p', dealer_ids: [name] }));
  const endpoints = {
    analytics: { base_url, users, clients: [{ client_id: 'c', client_secret: 's' }] },
    platform: { base_url, users: [], token_url, client_id: 'c' },
    infra: { base_url, token_url, client_id: 'c', client_secret: 's' },
    labs: { sample_lab_id: null },
  };
  const file = join(folder, 'endpoints.json');
  writeFileSync(file, JSON.stringify(endpoints));
  const reported = 'No server answers at 127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9.\n';
  for (const target of targets)
    t.deepEqual(await main(['--target', target, '--endpoints', file]), { output: reported, code: 2 }, target);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), '--endpoints', file],
    { encoding: 'utf8', timeout: 60_000 },
  );
  t.deepEqual([status, stdout, stderr], [2, '', reported]);
});

test('failed logins end a run with one sentence', async (t) => {
  const server = createServer((request, response) =>
    request.method === 'GET' ? response.writeHead(404).end() : request.socket.destroy(),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  const folder = mkdtempSync(join(tmpdir(), 'mute-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'endpoints.json');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/analytics/api/v1`;
  const users = ['a', 'b'].map((name) => ({ email: `${name}@b.example`, password: 'p', dealer_ids: [name] }));
  writeFileSync(
    file,
    JSON.stringify({ analytics: { base_url, users, clients: [{ client_id: 'c', client_secret: 's' }] } }),
  );
  t.deepEqual(await main(['--target', 'analytics', '--endpoints', file]), {
    output: 'No server answers at the address that should give a token.\n',
    code: 2,
  });
});

test('conform checks a document with recursive schemas', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'trees-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const tree = {
    type: 'object',
    properties: { below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } };
  const post = {
    operationId: 'plant',
    requestBody: { content },
    responses: { 200: { description: 'It grows', content } },
  };
  const trees = {
    openapi: '3.1.0',
    'x-document': 'trees',
    paths: { '/trees': { post } },
    components: { schemas: { Tree: tree } },
  };
  writeFileSync(join(folder, 'trees.json'), JSON.stringify(trees));
  const { code, output } = await main([...(await elsewhere(t)), '--document', join(folder, 'trees.json')]);
  t.is(code, 1);
  t.regex(output, /plant: its own example: status \[good-request\]\n {6}expected 200\n/);
});

test('npm run conformance refuses a document that keeps other conventions', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pets-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'pets.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths: { '/pets': {} } }));
  t.deepEqual(await main([...(await elsewhere(t)).slice(2), '--document', file]), {
    output: `${file} cannot be read as a contract with our conventions: it has no x-document, so that it keeps other conventions (try Schemathesis).\n`,
    code: 2,
  });
});

/** A server that is not ours: whatever it is asked, there is nothing. */
async function elsewhere(
  t: ExecutionContext,
  status = 404,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const answer = { 'content-type': 'text/html', ...headers };
  const server = createServer((_, response) => response.writeHead(status, answer).end('<p>'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  return ['--document', document, '--url', `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`];
}

/** One who may do everything, as far as anybody knows. */
function callersFile(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'people-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'callers.json');
  writeFileSync(file, JSON.stringify([{ name: 'ann', token: 'token-of-ann', roles: ['packer', 'admin'] }]));
  return file;
}

test('the run reports each request to another server, and how to repeat it', async (t) => {
  const { output, code } = await main([...(await elsewhere(t)), '--format', 'json', '--seed', '7']);
  t.is(code, 1);
  const { tiny } = JSON.parse(output) as { tiny: Report };
  t.is(tiny.seed, 7);
  const [first] = tiny.findings;
  t.deepEqual(
    [
      first?.rule,
      first?.observed,
      /^curl -i --path-as-is .*'http:\/\/127\.0\.0\.1:\d+\/api\/v1\//.test(first?.request ?? ''),
    ],
    ['status', '404 <p>', true],
    JSON.stringify(first),
  );
});

for (const [what, status, headers, observed] of [
  ['nothing is there', 404, {}, /: 404 \(\d+ times\)/],
  ['the limit ends in an hour', 429, { 'retry-after': '3600' }, /: 429 \(\d+ times\)/],
  ['the limit never ends', 429, { 'retry-after': '1' }, /: 429 \(\d+ times\)/],
  ['no credential is accepted', 401, {}, /: 401 \(\d+ times\)/],
] as const)
  test(`a run of refusals fails with a finding for each operation: ${what}`, async (t) => {
    const asked = [...(await elsewhere(t, status, headers)), '--callers', callersFile(t), '--max-wait', '2'];
    const { output, code } = await main([...asked, '--format', 'json']);
    t.is(code, 1);
    const { tiny } = JSON.parse(output) as { tiny: Report };
    const never = tiny.findings.filter(({ check }) => check === 'reaches-success');
    const implemented = tiny.coverage.filter(({ planned }) => !planned).map(({ operation }) => operation);
    t.deepEqual(
      never.map(({ operation }) => operation),
      implemented,
    );
    for (const { rule, observed: reported } of never) {
      t.is(rule, 'its 2xx');
      t.regex(reported, observed);
    }
    const again = tiny.findings.some(({ check }) => check === 'limit-over');
    t.is(again, what === 'the limit never ends');
  });

test('a strict run names each declared reply that it did not observe', async (t) => {
  const { output, code } = await main([
    ...(await elsewhere(t)),
    '--callers',
    callersFile(t),
    '--strict',
    '--format',
    'json',
  ]);
  t.is(code, 1);
  const { tiny } = JSON.parse(output) as { tiny: Report };
  const declared = tiny.findings.filter(({ check }) => check === 'reaches-declared');
  t.true(
    declared.some(({ rule }) => rule === 'declared 401 unauthenticated'),
    JSON.stringify(declared),
  );
  // No client causes them while the deployment is well.
  t.false(declared.some(({ rule }) => /declared 50[03]/.test(rule)));
});

test('a run without callers checks what needs no credential, and lists the rest as left out', async (t) => {
  t.timeout(180_000);
  const files = targets.map((each) => `spec/${each}/openapi.yaml`);
  const mocks = await startMocks({ root: join(import.meta.dirname, '../../..'), files });
  t.teardown(() => mocks[Symbol.asyncDispose]());
  const { origin } = new URL(mocks.all[0]?.url ?? '');
  const { output, code } = await main(['--url', origin, '--format', 'json']);
  const reports = JSON.parse(output) as Readonly<Record<Target, Report>>;
  t.deepEqual(
    Object.values(reports).map(({ findings }) => findings),
    [[], [], [], []],
  );
  t.is(code, 0);
  t.regex(printText(reports.infra), /no permitted caller is named \(--callers\):\n/);
  t.regex(printText(reports.infra), /\nNo finding, but 14 operations without their 2xx, for the reasons above\.$/);
});

test('contractsAt finds which contract an address serves, and the command names an address that serves none', async (t) => {
  const mock = await startMock({ root: join(import.meta.dirname, '../../..'), file: 'spec/infra/openapi.yaml' });
  t.teardown(() => mock[Symbol.asyncDispose]());
  const document = documentOf('infra');
  t.deepEqual(await contractsAt(mock.url), [{ target: 'infra', document, baseUrl: mock.url }]);
  t.deepEqual(await contractsAt(new URL(mock.url).origin), [{ target: 'infra', document, baseUrl: mock.url }]);
  const [, , , url = ''] = await elsewhere(t);
  t.deepEqual(await main(['--url', url]), {
    output: `None of our contracts is served at ${url}. Name --document: spec/analytics/openapi.yaml, spec/platform/openapi.yaml, spec/infra/openapi.yaml, or another one.\n`,
    code: 2,
  });
});

test('npm run conformance names missing endpoints before it installs packages', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nothing-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'begin.mjs')], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  t.deepEqual(
    [status, stderr],
    [2, 'run/endpoints.json is missing: start the installation with npm start, or name --url.\n'],
  );
});

test('the JUnit report contains findings on messages', (t) => {
  const finding = {
    operation: 'sendStatus',
    check: 'socket-heard',
    asked: 'a published message',
    rule: 'persistent',
    expected: 'delivery mode 2',
    observed: '1',
    repeat: 'curl broker',
  } as const;
  const report = { findings: [finding], declared: 0, published: { Status: 2 }, fed: {}, unreached: [] };
  t.regex(
    printJunit({ messages: messagesAsReport(report) }),
    /<testsuite name="messages sendStatus" tests="1" failures="1">.*curl broker/s,
  );
  t.regex(printMessages(report), /sendStatus: a published message: persistent \[socket-heard\][\s\S]*curl broker/);
});

test('npm run conformance prints text, or JUnit XML with --format junit', async (t) => {
  const asked = await elsewhere(t);
  const [text, junit] = await Promise.all([main(asked), main([...asked, '--format', 'junit'])]);
  t.regex(text.output, /0 of \d+ implemented operations answered 2xx/);
  t.regex(text.output, /\n {6}expected 200\n {6}actual {3}404 <p>\n/);
  t.is(junit.code, 1);
  t.regex(junit.output, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites>\n<testsuite name="tiny /);
  t.is(junit.output.split('<testcase ').length, junit.output.split('</testcase>').length);
});
