// The text of an uploaded file, from where it is stored: unpacked, and of a workbook the rows of its sheet.
import type { Objects } from '../../../adapters/objects/port.ts';
import type { JobRow } from '../../../adapters/store/analytics/port.ts';
import { asUtf8, type Encoding } from '../sales-file/encoding/encoding.ts';
import { type Unpacked, unpack } from '../sales-file/gunzip.ts';
import { type WorkbookText, workbookText } from '../sales-file/xlsx/workbook-text.ts';

type Uploaded = Pick<JobRow, 'object_key' | 'bytes_total' | 'sheet'>;

export type UploadedText = Unpacked & {
  /** The encoding of a text; null: the file is a workbook. */
  readonly encoding: Encoding | null;
  readonly isPacked: boolean;
  readonly workbook: WorkbookText | null;
};

/** `onWorkbook` is called before the first chunk of a workbook. */
export async function uploadedText(
  files: Pick<Objects, 'read'>,
  { object_key: key, bytes_total: bytes, sheet }: Uploaded,
  signal: AbortSignal,
  onWorkbook: (workbook: WorkbookText) => void,
): Promise<UploadedText | 'missing'> {
  const found = key === null ? 'missing' : await files.read(key, { signal });
  if (key === null || found === 'missing') return 'missing';
  // A workbook is read part by part, as its directory says.
  let [packedBytes, isRead] = [0, false];
  async function* read(first: number, last: number): AsyncGenerator<Buffer> {
    const part = await files.read(key as string, { range: { first, last }, signal });
    if (part === 'missing') throw new Error(`the uploaded file ${key} is gone`);
    for await (const chunk of part.body as AsyncIterable<Buffer>) {
      packedBytes += chunk.length;
      yield chunk;
    }
  }
  const workbook = workbookText({ bytes, read }, sheet);
  let isWorkbook = false;
  const unpacked = unpack(found.body, undefined, () => {
    isWorkbook = true;
    onWorkbook(workbook);
    return wholeWorkbook();
  });
  async function* wholeWorkbook(): AsyncGenerator<Buffer> {
    yield* workbook;
    isRead = true;
  }
  const text = asUtf8(unpacked);
  return {
    get packedBytes() {
      if (!isWorkbook) return unpacked.packedBytes;
      // Pictures and other sheets are not read, and some ranges twice.
      return isRead ? bytes : Math.min(packedBytes, bytes);
    },
    get isPacked() {
      return unpacked.isPacked;
    },
    get encoding() {
      return isWorkbook ? null : text.encoding;
    },
    get workbook() {
      return isWorkbook ? workbook : null;
    },
    [Symbol.asyncIterator]: () => text[Symbol.asyncIterator](),
  };
}
