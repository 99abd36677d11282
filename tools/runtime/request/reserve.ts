// A reserve of free space on the disk where files are spooled: often the disk of other programs, too.
import { statfs } from 'node:fs/promises';

/** Unless an installation decides: a gibibyte, or a tenth of a smaller disk. */
const reserveOf = (diskBytes: number): number => Math.min(1024 ** 3, diskBytes / 10);
/** Files grow while others do: a file asks again after so many bytes. */
export const askAgainBytes = 16 * 1024 ** 2;

/** Answered with 503, and reported to the operator, as a full disk is. */
export class ReserveReached extends Error {
  override readonly name = 'ReserveReached';
  readonly kind = 'disk-full';
  readonly dependency = 'disk';
}

/** Rejects unless so many more bytes leave the reserve free. */
export async function keepReserve(folder: string, bytes: number, reserveBytes?: number): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(folder);
  const [free, reserve] = [bavail * bsize, reserveBytes ?? reserveOf(blocks * bsize)];
  if (free - bytes < reserve)
    throw new ReserveReached(`${folder} has ${free} bytes free; ${bytes} more would leave less than ${reserve}`);
}
