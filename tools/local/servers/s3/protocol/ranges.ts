// Which bytes a Range header means.
import { refusal } from './errors.ts';

/** `end` is not included. */
export type Range = { readonly start: number; readonly end: number };

/** Undefined means the whole object: no range, one that is not in bytes, or several (S3 knows one only). */
export function readRange(text: string | undefined, size: number): Range | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    if (length === 0) throw unsatisfiable(text ?? '', size);
    return { start: size - length, end: size };
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) throw unsatisfiable(text ?? '', size);
  return { start: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

/** The range of x-amz-copy-source-range, where both ends must be given and lie inside. */
export function readCopyRange(text: string | undefined, size: number): Range {
  if (text === undefined) return { start: 0, end: size };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(text.trim()) ?? [];
  const [start, end] = [Number(first), Number(last) + 1];
  if (!(start < end))
    throw refusal('InvalidArgument', 'The x-amz-copy-source-range value must be of the form bytes=first-last.');
  if (end > size) throw unsatisfiable(text, size);
  return { start, end };
}

const unsatisfiable = (range: string, size: number) =>
  refusal('InvalidRange', {
    detail: { RangeRequested: range, ActualObjectSize: String(size) },
    headers: { 'content-range': `bytes */${size}` },
  });
