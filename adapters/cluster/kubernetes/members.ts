// adapters/cluster/kubernetes/members.ts: changes or drops members of a tar stream (GNU format, as our reader writes it) on its way.
// The format: https://www.gnu.org/software/tar/manual/html_node/Standard.html

/** What becomes of a member. `name` has one character for each byte, since file names need not be text. */
export type Change = (name: string) => { readonly mode?: number } | 'drop';

const BLOCK = 512;
const LONGEST_NAME = 1024 * 1024;

export async function* changeMembers(source: AsyncIterable<Buffer>, change: Change): AsyncGenerator<Buffer> {
  const input = new Bytes(source);
  let longName: string | undefined;
  let before: Buffer[] = [];
  for (;;) {
    const header = await input.take(BLOCK);
    if (header === null) return;
    if (header.every((byte) => byte === 0)) {
      yield header;
      yield* input.all();
      return;
    }
    const type = String.fromCharCode(header[156] ?? 0);
    const size = padded(numberAt(header, 124, 12));
    if (type === 'L' || type === 'K') {
      const text = await input.take(size <= LONGEST_NAME ? size : Number.NaN);
      if (text === null) throw cut();
      before.push(header, text);
      if (type === 'L') longName = textIn(text);
      continue;
    }
    const verdict = change(longName ?? nameIn(header));
    if (verdict !== 'drop') yield* [...before, verdict.mode === undefined ? header : withMode(header, verdict.mode)];
    for await (const piece of input.pieces(size, type === 'S' && header[482] === 1))
      if (verdict !== 'drop') yield piece;
    longName = undefined;
    before = [];
  }
}

const cut = (): Error => new Error('the tar stream is cut off');

const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

const textIn = (bytes: Buffer): string =>
  bytes.subarray(0, bytes.includes(0) ? bytes.indexOf(0) : undefined).toString('latin1');

/** The prefix is of another format than GNU's, which keeps times there. */
const nameIn = (header: Buffer): string => {
  const prefix = header.subarray(257, 263).equals(Buffer.from('ustar\0')) ? textIn(header.subarray(345, 500)) : '';
  return (prefix === '' ? '' : `${prefix}/`) + textIn(header.subarray(0, 100));
};

/** Octal digits, or for what they cannot hold the number itself behind a set bit. */
function numberAt(header: Buffer, at: number, length: number): number {
  const field = header.subarray(at, at + length);
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(textIn(field).trim() || '0', 8);
  return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
}

function withMode(header: Buffer, mode: number): Buffer {
  const changed = Buffer.from(header);
  changed.write(`${mode.toString(8).padStart(7, '0')}\0`, 100, 'latin1');
  changed.fill(' ', 148, 156);
  const sum = changed.reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return changed;
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

  /** A member's data; before that of a file with holes there may be more blocks of their list, each of which says whether another follows. */
  async *pieces(size: number, hasList: boolean): AsyncGenerator<Buffer> {
    for (let more = hasList; more; ) {
      const block = await this.take(BLOCK);
      if (block === null) throw cut();
      more = block[504] === 1;
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
