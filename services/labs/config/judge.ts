// Reads configurations in a thread of their own, one at a time, callers taking turns: what one teacher uploads delays nobody's requests.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fairSemaphore } from '../../lib/fair-semaphore.ts';
import type { Answer, Question } from './judge-thread.ts';
import type { ImageRules, JudgedConfig } from './lab-config.ts';

/** `caller` takes turns with others. Rejects as unavailable when too many files wait. */
export type JudgeConfig = (bytes: Uint8Array, caller: string) => Promise<JudgedConfig>;

export interface ConfigJudge extends AsyncDisposable {
  readonly judge: JudgeConfig;
}

const mostWaiting = 32;
/** Hundreds of times what any file takes; a thread that is stuck must not keep all others. */
const patienceMs = 30_000;

/** The thread starts with the first file, and again after one that it did not survive. */
export function configJudge(rules: ImageRules): ConfigJudge {
  const turns = fairSemaphore(1, mostWaiting);
  let thread: Worker | undefined;
  const started = (): Worker => {
    if (thread !== undefined) return thread;
    const worker = new Worker(new URL('./judge-thread.ts', import.meta.url));
    // An error reaches whoever waits for the answer; the next file has a new thread.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (thread === worker) thread = undefined;
    });
    worker.unref();
    thread = worker;
    return worker;
  };
  return {
    judge: (bytes, caller) => turns.run(caller, () => ask(started(), { bytes, rules })),
    async [Symbol.asyncDispose]() {
      await thread?.terminate();
    },
  };
}

async function ask(worker: Worker, question: Question): Promise<Answer> {
  const answer = new AbortController();
  const late = AbortSignal.timeout(patienceMs);
  const signal = AbortSignal.any([answer.signal, late]);
  worker.ref();
  try {
    const answered = once(worker, 'message', { signal });
    const ended = once(worker, 'exit', { signal }).then(() => Promise.reject(new ThreadEnded()));
    worker.postMessage(question);
    const [found] = (await Promise.race([answered, ended])) as [Answer];
    return found;
  } catch (error) {
    if (!late.aborted) throw error;
    await worker.terminate();
    throw new ThreadEnded();
  } finally {
    answer.abort();
    worker.unref();
  }
}

class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly kind = 'unavailable';
  readonly dependency = 'configuration thread';
}
