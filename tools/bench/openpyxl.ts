// The peer "openpyxl" (https://openpyxl.readthedocs.io), read-only, where a Python that has it is there: BENCH_PYTHON,
// else python3.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const program = path.join(import.meta.dirname, 'fixtures', 'openpyxl-peer.py');

export type Read = { readonly rows: number; readonly cpuSeconds: number; readonly peakMb: number };

/** The rows below the heading of the first sheet, in a new process. */
export async function openpyxl(workbook: string, signal: AbortSignal): Promise<Read | { readonly reason: string }> {
  const python = process.env.BENCH_PYTHON ?? 'python3';
  try {
    const { stdout } = await promisify(execFile)(python, [program, workbook], { signal });
    return JSON.parse(stdout) as Read;
  } catch (error) {
    signal.throwIfAborted();
    const { stderr = '', message } = error as { readonly stderr?: string; readonly message: string };
    return { reason: `${python}: ${(stderr || message).trim().split('\n').at(-1)}` };
  }
}
