// What a listing does not say of a pod: whether it came up, how often it was restarted, how it ended.

import { text } from 'node:stream/consumers';
import type { Engine } from './engine/engine.ts';
import { isMissing } from './engine/faults.ts';
import { outputOf } from './engine/output.ts';
import type { Container } from './listing.ts';

export type PodFacts = {
  readonly state: string;
  /** What lab-init said: nothing yet, READY, or after FAILED: its words. */
  readonly outcome: 'none' | 'ready' | { readonly failed: string };
  readonly restarts: number;
  readonly exitCode: number;
  readonly isOutOfMemory: boolean;
};

export type ContainerFacts = {
  of(container: Container): Promise<PodFacts>;
  /** The engine reported a change. */
  forget(id: string): void;
};

/** The port promises a view that is at most a minute old. */
const KNOWN_FOR_MS = 45_000;
/** A log is cut at its size; a lab that has run for longer than any first start may take is up without its word. */
const SURELY_UP_MS = 3_600_000;
/**
 * The engine notes that a container has started when it runs already, and may have said its word: maybe in the second
 * before.
 */
const STARTED_LATE_MS = 2_000;

export function factsOf(engine: Engine, now: () => number = Date.now): ContainerFacts {
  const known = new Map<string, { readonly at: number; readonly facts: PodFacts }>();
  return {
    async of(container) {
      const found = known.get(container.id);
      const isFresh = found && now() - found.at < KNOWN_FOR_MS && found.facts.state === container.state;
      if (isFresh && (container.state !== 'running' || found.facts.outcome !== 'none')) return found.facts;
      const facts = await ask(engine, container, now());
      known.set(container.id, { at: now(), facts });
      if (known.size > 10_000) known.clear();
      return facts;
    },
    forget: (id) => void known.delete(id),
  };
}

type Inspected = {
  State: { Status: string; ExitCode: number; OOMKilled: boolean; StartedAt: string };
  RestartCount: number;
};

async function ask(engine: Engine, { id, state }: Container, now: number): Promise<PodFacts> {
  try {
    const { State, RestartCount } = await engine.call<Inspected>('GET', `/containers/${id}/json`);
    const started = Date.parse(State.StartedAt);
    // Whether what ended well had come up distinguishes a stop from a program that has nothing to do.
    const hasWord = state === 'running' || (state === 'exited' && State.ExitCode === 0);
    const outcome = hasWord ? await outcomeOf(engine, id, started, now) : 'none';
    return {
      state,
      outcome,
      restarts: RestartCount ?? 0,
      exitCode: State.ExitCode,
      isOutOfMemory: State.OOMKilled,
    };
  } catch (error) {
    if (!isMissing(error)) throw error; // it went between the listing and now
    return { state: 'removing', outcome: 'none', restarts: 0, exitCode: 0, isOutOfMemory: false };
  }
}

async function outcomeOf(engine: Engine, id: string, started: number, now: number): Promise<PodFacts['outcome']> {
  const since = String(Math.floor((started - STARTED_LATE_MS) / 1000));
  const output = await text(await outputOf(engine, id, { since }));
  // The last word counts: the log goes on over restarts within seconds.
  const last = output.split('\n').findLast((line) => line === 'READY' || line.startsWith('FAILED:'));
  if (last === undefined) return now - started > SURELY_UP_MS ? 'ready' : 'none';
  return last === 'READY' ? 'ready' : { failed: last.slice('FAILED:'.length) };
}
