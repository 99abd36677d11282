// Our programs as threads of the process that keeps them alive: each has its event loop and its heap, and all share the
// 45 MB that a process of Node takes. They end with that process, however it ends.
import { appendFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { Exit, Program, Running } from './program.ts';

/** `logFile` exists already. */
export function launchThread({ name, command, env }: Program, logFile: string): Running {
  const [, main = '', ...argv] = command;
  const log = (text: Buffer | string) => {
    try {
      appendFileSync(logFile, text);
    } catch {
      // A full disk costs lines, and ends no part.
    }
  };
  const worker = new Worker(main, { name, argv, env: env ?? process.env, stdout: true, stderr: true });
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', log);
  worker.on('error', (error) => log(`${error instanceof Error ? error.stack : String(error)}\n`));
  const exited = new Promise<Exit>((resolve) => worker.once('exit', (code) => resolve({ code, signal: null })));
  return {
    pid: process.pid,
    logFile,
    exited,
    signal: (signal) => (signal === 'SIGKILL' ? void worker.terminate() : worker.postMessage('stop')),
  };
}

/** In a program that may run as a thread: calls `stop` once when it is asked to end. */
export function onStopRequest(stop: () => void): void {
  if (!isMainThread) parentPort?.once('message', stop);
  else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}
