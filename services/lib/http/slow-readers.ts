// Ends answers whose reader is too slow: each holds a connection, what it is made from, and its share of a bound, for
// as long as it lasts (decision 579).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export type ReaderBounds = {
  /** A reader that takes nothing for so long has gone. */
  readonly idleMs: number;
  /**
   * The least rate, on average over the time in which bytes wait for the reader; the first `idleMs` of that time are
   * free.
   */
  readonly bytesPerS: number;
  /** From its head to its last byte, however fast it is read; as long as the upload of the largest file may take. */
  readonly totalMs: number;
};

export const readerBounds: ReaderBounds = { idleMs: 30_000, bytesPerS: 16_384, totalMs: 3_600_000 };

type Answer = {
  /** What its connection had carried before it. */
  readonly bytesBefore: number;
  headAtMs: number | null;
  /** Time in which bytes waited for the reader. */
  behindMs: number;
};

/** One timer looks at all answers of the server: an answer that is read at once costs no timer. */
export function endSlowReaders(
  server: Server,
  bounds: ReaderBounds = readerBounds,
  onEnd: () => void = () => {},
): void {
  const answers = new Map<ServerResponse, Answer>();
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answers.set(response, { bytesBefore: socket.bytesWritten, headAtMs: null, behindMs: 0 });
    response.once('close', () => answers.delete(response));
  });
  const end = (response: ServerResponse): void => {
    onEnd();
    response.destroy();
  };
  const tickMs = Math.min(1_000, bounds.idleMs / 4);
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    // What the event loop was late by is not the reader's.
    const passedMs = Math.min(nowMs - lastMs, 2 * tickMs);
    lastMs = nowMs;
    for (const [response, answer] of answers) {
      if (response.socket === null || !response.headersSent) continue;
      answer.headAtMs ??= nowMs;
      if (nowMs - answer.headAtMs > bounds.totalMs) end(response);
      else if (response.writableLength > 0) judge(response, answer, passedMs);
    }
  }, tickMs).unref();
  server.once('close', () => clearInterval(timer));

  function judge(response: ServerResponse, answer: Answer, passedMs: number): void {
    // Node sees progress within a single large write, which nothing else shows.
    if (answer.behindMs === 0) response.setTimeout(bounds.idleMs, () => response.writableLength > 0 && end(response));
    answer.behindMs += passedMs;
    const bytes = (response.socket?.bytesWritten ?? 0) - answer.bytesBefore;
    if (answer.behindMs > bounds.idleMs + (bytes / bounds.bytesPerS) * 1_000) end(response);
  }
}
