// What gets out of the process in words, and what never does.
import { inspect } from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import { manualClock } from './clock.ts';
import { createLog, redact } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createReport } from './report.ts';
import { Secret } from './secret.ts';

function capture() {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    write: (line) => lines.push(line),
    clock: manualClock('2026-11-21T08:00:00Z'),
    fields: { service: 'analytics' },
  });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
}

test('log writes a line of JSON with time, level, event and the listed fields', (t) => {
  const { log, lines, last } = capture();
  log.with({ request_id: 'r1' }).info('request', { status: 200, colour: 'red', rows: undefined });
  t.is(
    lines[0],
    '{"time":"2026-11-21T08:00:00.000Z","level":"info","event":"request","service":"analytics","request_id":"r1","status":200,"left_out":["colour"]}\n',
  );
  log.debug('request', { status: 200 });
  t.is(lines.length, 1);
  log.error('x', {
    error: Object.assign(new Error('a\nb', { cause: Object.assign(new Error('row value'), { code: '23505' }) }), {
      kind: 'constraint',
    }),
  });
  t.like(last().error as object, {
    name: 'Error',
    message: 'a\nb',
    kind: 'constraint',
    cause: { name: 'Error', code: '23505' },
  });
  t.false(lines.at(-1)?.includes('row value'));
});

const token = Buffer.alloc(32, 0xab).toString('base64url');
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1In0.c2lnbmF0dXJl';
const wrappers: readonly ((secret: string) => string)[] = [
  (secret) => `Bearer ${secret}`,
  (secret) => `postgres://app:${secret}@db/x failed`,
  (secret) => `grant_type=password&password=${secret}&x=1`,
  (secret) => `{"refresh_token":"${secret}"}`,
  (secret) => `client_secret: ${secret}`,
];

test('log redacts passwords and tokens in any text', (t) => {
  const { log, lines } = capture();
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9_-]{12,60}$/),
      fc.constantFrom(...wrappers),
      fc.string(),
      (secret, wrapper, around) => {
        const text = `${around} ${wrapper(secret)}`;
        log.warn('x', { reason: text, error: new Error(text, { cause: new Error(text) }) });
        t.false(lines.at(-1)?.includes(secret), text);
      },
    ),
    { numRuns: 300 },
  );
  for (const bare of [token, jwt]) t.false(redact(`got ${bare}, sorry`).includes(bare));
  t.is(redact('a'.repeat(64)), 'a'.repeat(64));
  t.is(redact('019ab000-0000-7000-8000-000000000001'), '019ab000-0000-7000-8000-000000000001');
});

test('redact hides nested values by the names of their fields', (t) => {
  const { log, last } = capture();
  log.info('x', {
    error: { password: 'hidden', nested: [{ authorization: 'hidden', ok: 1 }], bytes: Buffer.from('hidden') },
  });
  t.deepEqual(last().error, {
    password: '[redacted]',
    nested: [{ authorization: '[redacted]', ok: 1 }],
    bytes: '[6 bytes]',
  });
});

test('Secret prints nowhere, and compares', (t) => {
  const secret = new Secret('hidden');
  const shown = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }),
    inspect(secret, { showHidden: true, depth: 9 }),
    JSON.stringify(structuredClone({ ...secret })),
  ];
  t.deepEqual(
    shown.filter((text) => text.includes('hidden')),
    [],
  );
  t.is(secret.reveal(), 'hidden');
  t.true(secret.equals('hidden'));
  t.false(secret.equals('hidde'));
});

test('report writes a business event as a line and a counter', (t) => {
  const { log, last } = capture();
  const metrics = createMetrics();
  const report = createReport(log, metrics);
  report.uploadFinished({ outcome: 'succeeded', job_id: 'j1', errors: 7 });
  report.uploadFinished({ outcome: 'succeeded', job_id: 'j2' });
  t.deepEqual(last(), {
    time: '2026-11-21T08:00:00.000Z',
    level: 'info',
    event: 'upload_finished',
    service: 'analytics',
    outcome: 'succeeded',
    job_id: 'j2',
  });
  t.true(
    metrics
      .text()
      .includes(
        '# TYPE covenant_upload_finished_total counter\ncovenant_upload_finished_total{outcome="succeeded"} 2\n',
      ),
  );
});

test('report counts each message of a batch for its exchange', (t) => {
  const metrics = createMetrics();
  const report = createReport(capture().log, metrics);
  report.messagePublished({ exchange: 'analytics.events', count: 500, lag_ms: 3 });
  report.messagePublished({ exchange: 'analytics.events', count: 200, lag_ms: 1 });
  report.messagePublished({ exchange: 'lab.exchange', count: 1, lag_ms: 1 });
  t.deepEqual(metrics.text().match(/^covenant_message_published_total.*$/gm), [
    'covenant_message_published_total{exchange="analytics.events"} 700',
    'covenant_message_published_total{exchange="lab.exchange"} 1',
  ]);
});

test('metrics are Prometheus text, and hostile labels cannot make endless series', (t) => {
  const metrics = createMetrics();
  const hostile = metrics.counter('hostile_total', 'x');
  for (let i = 0; i < 5_000; i++) hostile.add({ path: `/${i}` });
  t.is(
    metrics
      .text()
      .split('\n')
      .filter((line) => line.startsWith('hostile_total')).length,
    1_001,
  );
  const other = createMetrics();
  other.histogram('took_seconds', 'Time', [0.1, 1]).observe(0.5, { to: 'a"b\\c\nd' });
  other.gauge('broken', 'x', () => {
    throw new Error('no');
  });
  other.gauge('open', 'Open', () => [[{ db: 'a' }, 3]]);
  t.is(
    other.text(),
    `# HELP took_seconds Time
# TYPE took_seconds histogram
took_seconds_bucket{to="a\\"b\\\\c\\nd",le="0.1"} 0
took_seconds_bucket{to="a\\"b\\\\c\\nd",le="1"} 1
took_seconds_bucket{to="a\\"b\\\\c\\nd",le="+Inf"} 1
took_seconds_sum{to="a\\"b\\\\c\\nd"} 0.5
took_seconds_count{to="a\\"b\\\\c\\nd"} 1
# HELP broken x
# TYPE broken gauge
# HELP open Open
# TYPE open gauge
open{db="a"} 3
`,
  );
});
