// Multipart uploads: create, upload or copy a part, complete, abort.
import { createHash } from 'node:crypto';
import type { Bucket } from '../disk/bucket.ts';
import { copyBytes, keep, storePart } from '../disk/stored-part.ts';
import type { Upload, UploadFacts, UploadPart } from '../disk/uploads.ts';
import { type Draft, isoDate, type Part, quoted, type Version } from '../disk/version.ts';
import { combine } from '../protocol/checksums.ts';
import { refusal } from '../protocol/errors.ts';
import { type Received, readText, type Sink } from '../protocol/payload.ts';
import { readCopyRange } from '../protocol/ranges.ts';
import { type Call, header, numberParam, param } from '../protocol/request.ts';
import { MAX_DOCUMENT_BYTES, readXml } from '../protocol/xml-read.ts';
import { xml } from '../protocol/xml-write.ts';
import { checkChecksumType, chosenParts, readCompletion } from './completion.ts';
import { writeGuard } from './conditions.ts';
import { copyHeaders, copySource } from './copy-source.ts';
import {
  checksumHeaders,
  checksumNodes,
  describe,
  refuseUnsupported,
  requestedAlgorithm,
  versionHeader,
} from './describe.ts';
import type { Operation, Reply } from './operation.ts';

const MAX_PART_BYTES = 5 * 1024 ** 3;

export const createMultipartUpload: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  refuseUnsupported(call);
  const checksum = uploadChecksum(call);
  const facts = await bucket.uploads.begin({ key: call.key, ...describe(call), ...(checksum ? { checksum } : {}) });
  const headers: Record<string, string> = checksum
    ? { 'x-amz-checksum-algorithm': checksum.algorithm.toUpperCase(), 'x-amz-checksum-type': checksum.type }
    : {};
  return {
    status: 200,
    headers,
    xml: xml('InitiateMultipartUploadResult', [
      ['Bucket', call.bucket],
      ['Key', call.key],
      ['UploadId', facts.id],
    ]),
  };
};

function uploadChecksum(call: Call): UploadFacts['checksum'] {
  const algorithm = requestedAlgorithm(call);
  const type = header(call, 'x-amz-checksum-type') ?? (algorithm === 'crc64nvme' ? 'FULL_OBJECT' : 'COMPOSITE');
  if (algorithm === undefined) return undefined;
  // A hash of the whole cannot be made from hashes of parts, and CRC64NVME is defined for the whole only.
  const possible = algorithm.startsWith('crc') ? type === 'FULL_OBJECT' || type === 'COMPOSITE' : type === 'COMPOSITE';
  if (!possible || (algorithm === 'crc64nvme' && type === 'COMPOSITE'))
    throw refusal(
      'InvalidRequest',
      `The ${type} checksum type cannot be used with the ${algorithm} checksum algorithm.`,
    );
  return { algorithm, type: type === 'FULL_OBJECT' ? 'FULL_OBJECT' : 'COMPOSITE' };
}

export const uploadPart: Operation = async ({ call, payload, store }) => {
  const bucket = store.get(call.bucket);
  refuseUnsupported(call);
  const part = await addPart(call, bucket, async (sink, { checksum }) => {
    const algorithm = checksum?.algorithm;
    const received = await payload.receive(sink, algorithm ? { algorithm } : {});
    const given = received.checksum?.fromClient ? received.checksum.algorithm : undefined;
    if (algorithm && given !== algorithm && (given !== undefined || checksum.type === 'COMPOSITE'))
      throw refusal(
        'InvalidRequest',
        `Checksum Type mismatch occurred, expected checksum Type: ${algorithm}, actual checksum Type: ${given ?? 'null'}`,
      );
    return received;
  });
  const checksum = part.checksum && { [`x-amz-checksum-${part.checksum.algorithm}`]: part.checksum.value };
  return { status: 200, headers: { etag: quoted(part.md5), ...checksum } };
};

