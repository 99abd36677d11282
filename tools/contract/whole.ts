// A contract as one document: the files that it is split into put together, and what follows from the facts of its
// operations added. Every tool that reads a contract begins with it.
import { posix } from 'node:path';
import { columnTable } from './file-form.ts';
import { withSharedSchemas } from './shared-schemas.ts';
import { withStandards } from './standards.ts';

export type Path = readonly (string | number)[];
export type Fields = Readonly<Record<string, unknown>>;

export interface Whole {
  /** With references as the main file would write them. */
  readonly value: unknown;
  /** Where a place of it was written; the place may be an added one, which is nowhere. */
  origin(path: Path): { readonly file: string; readonly path: Path };
}

/** `load` gives the value of a file: `file` itself, and files beside it that paths and schemas refer to. */
export function whole(file: string, load: (file: string) => unknown): Whole {
  const written = load(file);
  if (!isFields(written)) return { value: written, origin: (path) => ({ file, path }) };
  const { document: top, places } = withSharedSchemas(file, written, load);
  const parts = new Map(places.map(([path, place]) => [JSON.stringify(path), place]));
  const origin = (path: Path) => originIn(parts, file, path);
  if (!isFields(top.paths)) return { value: top, origin };
  const paths = Object.entries(top.paths).map(([template, item]) => {
    const part = partOf(file, item);
    if (part === undefined) return [template, item];
    const found = valueAt(load(part.file), part.path);
    if (found === undefined) return [template, item];
    parts.set(JSON.stringify(['paths', template]), part);
    return [template, readFrom(found, part.file, file)];
  });
  const complete = paths.map(([template, item]) => [template, withColumns(item, file, load)]);
  return { value: withStandards({ ...top, paths: Object.fromEntries(complete) }), origin };
}

/** `parts`: what stands in another file, by its path in the document. */
function originIn(
  parts: ReadonlyMap<string, { readonly file: string; readonly path: Path }>,
  file: string,
  path: Path,
) {
  for (let length = path.length; length > 0; length--) {
    const part = parts.get(JSON.stringify(path.slice(0, length)));
    if (part !== undefined) return { file: part.file, path: [...part.path, ...path.slice(length)] };
  }
  return { file, path };
}

/** Where a path item stands that is a reference to another file; undefined when it stands in the document. */
function partOf(from: string, item: unknown) {
  const [, name = '', pointer = ''] =
    isFields(item) && typeof item.$ref === 'string' ? (/^([^#]+)#\/(.*)$/.exec(item.$ref) ?? []) : [];
  if (name === '') return undefined;
  return { file: posix.join(posix.dirname(from), name), path: pointer.split('/').map(unescaped) };
}

const unescaped = (step: string): string => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, step) => (isFields(at) ? at[String(step)] : undefined), value);

/**
 * Where an operation has `x-columns`, its description has the columns of those rows' schemas in place of each
 * `{columns}`.
 */
function withColumns(item: unknown, file: string, load: (file: string) => unknown): unknown {
  if (!isFields(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      if (!isFields(operation) || operation['x-columns'] === undefined) return [method, operation];
      const { 'x-columns': from, ...rest } = operation;
      const tables = [from].flat().map((each) => {
        const [name = '', row = ''] = String(each).split('#/$defs/');
        return columnTable(load(posix.join(posix.dirname(file), name)), row);
      });
      const filled = Object.entries(rest).map(([key, value]) => [
        key,
        key === 'description'
          ? tables.reduce((text, table) => text.replace('{columns}', () => table), String(value))
          : value,
      ]);
      return [method, Object.fromEntries(filled)];
    }),
  );
}

/** A copy whose references lead from the other file to where they led. */
function readFrom(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((each) => readFrom(each, from, to));
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === '$ref' && typeof each === 'string' ? rewritten(each, from, to) : readFrom(each, from, to),
  ]);
  return Object.fromEntries(entries);
}

function rewritten(ref: string, from: string, to: string): string {
  const [name = '', pointer = ''] = ref.split('#');
  const target = name === '' ? from : posix.join(posix.dirname(from), name);
  return target === to ? `#${pointer}` : `${posix.relative(posix.dirname(to), target)}#${pointer}`;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
