// The running analytics API behind a proxy that changes its replies: the conformance run finds each change on a service, not on the mock alone.
// The whole API only with `FAULTS=all`, since that asks all of it once more.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { system } from '../../../services/test/fixtures/system.ts';
import { bundle } from '../../contract/document/bundle.ts';
import type { CheckName } from '../conformance/checks.ts';
import { conform } from '../conformance/conform.ts';
import { readValues } from '../conformance/requests/values.ts';
import { analyticsFixtures, raised } from './callers.fixture.ts';
import { header, json, mutatingProxy, type ReplyMutation } from './mutating-proxy.fixture.ts';

const repository = join(import.meta.dirname, '../../..');

type Mutant = ReplyMutation & { readonly operation: string; readonly check: CheckName; readonly rule: string };

const mutants: readonly Mutant[] = [
  {
    operation: 'listDefinitions',
    check: 'reply-caching',
    rule: 'header ETag',
    asked: /^GET \/definitions/,
    mutate: header(200, 'etag', 'W/"1"'),
  },
  {
    operation: 'getJob',
    check: 'reply-problem',
    rule: 'problem title',
    asked: /^GET \/ingest\/jobs\/[^/?]+(\?|$)/,
    mutate: json(404, (body) => ({ ...body, title: 'Oops' })),
  },
  {
    operation: 'uploadFile',
    check: 'reply-header',
    rule: 'header Retry-After',
    asked: /^POST \/ingest\/files/,
    mutate: header(202, 'retry-after', undefined),
  },
  {
    operation: 'loginUser',
    check: 'reply-header',
    rule: 'header Cache-Control',
    asked: /^POST \/auth\/login/,
    mutate: header(200, 'cache-control', 'private'),
  },
  {
    operation: 'getCurrentSubscription',
    check: 'declared-status',
    rule: 'declared status',
    asked: /^GET \/subscription\/current/,
    mutate: (answer) => (answer.status === 200 ? { ...answer, status: 203 } : answer),
  },
];

/** Of a part that is quickly asked. */
const few: readonly Mutant[] = [
  ...mutants.filter(({ operation }) => ['listDefinitions', 'getCurrentSubscription'].includes(operation)),
  {
    operation: 'issueToken',
    check: 'reply-header',
    rule: 'header Retry-After',
    asked: /^POST \/auth\/token/,
    mutate: header(429, 'retry-after', undefined),
  },
  {
    operation: 'getScope',
    check: 'rate-limit-headers',
    rule: 'header RateLimit-Policy',
    asked: /^GET \/scope/,
    mutate: header(200, 'ratelimit-policy', '"read";q=1;w=60'),
  },
];
const part = ['/definitions', '/scope', '/subscription/current', '/auth/token'];

/** The document with these paths alone. */
function partOf(t: ExecutionContext): string {
  const { json } = bundle(repository, 'spec/analytics/openapi.yaml');
  const paths = Object.entries(json.paths as Record<string, unknown>).filter(([path]) => part.includes(path));
  const folder = mkdtempSync(join(tmpdir(), 'part-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify({ ...json, paths: Object.fromEntries(paths) }));
  return join(folder, 'openapi.json');
}

async function judged(t: ExecutionContext, seeded: readonly Mutant[], document: string) {
  const running = await system(t);
  const [{ url }, fixtures] = await Promise.all([
    running.run(['analytics', 'ingest'], { TRUSTED_PROXIES: '127.0.0.1', ...raised }),
    analyticsFixtures(running),
  ]);
  await using between = await mutatingProxy(url, '/api/v1', seeded);
  const { findings } = await conform({
    document,
    values: readValues(join(repository, 'spec/analytics/conformance.yaml')),
    baseUrl: `${between.url}/api/v1`,
    ...fixtures,
    isTrustedProxy: true,
  });
  const found = ({ operation, check, rule }: Mutant) =>
    findings.some((each) => each.operation === operation && each.check === check && each.rule === rule);
  const mutated = new Set<string | null>(seeded.map(({ operation }) => operation));
  return {
    unfound: seeded.filter((each) => !found(each)).map(({ operation, rule }) => `${operation}: ${rule}`),
    beside: findings.filter(({ operation }) => !mutated.has(operation)),
  };
}

test('conform finds each changed reply of two operations of the running analytics API, and nothing else', async (t) => {
  t.timeout(120_000);
  t.deepEqual(await judged(t, few, partOf(t)), { unfound: [], beside: [] });
});

// Takes minutes; two operations above stand for all in `npm test`.
const whole = process.env.FAULTS === 'all' ? test : test.skip;

whole('conform finds each changed reply of the running analytics API, and nothing else (FAULTS=all)', async (t) => {
  t.timeout(240_000);
  const document = join(repository, 'spec/analytics/openapi.yaml');
  t.deepEqual(await judged(t, mutants, document), { unfound: [], beside: [] });
});
