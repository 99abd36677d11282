// Stops the labs of a running Podman, then Podman. Arguments: --storage FOLDER --socket FILE --podman PID
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { isEnded, statOf } from '../processes/process-stat.ts';
import { stopContainers } from './engine.ts';
import { unmount } from './podman-storage.ts';

const { values } = parseArgs({
  options: { storage: { type: 'string' }, socket: { type: 'string' }, podman: { type: 'string' } },
});
const { storage = '', socket = '', podman = '' } = values;

using api = engine(socket);
await stopContainers(api).catch((error: unknown) => console.error(error));
// Empty when it was not begun yet: 0 would be our own group.
const pid = Number(podman);
if (pid > 0) {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // it has ended
  }
  for (let stat = statOf(pid); stat !== undefined && !isEnded(stat); stat = statOf(pid)) await pause(20);
}
unmount(storage);
