// The one way of every request: request id, log, limits, credential, validate, handle, serialise. What each stage does is next door.
import type { Context, Middleware } from 'koa';
import { demandCredential, demandRole, limitAddress, limitCaller, refusePlanned } from './access.ts';
import { tooSlow } from './body.ts';
import { beginCall, discardRest, logAtEnd } from './call.ts';
import { demandPrecondition, ifMatch, unchanged } from './conditional.ts';
import type { Contract } from './contract.ts';
import { type Answer, type Call, type Exchange, type Handler, open, problemAnswer, type Stage } from './exchange.ts';
import { find } from './find.ts';
import { negotiate, readBody, readParameters, refuseByHead } from './input.ts';
import type { CallerBase, Kit } from './kit.ts';
import { once } from './once.ts';
import { refuse } from './problem.ts';
import { answerOf, send } from './reply.ts';
import { removeFiles } from './upload.ts';

/** From the first stage to the last. A stage that returns a problem ends the walk. */
const stages: readonly Stage[] = [
  // limits
  limitAddress,
  refuseByHead,
  // credential
  demandCredential,
  demandRole,
  limitCaller,
  refusePlanned,
  // validate
  negotiate,
  demandPrecondition,
  readParameters,
  readBody,
];

export type Handlers = Readonly<Record<string, Handler>>;

/** Serves the paths under `kit.basePath`; leaves all others to the next middleware. */
export function mount<Caller extends CallerBase>(contract: Contract, handlers: Handlers, kit: Kit<Caller>): Middleware {
  return (ctx, next) => {
    const path = pathUnder(kit.basePath, ctx.req.url ?? '');
    if (path === undefined) return next();
    ctx.respond = false;
    return serve(beginCall(ctx as Context, contract, kit), path, handlers);
  };
}

function pathUnder(base: string, url: string): string | undefined {
  if (!url.startsWith(base)) return undefined;
  const query = url.indexOf('?', base.length);
  const path = url.slice(base.length, query < 0 ? undefined : query);
  return path === '' || path.startsWith('/') ? path : undefined;
}

async function serve(call: Call, path: string, handlers: Handlers): Promise<void> {
  logAtEnd(call);
  const found = find(call, path);
  const answer = 'status' in found ? found : await withinTime(open(call, found, handlers));
  call.problem = answer.problem;
  discardRest(call.req);
  // What cannot be written, such as a header with a line break in it, has not begun to be.
  await send(call, answer).catch((error: unknown) => send(call, faultAnswer(call, error)));
}

const faultAnswer = (call: Call, error: unknown): Answer => {
  const { kit, requestId, operation } = call;
  const answer = problemAnswer(call, kit.fault(error, { requestId, operationId: operation?.id }));
  call.problem = answer.problem;
  return answer;
};

/** The answer of the walk, or one that says that its time is over. What is late still runs to its end, and reports its own faults. */
function withinTime(x: Exchange): Promise<Answer> {
  const { timeoutMs } = x.operation;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      x.abort.abort(new Error(`${x.operation.id} took longer than ${timeoutMs} ms`));
      const late = refuse('unavailable', { detail: `The answer took longer than ${timeoutMs / 1000} seconds.` });
      resolve(problemAnswer(x, x.stage === readBody ? tooSlow(timeoutMs) : late));
    }, timeoutMs);
    void walk(x)
      .catch((error: unknown) => faultAnswer(x, error))
      .then(resolve)
      .finally(() => clearTimeout(timer));
  });
}

async function walk(x: Exchange): Promise<Answer> {
  try {
    for (const stage of stages) {
      x.stage = stage;
      const outcome = stage(x);
      const refusal = outcome instanceof Promise ? await outcome : outcome;
      if (refusal !== undefined) return problemAnswer(x, refusal);
    }
    x.stage = undefined;
    return await once(x, () => handle(x));
  } finally {
    if (x.folder !== undefined) await removeFiles(x, x.folder);
  }
}

async function handle(x: Exchange): Promise<Answer> {
  const { handler, operation, caller, input, requestId, client, traceparent, abort } = x;
  if (handler === undefined) throw new Error(`${operation.id} has no handler`);
  const facts = { requestId, address: client.address, traceparent, signal: abort.signal };
  const asked =
    operation.conditional === 'read'
      ? { unchanged: unchanged(x) }
      : operation.conditional === 'write'
        ? { ifMatch: ifMatch(x) }
        : {};
  return answerOf(x, await handler({ ...facts, ...input, ...asked, caller } as never));
}
