// Files with holes: which ranges of them a tar stream holds, in the forms of GNU and of POSIX.
import { BLOCK, numberAt, paddedSize, TarBroken } from './header.ts';

export type Piece = { readonly at: number; readonly bytes: Buffer };

export type SparseMap = {
  /** Headers beyond the first. */
  readonly blocks: number;
  readonly size: number;
  readonly ranges: readonly (readonly [at: number, length: number])[];
  /** Where the content begins within the data. */
  readonly skip: number;
};

/** Whether a block of further ranges follows a header of type S. */
export const hasMoreRanges = (header: Buffer): boolean => header[482] === 1;

/** Whether another block of ranges follows this one. */
export const isContinued = (ranges: Buffer): boolean => ranges[504] === 1;

/** Four ranges in the header, 21 in each block behind it. */
export function gnuSparse(tar: Buffer, at: number): SparseMap {
  const ranges: [number, number][] = [];
  const read = (from: number, count: number) => {
    for (let n = 0; n < count; n++) {
      const length = numberAt(tar, [from + n * 24 + 12, 12]);
      if (length > 0) ranges.push([numberAt(tar, [from + n * 24, 12]), length]);
    }
  };
  read(at + 386, 4);
  let blocks = 0;
  for (let more = hasMoreRanges(tar.subarray(at)); more; ) {
    const next = at + BLOCK * ++blocks;
    if (next + BLOCK > tar.length) throw new TarBroken('it ends in the middle');
    read(next, 21);
    more = isContinued(tar.subarray(next));
  }
  return { blocks, size: numberAt(tar, [at + 483, 12]), ranges, skip: 0 };
}

/** Version 1.0: the ranges are lines of numbers in front of the content. */
export function posixSparse(realSize: string | undefined, data: Buffer): SparseMap {
  let at = 0;
  const line = () => {
    const end = data.indexOf('\n', at);
    if (end === -1) throw new TarBroken('a sparse map does not end');
    const value = Number(data.toString('latin1', at, end));
    at = end + 1;
    return value;
  };
  const ranges = Array.from({ length: line() }, () => [line(), line()] as const);
  return {
    blocks: 0,
    size: Number(realSize),
    ranges: ranges.filter(([, length]) => length > 0),
    skip: paddedSize(at),
  };
}

export function placed({ ranges, size, skip }: SparseMap, data: Buffer): { pieces: Piece[]; size: number } {
  let from = skip;
  const pieces = ranges.map(([at, length]) => {
    const bytes = data.subarray(from, from + length);
    from += length;
    return { at, bytes };
  });
  return { pieces, size };
}
