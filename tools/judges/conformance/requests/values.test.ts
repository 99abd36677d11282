// Which values files are read.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { documentOf, targets } from '../endpoints.ts';
import { readValues } from './values.ts';

test('readValues refuses a good request with an Idempotency-Key, which all other requests would share', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'values-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'conformance.yaml');
  writeFileSync(file, 'operations: { sendTestEvent: { good: { headers: { Idempotency-Key: k1 } } } }');
  t.throws(() => readValues(file), {
    message: /^.*conformance\.yaml: sendTestEvent: the good request must not have an/,
  });
});

test('readValues reads the values of each of our documents', (t) => {
  for (const name of targets)
    t.not(readValues(join(documentOf(name), '../conformance.yaml')).operations, undefined, name);
});
