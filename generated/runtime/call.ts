// Generated from tools/runtime/call.ts by npm run generate; do not edit.
// The outer part of every request, found or not: its id, who is there, the log line when it has ended, and the rest of
// a body no one wants.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { originHeaders } from './access/origins.ts';
import type { Call } from './exchange.ts';
import type { ClientFacts } from './host.ts';
import { internalFault, type ProblemReply } from './problem.ts';
import { hasBody } from './request/body.ts';

const traceparentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const unknownClient: ClientFacts = { address: '', scheme: 'http', host: '' };

export function beginCall(ctx: Context, mounted: Pick<Call, 'contract' | 'host' | 'reads'>): Call {
  const { req, res } = ctx;
  const { host } = mounted;
  const traceparent = req.headers.traceparent;
  return {
    ...mounted,
    ctx,
    req,
    res,
    requestId: '',
    traceparent: typeof traceparent === 'string' && traceparentPattern.test(traceparent) ? traceparent : undefined,
    client: unknownClient,
    abort: new AbortController(),
    headers: { 'X-Content-Type-Options': 'nosniff', ...host.headers, ...originHeaders({ host, req }) },
    operation: undefined,
    caller: undefined,
    answer: undefined,
    isReported: false,
    problem: undefined,
  };
}

/** Gives the request its id and its client. Whatever fails, there is an id to log under. */
export function identify(call: Call): ProblemReply | undefined {
  const { host, req, headers } = call;
  try {
    call.requestId = host.ids.requestId();
    call.client = host.clientOf(req);
    return undefined;
  } catch (error) {
    call.requestId ||= randomUUID();
    return faultOf(call, error);
  } finally {
    headers['X-Request-Id'] = call.requestId;
  }
}

/** Reports what was thrown and names it to the caller; when that fails too, a bare 500 is left. */
export function faultOf({ host, requestId, operation }: Call, error: unknown): ProblemReply {
  try {
    return host.fault(error, { requestId, operationId: operation?.id });
  } catch {
    return internalFault();
  }
}

/** One line for each request, when the last byte has gone or the client has. */
export function logAtEnd(call: Call): void {
  const { req, res, host, traceparent } = call;
  const started = performance.now();
  const written = req.socket.bytesWritten;
  res.once('close', () => {
    const aborted = !res.writableFinished && !call.isReported;
    if (aborted) call.abort.abort(new Error('the client has gone'));
    try {
      host.log({
        requestId: call.requestId,
        traceparent,
        address: call.client.address,
        method: req.method ?? '',
        path: call.operation?.path,
        operationId: call.operation?.id,
        subject: call.caller?.subject,
        status: res.statusCode,
        problem: call.problem,
        bytes: req.socket.bytesWritten - written,
        ms: performance.now() - started,
        aborted,
      });
    } catch (error) {
      faultOf(call, error);
    }
  });
}

/** Bytes of the body are still to come; asked when the answer is ready. */
export const isUnread = (req: IncomingMessage): boolean => !req.complete && !req.destroyed && hasBody(req);

// Long enough for a client to see the answer before its connection is cut, and no longer.
const discardMs = 1_000;
const discardBytes = 1_048_576;

/**
 * What is still sent of a refused body is thrown away for a moment, so that the client reads the answer instead of a
 * reset.
 */
export function discardRest(req: IncomingMessage, done: () => void): void {
  let left = discardBytes;
  const timer = setTimeout(done, discardMs);
  timer.unref();
  const end = () => {
    clearTimeout(timer);
    done();
  };
  req
    .on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) req.pause();
    })
    .on('error', () => {})
    .once('end', end)
    .once('close', end)
    .resume();
}
