// Changes or drops members of a tar stream as it passes; the stream is of GNU's form, as the reader of volumes writes
// it.
import {
  BLOCK,
  cString,
  fields,
  isEmpty,
  nameOf,
  numberAt,
  paddedSize,
  sealed,
  typeOf,
  writeNumber,
} from './header.ts';
import { hasMoreRanges, isContinued } from './sparse.ts';

/** What becomes of a member. `name` has one character for each byte, since file names need not be text. */
export type MemberChange = (name: string) => { readonly mode?: number } | 'drop';

const LONGEST_NAME = 1024 * 1024;

export async function* changeMembers(source: AsyncIterable<Buffer>, change: MemberChange): AsyncGenerator<Buffer> {
  const input = new Bytes(source);
  let longName: string | undefined;
  let before: Buffer[] = [];
  for (;;) {
    const header = await input.take(BLOCK);
    if (header === null) return;
    if (isEmpty(header)) {
      yield header;
      yield* input.all();
      return;
    }
    const type = typeOf(header);
    const size = paddedSize(numberAt(header, fields.size));
    if (type === 'L' || type === 'K') {
      const text = await input.take(size <= LONGEST_NAME ? size : Number.NaN);
      if (text === null) throw cut();
      before.push(header, text);
      if (type === 'L') longName = cString(text);
      continue;
    }
    const verdict = change(longName ?? nameOf(header));
    if (verdict !== 'drop') yield* [...before, verdict.mode === undefined ? header : withMode(header, verdict.mode)];
    for await (const piece of input.pieces(size, type === 'S' && hasMoreRanges(header)))
      if (verdict !== 'drop') yield piece;
    longName = undefined;
    before = [];
  }
}

const cut = (): Error => new Error('the tar stream is cut off');

function withMode(header: Buffer, mode: number): Buffer {
  const changed = Buffer.from(header);
  writeNumber(changed, fields.mode, mode);
  return sealed(changed);
}

/** Cuts a stream into what is asked for. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Null at the end of the stream. */
  async take(size: number): Promise<Buffer | null> {
    if (Number.isNaN(size)) throw new Error('the tar stream has a name without an end');
    while (this.#rest.length < size) {
      const { value, done } = await this.#source.next();
      if (done && this.#rest.length === 0) return null;
      if (done) throw cut();
      this.#rest = Buffer.concat([this.#rest, value]);
    }
    const taken = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return taken;
  }

  /**
   * A member's data; before that of a file with holes there may be more blocks of their list, each of which says
   * whether another follows.
   */
  async *pieces(size: number, hasList: boolean): AsyncGenerator<Buffer> {
    for (let more = hasList; more; ) {
      const block = await this.take(BLOCK);
      if (block === null) throw cut();
      more = isContinued(block);
      yield block;
    }
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) this.#rest = (await this.#more()) ?? raise(cut());
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async *all(): AsyncGenerator<Buffer> {
    for (let piece: Buffer | null = this.#rest; piece !== null; piece = await this.#more()) yield piece;
  }

  async #more(): Promise<Buffer | null> {
    const { value, done } = await this.#source.next();
    return done ? null : value;
  }
}

function raise(error: Error): never {
  throw error;
}
