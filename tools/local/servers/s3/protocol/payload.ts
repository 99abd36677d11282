// The body of a request: read once, as a stream, against everything that the head promised of it.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Algorithm, algorithms, type Digest, digestOf, isAlgorithm, isDigestOf } from './checksums.ts';
import { type Framing, unframe } from './chunked.ts';
import { refusal } from './errors.ts';
import { type Call, header } from './request.ts';
import { type Seal, UNSIGNED } from './signature.ts';

export type Sink = (chunk: Buffer) => Promise<void>;

/** What arrived, and was right. */
export type Received = {
  readonly size: number;
  /** Hexadecimal. */
  readonly md5: string;
  /** The checksum by the client's algorithm, or else of the one asked for; base64. */
  readonly checksum?: { readonly algorithm: Algorithm; readonly value: string; readonly fromClient: boolean };
};

export type ReceiveOptions = {
  readonly maxBytes?: number;
  /** Computed when the client sends no checksum. */
  readonly algorithm?: Algorithm;
  /** What checksum headers are about: of completeMultipartUpload not the body, but the object made. */
  readonly checksumOf?: 'body' | 'object';
};

export type Payload = {
  /** Gives the decoded bytes to the sink; rejects at the end when a length, hash, checksum or signature is wrong. */
  receive(sink: Sink, options?: ReceiveOptions): Promise<Received>;
};

type Promised = {
  readonly size: number;
  readonly sha256: string | undefined;
  readonly md5: string | undefined;
  readonly checksum: { readonly algorithm: Algorithm; readonly value: string | undefined } | undefined;
  readonly framing: Framing | undefined;
};

/** Limit of the protocol for one request. */
const MAX_BODY_BYTES = 5 * 1024 ** 3;
const STREAMS = {
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { signed: false, trailer: true },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { signed: true, trailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { signed: true, trailer: true },
} as const;

/** `onStart` runs before the first byte is asked for: the moment to answer "Expect: 100-continue". */
export function payloadOf(request: IncomingMessage, call: Call, seal: Seal, onStart: () => void): Payload {
  return {
    async receive(sink, { maxBytes = MAX_BODY_BYTES, algorithm, checksumOf = 'body' } = {}) {
      const promised = readPromises(call, seal, checksumOf === 'body');
      if (promised.size > maxBytes)
        throw refusal(maxBytes === MAX_BODY_BYTES ? 'EntityTooLarge' : 'MaxMessageLengthExceeded');
      onStart();
      return await check(request, promised, sink, promised.checksum?.algorithm ?? algorithm);
    },
  };
}

/** The whole of a small body, such as a document. */
export async function readText(
  payload: Payload,
  maxBytes: number,
  checksumOf: 'body' | 'object' = 'body',
): Promise<{ text: string; received: Received }> {
  const chunks: Buffer[] = [];
  const received = await payload.receive(
    async (chunk) => {
      chunks.push(Buffer.from(chunk));
    },
    { maxBytes, checksumOf },
  );
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)), received };
  } catch {
    throw refusal('MalformedXML');
  }
}

async function check(
  request: IncomingMessage,
  promised: Promised,
  sink: Sink,
  algorithm: Algorithm | undefined,
): Promise<Received> {
  const md5 = createHash('md5');
  const sha256 = promised.sha256 === undefined ? undefined : createHash('sha256');
  const checksum = algorithm && digestOf(algorithm);
  const digests: Digest[] = [md5, ...(sha256 ? [sha256] : []), ...(checksum ? [checksum] : [])];
  const { size, trailer } = await pour(request, promised, digests, sink);
  if (sha256 && sha256.digest('hex') !== promised.sha256) throw refusal('XAmzContentSHA256Mismatch');
  const sum = md5.digest();
  if (promised.md5 !== undefined && sum.toString('base64') !== promised.md5)
    throw refusal('BadDigest', 'The Content-MD5 you specified did not match what we received.');
  if (algorithm === undefined || checksum === undefined) return { size, md5: sum.toString('hex') };
  const value = checksum.digest().toString('base64');
  if (promised.checksum) {
    const given = promised.checksum.value ?? trailer.get(`x-amz-checksum-${algorithm}`) ?? '';
    if (!isDigestOf(algorithm, given))
      throw refusal('InvalidRequest', `Value for x-amz-checksum-${algorithm} is not valid.`);
    if (given !== value)
      throw refusal('BadDigest', `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`);
  }
  return {
    size,
    md5: sum.toString('hex'),
    checksum: { algorithm, value, fromClient: promised.checksum !== undefined },
  };
}

