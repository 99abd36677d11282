// Runs Podman's API as a process. Arguments: --storage FOLDER --socket FILE
// Labs live in processes of their own and outlive a killed service, which finds them again; asked to end, it stops them
// first.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { finishKilled, storageOptions } from './podman-storage.ts';

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
const beside = (name: string): string => path.join(import.meta.dirname, name);
const podman = ['podman', ...storageOptions(storage), 'system', 'service', '--time=0', `unix://${socket}`];
const stopping = [process.execPath, beside('podman-stop.ts'), storage, socket];
if (process.execve === undefined) throw new Error('this version of Node cannot become another program');
process.execve('/bin/sh', ['sh', beside('podman-service.sh'), ...stopping, ...podman], { ...process.env } as Record<
  string,
  string
>);
