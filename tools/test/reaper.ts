// Outlives a test run that is killed, and ends what that left.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { killGroup } from '../local/servers/processes/processes.ts';

export type Reaper = {
  /** The run is over, and has ended its processes itself. */
  dismiss(): void;
};

/**
 * Its standard input is ours, so that it closes with us, whatever ends us; it has a separate process group, which no
 * Ctrl-C reaches.
 */
export function startReaper(): Reaper {
  const script = 'cat > /dev/null; exec "$0" "$1"';
  const reap = path.join(import.meta.dirname, 'reap.ts');
  const { pid } = spawn('/bin/sh', ['-c', script, process.execPath, reap], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return { dismiss: () => void (pid !== undefined && killGroup(pid, 'SIGKILL')) };
}
