// All errors of a file that has more than its job row keeps: one JSON line each, on their way into the object store while the file is read.
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { keptErrors, type RowError } from './report.ts';

export interface ErrorList {
  add(error: RowError): void;
  /** Takes what was added on to the store; returns when that has room for more. */
  flush(): Promise<void>;
  /** Everything is stored. */
  end(): Promise<void>;
  /** The run is lost: nothing is kept. */
  abandon(): void;
}

/** `put` is begun with the first error that the job row has no room for. */
export function errorList(put: (lines: Readable) => Promise<unknown>): ErrorList {
  let lines: string[] = [];
  let count = 0;
  let stream: PassThrough | null = null;
  let stored: Promise<unknown> = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (count <= keptErrors) return;
    if (stream === null) {
      stream = new PassThrough();
      // A put that fails ends the stream, and with it who waits for room in it.
      const pipe = stream;
      pipe.on('error', () => {});
      stored = put(pipe).catch((error: Error) => {
        pipe.destroy(error);
        throw error;
      });
      stored.catch(() => {});
    }
    const room = stream.write(lines.join(''));
    lines = [];
    if (!room) await Promise.race([once(stream, 'drain'), stored]);
  };
  return {
    add(error) {
      count += 1;
      lines.push(`${JSON.stringify(error)}\n`);
    },
    flush,
    async end() {
      await flush();
      stream?.end();
      await stored;
    },
    abandon: () => void stream?.destroy(new Error('the run is lost')),
  };
}

/** The errors of a stored list, as they were added. */
export async function* errorsIn(stored: AsyncIterable<Uint8Array>): AsyncGenerator<RowError> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stored) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as RowError;
  }
}
