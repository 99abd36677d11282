// Runs Podman's API as a process. Arguments: --storage FOLDER --socket FILE
// Labs live in processes of their own and outlive a killed service, which finds them again; asked to end, it stops them first.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { engine } from '../../../adapters/cluster/containers/engine/engine.ts';
import { stopContainers } from './engine.ts';
import { finishKilled, storageOptions, unmount } from './podman-storage.ts';

const { values } = parseArgs({
  options: {
    storage: { type: 'string' },
    socket: { type: 'string' },
  },
});
const { storage, socket } = values;
if (!storage || !socket) {
  console.error('podman-service: --storage and --socket are missing.');
  process.exit(1);
}

await finishKilled(storage);
// In a separate process group, since a signal to ours would end it before it has stopped the labs; and it ends when we are killed.
const podman = ['podman', ...storageOptions(storage), 'system', 'service', '--time=0', `unix://${socket}`];
const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...podman], { stdio: 'inherit', detached: true });
child.once('error', (error) => {
  console.error(`podman: ${error.message}`);
  process.exit(1);
});
child.once('exit', (code, signal) => {
  if (isStopping) unmount(storage);
  process.exit(isStopping ? 0 : (code ?? (signal === null ? 0 : 1)));
});

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, async () => {
    if (isStopping) return;
    isStopping = true;
    using api = engine(socket);
    await stopContainers(api).catch((error: unknown) => console.error(error));
    child.kill('SIGTERM');
  });
