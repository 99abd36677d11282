// Reading which files of a run are at fault.
import path from 'node:path';
import test from 'ava';
import { failedFiles } from './failed-files.ts';

const root = path.join(import.meta.dirname, '..', '..');

test('files are known by failed titles, by what ended them and by what never ended', (t) => {
  const output = `
  ✔ services › kit › gcra › a bucket fills
  ✘ [fail]: services › kit › leases › a lease › is held by one
  \u001b[31m✘ [fail]: services › kit › leases › a lease is lost\u001b[39m
  ✘ services/kit/cursor.test.ts exited due to SIGKILL
  Failed to exit when running services/kit/ids.test.ts

  2 tests were pending in services/kit/inbox.test.ts

  ◌ services › kit › inbox › a message is taken once
  Uncaught exception in services/kit/proxies.test.ts
  ✘ [fail]: no › such › file › at all
`;
  t.deepEqual(failedFiles(output, root), [
    'services/kit/leases.test.ts',
    'services/kit/cursor.test.ts',
    'services/kit/ids.test.ts',
    'services/kit/inbox.test.ts',
    'services/kit/proxies.test.ts',
  ]);
});

test('a run without a fault names none', (t) => {
  t.deepEqual(failedFiles('  ✔ services › kit › leases › a lease is held by one\n  1 test passed\n', root), []);
});
