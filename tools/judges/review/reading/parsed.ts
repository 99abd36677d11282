// A file of a document as a value, with the line and column of each place in it. JSON is read as the YAML that it is,
// so that it has places too.
import { LineCounter, parseDocument } from 'yaml';
import { offsetOf } from '../../../contract/document/source.ts';
import { UsageError } from '../tree.ts';

type Place = { readonly line: number; readonly column: number };
export type Parsed = {
  readonly value: unknown;
  /**
   * Where the key at the path stands; of a list item, the item. The nearest value around it when there is nothing at
   * the path.
   */
  place(path: readonly (string | number)[]): Place;
};

/** More aliases than a document needs, and fewer than one that is written to exhaust its reader. */
const maxAliasCount = 10_000;
const parsedTexts = new Map<string, Parsed>();

/** Both sides of a review often hold the same text; it is read once. `file` is named in errors. */
export function parse(file: string, content: string): Parsed {
  const existing = parsedTexts.get(content);
  if (existing !== undefined) return existing;
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const document = parseDocument(content, { lineCounter: lines, merge: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { line, column } = placeAt(problem.pos[0]);
    const sentence = problem.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
    const why = sentence?.startsWith('Maximum call stack') ? 'is nested too deeply' : `is no YAML or JSON: ${sentence}`;
    throw new UsageError(`${file}:${line}:${column} ${why}`);
  }
  const parsed = {
    value: javascriptOf(file, document),
    place: (path: readonly (string | number)[]) => placeAt(offsetOf(document, path)),
  };
  parsedTexts.set(content, parsed);
  return parsed;
}

function javascriptOf(file: string, document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount });
  } catch (error) {
    // The package says so of too many aliases, and of one that names what it stands in.
    if (error instanceof ReferenceError) throw new UsageError(`${file} is no YAML or JSON: ${error.message}`);
    throw error;
  }
}

/** The text of a file. A mark of the byte order at its beginning is no part of it. */
export function textOf(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file} is not text in UTF-8: convert it first.`);
  }
}
