// Loaded by ava before each test file: writes down how long the file took, and how much of that it kept a processor busy.
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const began = performance.now();
const record = process.env.COVENANT_TEST_SECONDS;

if (record !== undefined)
  process.once('exit', () => {
    const seconds = (performance.now() - began) / 1000;
    // Of the file's thread alone; what its servers and programs take is in that of the whole run.
    const { user, system } = process.threadCpuUsage();
    const cpu = (user + system) / 1e6;
    appendFileSync(record, `${JSON.stringify({ file: fileURLToPath(test.meta.file), seconds, cpu })}\n`);
  });
