// Work that would hold the event loop, in a thread: one piece at a time, callers taking turns.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fairSemaphore } from './fair-semaphore.ts';

export interface Thread<Question, Answer> extends AsyncDisposable {
  /**
   * `key` takes turns with others. Rejects with what the work threw, as unavailable when too much waits or the work
   * takes too long, and with the reason of `signal` when that is aborted, which ends the work.
   */
  ask(question: Question, key: string, signal?: AbortSignal): Promise<Answer>;
}

type Options = {
  /** Answers each message with one. */
  readonly script: URL;
  /** For errors: what is unavailable when the thread is. */
  readonly name: string;
  readonly mostWaiting: number;
  /** Many times what any work takes: a thread that is stuck must not keep all others. */
  readonly timeoutMs: number;
};

/**
 * What a thread allocates and forgets again fits; by default it would take some forty more before it collects anything.
 */
const maxYoungGenerationSizeMb = 8;

/** What is given up and ends soon is let end: another thread would cost about as much to start. */
const graceMs = 250;

/** The thread starts with the first question, and again after one that it did not survive. */
export function thread<Question, Answer>({ script, name, mostWaiting, timeoutMs }: Options): Thread<Question, Answer> {
  const turns = fairSemaphore(1, mostWaiting);
  let running: Worker | undefined;
  const started = (): Worker => {
    if (running !== undefined) return running;
    const worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb } });
    const forget = () => {
      if (running === worker) running = undefined;
    };
    // The error reaches the caller too, who may ask again before the thread has ended.
    worker.on('error', forget);
    worker.once('exit', forget);
    worker.unref();
    running = worker;
    return worker;
  };
  const answerOf = async (worker: Worker, question: Question, caller: AbortSignal | undefined): Promise<Answer> => {
    const answer = new AbortController();
    const late = AbortSignal.timeout(timeoutMs);
    const given = givenUp(caller);
    const signal = AbortSignal.any([answer.signal, late, given.up]);
    worker.ref();
    try {
      const answered = once(worker, 'message', { signal });
      const ended = once(worker, 'exit', { signal }).then(() => Promise.reject(new ThreadEnded(name)));
      worker.postMessage(question);
      const [found] = (await Promise.race([answered, ended])) as [Answer];
      return found;
    } catch (error) {
      if (!late.aborted && !given.up.aborted) throw error;
      await worker.terminate();
      throw given.up.aborted ? given.up.reason : new ThreadEnded(name);
    } finally {
      given.end();
      answer.abort();
      worker.unref();
    }
  };
  return {
    ask: (question, key, signal) => turns.run(key, () => answerOf(started(), question, signal), signal),
    async [Symbol.asyncDispose]() {
      await running?.terminate();
    },
  };
}

/** `up` is aborted some time after the caller has gone, unless the work has ended by then. */
function givenUp(caller: AbortSignal | undefined) {
  const up = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => up.abort(caller?.reason), graceMs);
  };
  caller?.addEventListener('abort', wait, { once: true });
  const end = () => {
    caller?.removeEventListener('abort', wait);
    clearTimeout(timer);
  };
  return { up: up.signal, end };
}

class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly kind = 'unavailable';
  readonly dependency: string;
  constructor(dependency: string) {
    super(`the ${dependency} ended without an answer`);
    this.dependency = dependency;
  }
}
