// Outlives a test run that is killed, and ends what that left (reap.ts). How the run itself ends: ava.ts.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { killGroup } from '../embedded/processes.ts';

export type Watchman = {
  /** The run is over, and has ended its things itself. */
  dismiss(): void;
};

/** His standard input is ours, so that it closes with us, whatever ends us; his group is his own, which no Ctrl-C reaches. */
export function postWatchman(): Watchman {
  const script = 'cat > /dev/null; exec "$0" "$1"';
  const sweep = path.join(import.meta.dirname, 'reap.ts');
  const { pid } = spawn('/bin/sh', ['-c', script, process.execPath, sweep], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return { dismiss: () => void (pid !== undefined && killGroup(pid, 'SIGKILL')) };
}
