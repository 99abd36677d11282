// putObject and copyObject.

import { copyBytes, keep, storePart } from '../disk/stored-part.ts';
import { type Draft, isoDate, type Part, quoted } from '../disk/version.ts';
import { refusal } from '../protocol/errors.ts';
import { type Call, header } from '../protocol/request.ts';
import { type Node, xml } from '../protocol/xml-write.ts';
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
import type { Operation } from './operation.ts';

export const putObject: Operation = async ({ call, payload, store }) => {
  const bucket = store.get(call.bucket);
  refuseUnsupported(call);
  const described = describe(call);
  const guard = writeGuard(call);
  guard(bucket.newest(call.key)); // Before the body, to spare it; again under the lock, which decides.
  const part = await storePart(bucket, (sink) => payload.receive(sink));
  const version = await keep(bucket, part, () => bucket.commit({ ...draftOf(call.key, part), ...described }, guard));
  return {
    status: 200,
    headers: { etag: quoted(version.etag), ...versionHeader(bucket, version), ...checksumHeaders(version) },
  };
};

export const copyObject: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  refuseUnsupported(call);
  const source = copySource(call, store);
  const guard = writeGuard(call);
  const replace = directive(call) === 'REPLACE';
  const same = call.bucket === source.bucket.settings.name && call.key === source.version.key;
  if (same && !replace && !source.named)
    throw refusal(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.",
    );
  guard(bucket.newest(call.key));
  const { parts, size, checksum } = source.version;
  const algorithm = requestedAlgorithm(call) ?? checksum?.algorithm;
  const bytes = source.bucket.blobs.read(parts, 0, size);
  const part = await storePart(bucket, (sink) => copyBytes(bytes, sink, algorithm));
  const described = replace ? describe(call) : { headers: source.version.headers, metadata: source.version.metadata };
  const version = await keep(bucket, part, () => bucket.commit({ ...draftOf(call.key, part), ...described }, guard));
  const result: Node[] = [
    ['LastModified', isoDate(version.created)],
    ['ETag', quoted(version.etag)],
    ...checksumNodes(version),
  ];
  const headers = { ...versionHeader(bucket, version), ...copyHeaders(source) };
  return { status: 200, headers, xml: xml('CopyObjectResult', result) };
};

function directive(call: Call): 'COPY' | 'REPLACE' {
  const text = header(call, 'x-amz-metadata-directive') ?? 'COPY';
  if (text !== 'COPY' && text !== 'REPLACE') throw refusal('InvalidArgument', 'Unknown metadata directive.');
  return text;
}

function draftOf(key: string, part: Part): Omit<Draft, 'headers' | 'metadata'> {
  const checksum = part.checksum && ({ ...part.checksum, type: 'FULL_OBJECT' } as const);
  return { key, marker: false, size: part.size, etag: part.md5, parts: [part], ...(checksum ? { checksum } : {}) };
}
