// listMultipartUploads and listParts.
import { compareKeys } from '../disk/key-index.ts';
import type { UploadFacts, UploadPart } from '../disk/uploads.ts';
import { isoDate, quoted } from '../disk/version.ts';
import { numberParam, param } from '../protocol/request.ts';
import { type Node, xml } from '../protocol/xml-write.ts';
import { maxKeys, namesWriter } from './key-walk.ts';
import { type Operation, OWNER } from './operation.ts';

export const listMultipartUploads: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  const { encoding, name } = namesWriter(call);
  const max = maxKeys(call, 'max-uploads');
  const [prefix, delimiter] = [param(call, 'prefix') ?? '', param(call, 'delimiter') ?? ''];
  const [keyMarker, idMarker] = [param(call, 'key-marker') ?? '', param(call, 'upload-id-marker') ?? ''];
  const after = ({ key, id, initiated }: UploadFacts): boolean => {
    const order = compareKeys(key, keyMarker);
    if (order !== 0 || idMarker === '') return order > 0;
    const marked = bucket.uploads.find(keyMarker, idMarker)?.facts;
    return marked === undefined || initiated > marked.initiated || (initiated === marked.initiated && id > idMarker);
  };
  const shown: (UploadFacts | string)[] = [];
  for (const upload of bucket.uploads.list()) {
    if (!upload.key.startsWith(prefix)) continue;
    const at = delimiter === '' ? -1 : upload.key.indexOf(delimiter, prefix.length);
    const group = at < 0 ? undefined : upload.key.slice(0, at + delimiter.length);
    if (group === undefined ? after(upload) : compareKeys(group, keyMarker) > 0 && !shown.includes(group))
      shown.push(group ?? upload);
  }
  const page = shown.slice(0, max);
  const more = max > 0 && shown.length > max;
  const last = more ? page.at(-1) : undefined;
  return {
    status: 200,
    xml: xml('ListMultipartUploadsResult', [
      ['Bucket', call.bucket],
      ['KeyMarker', name(keyMarker)],
      ['UploadIdMarker', idMarker],
      ['NextKeyMarker', last && name(typeof last === 'string' ? last : last.key)],
      ['NextUploadIdMarker', last && (typeof last === 'string' ? '' : last.id)],
      ['Prefix', name(prefix)],
      ['Delimiter', delimiter ? name(delimiter) : undefined],
      ['EncodingType', encoding],
      ['MaxUploads', max],
      ['IsTruncated', more],
      ...page.map((item) => uploadNode(item, name)),
    ]),
  };
};

function uploadNode(item: UploadFacts | string, name: (text: string) => string): Node {
  if (typeof item === 'string') return ['CommonPrefixes', [['Prefix', name(item)]]];
  return [
    'Upload',
    [
      ['Key', name(item.key)],
      ['UploadId', item.id],
      ['Initiator', OWNER],
      ['Owner', OWNER],
      ['StorageClass', 'STANDARD'],
      ['Initiated', isoDate(item.initiated)],
      ...algorithmNodes(item),
    ],
  ];
}

export const listParts: Operation = async ({ call, store }) => {
  const bucket = store.get(call.bucket);
  const { facts, parts } = bucket.uploads.get(call.key, param(call, 'uploadId') ?? '');
  const { encoding, name } = namesWriter(call);
  const max = maxKeys(call, 'max-parts');
  const marker = numberParam(call, 'part-number-marker', { min: 0, max: 10_000, fallback: 0 });
  const all = [...parts.values()].filter(({ number }) => number > marker).sort((a, b) => a.number - b.number);
  const page = all.slice(0, max);
  return {
    status: 200,
    xml: xml('ListPartsResult', [
      ['Bucket', call.bucket],
      ['Key', name(call.key)],
      ['UploadId', facts.id],
      ['Initiator', OWNER],
      ['Owner', OWNER],
      ['StorageClass', 'STANDARD'],
      ['PartNumberMarker', marker],
      ['NextPartNumberMarker', page.at(-1)?.number ?? marker],
      ['MaxParts', max],
      ['IsTruncated', max > 0 && all.length > max],
      ['EncodingType', encoding],
      ...algorithmNodes(facts),
      ...page.map(partNode),
    ]),
  };
};

function partNode({ number, uploaded, md5, size, checksum }: UploadPart): Node {
  const content: Node[] = [
    ['PartNumber', number],
    ['LastModified', isoDate(uploaded)],
    ['ETag', quoted(md5)],
    ['Size', size],
  ];
  return ['Part', checksum ? [...content, [`Checksum${checksum.algorithm.toUpperCase()}`, checksum.value]] : content];
}

const algorithmNodes = ({ checksum }: UploadFacts): Node[] => [
  ['ChecksumAlgorithm', checksum?.algorithm.toUpperCase()],
  ['ChecksumType', checksum?.type],
];
