// Generated from tools/runtime/call.ts by tools/generate.ts; do not edit.
// The outer part of every request, found or not: its id, who is there, the log line when it has ended, and the rest of a body nobody wants.
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { Contract } from './contract.ts';
import type { Call } from './exchange.ts';
import type { CallerBase, Kit } from './kit.ts';

const traceparentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

export function beginCall<Caller extends CallerBase>(ctx: Context, contract: Contract, kit: Kit<Caller>): Call {
  const { req, res } = ctx;
  const requestId = kit.ids.requestId();
  const traceparent = req.headers.traceparent;
  return {
    contract,
    // What a kit hands out as a caller it also gets back; only this file forgets the exact type.
    kit: kit as unknown as Kit<CallerBase>,
    ctx,
    req,
    res,
    requestId,
    traceparent: typeof traceparent === 'string' && traceparentPattern.test(traceparent) ? traceparent : undefined,
    client: kit.clientOf(req),
    abort: new AbortController(),
    headers: { 'X-Request-Id': requestId },
    operation: undefined,
    caller: undefined,
    answered: false,
    problem: undefined,
  };
}

/** One line for each request, when the last byte has gone or the client has. */
export function logAtEnd(call: Call): void {
  const { req, res, kit, requestId, traceparent, client } = call;
  const started = performance.now();
  const written = req.socket.bytesWritten;
  res.once('close', () => {
    const aborted = !res.writableFinished;
    if (aborted) call.abort.abort(new Error('the client has gone'));
    kit.log({
      requestId,
      traceparent,
      address: client.address,
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
  });
}

// Long enough for a client to see the answer before its connection is cut, and no longer.
const discardMs = 1_000;
const discardBytes = 1_048_576;

/** A body that was refused half-way is thrown away for a moment, so that the client reads the answer instead of a reset. */
export function discardRest(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  let left = discardBytes;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.pause();
  });
  req.on('error', () => {});
  req.resume();
  const timer = setTimeout(() => req.destroy(), discardMs);
  timer.unref();
  req.once('end', () => clearTimeout(timer));
  req.once('close', () => clearTimeout(timer));
}