async function pour(request: IncomingMessage, promised: Promised, digests: readonly Digest[], sink: Sink) {
  const body = promised.framing ? unframe(request, promised.framing) : plain(request);
  let size = 0;
  for (;;) {
    const step = await body.next();
    if (step.done) {
      if (size !== promised.size) throw refusal('IncompleteBody');
      return { size, trailer: step.value };
    }
    size += step.value.length;
    if (size > promised.size) throw refusal('IncompleteBody');
    const written = sink(step.value);
    for (const digest of digests) digest.update(step.value);
    await written;
  }
}

async function* plain(request: IncomingMessage): AsyncGenerator<Buffer, Map<string, string>> {
  yield* request as AsyncIterable<Buffer>;
  return new Map();
}

function readPromises(call: Call, { payloadHash, ...seal }: Seal, withChecksum: boolean): Promised {
  const stream = payloadHash in STREAMS ? STREAMS[payloadHash as keyof typeof STREAMS] : undefined;
  if (!stream && payloadHash !== UNSIGNED && !/^[0-9a-f]{64}$/.test(payloadHash))
    throw refusal(
      'InvalidArgument',
      'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a STREAMING- value or a sha256 value.',
    );
  const trailer = stream?.trailer ? namesOf(header(call, 'x-amz-trailer')) : undefined;
  const length = header(call, stream ? 'x-amz-decoded-content-length' : 'content-length');
  if (length === undefined && (stream || header(call, 'transfer-encoding') !== undefined))
    throw refusal('MissingContentLength');
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw refusal('InvalidArgument', 'The length is not valid.');
  const md5 = header(call, 'content-md5');
  if (md5 !== undefined && !isDigestOf('md5', md5)) throw refusal('InvalidDigest');
  return {
    size: Number(length ?? 0),
    sha256: stream || payloadHash === UNSIGNED ? undefined : payloadHash,
    md5,
    checksum: withChecksum ? promisedChecksum(call, trailer ?? []) : undefined,
    framing: stream && {
      ...(stream.signed ? { seal: { payloadHash, ...seal } } : {}),
      ...(trailer ? { trailer } : {}),
    },
  };
}

const namesOf = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

function promisedChecksum(call: Call, trailer: readonly string[]): Promised['checksum'] {
  const inHead = algorithms.filter((name) => header(call, `x-amz-checksum-${name}`) !== undefined);
  const inTrailer = algorithms.filter((name) => trailer.includes(`x-amz-checksum-${name}`));
  const all = [...inHead, ...inTrailer];
  if (all.length > 1)
    throw refusal(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  const [algorithm] = all;
  const named = header(call, 'x-amz-sdk-checksum-algorithm')?.toLowerCase();
  if (named !== undefined && !isAlgorithm(named))
    throw refusal('InvalidRequest', 'Value for x-amz-sdk-checksum-algorithm header is invalid.');
  if (named !== undefined && algorithm !== undefined && named !== algorithm)
    throw refusal('InvalidRequest', 'Value for x-amz-sdk-checksum-algorithm header is invalid.');
  if (algorithm === undefined) return undefined;
  return { algorithm, value: header(call, `x-amz-checksum-${algorithm}`) };
}
