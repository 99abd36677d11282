// Fetches images that the engine does not have, beside all other work: who waits for one comes back.

import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { ClusterError, messageOf } from '../../faults.ts';
import { isLoaded, isUnknown, notLoaded } from '../../images.ts';
import type { Engine } from './engine.ts';

export type PullLimits = {
  /** A large image over a slow line. */
  readonly pullMs?: number;
  /** So long one waits for it on the spot, since most that goes wrong is known by then. */
  readonly quickMs?: number;
};

export class NoImage extends ClusterError {
  /** No registry has it: asking again does not help. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { readonly isFinal: boolean; readonly cause?: unknown }) {
    super('refused', message, cause);
    this.isFinal = isFinal;
  }
}

/** It is in progress. */
export class Pulling extends ClusterError {}

export type Pull = (image: string) => Promise<void>;

/** One pull at a time for each image. A failure is reported to the next caller, and then tried again. */
export function pullsOf(engine: Engine, { pullMs = 600_000, quickMs = 3_000 }: PullLimits = {}): Pull {
  const running = new Map<string, { readonly since: number; readonly done: Promise<Error | null> }>();
  const begin = (image: string) => {
    const pulling = { since: performance.now(), done: fetchImage(engine, image, pullMs) };
    running.set(image, pulling);
    return pulling;
  };
  return async (image) => {
    if (isLoaded(image)) throw new NoImage(notLoaded(image, 'this engine'), { isFinal: true });
    const { since, done } = running.get(image) ?? begin(image);
    const elapsedMs = performance.now() - since;
    // Waited for once; a caller that comes back only checks.
    const outcome = await Promise.race([
      done,
      pause(Math.max(0, quickMs - elapsedMs), 'waiting' as const, { ref: false }),
    ]);
    if (outcome === 'waiting')
      throw new Pulling('unavailable', `${image} is being fetched, for ${Math.round(elapsedMs / 1_000)} s so far`);
    if (running.get(image)?.done === done) running.delete(image);
    if (outcome !== null) throw outcome;
  };
}

/** Null: the image is there. Never rejects, since no caller may be waiting. */
async function fetchImage(engine: Engine, image: string, pullMs: number): Promise<Error | null> {
  const signal = AbortSignal.timeout(pullMs);
  try {
    const log = await engine.stream('POST', '/images/create', {
      query: { fromImage: image },
      silenceMs: null,
      signal,
    });
    const error = (await text(log)).split('\n').map(errorOf).find(Boolean);
    return error ? new NoImage(error, { isFinal: isUnknown(error) }) : null;
  } catch (error) {
    if (signal.aborted) return new NoImage(`${image} was not there after ${pullMs / 1_000} s`, { isFinal: false });
    if (error instanceof ClusterError && error.kind === 'unavailable') return error;
    const why = messageOf(error);
    return new NoImage(why, { isFinal: isUnknown(why), cause: error });
  }
}

/** The engine answers 200 first and reports the outcome in the last of many lines. */
function errorOf(line: string): string | undefined {
  try {
    return (JSON.parse(line) as { error?: string }).error;
  } catch {
    return undefined;
  }
}
