// deleteObject and deleteObjects.
import type { Bucket } from '../disk/bucket.ts';
import { refusal, S3Error } from '../protocol/errors.ts';
import { readText } from '../protocol/payload.ts';
import { header, param } from '../protocol/request.ts';
import { type Element, fields, MAX_DOCUMENT_BYTES, readXml } from '../protocol/xml-read.ts';
import { type Node, xml } from '../protocol/xml-write.ts';
import { writeGuard } from './conditions.ts';
import { refuseUnsupported, versionHeader } from './describe.ts';
import type { Operation, Reply } from './operation.ts';
import { checkVersionId } from './read-object.ts';

export const deleteObject: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  refuseUnsupported(call);
  const versionId = param(call, 'versionId');
  if (versionId !== undefined) checkVersionId(versionId);
  const guard = header(call, 'if-match') === undefined ? undefined : writeGuard(call);
  const version = await bucket.delete(call.key, versionId, guard);
  const headers: Record<string, string> = {};
  if (version?.marker) headers['x-amz-delete-marker'] = 'true';
  if (version && (versionId !== undefined || version.marker)) Object.assign(headers, versionHeader(bucket, version));
  return { status: 204, headers };
};

export const deleteObjects: Operation = async ({ call, payload, store }): Promise<Reply> => {
  const bucket = store.get(call.bucket);
  refuseUnsupported(call);
  const { text, received } = await readText(payload, MAX_DOCUMENT_BYTES);
  if (header(call, 'content-md5') === undefined && !received.checksum)
    throw refusal('InvalidRequest', 'Missing required header for this request: Content-MD5 OR x-amz-checksum-*');
  const { objects, quiet } = readDeletions(readXml(text, 'Delete'));
  const results: Node[] = [];
  for (const { key, versionId } of objects) {
    const result = await deleteOne(bucket, key, versionId);
    if (result[0] === 'Error' || !quiet) results.push(result);
  }
  return { status: 200, xml: xml('DeleteResult', results) };
};

async function deleteOne(bucket: Bucket, key: string, versionId: string | undefined): Promise<Node> {
  try {
    if (versionId !== undefined) checkVersionId(versionId);
    const version = await bucket.delete(key, versionId);
    const marker: Node[] = version?.marker
      ? [
          ['DeleteMarker', true],
          ['DeleteMarkerVersionId', version.versionId],
        ]
      : [];
    return ['Deleted', [['Key', key], ['VersionId', versionId], ...marker]];
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const { code, message } = error;
    return [
      'Error',
      [
        ['Key', key],
        ['VersionId', versionId],
        ['Code', code],
        ['Message', message],
      ],
    ];
  }
}

function readDeletions(root: Element) {
  const objects = root.children
    .filter((child) => child.name === 'Object')
    .map((child) => {
      const {
        Key: key,
        VersionId: versionId,
        ETag,
        Size,
        LastModifiedTime,
      } = fields(child, ['Key', 'VersionId', 'ETag', 'Size', 'LastModifiedTime']);
      if (!key) throw refusal('MalformedXML');
      // Conditions of single entries are rarely used; to ignore one would delete what the client wanted to keep.
      if (ETag !== undefined || Size !== undefined || LastModifiedTime !== undefined) throw refusal('NotImplemented');
      return { key, versionId };
    });
  const quiet = root.children.filter((child) => child.name === 'Quiet');
  if (objects.length + quiet.length !== root.children.length || quiet.length > 1) throw refusal('MalformedXML');
  if (objects.length === 0 || objects.length > 1000) throw refusal('MalformedXML');
  return { objects, quiet: quiet[0]?.text.trim() === 'true' };
}
