// How a file of a backup is encrypted: AES-256-GCM in frames, under a key that is derived for each file from its name
// and a salt. The last frame is marked, so that a file that was cut off at a frame is noticed too.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Failure } from '../servers/failure.ts';

const magic = Buffer.from('CVB1');
const saltBytes = 16;
const wordBytes = 4;
const tagBytes = 16;
const frameBytes = 1024 * 1024;
const lastFrame = 0x80000000;

type Source = AsyncIterable<Buffer>;

const keyOf = (key: Buffer, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `covenant backup ${name}`, 32));

function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(frame, 8);
  return nonce;
}

/** The file as it is stored. Only the same name and key open it again. */
export async function* sealed(source: Source, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const fileKey = keyOf(key, salt, name);
  yield Buffer.concat([magic, salt]);
  let frame = 0;
  const seal = (plain: Buffer, isLast: boolean): Buffer => {
    const word = Buffer.alloc(wordBytes);
    word.writeUInt32BE(plain.length + (isLast ? lastFrame : 0));
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(frame)).setAAD(word);
    frame += 1;
    return Buffer.concat([word, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length > frameBytes; rest = rest.subarray(frameBytes)) yield seal(rest.subarray(0, frameBytes), false);
  }
  yield seal(rest, true);
}

/** The content of a stored file. Throws a `Failure` when it was cut off or changed. */
export async function* opened(source: Source, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const bytes = new Bytes(source);
  const head = await bytes.take(magic.length + saltBytes);
  if (head === undefined) throw truncated(name);
  if (!head.subarray(0, magic.length).equals(magic)) throw damaged(name);
  const fileKey = keyOf(key, head.subarray(magic.length), name);
  for (let frame = 0; ; frame++) {
    const word = await bytes.take(wordBytes);
    if (word === undefined) throw truncated(name);
    const isLast = word.readUInt32BE() >= lastFrame;
    const length = word.readUInt32BE() % lastFrame;
    if (length > frameBytes) throw damaged(name);
    const body = await bytes.take(length + tagBytes);
    if (body === undefined) throw truncated(name);
    yield openedFrame(body, word, fileKey, { frame, name });
    if (!isLast) continue;
    if ((await bytes.take(1)) !== undefined) throw damaged(name);
    return;
  }
}

function openedFrame(
  body: Buffer,
  word: Buffer,
  key: Buffer,
  { frame, name }: { frame: number; name: string },
): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(frame)).setAAD(word);
  decipher.setAuthTag(body.subarray(body.length - tagBytes));
  try {
    return Buffer.concat([decipher.update(body.subarray(0, body.length - tagBytes)), decipher.final()]);
  } catch {
    throw damaged(name);
  }
}

const truncated = (name: string) =>
  new Failure(`The backup is truncated: its file ${name} ends too early. Copy it again, or restore an older backup.`);
const damaged = (name: string) =>
  new Failure(`The backup is damaged: its file ${name} has changed. Copy it again, or restore an older backup.`);

/** Hands out a source in pieces of the sizes that its reader needs. */
export class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(source: Source) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Undefined where fewer bytes are left. */
  async take(size: number): Promise<Buffer | undefined> {
    while (this.#length < size) {
      const { value, done } = await this.#chunks.next();
      if (done) return undefined;
      this.#parts.push(value);
      this.#length += value.length;
    }
    const all = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#parts = [all.subarray(size)];
    this.#length -= size;
    return all.subarray(0, size);
  }
}
