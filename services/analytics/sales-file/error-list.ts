// The errors of a file that has more than its job row keeps: one JSON line each, compressed on their way into the
// object store while the file is read. The list is bounded: a file of some hundred kilobytes can hold millions of
// errors, and each of them is longer than the row that it is about.
import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { mostListedErrors, type RowError } from './report.ts';

export interface ErrorList {
  add(error: RowError): void;
  /** Takes what was added on to the store; returns when that has room for more. */
  flush(): Promise<void>;
  /** Everything is stored. */
  end(): Promise<void>;
  /** The run is lost: nothing is kept. */
  abandon(): void;
}

/** The limits of a list: so many errors, in so many bytes before they are compressed. */
export const listBounds = { errors: 100_000, bytes: 16 * 1024 * 1024 } as const;

/** `put` is begun with the first error that the job row has no room for. */
export function errorList(put: (lines: Readable) => Promise<unknown>): ErrorList {
  const lines = boundedLines();
  let stream: Gzip | null = null;
  let stored: Promise<unknown> = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (lines.count <= mostListedErrors) return;
    if (stream === null) {
      stream = createGzip();
      // A put that fails ends the stream, and with it who waits for room in it.
      const pipe = stream;
      pipe.on('error', () => {});
      stored = put(pipe).catch((error: Error) => {
        pipe.destroy(error);
        throw error;
      });
      stored.catch(() => {});
    }
    const text = lines.take();
    if (text !== '' && !stream.write(text)) await Promise.race([once(stream, 'drain'), stored]);
  };
  return {
    add: lines.add,
    flush,
    async end() {
      lines.close();
      await flush();
      stream?.end();
      await stored;
    },
    abandon: () => void stream?.destroy(new Error('the run is lost')),
  };
}

/** The first errors as lines; of those beyond the bounds only their number is kept, and reported in the last line. */
function boundedLines() {
  let text: string[] = [];
  let [count, listed, bytes] = [0, 0, 0];
  const push = (error: RowError): void => void text.push(`${JSON.stringify(error)}\n`);
  return {
    get count() {
      return count;
    },
    add(error: RowError): void {
      count += 1;
      // What comes after the first one without room is not listed either: the list is the beginning, without gaps.
      if (listed < count - 1 || listed === listBounds.errors) return;
      const size = Buffer.byteLength(JSON.stringify(error)) + 1;
      if (bytes + size > listBounds.bytes) return;
      listed += 1;
      bytes += size;
      push(error);
    },
    close(): void {
      if (listed < count) push(notListed(count - listed));
    },
    take(): string {
      const taken = text.join('');
      text = [];
      return taken;
    },
  };
}

const notListed = (count: number): RowError => ({
  row: null,
  column: null,
  value: null,
  rule: 'list_limit',
  message: `${count.toLocaleString('en')} more errors are not listed; a list contains at most ${listBounds.errors.toLocaleString('en')} errors and ${listBounds.bytes / 1024 / 1024} MiB`,
  related_row: null,
});

/** The lines of a stored list, as they were added. */
export async function* errorsIn(stored: AsyncIterable<Uint8Array>): AsyncGenerator<RowError> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of unpacked(stored)) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as RowError;
  }
}

const gzipMark = 0x1f;

/** Lists from before November 2026 were not compressed; they are kept for 30 days. */
async function* unpacked(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = stored[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const all = restored(first.value, chunks);
  yield* first.value[0] === gzipMark ? pipeline(Readable.from(all), createGunzip(), () => {}) : all;
}

async function* restored(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}
