// Where a setting stands in an uploaded configuration, for what is wrong with it beyond the file. All other places: kit/lab-config.
import type { FieldError } from '../../generated/runtime/problem.ts';
import { readTree } from '../kit/lab-config/tree.ts';

/** Line and column from 1 of a value in a file that was read without a mistake. */
export function placeIn(file: Uint8Array, pointer: string): Pick<FieldError, 'row' | 'column' | 'pointer'> {
  const text = new TextDecoder().decode(file);
  const before = text.slice(0, readTree(text).place(pointer)?.value ?? 0).split('\n');
  return { row: before.length, column: String([...(before.at(-1) ?? '')].length + 1), pointer };
}
