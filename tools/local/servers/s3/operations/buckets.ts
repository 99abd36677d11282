// Operations on buckets themselves: list, create, head, delete, location, versioning.

import { isoDate } from '../disk/version.ts';
import { refusal } from '../protocol/errors.ts';
import { readText } from '../protocol/payload.ts';
import { numberParam, param } from '../protocol/request.ts';
import { fields, readXml } from '../protocol/xml-read.ts';
import { type Node, xml } from '../protocol/xml-write.ts';
import { refuseUnsupported } from './describe.ts';
import { type Operation, OWNER } from './operation.ts';

const MAX_DOCUMENT_BYTES = 16 * 1024;
/** The one region that the protocol leaves unnamed. */
const UNNAMED = 'us-east-1';

export const listBuckets: Operation = async ({ call, store }) => {
  const prefix = param(call, 'prefix') ?? '';
  const after = param(call, 'continuation-token') ?? '';
  const max = numberParam(call, 'max-buckets', { min: 1, max: 10_000, fallback: 10_000 });
  const all = store.list().filter(({ settings: { name } }) => name.startsWith(prefix) && name > after);
  const shown = all.slice(0, max);
  const nodes = shown.map(
    ({ settings }): Node => [
      'Bucket',
      [
        ['Name', settings.name],
        ['CreationDate', isoDate(settings.created)],
        ['BucketRegion', store.region],
      ],
    ],
  );
  const next = all.length > max ? shown.at(-1)?.settings.name : undefined;
  return {
    status: 200,
    xml: xml('ListAllMyBucketsResult', [
      ['Owner', OWNER],
      ['Buckets', nodes],
      ['ContinuationToken', next],
      ['Prefix', prefix || undefined],
    ]),
  };
};

export const createBucket: Operation = async ({ call, payload, store }) => {
  refuseUnsupported(call);
  const { text } = await readText(payload, MAX_DOCUMENT_BYTES);
  if (text !== '') {
    const { LocationConstraint: location } = fields(readXml(text, 'CreateBucketConfiguration'), ['LocationConstraint']);
    if (location && location !== store.region) throw refusal('IllegalLocationConstraintException');
  }
  await store.create(call.bucket);
  return { status: 200, headers: { location: `/${call.bucket}` } };
};

export const headBucket: Operation = async ({ call, store }) => {
  store.get(call.bucket);
  return { status: 200, headers: { 'x-amz-bucket-region': store.region } };
};

export const deleteBucket: Operation = async ({ call, store }) => {
  await store.remove(call.bucket);
  return { status: 204 };
};

export const getBucketLocation: Operation = async ({ call, store }) => {
  store.get(call.bucket);
  const body = xml('LocationConstraint', []);
  if (store.region === UNNAMED) return { status: 200, xml: body };
  return { status: 200, xml: body.replace('></', `>${store.region}</`) };
};

export const getBucketVersioning: Operation = async ({ call, store }) => {
  const { versioning } = store.get(call.bucket).settings;
  return { status: 200, xml: xml('VersioningConfiguration', [['Status', versioning]]) };
};

export const putBucketVersioning: Operation = async ({ call, payload, store }) => {
  store.get(call.bucket);
  const { text } = await readText(payload, MAX_DOCUMENT_BYTES);
  const { Status: status, MfaDelete: mfa } = fields(readXml(text, 'VersioningConfiguration'), ['Status', 'MfaDelete']);
  if (mfa === 'Enabled') throw refusal('NotImplemented', 'MFA delete is not implemented.');
  if (status !== 'Enabled' && status !== 'Suspended') throw refusal('IllegalVersioningConfigurationException');
  await store.setVersioning(call.bucket, status);
  return { status: 200 };
};
