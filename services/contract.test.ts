// The walk itself: every HTTP contract has one, what it sends is really wrong, and its list of exemptions can not grow old. The walks: contract/*.test.ts.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { coverageOf } from './contract/coverage.ts';
import { documents, escapeKey, readContract } from './contract/document.ts';
import { schemasOf } from './contract/schemas.ts';
import { spoilt, spoiltBodies } from './contract/spoil.ts';

const root = path.join(import.meta.dirname, '..');

test('each HTTP contract is walked by a file of its own', (t) => {
  const contracts = readdirSync(path.join(root, 'spec')).filter((name) =>
    existsSync(path.join(root, 'spec', name, 'openapi.yaml')),
  );
  t.deepEqual([...documents].sort(), contracts);
  for (const name of contracts) t.true(existsSync(path.join(root, 'services', 'contract', `${name}.test.ts`)), name);
});

for (const name of documents)
  test(`what is asked of ${name} as a wrong body breaks its schema, and the body it was made from does not`, async (t) => {
    const contract = readContract(name);
    const follows = schemasOf(contract);
    const harmless: string[] = [];
    for (const { id, path: at, method, bodies } of contract.operations)
      for (const { media, schema, examples } of bodies.filter((body) => body.media === 'application/json')) {
        const place = `/paths/${escapeKey(at)}/${method.toLowerCase()}/requestBody/content/${escapeKey(media)}/schema`;
        for (const example of examples) t.deepEqual(await follows(place, example), [], id);
        for (const { pointer, rule, value } of spoiltBodies(schema, examples[0]))
          if ((await follows(place, value)).length === 0) harmless.push(`${id} ${pointer} ${rule}`);
      }
    t.deepEqual(harmless, []);
  });

test('each constraint has values that break it', (t) => {
  const id = { type: 'string', pattern: '^[a-z]+$', minLength: 2, maxLength: 3 };
  t.deepEqual(spoilt(id, 'ab', true), [
    { rule: 'pattern', value: 'A b' },
    { rule: 'pattern', value: '\u00fc\u0301!' },
    { rule: 'minLength', value: 'x' },
    { rule: 'maxLength', value: 'aaaa' },
  ]);
  t.deepEqual(spoilt({ type: 'integer', format: 'int32', minimum: 1, maximum: 9 }, 5, false), [
    { rule: 'type', value: null },
    { rule: 'type', value: true },
    { rule: 'type', value: 'zz' },
    { rule: 'type', value: [] },
    { rule: 'type', value: {} },
    { rule: 'type', value: 1.5 },
    { rule: 'minimum', value: 0 },
    { rule: 'maximum', value: 10 },
    { rule: 'format', value: 2 ** 31 },
  ]);
  t.deepEqual(spoilt({ type: 'boolean' }, true, true), [
    { rule: 'type', value: 'maybe' },
    { rule: 'type', value: 'TRUE' },
    { rule: 'type', value: '' },
  ]);
});

test('a reply that was not seen, an exemption that is needless and one for nothing are told', (t) => {
  const contract = readContract('infra');
  const health = { ...contract, operations: contract.operations.filter(({ id }) => id === 'getHealth') };
  const coverage = coverageOf(health);
  coverage.see('getHealth', 200, undefined);
  coverage.see('getHealth', 429, 'rate-limited');
  const replies = ['getHealth 500 internal', 'getHealth 429 rate-limited', 'getHealth 404 not-found'];
  t.deepEqual(coverage.shortcomings([{ replies, reason: 'for this test' }]), [
    'getHealth 400 invalid-request: declared, never seen',
    'getHealth 503 unavailable: declared, never seen',
    'getHealth 429 rate-limited: seen, so its exemption has to go',
    'getHealth 404 not-found: exempted, but not declared or planned anyway',
  ]);
  t.deepEqual(coverage.table(), [
    'getHealth                200  (400 invalid-request)  429 rate-limited  (500 internal)  (503 unavailable)',
  ]);
});
