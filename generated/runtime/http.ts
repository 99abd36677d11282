// Generated from tools/runtime/http.ts by npm run generate; do not edit.
// The one way of every request, inside Koa (`mount`) or on a server itself (`listener`): request id, log, limits, credential, validate, handle, serialise. What each stage does is next door.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { demandCredential, demandRole, limitAddress, limitCaller, refusePlanned } from './access.ts';
import { tooIdle, tooSlow, watchSender } from './body.ts';
import { beginCall, faultOf, identify, isUnread, logAtEnd } from './call.ts';
import { demandPrecondition, ifMatch, unchanged } from './conditional.ts';
import type { Contract } from './contract.ts';
import { type Answer, type Call, type Exchange, type Handler, open, problemAnswer, type Stage } from './exchange.ts';
import { find } from './find.ts';
import { negotiate, readBasic, readBody, readParameters, refuseByHead } from './input.ts';
import type { CallerBase, Kit } from './kit.ts';
import { once } from './once.ts';
import { refuse } from './problem.ts';
import { answerOf, baseOf, checkReply } from './reply.ts';
import { send } from './send.ts';
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
  readBasic,
  readBody,
];

export type Handlers = Readonly<Record<string, Handler>>;

/** For the event `request` of a server. False: the path is not under `kit.basePath`, and somebody else answers. */
export type Listener = (req: IncomingMessage, res: ServerResponse) => boolean;

/** The same stages as inside Koa, without what Koa does around them. */
export function listener<Caller extends CallerBase>(
  contract: Contract,
  handlers: Handlers,
  kit: Kit<Caller>,
): Listener {
  return (req, res) => {
    const path = pathUnder(kit.basePath, req.url ?? '');
    if (path === undefined) return false;
    void serve(beginCall(req, res, contract, untyped(kit)), path, handlers);
    return true;
  };
}

/** Serves the paths under `kit.basePath`; leaves all others to the next middleware. */
export function mount<Caller extends CallerBase>(contract: Contract, handlers: Handlers, kit: Kit<Caller>): Middleware {
  return (ctx, next) => {
    const path = pathUnder(kit.basePath, ctx.req.url ?? '');
    if (path === undefined) return next();
    ctx.respond = false;
    return serve(beginCall(ctx.req, ctx.res, contract, untyped(kit)), path, handlers);
  };
}

/** What a kit hands out as a caller it also gets back; only here the exact type is forgotten. */
const untyped = <Caller extends CallerBase>(kit: Kit<Caller>) => kit as unknown as Kit<CallerBase>;

function pathUnder(base: string, url: string): string | undefined {
  if (!url.startsWith(base)) return undefined;
  const query = url.indexOf('?', base.length);
  const path = url.slice(base.length, query < 0 ? undefined : query);
  return path === '' || path.startsWith('/') ? path : undefined;
}

/** Never rejects: there is nobody above it. */
async function serve(call: Call, path: string, handlers: Handlers): Promise<void> {
  logAtEnd(call);
  const fault = identify(call);
  const found = fault === undefined ? find(call, path) : problemAnswer(call, fault);
  if ('status' in found) return answerInTime(call, found);
  const x = open(call, found, handlers);
  const timer = setTimeout(answerLate, x.operation.timeoutMs, x);
  const { idleMs } = x.operation;
  const unwatch = idleMs === undefined ? undefined : watchSender(x.req, idleMs, () => answerIdle(x, idleMs));
  const answer = await walk(x);
  clearTimeout(timer);
  unwatch?.();
  return answerInTime(x, answer);
}

function answerInTime(call: Call, answer: Answer): Promise<void> | undefined {
  if (isUnread(call.req)) return answerSoon(call, answer);
  // What is late still ran to its end, and has reported its own faults.
  return call.answered ? undefined : finish(call, answer);
}

/** What came in one piece with the head is taken in first: of that, nothing is unread. */
async function answerSoon(call: Call, answer: Answer): Promise<void> {
  await new Promise(setImmediate);
  if (!call.answered) await finish(call, answer);
}

function answerLate(x: Exchange): void {
  const { id, timeoutMs } = x.operation;
  x.abort.abort(new Error(`${id} took longer than ${timeoutMs} ms`));
  const late = refuse('unavailable', { detail: `The answer took longer than ${timeoutMs / 1000} seconds.` });
  void finish(x, problemAnswer(x, x.stage === readBody ? tooSlow(timeoutMs) : late));
}

/** Before its body is read, an operation waits for its own work, and nobody has to send. */
function answerIdle(x: Exchange, idleMs: number): void {
  if (x.stage !== readBody) return;
  x.abort.abort(new Error(`${x.operation.id} got nothing for ${idleMs} ms`));
  void finish(x, problemAnswer(x, tooIdle(idleMs)));
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
    return await (x.operation.idempotent ? once(x, () => handle(x)) : handle(x));
  } catch (error) {
    return problemAnswer(x, faultOf(x, error));
  } finally {
    if (x.folder !== undefined) await removeFiles(x, x.folder);
  }
}

async function handle(x: Exchange): Promise<Answer> {
  const { handler, kit, operation, caller, input, requestId, client, traceparent, abort } = x;
  if (handler === undefined) throw new Error(`${operation.id} has no handler`);
  const facts = { requestId, address: client.address, base: baseOf(x), traceparent, signal: abort.signal };
  const request = { ...facts, ...input, ...questions(x), caller };
  const reply = await handler(request as never);
  if (kit.checkReplies) await checkReply(x, reply);
  return answerOf(x, reply);
}

/** What a handler may ask about the condition of its request. */
function questions(x: Exchange) {
  switch (x.operation.conditional) {
    case 'read':
      return { unchanged: unchanged(x) };
    case 'write':
      return { ifMatch: ifMatch(x) };
    case undefined:
      return undefined;
  }
}

/** Writes the answer; the promise of a stream ends with its last byte. */
function finish(call: Call, answer: Answer): Promise<void> | undefined {
  call.answered = true;
  call.problem = answer.problem;
  try {
    return send(call, answer)?.catch((error: unknown) => sendFault(call, error));
  } catch (error) {
    return sendFault(call, error);
  }
}

/** What cannot be written, such as a header with a line break in it, has not begun to be. */
function sendFault(call: Call, error: unknown): undefined {
  const answer = problemAnswer(call, faultOf(call, error));
  call.problem = answer.problem;
  try {
    send(call, answer);
  } catch {
    call.res.destroy();
  }
}
