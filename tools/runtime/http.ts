// A contract as Koa middleware, in one chain: request id, log, limits, credential, validate, handle, answer. What each
// does is next door.
import type { Context, Middleware } from 'koa';
import compose from 'koa-compose';
import {
  demandCredential,
  demandPolicy,
  demandRole,
  limitAddress,
  limitCaller,
  refusePlanned,
} from './access/access.ts';
import { boundInProgress } from './access/in-progress.ts';
import { beginCall, faultOf, identify, logAtEnd } from './call.ts';
import type { Contract } from './contract.ts';
import {
  type Answer,
  type Call,
  type Exchange,
  type Handler,
  open,
  problemAnswer,
  type Stage,
  settle,
} from './exchange.ts';
import type { CallerBase, ContractHost } from './host.ts';
import { once } from './once.ts';
import { refuse } from './problem.ts';
import { demandPrecondition, ifMatch } from './reply/conditional.ts';
import { baseOf } from './reply/reply.ts';
import { respond } from './reply/send.ts';
import { isAbandoned, shareAnswer, unchanged, workSignal } from './reply/share.ts';
import { mediaTypeOf } from './request/body.ts';
import { deadline } from './request/deadline.ts';
import { find } from './request/find.ts';
import { negotiate, readBasic, readBody, readParameters, refuseByHead } from './request/input.ts';
import { removeFiles } from './request/upload.ts';
import { sharedWork } from './shared-work.ts';

export type Handlers = Readonly<Record<string, Handler>>;

/** Serves the paths under `host.basePath`; leaves all others to the next middleware. */
export function mount<Caller extends CallerBase>(
  contract: Contract,
  handlers: Handlers,
  host: ContractHost<Caller>,
): Middleware {
  const chain = compose<Context>([
    begin({ contract, host: untyped(host), reads: sharedWork() }),
    log,
    answer,
    client,
    route(handlers),
    deadline,
    faults,
    inTurn([limitAddress, refuseByHead]),
    inTurn([demandCredential, demandRole, limitCaller, refusePlanned, boundInProgress('requests-in-progress')]),
    inTurn([
      negotiate,
      boundInProgress('downloads-in-progress', isDownload),
      demandPrecondition,
      readParameters,
      readBasic,
      boundInProgress('uploads-in-progress', isUpload),
      readBody,
      demandPolicy,
    ]),
    operate,
  ]);
  return (ctx, next) => (pathUnder(host.basePath, ctx.req.url ?? '') === undefined ? next() : chain(ctx));
}

/** Its answer is written while it is read, from what the process holds for it meanwhile. */
const isDownload = ({ input: { accept } }: Exchange): boolean => accept !== undefined && !/[/+]json$/.test(accept);

/** Its files are spooled to disk. */
const isUpload = ({ operation: { body }, req }: Exchange): boolean =>
  body?.media[mediaTypeOf(req.headers['content-type'])?.type ?? ''] === 'multipart';

/** What a host hands out as a caller it also gets back; only here the exact type is forgotten. */
const untyped = <Caller extends CallerBase>(host: ContractHost<Caller>) => host as unknown as ContractHost<CallerBase>;

function pathUnder(base: string, url: string): string | undefined {
  if (!url.startsWith(base)) return undefined;
  const query = url.indexOf('?', base.length);
  const path = url.slice(base.length, query < 0 ? undefined : query);
  return path === '' || path.startsWith('/') ? path : undefined;
}

type Step = (ctx: Context, next: () => Promise<unknown>) => Promise<unknown>;

const ended = Promise.resolve();

const callOf = (ctx: Context): Call => ctx.state.call as Call;
/** After `route` a call is one for an operation. */
const exchangeOf = (ctx: Context): Exchange => ctx.state.call as Exchange;

const begin =
  (mounted: Parameters<typeof beginCall>[1]): Step =>
  (ctx, next) => {
    ctx.state.call = beginCall(ctx, mounted);
    return next();
  };

const log: Step = (ctx, next) => {
  logAtEnd(callOf(ctx));
  return next();
};

/**
 * Hands the answer that the others have settled to Koa. Never rejects: a client that has gone is not an error of the
 * service.
 */
const answer: Step = async (ctx, next) => {
  await next();
  await respond(callOf(ctx));
};

const client: Step = (ctx, next) => {
  const call = callOf(ctx);
  const fault = identify(call);
  if (fault === undefined) return next();
  settle(call, problemAnswer(call, fault));
  return ended;
};

const route =
  (handlers: Handlers): Step =>
  (ctx, next) => {
    const call = callOf(ctx);
    const found = find(call, pathUnder(call.host.basePath, ctx.req.url ?? '') ?? '');
    if (!('status' in found)) {
      open(call, found, handlers);
      return next();
    }
    settle(call, found);
    return ended;
  };

/** What is late still runs to its end, and reports its own faults. */
const faults: Step = async (ctx, next) => {
  const x = exchangeOf(ctx);
  try {
    await next();
  } catch (error) {
    settle(
      x,
      problemAnswer(
        x,
        isAbandoned(x, error) ? refuse('unavailable', { detail: 'The client has gone.' }) : faultOf(x, error),
      ),
    );
  } finally {
    if (x.folder !== undefined) await removeFiles(x, x.folder);
  }
};

/**
 * A stage that returns a problem ends the walk. Most do not wait, and a promise for each would cost a fifth of a small
 * answer.
 */
const inTurn =
  (stages: readonly Stage[]): Step =>
  async (ctx, next) => {
    const x = exchangeOf(ctx);
    for (const stage of stages) {
      x.stage = stage;
      const outcome = stage(x);
      const refusal = outcome instanceof Promise ? await outcome : outcome;
      if (refusal !== undefined) return settle(x, problemAnswer(x, refusal));
    }
    return next();
  };

const operate: Step = async (ctx) => {
  const x = exchangeOf(ctx);
  x.stage = undefined;
  settle(x, await (x.operation.idempotent ? once(x, () => handle(x)) : handle(x)));
};

async function handle(x: Exchange): Promise<Answer> {
  const { handler, operation, caller, input, requestId, client, traceparent } = x;
  if (handler === undefined) throw new Error(`${operation.id} has no handler`);
  const facts = { requestId, address: client.address, base: baseOf(x), traceparent, signal: workSignal(x) };
  const request = { ...facts, ...input, ...questions(x), caller };
  return await shareAnswer(x, () => handler(request as never));
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
