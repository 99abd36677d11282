// The report for the terminal: what a reader has to know before the findings are believed.
import test from 'ava';
import { noCallerNamed } from '../checks/credentials.ts';
import type { Finding, Report } from '../report.ts';
import { curl, veiled } from '../requests/curl.ts';
import { printText } from './text.ts';

const finding: Finding = {
  operation: 'listJobs',
  check: 'good-request',
  asked: 'its own example',
  rule: 'status',
  expected: '200',
  observed: '401',
  request: 'curl',
};
const report: Report = { seed: 1, findings: [finding], coverage: [], unreached: [] };
const lastOf = (each: Report) => printText(each).split('\n').slice(-2);

test('printText states what a run without callers could not check', (t) => {
  const unreached = ['listJobs', 'getJob'].map((operation) => ({
    operation,
    what: 'tampered tokens',
    reason: noCallerNamed,
    isExcused: true,
  }));
  t.deepEqual(lastOf({ ...report, unreached }), [
    'No caller is named (--callers FILE): 2 operations that ask for a credential were asked for refusals alone.',
    '1 finding.',
  ]);
  t.deepEqual(lastOf(report), ['0 of 0 constraints, both sides', '1 finding.']);
});

test('curl replaces a short token where it stands alone, and a long one everywhere', (t) => {
  const secrets = new Map([
    ['ana', 'ANA_TOKEN'],
    ['correct-horse', 'ANA_PASSWORD'],
  ]);
  t.is(
    curl(
      'http://127.0.0.1/analytics',
      { method: 'GET', path: '/jobs', headers: { authorization: 'Bearer ana' } },
      secrets,
    ),
    `curl -i --path-as-is 'http://127.0.0.1/analytics/jobs' -H 'authorization: Bearer '"$ANA_TOKEN"`,
  );
  t.is(veiled('xcorrect-horsex ana.', secrets), 'x$ANA_PASSWORDx $ANA_TOKEN.');
});
