// Generated from tools/runtime/request/deadline.ts by npm run generate; do not edit.
// Time that a request has: for all of it, and for a sender that has stopped sending.
import type { Context } from 'koa';
import { type Exchange, problemAnswer, settle } from '../exchange.ts';
import { type ProblemReply, refuse } from '../problem.ts';
import { tooIdle, tooSlow, watchSender } from './body.ts';
import { readBody } from './input.ts';

/** Goes on without what is late, which is aborted; its answer, should there be one, is dropped. */
export async function deadline(ctx: Context, next: () => Promise<unknown>): Promise<void> {
  const x = ctx.state.call as Exchange;
  const { id, timeoutMs, idleMs } = x.operation;
  const over = Promise.withResolvers<void>();
  const end = (why: string, reply: ProblemReply) => {
    x.abort.abort(new Error(`${id} ${why}`));
    settle(x, problemAnswer(x, reply));
    over.resolve();
  };
  const timer = setTimeout(() => end(`took longer than ${timeoutMs} ms`, lateReply(x)), timeoutMs);
  // Before its body is read, an operation waits for its own work, and no one has to send.
  const idle = (ms: number) => x.stage === readBody && end(`got nothing for ${ms} ms`, tooIdle(ms));
  const unwatch = idleMs === undefined ? undefined : watchSender(x.req, idleMs, () => idle(idleMs));
  await Promise.race([next(), over.promise]);
  clearTimeout(timer);
  unwatch?.();
}

function lateReply({ stage, operation: { timeoutMs } }: Exchange): ProblemReply {
  if (stage === readBody) return tooSlow(timeoutMs);
  return refuse('unavailable', { detail: `The request took longer than ${timeoutMs / 1000} seconds.` });
}
