// The line whose end has not come yet: what is kept of it between two chunks, and the limit of its length.
import { caps } from './columns.ts';

const nothing = Buffer.alloc(0);

export class PartialLine {
  /** True: the line is too long and has been refused; the rest of it is skipped. */
  isSkipped = false;
  readonly #refuse: (rule: string, message: string) => void;
  #kept: Buffer = nothing;

  /** `refuse` is called once for each line that is too long. */
  constructor(refuse: (rule: string, message: string) => void) {
    this.#refuse = refuse;
  }

  /** What is kept, and the chunk after it. */
  before(chunk: Buffer): Buffer {
    return this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
  }

  /** What is kept, and the chunk up to its first line feed at `end`: less to copy than all of the chunk. */
  line(chunk: Buffer, end: number): Buffer {
    return Buffer.concat([this.take(), chunk.subarray(0, end + 1)]);
  }

  /** True: what comes next belongs to a line of which something has been kept or skipped. */
  get isBegun(): boolean {
    return this.isSkipped || this.#kept.length > 0;
  }

  /** How many are kept. */
  get bytes(): number {
    return this.#kept.length;
  }

  /** A line without an end in sight is refused before it is all there. */
  keep(rest: Buffer): void {
    this.limit(rest.length);
    // What comes next may overwrite the chunk.
    this.#kept = this.isSkipped ? nothing : Buffer.from(rest);
  }

  /** What is kept, which is nothing from then on. */
  take(): Buffer {
    const kept = this.#kept;
    this.#kept = nothing;
    return kept;
  }

  limit(bytes: number): void {
    if (bytes <= caps.lineBytes || this.isSkipped) return;
    this.isSkipped = true;
    this.#refuse('line_length', `the line is longer than ${caps.lineBytes} bytes`);
  }
}
