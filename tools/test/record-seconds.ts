// Loaded by ava before each test file: writes down how long the file took.
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const began = performance.now();
const record = process.env.COVENANT_TEST_SECONDS;

if (record !== undefined)
  process.once('exit', () => {
    const seconds = (performance.now() - began) / 1000;
    appendFileSync(record, `${JSON.stringify({ file: fileURLToPath(test.meta.file), seconds })}\n`);
  });
