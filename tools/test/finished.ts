// Waiting for a child of the test run.
import type { ChildProcess } from 'node:child_process';

/** Its exit code. A Ctrl-C reaches the child as well; a stop that came by `kill` is passed on. */
export async function finished(child: ChildProcess, stop: AbortSignal): Promise<number> {
  const pass = () => child.kill('SIGTERM');
  stop.addEventListener('abort', pass);
  if (stop.aborted) pass();
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      // Not `close`: what the child left behind may hold its output open for ever.
      child.once('exit', (status) => resolve(status ?? 1));
    });
  } finally {
    stop.removeEventListener('abort', pass);
  }
}
