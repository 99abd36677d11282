// A program: ends what test runs of this checkout left that are no more. Waits a while for those that are just being
// killed.
import { setTimeout as pause } from 'node:timers/promises';
import { endAbandoned } from './folder.ts';

const timeoutMs = 10_000;

for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await pause(200))
  await endAbandoned();
