// Single settings of an uploaded configuration, for what is wrong with it beyond the file. All others: kit/lab-config.
import type { FieldError } from '../../generated/runtime/problem.ts';
import { readTree } from '../kit/lab-config/tree.ts';

/** Line and column from 1 of a value in a file that is YAML. */
export function placeIn(file: Uint8Array, pointer: string): Pick<FieldError, 'row' | 'column' | 'pointer'> {
  const text = new TextDecoder().decode(file);
  const before = text.slice(0, readTree(text).place(pointer)?.value ?? 0).split('\n');
  return { row: before.length, column: String([...(before.at(-1) ?? '')].length + 1), pointer };
}

// Beyond this the file is refused unread.
const mostBytes = 262_144;

/** What stands at the top of a file that has mistakes; null where there is no text, or nothing can be read. */
export function textIn(file: Uint8Array, pointer: `/${string}`): string | null {
  if (file.length > mostBytes) return null;
  const { readable, value, spoilt } = readTree(new TextDecoder().decode(file));
  if (!readable || spoilt(pointer) || typeof value !== 'object' || value === null) return null;
  const name = pointer.slice(1);
  const found: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null;
  return typeof found === 'string' ? found : null;
}
