// `npm run stop`: ends a start that runs in the background, or what is left of one that was killed.

import { setTimeout as pause } from 'node:timers/promises';
import { answerHelp, optionsOf } from '../../command-line/options.ts';
import { supervisorOf } from '../servers/claim.ts';
import { removeEndpoints } from '../servers/endpoints.ts';
import { installationFolder } from '../servers/installation-folder.ts';
import { endLeftovers } from '../servers/processes/processes.ts';

answerHelp(
  'Usage: npm run stop\n\nStops the instance of this checkout that runs in the background, or the remaining processes of one that was killed.',
);
try {
  optionsOf({ options: {} });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}

const dir = installationFolder();
const timeoutMs = 60_000;

const pid = supervisorOf(dir);
if (pid === undefined) {
  const ended = await endLeftovers(dir);
  removeEndpoints(dir); // a killed start could not
  console.log(
    ended.length === 0
      ? 'Nothing is running.'
      : `Stopped the remaining processes of a killed run: ${ended.join(', ')}.`,
  );
} else {
  process.kill(pid, 'SIGTERM');
  const deadline = performance.now() + timeoutMs;
  while (supervisorOf(dir) === pid && performance.now() < deadline) await pause(100);
  const stopped = supervisorOf(dir) !== pid;
  console.log(stopped ? 'Stopped.' : `Process ${pid} did not stop within ${timeoutMs / 1000} s. See run/log.`);
  process.exitCode = stopped ? 0 : 1;
}
