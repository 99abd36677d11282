// The headers that describe an object: taken from an upload, given back with a download. Those that we cannot honour
// are refused, never ignored.
import type { Bucket } from '../disk/bucket.ts';
import { type Described, type Draft, httpDate, quoted, type Version } from '../disk/version.ts';
import { type Algorithm, isAlgorithm } from '../protocol/checksums.ts';
import { refusal } from '../protocol/errors.ts';
import { type Call, header, param } from '../protocol/request.ts';
import { asLatin1 } from '../protocol/signature.ts';
import type { Node } from '../protocol/xml-write.ts';

const KEPT = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];
const METADATA = 'x-amz-meta-';
/** Limit of the protocol: names and values of user metadata together. */
const MAX_METADATA_BYTES = 2048;

const UNSUPPORTED =
  /^x-amz-(server-side-encryption|copy-source-server-side-encryption|object-lock-|bucket-object-lock-|tagging|grant-|website-|write-offset-|mfa$|expected-bucket-owner|source-expected-bucket-owner|bypass-governance|object-ownership)/;

export function refuseUnsupported(call: Call): void {
  const name = [...call.headers.keys()].find((header) => UNSUPPORTED.test(header));
  if (name !== undefined) throw refusal('NotImplemented', { detail: { Header: name } });
  const acl = header(call, 'x-amz-acl');
  if (acl !== undefined && acl !== 'private' && acl !== 'bucket-owner-full-control')
    throw refusal('AccessControlListNotSupported');
  const storageClass = header(call, 'x-amz-storage-class');
  if (storageClass !== undefined && storageClass !== 'STANDARD') throw refusal('InvalidStorageClass');
}

export function describe(call: Call): Described {
  const headers: Record<string, string> = {};
  for (const name of KEPT) {
    const value = name === 'content-encoding' ? withoutFraming(header(call, name)) : header(call, name);
    if (value !== undefined && value !== '') headers[name] = value;
  }
  const metadata: Record<string, string> = {};
  for (const [name, value] of call.headers)
    if (name.startsWith(METADATA)) metadata[name.slice(METADATA.length)] = value;
  const bytes = Object.entries(metadata).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (bytes > MAX_METADATA_BYTES)
    throw refusal('MetadataTooLarge', { detail: { Size: String(bytes), MaxSizeAllowed: String(MAX_METADATA_BYTES) } });
  return { headers, metadata };
}

/** aws-chunked is about the upload only. */
const withoutFraming = (encoding: string | undefined): string | undefined =>
  encoding
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'aws-chunked' && name !== '')
    .join(',');

/**
 * Headers of a read of the version: description, overrides from the (signed) query, metadata, checksum when asked for.
 */
export function describingHeaders(
  call: Call,
  bucket: Bucket,
  version: Version,
  whole: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'binary/octet-stream',
    ...version.headers,
    etag: quoted(version.etag),
    'last-modified': httpDate(version.created),
    'accept-ranges': 'bytes',
    ...versionHeader(bucket, version),
  };
  for (const name of KEPT) {
    const override = param(call, `response-${name}`);
    if (override !== undefined) headers[name] = headerValue(override);
  }
  for (const [name, value] of Object.entries(version.metadata)) headers[METADATA + name] = value;
  if (whole && header(call, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED')
    Object.assign(headers, checksumHeaders(version));
  return headers;
}

function headerValue(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break here would forge a header.
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) throw refusal('InvalidArgument');
  return asLatin1(text);
}

/** Buckets that never had versioning do not speak of versions. */
export const versionHeader = (bucket: Bucket, version: Version): Record<string, string> =>
  bucket.settings.versioning === undefined ? {} : { 'x-amz-version-id': version.versionId };

export const checksumHeaders = ({ checksum }: Version): Record<string, string> =>
  checksum === undefined
    ? {}
    : { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, 'x-amz-checksum-type': checksum.type };

/** The algorithm of x-amz-checksum-algorithm, which copies and multipart uploads carry. */
export function requestedAlgorithm(call: Call): Algorithm | undefined {
  const text = header(call, 'x-amz-checksum-algorithm')?.toLowerCase();
  if (text !== undefined && !isAlgorithm(text))
    throw refusal('InvalidRequest', 'Checksum algorithm provided is unsupported.');
  return text;
}

export const checksumNodes = ({ checksum }: Pick<Draft, 'checksum'>): Node[] =>
  checksum === undefined
    ? []
    : [
        [`Checksum${checksum.algorithm.toUpperCase()}`, checksum.value],
        ['ChecksumType', checksum.type],
      ];
