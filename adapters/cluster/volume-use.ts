// Counts what a home holds where no file system holds it to its size: one shell program for every engine, and what it
// prints.
import { ClusterError } from './faults.ts';
import type { InstancePlan, VolumeUse } from './port.ts';

const GIB = 1024 ** 3;
const TIMEOUT_S = 60;
/** A file system is made for one home when it is not much larger than the home may be. */
const OWN_FILE_SYSTEM = 1.5;

/**
 * Runs in the home. Names are never printed, so none can pass for a count. A file with several links counts in shares,
 * since all of them are in this home.
 */
export const countHome = ({ volumeGi }: Pick<InstancePlan, 'volumeGi'>, { bytes, files }: VolumeUse): string => `
if stat -f -c '%S %b' . | awk '{ exit !($1 * $2 <= ${OWN_FILE_SYSTEM * volumeGi * GIB}) }'; then echo bounded; exit 0; fi
{ timeout -k 5 ${TIMEOUT_S} find . -xdev -printf '%y %n %k\\n' 2> /dev/null && code=0 || code=$?; echo "end $code"; } | awk '
  $1 == "end" { code = $2; next }
  { n++; kib += $3 / ($1 == "d" ? 1 : $2); if (kib * 1024 > ${bytes} || n > ${files}) { over = 1; exit } }
  END { printf "%.0f %d %s\\n", kib * 1024, n, over || code < 2 ? "counted" : "late" }'
`;

/** Null: a file system holds the home to its size. */
export function countedUse(printed: string): VolumeUse | null {
  const line = printed.trim();
  if (line === 'bounded') return null;
  const [, bytes, files] = /^(\d+) (\d+) counted$/.exec(line) ?? [];
  if (bytes === undefined)
    throw new ClusterError('unavailable', `the files of a home could not be counted within ${TIMEOUT_S} s`);
  return { bytes: Number(bytes), files: Number(files) };
}

/**
 * How the platform runs a command in a lab: without the environment of its container, in which the host key is
 * (secret.ts).
 */
export const inPod: readonly string[] = ['/usr/bin/env', '-i'];

/** What the lab image reads before each prompt (notice.sh); a folder in memory that belongs to the lab. */
const NOTICE = '/run/lab/notice';

export const showingNotice = (notice: string | null): readonly string[] =>
  notice === null
    ? [...inPod, '/bin/rm', '-f', NOTICE]
    : [...inPod, '/bin/sh', '-c', `printf '%s\\n' "$1" > ${NOTICE}`, 'sh', notice.replace(/\s+/g, ' ')];
