// services/worker/tar-entries.ts: walks a tar stream and counts what it holds: the trial listing of an archive (decision 17). Nothing is unpacked.

export class TarBroken extends Error {
  override readonly name = 'TarBroken';
}

const block = 512;

/** Takes the stream in pieces of any size. GNU and POSIX forms, as tar writes them. */
export class TarEntries {
  /** Files, folders and links; not the records that only say more about the next one. */
  entries = 0;
  #rest = Buffer.alloc(0);
  /** Bytes of content that follow, with their padding. */
  #skip = 0;
  #zeros = 0;
  /** From a record of POSIX: the size of the next entry, where the header has no room for it. */
  #nextSize: number | null = null;
  #record: { readonly parts: Buffer[]; left: number; padding: number } | null = null;
  #moreSparse = false;

  push(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (bytes.length > 0) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, bytes.length);
        this.#content(bytes.subarray(0, step));
        this.#skip -= step;
        bytes = bytes.subarray(step);
        continue;
      }
      if (bytes.length < block) break;
      this.#header(bytes.subarray(0, block));
      bytes = bytes.subarray(block);
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
    const size = /(?:^|\n)\d+ size=(\d+)\n/.exec(Buffer.concat(record.parts).toString('latin1'))?.[1];
    if (size !== undefined) this.#nextSize = Number(size);
  }

  #header(header: Buffer): void {
    if (this.#moreSparse) {
      this.#moreSparse = header[504] === 1;
      return;
    }
    if (header.every((byte) => byte === 0)) {
      this.#zeros += 1;
      return;
    }
    // After the end anything may stand; tar itself pads with zeros to 10 KiB.
    if (this.#zeros >= 2) return;
    this.#zeros = 0;
    if (checksum(header) !== number(header.subarray(148, 156)))
      throw new TarBroken('a header of the archive is damaged');
    const type = String.fromCharCode(header[156] ?? 0);
    const size = number(header.subarray(124, 136));
    if (type === 'x' || type === 'g') {
      // Only sizes are of interest, and a record with one is short.
      this.#record = type === 'x' && size > 0 && size <= 1_048_576 ? { parts: [], left: size, padding: 0 } : null;
      this.#skip = padded(size);
      return;
    }
    if (type === 'L' || type === 'K') {
      this.#skip = padded(size);
      return;
    }
    this.entries += 1;
    // Links, folders and devices have no content, whatever the size says.
    this.#skip = '123456'.includes(type) ? 0 : padded(this.#nextSize ?? size);
    this.#nextSize = null;
    this.#moreSparse = type === 'S' && header[482] === 1;
  }
}

const padded = (size: number): number => Math.ceil(size / block) * block;

/** Octal text, or for large numbers bytes with the first bit set. */
function number(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) === 0)
    return Number.parseInt(field.toString('latin1').replace(/[\0 ].*$/s, '') || '0', 8);
  let value = (field[0] ?? 0) & 0x7f;
  for (const byte of field.subarray(1)) value = value * 256 + byte;
  return value;
}

/** The sum of all bytes, with blanks where the sum itself stands. */
function checksum(header: Buffer): number {
  let sum = 8 * 32;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum;
}
