// Walks a tar stream and counts what it holds: the trial listing of an archive (decision 17). Nothing is unpacked.
import { BLOCK, checkSum, fields, isEmpty, numberAt, paddedSize, TarBroken, typeOf } from './header.ts';
import { records } from './records.ts';
import { hasMoreRanges, isContinued } from './sparse.ts';

/** A record with a size is short. */
const longestRecord = 1_048_576;

/** Takes the stream in pieces of any size. GNU and POSIX forms, as tar writes them. */
export class TarListing {
  /** Files, folders and links; not the records that only say more about the next one. */
  entries = 0;
  #rest = Buffer.alloc(0);
  /** Bytes of content that follow, with their padding. */
  #skip = 0;
  #zeros = 0;
  /** From a record of POSIX: the size of the next entry, where the header has no room for it. */
  #nextSize: number | null = null;
  #record: { readonly parts: Buffer[]; left: number } | null = null;
  #moreSparse = false;

  push(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (bytes.length > 0) {
      // The ranges of a file with holes stand between its header and its content.
      if (this.#skip > 0 && !this.#moreSparse) {
        const step = Math.min(this.#skip, bytes.length);
        this.#content(bytes.subarray(0, step));
        this.#skip -= step;
        bytes = bytes.subarray(step);
        continue;
      }
      if (bytes.length < BLOCK) break;
      this.#header(bytes.subarray(0, BLOCK));
      bytes = bytes.subarray(BLOCK);
    }
    this.#rest = Buffer.from(bytes);
  }

  /** Throws when the stream did not end as an archive does: with two empty blocks. */
  end(): void {
    if (this.#zeros < 2 || this.#skip > 0 || this.#rest.length > 0) throw new TarBroken('the archive ends too early');
  }

  #content(part: Buffer): void {
    const record = this.#record;
    if (record === null) return;
    const mine = part.subarray(0, record.left);
    record.parts.push(Buffer.from(mine));
    record.left -= mine.length;
    if (record.left > 0) return;
    this.#record = null;
    const { size } = records(Buffer.concat(record.parts));
    if (size !== undefined) this.#nextSize = Number(size);
  }

  #header(header: Buffer): void {
    if (this.#moreSparse) {
      this.#moreSparse = isContinued(header);
      return;
    }
    if (isEmpty(header)) {
      this.#zeros += 1;
      return;
    }
    // After the end anything may stand; tar itself pads with zeros to 10 KiB.
    if (this.#zeros >= 2) return;
    this.#zeros = 0;
    checkSum(header);
    const type = typeOf(header);
    const size = numberAt(header, fields.size);
    if (type === 'x' || type === 'g') {
      this.#record = type === 'x' && size > 0 && size <= longestRecord ? { parts: [], left: size } : null;
      this.#skip = paddedSize(size);
      return;
    }
    if (type === 'L' || type === 'K') {
      this.#skip = paddedSize(size);
      return;
    }
    this.entries += 1;
    // Links, folders and devices have no content, whatever the size says.
    this.#skip = '123456'.includes(type) ? 0 : paddedSize(this.#nextSize ?? size);
    this.#nextSize = null;
    this.#moreSparse = type === 'S' && hasMoreRanges(header);
  }
}
