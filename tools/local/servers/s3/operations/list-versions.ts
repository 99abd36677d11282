// listObjectVersions: every version and delete marker, newest first within a key.
import type { Bucket } from '../disk/bucket.ts';
import { isoDate, type Version } from '../disk/version.ts';
import { refusal } from '../protocol/errors.ts';
import { type Call, param } from '../protocol/request.ts';
import { type Node, xml } from '../protocol/xml-write.ts';
import { maxKeys, namesWriter, walk } from './key-walk.ts';
import { versionNodes } from './list-objects.ts';
import { type Operation, OWNER } from './operation.ts';

type Item = { readonly group: string } | { readonly version: Version; readonly latest: boolean };
type Markers = { readonly key: string; readonly versionId: string | undefined };

export const listObjectVersions: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  const { encoding, name } = namesWriter(call);
  const markers = { key: param(call, 'key-marker') ?? '', versionId: param(call, 'version-id-marker') || undefined };
  if (markers.versionId !== undefined && markers.key === '')
    throw refusal('InvalidArgument', 'A version-id marker cannot be specified without a key marker.');
  const { page, more } = readPage(call, bucket, markers);
  const last = more ? page.at(-1) : undefined;
  const delimiter = param(call, 'delimiter');
  return {
    status: 200,
    xml: xml('ListVersionsResult', [
      ['Name', call.bucket],
      ['Prefix', name(param(call, 'prefix') ?? '')],
      ['KeyMarker', name(markers.key)],
      ['VersionIdMarker', markers.versionId ?? ''],
      ['NextKeyMarker', last && name('group' in last ? last.group : last.version.key)],
      ['NextVersionIdMarker', last && 'version' in last ? last.version.versionId : undefined],
      ['MaxKeys', maxKeys(call)],
      ['Delimiter', delimiter ? name(delimiter) : undefined],
      ['IsTruncated', more],
      ['EncodingType', encoding],
      ...page.map((item) => entry(item, name)),
    ]),
  };
};

function readPage(call: Call, bucket: Bucket, markers: Markers): { page: Item[]; more: boolean } {
  const max = maxKeys(call);
  const page: Item[] = [];
  if (max === 0) return { page, more: false };
  for (const item of items(call, bucket, markers)) {
    if (page.length === max) return { page, more: true };
    page.push(item);
  }
  return { page, more: false };
}

function* items(call: Call, bucket: Bucket, markers: Markers): Generator<Item> {
  const prefix = param(call, 'prefix') ?? '';
  const delimiter = param(call, 'delimiter') ?? '';
  if (markers.versionId !== undefined && markers.key.startsWith(prefix))
    yield* rest(bucket, markers.key, markers.versionId);
  for (const { kind, name } of walk(bucket.index, { prefix, delimiter, after: markers.key }, () => true)) {
    if (kind === 'group') yield { group: name };
    else for (const [i, version] of bucket.index.versionsOf(name).entries()) yield { version, latest: i === 0 };
  }
}

/** What is left of a key after one of its versions; all of it when that one has been removed meanwhile. */
function* rest(bucket: Bucket, key: string, versionId: string): Generator<Item> {
  const versions = bucket.index.versionsOf(key);
  const from = versions.findIndex((version) => version.versionId === versionId) + 1;
  for (const [i, version] of versions.entries()) if (i >= from) yield { version, latest: i === 0 };
}

function entry(item: Item, name: (text: string) => string): Node {
  if ('group' in item) return ['CommonPrefixes', [['Prefix', name(item.group)]]];
  const { version, latest } = item;
  const head: Node[] = [
    ['Key', name(version.key)],
    ['VersionId', version.versionId],
    ['IsLatest', latest],
  ];
  if (version.marker) return ['DeleteMarker', [...head, ['LastModified', isoDate(version.created)], ['Owner', OWNER]]];
  return ['Version', [...head, ...versionNodes(version), ['Owner', OWNER]]];
}
