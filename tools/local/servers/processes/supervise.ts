// Keeps one part alive: starts it, waits until it answers, restarts it when it crashes, stops it when asked.
// What a part is made of stands in its own file (postgres.ts, redis.ts, ...), as a plan; processes.ts starts and ends
// processes.
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../command-line/message-of.ts';
import { explain, Failure, isAddressInUse } from '../failure.ts';
import { type Exit, end, lastLines, launch, logFileOf, type Program, type Running } from './processes.ts';
import { listensOn } from './watching.ts';

export type PartPlan<Facts> = {
  readonly name: string;
  readonly facts: Facts;
  readonly program: Program;
  readonly stopSignal: NodeJS.Signals;
  /** Ends it while it comes up, where the other signal would have to wait for that to be over. */
  readonly cutSignal?: NodeJS.Signals;
  readonly readyWithinMs: number;
  /** Where it listens: before its own process does, on all of them, no one is asked, since a stranger might answer. */
  readonly ports?: readonly number[];
  /** Writes what the program reads. Runs before every launch, so it repeats without harm. */
  prepare?(): Promise<void>;
  ready(): Promise<boolean>;
  /** What it needs done before the signal to stop; may answer with another signal. */
  quiet?(): Promise<NodeJS.Signals | undefined>;
  /** Makes what must exist before others use the part. Runs after every launch. */
  settle?(): Promise<void>;
  /** Runs after every exit: what the program leaves behind when it is gone. */
  clear?(): Promise<void>;
  /** Gives up its ports, when another program was faster. */
  dropPorts?(): void;
};

export type PartProgress = {
  readonly part: string;
  readonly state: 'starting' | 'ready' | 'crashed' | 'failed' | 'stopping' | 'stopped';
  readonly afterMs: number;
  readonly detail?: string;
  readonly lines?: readonly string[];
};

export type Watch = {
  readonly dir: string;
  readonly progress: (line: PartProgress) => void;
  /** Aborted when the whole start is given up. */
  readonly signal: AbortSignal;
  /** Programs that may be threads of this process are. */
  readonly threads?: boolean;
  /** Resolves when a part that crashed may be started again. */
  readonly mayRestart?: (part: string) => Promise<void>;
};

