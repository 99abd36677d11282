// What x-amz-copy-source names, for copies of objects and of parts.
import type { Bucket } from '../disk/bucket.ts';
import type { Version } from '../disk/version.ts';
import { refusal } from '../protocol/errors.ts';
import { type Call, header } from '../protocol/request.ts';
import type { OpenStore } from '../rights.ts';
import { judgeRead } from './conditions.ts';
import { requestedVersion } from './read-object.ts';

export type Source = { readonly bucket: Bucket; readonly version: Version; readonly named: boolean };

/** The source that x-amz-copy-source names: `/bucket/key?versionId=...`, percent-encoded. */
export function copySource(call: Call, store: OpenStore): Source {
  const raw = Buffer.from(header(call, 'x-amz-copy-source') ?? '', 'latin1').toString('utf8');
  const [, encoded = '', versionId] = /^\/?(.*?)(?:\?versionId=(.*))?$/.exec(raw) ?? [];
  const [, name = '', key = ''] = /^([^/]+)\/(.+)$/s.exec(decodeSource(encoded)) ?? [];
  if (key === '')
    throw refusal('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  const bucket = store.get(name);
  const version = requestedVersion(bucket, key, versionId);
  if (judgeRead(call, version, 'x-amz-copy-source-') !== 'proceed') throw refusal('PreconditionFailed');
  return { bucket, version, named: versionId !== undefined };
}

function decodeSource(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal('InvalidArgument', 'Copy Source is not percent-encoded UTF-8.');
  }
}

export const copyHeaders = ({ bucket, version }: Source): Record<string, string> =>
  bucket.settings.versioning === undefined ? {} : { 'x-amz-copy-source-version-id': version.versionId };
