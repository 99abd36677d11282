// Generated from tools/runtime/request/body.ts by npm run generate; do not edit.
// Bytes of a request body, counted while they arrive.
import type { IncomingMessage } from 'node:http';
import { type ProblemReply, refuse } from '../problem.ts';

export interface MediaType {
  readonly type: string;
  readonly charset: string | undefined;
}

export function mediaTypeOf(header: string | undefined): MediaType | undefined {
  if (header === undefined) return undefined;
  const [type = '', ...parameters] = header.split(';');
  const charset = parameters
    .map((each) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(each)?.[1])
    .find((each) => each !== undefined);
  return { type: type.trim().toLowerCase(), charset: charset?.toLowerCase() };
}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

export const tooLarge = (limit: number, what = 'The body'): ProblemReply =>
  refuse('body-too-large', { detail: `${what} may have at most ${limit} bytes.`, limit_bytes: limit });

export const tooSlow = (ms: number): ProblemReply =>
  refuse('request-timeout', { detail: `The body did not arrive within ${ms / 1000} seconds.` });

export const tooIdle = (ms: number): ProblemReply =>
  refuse('request-timeout', { detail: `No data arrived for ${ms / 1000} seconds.` });

/**
 * Calls `late` when nothing has come for that long. Counts on the socket, so that who reads the body is not disturbed.
 * The return value ends it.
 */
export function watchSender(request: IncomingMessage, idleMs: number, late: () => void): () => void {
  let bytes = -1;
  let since = performance.now();
  const check = () => {
    // What we do not read is not missing.
    const isOurs = request.isPaused() || request.readableLength > 0;
    if (isOurs || request.socket.bytesRead !== bytes) since = performance.now();
    bytes = request.socket.bytesRead;
    if (request.complete) return end();
    if (performance.now() - since < idleMs) return;
    end();
    late();
  };
  const timer = setInterval(check, idleMs / 10);
  const end = () => clearInterval(timer);
  return end;
}

/**
 * The whole body, or why it was refused; the rest of a refused one stays unread. Too slow a sender is cut off by
 * http.ts.
 */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | ProblemReply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (result: Buffer | ProblemReply) => {
      request.off('data', onData).off('end', onEnd).off('close', onGone);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) end(tooLarge(limit));
      else chunks.push(chunk);
    };
    const onEnd = () => end(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size));
    // No one is left to read this one; the log shows that the client went away.
    const onGone = () =>
      end(refuse('invalid-request', { detail: 'The connection closed before the body was complete.' }));
    request
      .on('data', onData)
      .on('end', onEnd)
      .on('close', onGone)
      .on('error', () => {});
  });
}
