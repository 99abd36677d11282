// YAML files of the contracts, with the place of every value, so that a refusal can name file, line and column.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isAlias, isCollection, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { Json } from '../json.ts';
import { whole } from '../whole.ts';
import { refusalsOf } from './yaml-forms.ts';

export type Path = readonly (string | number)[];

export interface Source {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly value: Json;
  /** `file:line:column` of the value, or of its key when it has one. */
  at(path: Path): string;
}

/** All that is wrong with the contracts, found in one run. */
export class ContractError extends Error {
  constructor(wrongs: readonly string[]) {
    super(wrongs.join('\n'));
    this.name = 'ContractError';
  }
}

export function readSource(root: string, file: string): Source {
  if (!existsSync(join(root, file))) throw new ContractError([`${file}: there is no such file`]);
  const lines = new LineCounter();
  const document = parseDocument(textOf(root, file), { lineCounter: lines, uniqueKeys: true });
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  const refusals = refusalsOf(document).map(({ offset, message }) => `${placeOf(offset)}: ${message}`);
  if (refusals.length > 0) throw new ContractError(refusals);
  return { file, value: document.toJS() as Json, at: (path) => placeOf(offsetOf(document, path)) };
}

function textOf(root: string, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(join(root, file)));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ContractError([`${file}: the file is not in UTF-8; save it in UTF-8`]);
  }
}

/** A document with what it takes from other files, for readers that name no places. */
export const readWhole = (root: string, file: string): Json =>
  whole(file, (each) => readSource(root, each).value).value as Json;

/**
 * Where the key at the path stands, or the list item; the nearest value around it when there is nothing at the path.
 */
export function offsetOf(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? 0;
  for (const step of path) {
    // Reviews read documents with aliases.
    if (isAlias(node)) node = node.resolve(document);
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined;
    const next = pair ? pair.value : isCollection(node) ? node.get(step, true) : undefined;
    const start = ((pair?.key ?? next) as Node | undefined)?.range?.[0];
    if (start === undefined) break;
    offset = start;
    node = next;
  }
  return offset;
}
