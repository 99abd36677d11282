// Whether a home holds more than its lab asks for, where no file system holds it to that (decision 267).
import type { InstancePlan, VolumeUse } from '../../../adapters/cluster/port.ts';
import type { Problem } from './observed.ts';

const GIB = 1024 ** 3;
/** As an ext4 file system of that size has room for. */
const FILES_PER_GIB = 65_536;
/** Beyond so many times its size a home gets no time to be tidied up. */
const FAR = 2;

export type Overfull = Problem & { readonly isFar: boolean };

export const limitOf = ({ volumeGi }: Pick<InstancePlan, 'volumeGi'>): VolumeUse => ({
  bytes: volumeGi * GIB,
  files: volumeGi * FILES_PER_GIB,
});

/** Where counting a home may end: beyond it nothing depends on how much more it is. */
export const farBeyond = ({ bytes, files }: VolumeUse): VolumeUse => ({ bytes: FAR * bytes, files: FAR * files });

/** Null: it fits. */
export function overfull(use: VolumeUse, limit: VolumeUse): Overfull | null {
  const share = Math.max(use.bytes / limit.bytes, use.files / limit.files);
  if (share <= 1) return null;
  const isFar = share > FAR;
  return { reason: 'volume_full', detail: detailOf(use, limit, isFar), isFar };
}

/** Counting has stopped at what is far too much. */
function detailOf(use: VolumeUse, limit: VolumeUse, isFar: boolean): string {
  const least = isFar ? 'more than ' : '';
  return use.bytes > limit.bytes
    ? `${least}${gib(isFar ? FAR * limit.bytes : use.bytes)} GiB of ${gib(limit.bytes)} GiB`
    : `${least}${isFar ? FAR * limit.files : use.files} files of ${limit.files}`;
}

const gib = (bytes: number): string => String(Math.round((bytes / GIB) * 10) / 10);

/** For the prompt of its student. */
export const noticeOf = ({ detail }: Overfull): string =>
  `Your home directory is too full (${detail}). Delete files within 10 minutes, or the lab will be stopped. Your files will be kept. The largest folders: du -xh ~ | sort -h | tail`;
