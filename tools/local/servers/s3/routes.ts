// Which operation a request means: by method, by what the path names, and by the query's subresource.
import {
  createBucket,
  deleteBucket,
  getBucketLocation,
  getBucketVersioning,
  headBucket,
  listBuckets,
  putBucketVersioning,
} from './operations/buckets.ts';
import { deleteObject, deleteObjects } from './operations/delete-object.ts';
import { listObjects, listObjectsV2 } from './operations/list-objects.ts';
import { listMultipartUploads, listParts } from './operations/list-uploads.ts';
import { listObjectVersions } from './operations/list-versions.ts';
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  uploadPart,
  uploadPartCopy,
} from './operations/multipart.ts';
import type { Operation } from './operations/operation.ts';
import { getObject, headObject } from './operations/read-object.ts';
import { copyObject, putObject } from './operations/write-object.ts';
import { refusal } from './protocol/errors.ts';
import { type Call, header, param } from './protocol/request.ts';

/** Subresources that exist in S3 and not here; without this list a PUT of an ACL would overwrite the object. */
const UNSUPPORTED = new Set(
  'abac accelerate acl analytics attributes cors encryption intelligent-tiering inventory legal-hold lifecycle logging metadataTable metadataConfiguration metrics notification object-lock ownershipControls policy policyStatus publicAccessBlock renameObject replication requestPayment restore retention select select-type session tagging torrent website'.split(
    ' ',
  ),
);

/** By method, then by the first subresource that the query has; the last line of each has none. */
const onBucket: Record<string, readonly (readonly [string | undefined, Operation])[]> = {
  GET: [
    ['location', getBucketLocation],
    ['versioning', getBucketVersioning],
    ['versions', listObjectVersions],
    ['uploads', listMultipartUploads],
    ['list-type', listObjectsV2],
    [undefined, listObjects],
  ],
  HEAD: [[undefined, headBucket]],
  PUT: [
    ['versioning', putBucketVersioning],
    [undefined, createBucket],
  ],
  POST: [['delete', deleteObjects]],
  DELETE: [[undefined, deleteBucket]],
};

const onObject: typeof onBucket = {
  GET: [
    ['uploadId', listParts],
    [undefined, getObject],
  ],
  HEAD: [[undefined, headObject]],
  PUT: [
    ['uploadId', uploadPart],
    [undefined, putObject],
  ],
  POST: [
    ['uploads', createMultipartUpload],
    ['uploadId', completeMultipartUpload],
  ],
  DELETE: [
    ['uploadId', abortMultipartUpload],
    [undefined, deleteObject],
  ],
};

export function operationFor(call: Call): Operation {
  const strange = call.query.find(([name]) => UNSUPPORTED.has(name));
  if (strange) throw refusal('NotImplemented', { detail: { Parameter: strange[0] } });
  if (call.bucket === '' && call.method === 'GET') return listBuckets;
  const table = call.bucket === '' ? {} : call.key === '' ? onBucket : onObject;
  const found = table[call.method]?.find(([name]) => name === undefined || param(call, name) !== undefined);
  if (found === undefined) {
    const allow = Object.keys(table).join(', ') || 'GET';
    throw refusal('MethodNotAllowed', { detail: { Method: call.method }, headers: { allow } });
  }
  if (header(call, 'x-amz-copy-source') === undefined) return found[1];
  return found[1] === putObject ? copyObject : found[1] === uploadPart ? uploadPartCopy : found[1];
}