export type Supervised<Facts> = {
  readonly name: string;
  readonly facts: Facts;
  /** Undefined while the part is between a crash and its restart. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

const steadyAfterMs = 60_000;
const longestPauseMs = 10_000;
/** Between two looks at a part that starts, growing. */
const probeMs = { first: 20, last: 100, growth: 1.1 };
const cutTimeoutMs = 10_000;

/**
 * Another program may take a port between our look and the part's bind: then the part is planned again on other ports.
 */
export async function supervise<Facts>(plan: () => Promise<PartPlan<Facts>>, watch: Watch): Promise<Supervised<Facts>> {
  for (let attempt = 1; ; attempt++) {
    const planned = await plan();
    try {
      return await keepAlive(planned, watch);
    } catch (error) {
      const again = error instanceof Failure && isAddressInUse(error.lines) && planned.dropPorts && attempt < 4;
      if (!again) throw error;
      planned.dropPorts?.();
    }
  }
}

async function keepAlive<Facts>(plan: PartPlan<Facts>, watch: Watch): Promise<Supervised<Facts>> {
  const stopped = new AbortController();
  const begun = performance.now();
  let running: Running | undefined = await bringUp(plan, watch, watch.signal);
  watch.progress({ part: plan.name, state: 'ready', afterMs: performance.now() - begun });
  const guard = async () => {
    while (running) {
      const since = performance.now();
      const exit: Exit = await running.exited;
      running = undefined;
      await clear(plan);
      if (stopped.signal.aborted) return;
      watch.progress(crashed(plan.name, exit, performance.now() - since, watch.dir));
      running = await bringBack(plan, watch, stopped.signal, performance.now() - since);
      // Stopped while it came up: `stop` saw nothing to end, and waits for us.
      if (running && stopped.signal.aborted) await end(running, plan.stopSignal);
      else if (running) watch.progress({ part: plan.name, state: 'ready', afterMs: 0 });
    }
  };
  const guarding = guard();
  return {
    name: plan.name,
    facts: plan.facts,
    pid: () => running?.pid,
    async stop() {
      const since = performance.now();
      if (stopped.signal.aborted) return guarding;
      stopped.abort();
      watch.progress({ part: plan.name, state: 'stopping', afterMs: 0 });
      const signal = running ? await plan.quiet?.() : undefined;
      if (running) await end(running, signal ?? plan.stopSignal);
      await guarding;
      watch.progress({ part: plan.name, state: 'stopped', afterMs: performance.now() - since });
    },
  };
}

/** Tidying up that fails must keep nothing from being ended or started again. */
const clear = async <Facts>(plan: PartPlan<Facts>) =>
  await plan.clear?.().catch((error: unknown) => console.error(error));

/** Undefined when we were stopped meanwhile. The pause doubles up to 10 s and starts over after a minute of health. */
async function bringBack<Facts>(plan: PartPlan<Facts>, watch: Watch, stopped: AbortSignal, livedMs: number) {
  for (let pauseMs = livedMs > steadyAfterMs ? 100 : 500; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await pause(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
    if (stopped.aborted) return undefined;
    try {
      await unlessAborted(async () => watch.mayRestart?.(plan.name), stopped);
      return await bringUp(plan, watch, stopped);
    } catch (error) {
      if (stopped.aborted) return undefined;
      const lines = error instanceof Failure ? error.lines : [];
      const why = messageOf(error);
      const detail = `${plan.name} could not be restarted, and another attempt follows: ${why}`;
      watch.progress({ part: plan.name, state: 'failed', afterMs: 0, detail, lines });
    }
  }
}

async function bringUp<Facts>(plan: PartPlan<Facts>, watch: Watch, signal: AbortSignal): Promise<Running> {
  watch.progress({ part: plan.name, state: 'starting', afterMs: 0 });
  let running: Running | undefined;
  try {
    signal.throwIfAborted();
    await plan.prepare?.();
    signal.throwIfAborted();
    running = await launch(plan.program, watch.dir, watch.threads);
    await untilReady(plan, running, signal);
    await unlessAborted(async () => plan.settle?.(), signal);
  } catch (error) {
    // Politely: a server that is cut off leaves children, or repairs to be made at the next start.
    if (running) await end(running, plan.cutSignal ?? plan.stopSignal, cutTimeoutMs);
    await clear(plan);
    throw explain(error, watch.dir);
  }
  return running;
}

/** What a part waits for may never come once everything is being stopped. */
async function unlessAborted(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<never>();
  const giveUp = () => over.reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await Promise.race([work(), over.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function untilReady<Facts>(plan: PartPlan<Facts>, running: Running, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + plan.readyWithinMs;
  let gone = false;
  void running.exited.then(() => {
    gone = true;
  });
  for (let ms = probeMs.first; performance.now() < deadline; ms = Math.min(ms * probeMs.growth, probeMs.last)) {
    signal.throwIfAborted();
    if (gone) throw Failure.partFailed(plan.name, lastLines(running.logFile, 8), running.logFile);
    if ((await listensOn(running.pid, plan.ports ?? [])) && (await plan.ready())) return;
    await pause(ms);
  }
  throw Failure.tooSlow(plan.name, plan.readyWithinMs / 1000, lastLines(running.logFile, 8), running.logFile);
}

function crashed(part: string, exit: Exit, afterMs: number, dir: string): PartProgress {
  const how = exit.signal ? `was stopped by ${exit.signal}` : `exited with code ${exit.code}`;
  const logFile = logFileOf(dir, part);
  const detail = `${part} ${how} and is being restarted. The log ${logFile} ends with:`;
  return { part, state: 'crashed', afterMs, detail, lines: lastLines(logFile, 5) };
}
