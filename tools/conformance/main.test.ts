// The command line: what it refuses to read, and a deployment that is not there, in each form of the report.
import { join } from 'node:path';
import test from 'ava';
import { main } from './main.ts';
import type { Report } from './report.ts';

const document = join(import.meta.dirname, '../generator/fixtures/tiny/spec/tiny/openapi.yaml');
/** The port discard: nobody is there. */
const nobody = ['--document', document, '--url', 'http://127.0.0.1:9/api/v1'];

test('what cannot be read ends with 2 and a sentence', async (t) => {
  const refusals = await Promise.all(
    [
      ['--target', 'moon'],
      ['--format', 'yaml'],
      ['--seed', 'x'],
      ['--document', document],
      ['--url', 'http://127.0.0.1:9/api/v1'],
      ['--no-such-flag'],
      ['--broker', 'amqp://127.0.0.1:9'],
      ['--broker', 'amqp://127.0.0.1:9', '--document', join(import.meta.dirname, '../../spec/lab/asyncapi.yaml')],
      ['--endpoints', 'no/such/file.json'],
    ].map((args) => main(args)),
  );
  t.deepEqual(
    refusals.map(({ code, output }) => [code, output.split('\n')[0]]),
    [
      [2, '--target is analytics, platform, infra, not moon.'],
      [2, '--format is text, json, junit, not yaml.'],
      [2, '--seed is a whole number, not x.'],
      [2, '--document and --url go together.'],
      [2, '--document and --url go together.'],
      [2, "Unknown option '--no-such-flag'"],
      [2, '--broker needs --document, such as spec/lab/asyncapi.yaml.'],
      [2, 'No broker lets us in at 127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9'],
      [2, 'no/such/file.json is missing: start the installation with npm start, or name --document and --url.'],
    ],
  );
  t.is((await main(['--help'])).code, 0);
});

test('who does not answer is a finding for each request, which says how to repeat it', async (t) => {
  const { output, code } = await main([...nobody, '--format', 'json', '--seed', '7']);
  t.is(code, 1);
  const { tiny } = JSON.parse(output) as { tiny: Report };
  t.is(tiny.seed, 7);
  const [first] = tiny.findings;
  t.deepEqual(
    [
      first?.rule,
      first?.expected,
      /^curl -i --path-as-is .*'http:\/\/127\.0\.0\.1:9\/api\/v1\//.test(first?.request ?? ''),
    ],
    ['answer', 'one', true],
    JSON.stringify(first),
  );
  t.true(tiny.coverage.every(({ replies }) => replies.every(({ times }) => times === 0)));
});

test('a report is text for people and JUnit for builds', async (t) => {
  const [text, junit] = await Promise.all([main(nobody), main([...nobody, '--format', 'junit'])]);
  t.regex(text.output, /0 of \d+ implemented operations answered 2xx/);
  t.regex(text.output, /\n {6}expected one\n {6}seen {5}none: /);
  t.is(junit.code, 1);
  t.regex(junit.output, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites>\n<testsuite name="tiny /);
  t.is(junit.output.split('<testcase ').length, junit.output.split('</testcase>').length);
});
