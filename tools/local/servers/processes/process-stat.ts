// /proc/PID/stat: what Linux says of a process (proc_pid_stat(5)).
import { readFileSync } from 'node:fs';

/** The fields from the third on: state, parent, group, ... Undefined when there is no such process. */
export function statOf(pid: number): readonly string[] | undefined {
  try {
    return fieldsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The name before may itself hold blanks and brackets. */
export const fieldsOf = (stat: string): readonly string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** A zombie is gone, unless it is a main thread that others survive: these hold files and ports until they end, too. */
export const isEnded = (fields: readonly string[]): boolean => fields[0] === 'Z' && Number(fields[17]) <= 1;
