// When a limit is met, the run waits until its deadline: a declared 429 says nothing about what was asked, and judging
// it as an answer would.
import { setTimeout } from 'node:timers/promises';
import type { Operation } from '../contract/document.ts';
import type { Gate, Request, Wire, WireReply } from '../requests/wire.ts';
import { slugOf } from './judge.ts';
import type { Tally } from './tally.ts';

type Sent = {
  readonly operation: Operation | undefined;
  readonly request: Request;
  readonly baseUrl?: string;
  readonly isAboutLimits?: boolean;
};

/** In one run altogether: more than one window of a minute, and never long enough that a run seems to hang. */
export const usualMaxWaitMs = 90_000;

export type Limited<Q extends Sent> = {
  /** A refusal that is waited for, or that ends the waiting. */
  refused(question: Q, answer: WireReply): Promise<void>;
  /**
   * No answer came to this question; `waits`: how often Retry-After was waited for, while no other question got an
   * answer under its limit.
   */
  gaveUp(question: Q, answer: WireReply, waits: number): void;
};

/** None: the limits left no room. */
export function patient<Q extends Sent>(
  wire: Wire,
  { saw, missed }: Tally,
  { refused, gaveUp }: Limited<Q>,
  mostMs = usualMaxWaitMs,
) {
  const wait = waiting(mostMs);
  const answers = new Map<string, number>();
  const underway = new Map<string, Set<Promise<unknown>>>();
  const under = (limit: string, sent: Promise<WireReply>): Promise<WireReply | Error> => {
    const all = underway.get(limit) ?? new Set();
    const policies = sent
      .catch((error: Error) => error)
      .then((answer) => {
        all.delete(policies);
        if (!isRefused(answer)) answers.set(limit, (answers.get(limit) ?? 0) + 1);
        return answer;
      });
    underway.set(limit, all.add(policies));
    return policies;
  };
  return async (question: Q, gate: Gate | undefined): Promise<WireReply | Error | undefined> => {
    const { operation } = question;
    const name = operation?.id ?? 'no operation';
    // Operations that share a limit take its room from each other, and cheap questions from dear ones.
    const limit = operation?.limit?.policy ?? name;
    const before = answers.get(limit) ?? 0;
    for (let waits = 0; ; waits++) {
      const answer = await under(limit, wire.send(question.request, { baseUrl: question.baseUrl, gate }));
      const isLimit = isRefused(answer);
      if (!isLimit || question.isAboutLimits) return answer;
      // A limit that the contract has not is no promise to come back.
      if (operation !== undefined && !('429' in operation.replies)) return answer;
      if (operation) saw(operation, 429, slugOf(answer));
      await refused(question, answer);
      if (await wait(answer.headers['retry-after'])) continue;
      missed(name, 'some questions', `the rate limit ${operation?.limit?.policy ?? 'unknown'} was used up`);
      // Among those that waited together the one that got the room may get its answer a moment later.
      await Promise.allSettled(underway.get(limit) ?? []);
      gaveUp(question, answer, (answers.get(limit) ?? 0) === before ? waits : 0);
      return undefined;
    }
  };
}

const isRefused = (answer: WireReply | Error): answer is WireReply =>
  !(answer instanceof Error) && answer.status === 429;

/** Questions that wait at the same time spend that time once. False: it would be too long. */
function waiting(mostMs: number): (retryAfter: string | undefined) => Promise<boolean> {
  let leftMs = mostMs;
  let untilMs = 0;
  return async (retryAfter) => {
    const nowMs = performance.now();
    const seconds = Number(retryAfter ?? 1);
    // The judge reports what is no number of seconds; a second is waited for it.
    const endMs = nowMs + Math.max(Number.isFinite(seconds) ? seconds : 1, 1) * 1_000;
    const moreMs = Math.max(0, endMs - Math.max(untilMs, nowMs));
    if (moreMs > leftMs) return false;
    leftMs -= moreMs;
    untilMs = Math.max(untilMs, endMs);
    await setTimeout(endMs - nowMs);
    return true;
  };
}
