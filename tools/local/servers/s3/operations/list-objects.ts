// listObjects and listObjectsV2: the newest versions that are no delete markers.
import type { Bucket } from '../disk/bucket.ts';
import { isoDate, quoted, type Version } from '../disk/version.ts';
import { refusal } from '../protocol/errors.ts';
import { type Call, param } from '../protocol/request.ts';
import { type Node, xml } from '../protocol/xml-write.ts';
import { maxKeys, namesWriter, type Step, walk } from './key-walk.ts';
import { type Operation, OWNER } from './operation.ts';

type Page = { readonly steps: readonly Step[]; readonly more: boolean };

function readPage(call: Call, bucket: Bucket, after: string): Page {
  const max = maxKeys(call);
  const where = { prefix: param(call, 'prefix') ?? '', delimiter: param(call, 'delimiter') ?? '', after };
  const steps: Step[] = [];
  if (max === 0) return { steps, more: false };
  for (const step of walk(bucket.index, where, (key) => bucket.newest(key)?.marker === false)) {
    if (steps.length === max) return { steps, more: true };
    steps.push(step);
  }
  return { steps, more: false };
}

export const listObjects: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  const { encoding, name } = namesWriter(call);
  const marker = param(call, 'marker') ?? '';
  const { steps, more } = readPage(call, bucket, marker);
  const delimiter = param(call, 'delimiter');
  const last = steps.at(-1)?.name;
  return {
    status: 200,
    xml: xml('ListBucketResult', [
      ['Name', call.bucket],
      ['Prefix', name(param(call, 'prefix') ?? '')],
      ['Marker', name(marker)],
      // Only with a delimiter, says the protocol: else the last key serves as the next marker.
      ['NextMarker', more && delimiter && last !== undefined ? name(last) : undefined],
      ['MaxKeys', maxKeys(call)],
      ['Delimiter', delimiter ? name(delimiter) : undefined],
      ['IsTruncated', more],
      ['EncodingType', encoding],
      ...steps.map((step) => entry(bucket, step, name, true)),
    ]),
  };
};

export const listObjectsV2: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  const { encoding, name } = namesWriter(call);
  const [token, startAfter] = [param(call, 'continuation-token'), param(call, 'start-after')];
  const { steps, more } = readPage(call, bucket, token === undefined ? (startAfter ?? '') : readToken(token));
  const delimiter = param(call, 'delimiter');
  const withOwner = param(call, 'fetch-owner') === 'true';
  return {
    status: 200,
    xml: xml('ListBucketResult', [
      ['Name', call.bucket],
      ['Prefix', name(param(call, 'prefix') ?? '')],
      ['StartAfter', startAfter === undefined ? undefined : name(startAfter)],
      ['ContinuationToken', token],
      ['NextContinuationToken', more ? writeToken(steps.at(-1)?.name ?? '') : undefined],
      ['KeyCount', steps.length],
      ['MaxKeys', maxKeys(call)],
      ['Delimiter', delimiter ? name(delimiter) : undefined],
      ['IsTruncated', more],
      ['EncodingType', encoding],
      ...steps.map((step) => entry(bucket, step, name, withOwner)),
    ]),
  };
};

function entry(bucket: Bucket, step: Step, name: (text: string) => string, withOwner: boolean): Node {
  if (step.kind === 'group') return ['CommonPrefixes', [['Prefix', name(step.name)]]];
  const version = bucket.newest(step.name);
  const facts = version === undefined ? [] : versionNodes(version);
  return ['Contents', [['Key', name(step.name)], ...facts, ...(withOwner ? [['Owner', OWNER] as const] : [])]];
}

/** What every listing says of a version. */
export const versionNodes = ({ created, etag, size, checksum }: Version): Node[] => [
  ['LastModified', isoDate(created)],
  ['ETag', quoted(etag)],
  ['ChecksumAlgorithm', checksum?.algorithm.toUpperCase()],
  ['ChecksumType', checksum?.type],
  ['Size', size],
  ['StorageClass', 'STANDARD'],
];

const writeToken = (name: string): string => Buffer.from(name, 'utf8').toString('base64url');

function readToken(token: string): string {
  const name = Buffer.from(token, 'base64url').toString('utf8');
  if (token === '' || writeToken(name) !== token)
    throw refusal('InvalidArgument', 'The continuation token provided is incorrect');
  return name;
}
