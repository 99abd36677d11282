// Writes a ZIP archive part by part, in flat memory: sizes stand behind each part and in the directory. Up to 4 GiB.
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export type NewPart = { readonly name: string; readonly text: Iterable<string> | AsyncIterable<string> };

const [localMark, descriptorMark, entryMark, endMark] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50];
/** Sizes follow the part; names are UTF-8. */
const flags = 0x0808;
const [version, deflated] = [20, 8];
/** 1 January 1980, so that the same parts give the same bytes. */
const date = 0x21;

export async function* zip(parts: Iterable<NewPart>): AsyncGenerator<Buffer> {
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, text } of parts) {
    const offset = at;
    const known = Buffer.from(name);
    const head = [numbers([localMark, 4], ...facts(0, 0, 0), [known.length, 2], [0, 2]), known];
    let [crc, unpacked, packed] = [0, 0, 0];
    const counted = async function* () {
      for await (const piece of text) {
        const bytes = Buffer.from(piece);
        crc = crc32(bytes, crc);
        unpacked += bytes.length;
        yield bytes;
      }
    };
    yield* head;
    for await (const chunk of pipeline(
      Readable.from(counted()),
      createDeflateRaw(),
      () => {},
    ) as AsyncIterable<Buffer>) {
      packed += chunk.length;
      yield chunk;
    }
    const end = numbers([descriptorMark, 4], [crc, 4], [packed, 4], [unpacked, 4]);
    yield end;
    at += (head[0] as Buffer).length + known.length + packed + end.length;
    const tail = [
      [known.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ] as const;
    entries.push(numbers([entryMark, 4], [version, 2], ...facts(crc, packed, unpacked), ...tail), known);
  }
  const directory = Buffer.concat(entries);
  yield directory;
  const count = entries.length / 2;
  yield numbers([endMark, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [at, 4], [0, 2]);
}

type Field = readonly [value: number, bytes: 2 | 4];

/** What local header and directory have in common. */
const facts = (crc: number, packed: number, unpacked: number): readonly Field[] => [
  [version, 2],
  [flags, 2],
  [deflated, 2],
  [0, 2],
  [date, 2],
  [crc, 4],
  [packed, 4],
  [unpacked, 4],
];

function numbers(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
