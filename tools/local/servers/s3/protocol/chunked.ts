// Takes the aws-chunked framing off a body, checking the signature of each chunk and of the trailer where there is one.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html and sigv4-streaming-trailers.html
import { createHash } from 'node:crypto';
import { refusal } from './errors.ts';
import { hmac, type Seal, sameText, sha256 } from './signature.ts';

export type Framing = {
  /** Present when chunks are signed. */
  readonly seal?: Seal;
  /** Names that the request announced in x-amz-trailer; undefined when the payload type has no trailer. */
  readonly trailer?: readonly string[];
};

const MAX_LINE_BYTES = 4096;
const MAX_TRAILER_LINES = 16;
const NOTHING = sha256('');
const CRLF = Buffer.from('\r\n');

/**
 * Yields the bytes inside the chunks; returns the trailer's fields. Data of a chunk is yielded before its signature is
 * known, so keep nothing of a body that ends in a refusal.
 */
export async function* unframe(
  source: AsyncIterable<Buffer>,
  framing: Framing,
): AsyncGenerator<Buffer, Map<string, string>> {
  const input = new Input(source);
  const chain = framing.seal && new SignatureChain(framing.seal);
  for (;;) {
    const { size, signature } = readChunkHead(await input.line());
    if (chain && signature === undefined) throw refusal('SignatureDoesNotMatch', 'A chunk has no signature.');
    const hash = chain && createHash('sha256');
    for (let left = size; left > 0; ) {
      const piece = await input.take(left);
      left -= piece.length;
      hash?.update(piece);
      yield piece;
    }
    if (chain && hash) chain.check('PAYLOAD', `${NOTHING}\n${hash.digest('hex')}`, signature ?? '');
    if (size === 0) break;
    if ((await input.line()).length > 0) throw refusal('InvalidChunkSizeError');
  }
  const trailer = await readTrailer(input, framing, chain);
  await input.end();
  return trailer;
}

function readChunkHead(line: string): { size: number; signature: string | undefined } {
  const match = /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
  if (match === null) throw refusal('InvalidChunkSizeError');
  return { size: Number.parseInt(match[1] ?? '', 16), signature: match[2] };
}

async function readTrailer(
  input: Input,
  framing: Framing,
  chain: SignatureChain | undefined,
): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  // Some clients leave out the empty last line; what was announced is checked below either way.
  for (let line = await input.line('end'); line !== ''; line = await input.line('end')) {
    const colon = line.indexOf(':');
    if (colon < 1 || fields.size >= MAX_TRAILER_LINES) throw refusal('MalformedTrailerError');
    fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const signature = fields.get('x-amz-trailer-signature');
  fields.delete('x-amz-trailer-signature');
  const announced = framing.trailer ?? [];
  if (fields.size !== announced.length || announced.some((name) => !fields.has(name)))
    throw refusal('MalformedTrailerError');
  if (chain && framing.trailer) {
    const text = [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}:${value}\n`);
    chain.check('TRAILER', sha256(text.join('')), signature ?? '');
  }
  return fields;
}

/** Each signature covers the one before it, the first that of the request's head. */
class SignatureChain {
  #previous: string;
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
    this.#previous = seal.signature;
  }

  check(kind: 'PAYLOAD' | 'TRAILER', content: string, signature: string): void {
    const { timestamp, scope, signingKey } = this.#seal;
    const text = [`AWS4-HMAC-SHA256-${kind}`, timestamp, scope, this.#previous, content].join('\n');
    if (!sameText(hmac(signingKey, text).toString('hex'), signature)) throw refusal('SignatureDoesNotMatch');
    this.#previous = signature;
  }
}

/** Bytes of the body by line or by amount; holds no more than one chunk of the source and one line. */
class Input {
  #rest: Buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async line(at: 'middle' | 'end' = 'middle'): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(CRLF);
      if (end >= 0) {
        const line = this.#rest.toString('latin1', 0, end);
        this.#rest = this.#rest.subarray(end + 2);
        return line;
      }
      if (this.#rest.length > MAX_LINE_BYTES) throw refusal('InvalidChunkSizeError');
      const next = await this.#source.next();
      if (next.done && at === 'end' && this.#rest.length === 0) return '';
      if (next.done) throw refusal('IncompleteBody');
      this.#rest = Buffer.concat([this.#rest, next.value]);
    }
  }

  async take(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done) throw refusal('IncompleteBody');
      this.#rest = next.value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async end(): Promise<void> {
    if (this.#rest.length > 0 || !(await this.#source.next()).done) throw refusal('IncompleteBody');
  }
}
