// Which parts a CompleteMultipartUpload document names, and whether they are the ones that were uploaded.

import type { Upload, UploadFacts, UploadPart } from '../disk/uploads.ts';
import { algorithms } from '../protocol/checksums.ts';
import { refusal } from '../protocol/errors.ts';
import { type Element, fields } from '../protocol/xml-read.ts';

/** Limit of the protocol for every part but the last. */
const MIN_PART_BYTES = 5 * 1024 ** 2;
const checksumNames = algorithms.map((name) => `Checksum${name.toUpperCase()}` as const);

export type RequestedPart = {
  readonly number: number;
  readonly etag: string;
  readonly checksums: Readonly<Record<string, string | undefined>>;
};

export function readCompletion(root: Element): RequestedPart[] {
  const parts = root.children.map((child) => {
    if (child.name !== 'Part') throw refusal('MalformedXML');
    const { PartNumber: number, ETag: etag, ...checksums } = fields(child, ['PartNumber', 'ETag', ...checksumNames]);
    if (!/^\d{1,5}$/.test(number ?? '') || !etag) throw refusal('MalformedXML');
    return { number: Number(number), etag: etag.trim().replace(/^"(.*)"$/, '$1'), checksums };
  });
  if (parts.length === 0 || parts.length > 10_000) throw refusal('MalformedXML');
  return parts;
}

export function chosenParts({ facts, parts }: Upload, requested: readonly RequestedPart[]): UploadPart[] {
  if (requested.some((part, i) => part.number <= (requested[i - 1]?.number ?? 0))) throw refusal('InvalidPartOrder');
  const chosen = requested.map(({ number, etag, checksums }) => {
    const part = parts.get(number);
    if (part === undefined || part.md5 !== etag) throw invalidPart(number, etag);
    checkChecksums(facts, part, checksums);
    return part;
  });
  const small = chosen.slice(0, -1).find((part) => part.size < MIN_PART_BYTES);
  if (small)
    throw refusal('EntityTooSmall', {
      detail: {
        ProposedSize: String(small.size),
        MinSizeAllowed: String(MIN_PART_BYTES),
        PartNumber: String(small.number),
        ETag: small.md5,
      },
    });
  return chosen;
}

const invalidPart = (number: number, etag: string) =>
  refusal('InvalidPart', { detail: { PartNumber: String(number), ETag: etag } });

/**
 * Parts are found by their checksums only if the upload was begun with the algorithm; without one, any checksum leads
 * to no part.
 */
function checkChecksums({ checksum }: UploadFacts, part: UploadPart, named: RequestedPart['checksums']): void {
  const [first, ...more] = Object.entries(named);
  if (more.length > 0) throw refusal('InvalidArgument', 'A part has at most one checksum.');
  if (first === undefined) {
    if (checksum?.type !== 'COMPOSITE') return;
    throw refusal(
      'InvalidRequest',
      `The upload was created using a ${checksum.algorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${part.number} in the request.`,
    );
  }
  const [name, value] = first;
  if (checksum !== undefined && name !== `Checksum${checksum.algorithm.toUpperCase()}`)
    throw refusal(
      'BadDigest',
      `The ${name.replace('Checksum', '').toLowerCase()} you specified for part ${part.number} did not match what we received.`,
    );
  if (checksum === undefined || part.checksum?.value !== value) throw invalidPart(part.number, part.md5);
}

/** The completion may name the type of checksum; then it is the one that the upload was begun with. */
export function checkChecksumType({ checksum }: UploadFacts, type: string | undefined): void {
  if (type === undefined || type === checksum?.type) return;
  throw refusal(
    'InvalidRequest',
    `The upload was created using the ${checksum?.type ?? 'null'} checksum mode. The complete request must use the same checksum mode.`,
  );
}