export const uploadPartCopy: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  refuseUnsupported(call);
  const source = copySource(call, store);
  const { start, end } = readCopyRange(header(call, 'x-amz-copy-source-range'), source.version.size);
  if (end - start > MAX_PART_BYTES) throw refusal('EntityTooLarge');
  const part = await addPart(call, bucket, (sink, { checksum }) =>
    copyBytes(source.bucket.blobs.read(source.version.parts, start, end), sink, checksum?.algorithm),
  );
  return {
    status: 200,
    headers: copyHeaders(source),
    xml: xml('CopyPartResult', [
      ['LastModified', isoDate(part.uploaded)],
      ['ETag', quoted(part.md5)],
      ...(part.checksum ? [[`Checksum${part.checksum.algorithm.toUpperCase()}`, part.checksum.value] as const] : []),
    ]),
  };
};

async function addPart(
  call: Call,
  bucket: Bucket,
  fill: (sink: Sink, upload: UploadFacts) => Promise<Received>,
): Promise<UploadPart> {
  const number = numberParam(call, 'partNumber', { min: 1, max: 10_001, fallback: 0 });
  if (number < 1 || number > 10_000)
    throw refusal('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  const id = param(call, 'uploadId') ?? '';
  const { facts } = bucket.uploads.get(call.key, id);
  const stored = await storePart(bucket, (sink) => fill(sink, facts));
  const part = { ...stored, number, uploaded: Date.now() };
  await keep(bucket, part, () => bucket.uploads.add(call.key, id, part));
  return part;
}

export const completeMultipartUpload: Operation = async ({ call, payload, store }) => {
  const bucket = store.get(call.bucket);
  refuseUnsupported(call);
  const guard = writeGuard(call);
  const { text } = await readText(payload, MAX_DOCUMENT_BYTES, 'object');
  const requested = readCompletion(readXml(text, 'CompleteMultipartUpload'));
  const id = param(call, 'uploadId') ?? '';
  // A client that lost the answer asks again; the object says that it is from this upload.
  const done = bucket.index.versionsOf(call.key).find((version) => version.uploadId === id);
  if (done && !bucket.uploads.find(call.key, id)) return completed(call, bucket, done);
  const version = await bucket.uploads.end(call.key, id, async (upload) => {
    checkChecksumType(upload.facts, header(call, 'x-amz-checksum-type'));
    const parts = chosenParts(upload, requested);
    const draft = assemble(call, upload, parts);
    return { used: parts, result: await bucket.commit(draft, guard) };
  });
  return completed(call, bucket, version);
};

function assemble(call: Call, { facts }: Upload, parts: readonly UploadPart[]): Draft {
  const md5 = createHash('md5');
  for (const part of parts) md5.update(Buffer.from(part.md5, 'hex'));
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const announced = header(call, 'x-amz-mp-object-size');
  if (announced !== undefined && announced !== String(size))
    throw refusal(
      'InvalidRequest',
      `The provided 'x-amz-mp-object-size' header does not match what was computed: ${size}`,
    );
  const { algorithm, type } = facts.checksum ?? {};
  const values = parts.map((part) => ({ value: part.checksum?.value ?? '', size: part.size }));
  const checksum = algorithm && type ? combine(algorithm, type, values) : undefined;
  const expected = checksum && header(call, `x-amz-checksum-${checksum.algorithm}`);
  if (expected !== undefined && expected !== checksum?.value) throw refusal('BadDigest');
  return {
    key: facts.key,
    marker: false,
    size,
    etag: `${md5.digest('hex')}-${parts.length}`,
    parts: parts.map(({ blob, size, md5, checksum }): Part => ({ blob, size, md5, ...(checksum ? { checksum } : {}) })),
    headers: facts.headers,
    metadata: facts.metadata,
    uploadId: facts.id,
    ...(checksum ? { checksum } : {}),
  };
}

function completed(call: Call, bucket: Bucket, version: Version): Reply {
  return {
    status: 200,
    headers: { ...versionHeader(bucket, version), ...checksumHeaders(version) },
    xml: xml('CompleteMultipartUploadResult', [
      ['Location', `/${call.bucket}/${call.key}`],
      ['Bucket', call.bucket],
      ['Key', call.key],
      ['ETag', quoted(version.etag)],
      ...checksumNodes(version),
    ]),
  };
}

export const abortMultipartUpload: Operation = async ({ call, store }) => {
  const { uploads } = store.get(call.bucket);
  await uploads.end(call.key, param(call, 'uploadId') ?? '', async () => ({ used: [], result: undefined }));
  return { status: 204 };
};
