// A limit that is met is waited for as long as the run has patience: 429 says nothing about what was asked, and judging it would.
import { setTimeout } from 'node:timers/promises';
import type { Operation } from './document.ts';
import { slugOf } from './judge.ts';
import type { Tally } from './tally.ts';
import type { Answer, Gate, Request, Wire } from './wire.ts';

type Sent = {
  readonly operation: Operation | undefined;
  readonly request: Request;
  readonly baseUrl?: string;
  readonly isAboutLimits?: boolean;
};

/** In one run altogether: more than one window of a minute, and never long enough that a run seems to hang. */
const waitingMs = 90_000;

/** None: the limits left no room, which the tally says. */
export function patient(wire: Wire, { saw, missed }: Tally) {
  const wait = waiting(waitingMs);
  return async (question: Sent, gate: Gate | undefined): Promise<Answer | Error | undefined> => {
    for (;;) {
      const sent = wire.send(question.request, { baseUrl: question.baseUrl, gate });
      const answer = await sent.catch((error: Error) => error);
      if (answer instanceof Error || answer.status !== 429 || question.isAboutLimits) return answer;
      const { operation } = question;
      if (operation) saw(operation, 429, slugOf(answer));
      if (await wait(answer.headers['retry-after'])) continue;
      const policy = operation?.limit?.policy ?? 'unknown';
      missed(operation?.id ?? 'no operation', 'some questions', `the rate limit ${policy} was used up`);
      return undefined;
    }
  };
}

/** Questions that wait at the same time spend that time once. False: it would be too long. */
function waiting(mostMs: number): (retryAfter: string | undefined) => Promise<boolean> {
  let leftMs = mostMs;
  let untilMs = 0;
  return async (retryAfter) => {
    const nowMs = performance.now();
    const seconds = Number(retryAfter ?? 1);
    // What is no number of seconds the judge tells; a second is waited for it.
    const endMs = nowMs + Math.max(Number.isFinite(seconds) ? seconds : 1, 1) * 1_000;
    const moreMs = Math.max(0, endMs - Math.max(untilMs, nowMs));
    if (moreMs > leftMs) return false;
    leftMs -= moreMs;
    untilMs = Math.max(untilMs, endMs);
    await setTimeout(endMs - nowMs);
    return true;
  };
}
