// getObject and headObject: versions, conditions, ranges and parts.
import type { Bucket } from '../disk/bucket.ts';
import { isVersionId } from '../disk/bucket.ts';
import { httpDate, type Version } from '../disk/version.ts';
import { refusal } from '../protocol/errors.ts';
import { type Range, readRange } from '../protocol/ranges.ts';
import { type Call, header, numberParam, param } from '../protocol/request.ts';
import { judgeRead, rangeHolds } from './conditions.ts';
import { describingHeaders, versionHeader } from './describe.ts';
import type { Operation, Reply } from './operation.ts';

/** The version that a read means; a delete marker is refused as the protocol wants it. */
export function requestedVersion(bucket: Bucket, key: string, versionId: string | undefined): Version {
  if (versionId === undefined) {
    const version = bucket.newest(key);
    if (version === undefined) throw refusal('NoSuchKey', { detail: { Key: key } });
    if (!version.marker) return version;
    const headers = { 'x-amz-delete-marker': 'true', ...versionHeader(bucket, version) };
    throw refusal('NoSuchKey', { detail: { Key: key }, headers });
  }
  checkVersionId(versionId);
  const version = bucket.index.versionsOf(key).find((known) => known.versionId === versionId);
  if (version === undefined) throw refusal('NoSuchVersion', { detail: { Key: key, VersionId: versionId } });
  if (!version.marker) return version;
  throw refusal('MethodNotAllowed', {
    detail: { Method: 'GET', ResourceType: 'DeleteMarker' },
    headers: {
      allow: 'DELETE',
      'x-amz-delete-marker': 'true',
      'last-modified': httpDate(version.created),
      ...versionHeader(bucket, version),
    },
  });
}

export function checkVersionId(versionId: string): void {
  if (!isVersionId(versionId))
    throw refusal('InvalidArgument', {
      message: 'Invalid version id specified',
      detail: { ArgumentName: 'versionId', ArgumentValue: versionId },
    });
}

export const getObject: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  const version = requestedVersion(bucket, call.key, param(call, 'versionId'));
  const { reply, range } = answer(call, bucket, version);
  return reply.status >= 300 ? reply : { ...reply, body: bucket.blobs.read(version.parts, range.start, range.end) };
};

export const headObject: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  return answer(call, bucket, requestedVersion(bucket, call.key, param(call, 'versionId'))).reply;
};

function answer(call: Call, bucket: Bucket, version: Version): { reply: Reply; range: Range } {
  const whole = { start: 0, end: version.size };
  const verdict = judgeRead(call, version);
  if (verdict === 'failed') throw refusal('PreconditionFailed');
  if (verdict === 'unchanged') {
    const { 'content-type': _, ...headers } = describingHeaders(call, bucket, version, false);
    return { reply: { status: 304, headers }, range: whole };
  }
  const part = partRange(call, version);
  const range = part ?? (rangeHolds(call, version) ? readRange(header(call, 'range'), version.size) : undefined);
  const { start, end } = range ?? whole;
  const headers: Record<string, string> = {
    ...describingHeaders(call, bucket, version, end - start === version.size),
    'content-length': String(end - start),
  };
  if (part && version.uploadId !== undefined) headers['x-amz-mp-parts-count'] = String(version.parts.length);
  if (range === undefined || end === start) return { reply: { status: 200, headers }, range: { start, end } };
  headers['content-range'] = `bytes ${start}-${end - 1}/${version.size}`;
  return { reply: { status: 206, headers }, range: { start, end } };
}

/** `partNumber=n` asks for the bytes that were uploaded as that part. */
function partRange(call: Call, version: Version): Range | undefined {
  if (param(call, 'partNumber') === undefined) return undefined;
  if (header(call, 'range') !== undefined)
    throw refusal('InvalidRequest', 'Cannot specify both Range header and partNumber query parameter');
  const number = numberParam(call, 'partNumber', { min: 1, max: 10_001, fallback: 1 });
  const part = version.parts[number - 1];
  if (part === undefined) throw refusal('InvalidPartNumber');
  const start = version.parts.slice(0, number - 1).reduce((sum, { size }) => sum + size, 0);
  return { start, end: start + part.size };
}
