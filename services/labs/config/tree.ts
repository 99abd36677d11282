// YAML as plain values, with the place of each in the file. What a value means is left to the schema.
import { isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { syntaxMistakes } from './syntax.ts';

/** Something wrong at an offset of the text. */
export type Mistake = {
  readonly offset: number;
  /** JSON Pointer; left out where the text has no places yet. */
  readonly pointer?: string;
  readonly value?: string;
  readonly rule: string;
  readonly message: string;
};

export type Tree = {
  readonly value: unknown;
  readonly mistakes: readonly Mistake[];
  /** False: the text is not YAML as we accept it, so its value is not evidence for the rest. */
  readonly readable: boolean;
  /** Where the value begins, and where its key does. */
  place(pointer: string): { readonly value: number; readonly key: number } | undefined;
  /** The keys of a mapping in the order of the file; objects put those that are written as numbers first. */
  keys(pointer: string): readonly string[];
  /** Whether a mistake is reported here already, so that what else is wrong with the value follows from it. */
  broken(pointer: string): boolean;
};

const depthLimit = 32;
// Several times what the largest sensible lab has, with blanks and line ends.
const partLimit = 20_000;
/** Names, values and items: the largest lab that the schema takes has some 1,400. */
const entryLimit = 3_000;
/** More help no author, and each costs time that all other callers wait for. */
export const mostMistakes = 100;

type Places = {
  at: Map<string, { value: number; key: number }>;
  keys: Map<string, string[]>;
  broken: string[];
  mistakes: Mistake[];
};

export function readTree(text: string): Tree {
  const tokens = refusedTokens(text);
  if (tokens.fatal) return unreadable(tokens.mistakes);
  // Repeated keys are found below: the library compares each with each.
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error', // `silent` would also hide that there are several documents
    lineCounter: new LineCounter(),
  });
  const syntax = syntaxMistakes(text, document);
  if (syntax.length > 0) return unreadable([...tokens.mistakes, ...syntax]);
  const places: Places = { at: new Map(), keys: new Map(), broken: [], mistakes: [...tokens.mistakes] };
  const value = plainValue(document.contents, '', 0, 0, places);
  return {
    value,
    mistakes: places.mistakes,
    readable: true,
    place: (pointer) => places.at.get(pointer),
    keys: (pointer) => places.keys.get(pointer) ?? [],
    broken: (pointer) => places.broken.some((each) => pointer === each || pointer.startsWith(`${each}/`)),
  };
}

const unreadable = (mistakes: readonly Mistake[]): Tree => ({
  value: undefined,
  mistakes,
  readable: false,
  place: () => undefined,
  keys: () => [],
  broken: () => true,
});

const refused: readonly (readonly [start: string, rule: string, message: string])[] = [
  ['&', 'anchor', 'anchors are not allowed; repeat the value'],
  ['*', 'alias', 'aliases are not allowed; repeat the value'],
  ['!', 'tag', 'tags are not allowed; put text in quotes'],
  ['%', 'directive', 'directives are not allowed'],
];

const indicators: ReadonlySet<string> = new Set(['-', '?', ':']);
const entries: ReadonlySet<string> = new Set(['-', '?', ',', '[', '{', '\u001f']);

/**
 * What we do not take, by its first character, before anything is built of it: a bomb costs no more than its length.
 */
function refusedTokens(text: string): { mistakes: Mistake[]; fatal: boolean } {
  const mistakes: Mistake[] = [];
  let [offset, depth, inLine, parts, settings, scalar] = [0, 0, 0, 0, 0, false];
  for (const token of new Lexer().lex(text)) {
    const marker = token === '\u0002' || token === '\u0018' || token === '\u001f';
    if (!scalar && !marker) {
      const found = token === '%YAML 1.2' ? undefined : refused.find(([start]) => token.startsWith(start));
      if (found) mistakes.push({ offset, rule: found[1], message: found[2] });
      if (token === '[' || token === '{') depth++;
      if (token === ']' || token === '}') depth--;
      // `- - -` opens a list in a list in a list; what stands in separate lines is as deep as its blanks are wide.
      if (indicators.has(token)) inLine++;
      else if (token.trim() !== '' || token.includes('\n')) inLine = 0;
    }
    if (!scalar && entries.has(token)) settings++;
    scalar = token === '\u001f';
    if (!marker) offset += token.length;
    if (Math.max(depth, inLine) > depthLimit) return { mistakes: [...mistakes, tooDeep(offset)], fatal: true };
    if (++parts > partLimit) return { mistakes: [...mistakes, tooMany(offset, 'parts')], fatal: true };
    if (settings > entryLimit) return { mistakes: [...mistakes, tooMany(offset, 'settings')], fatal: true };
    if (mistakes.length >= mostMistakes) return { mistakes, fatal: true };
  }
  return { mistakes, fatal: false };
}

const tooDeep = (offset: number): Mistake => ({ offset, rule: 'depth', message: 'is nested too deeply' });

const tooMany = (offset: number, what: string): Mistake => ({
  offset,
  rule: 'size',
  message: `the file has too many ${what}`,
});

function plainValue(node: unknown, pointer: string, key: number, depth: number, places: Places): unknown {
  const offset = offsetOf(node) ?? key;
  places.at.set(pointer, { value: offset, key });
  if (depth > depthLimit) {
    places.mistakes.push({ ...tooDeep(offset), pointer });
    return undefined;
  }
  if (isAlias(node) || (node as Node | null)?.tag !== undefined) places.broken.push(pointer);
  if (isMap(node)) return plainObject(node.items, pointer, depth, places);
  if (isSeq(node))
    return node.items.map((item, n) =>
      plainValue(item, `${pointer}/${n}`, offsetOf(item) ?? offset, depth + 1, places),
    );
  if (!isScalar(node)) return null;
  if (typeof node.value === 'string') checkText(node.value, offset, pointer, places);
  return node.value;
}

function plainObject(items: readonly Pair[], pointer: string, depth: number, places: Places): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  const keys: string[] = [];
  const known = new Set<string>();
  for (const { key: keyNode, value } of items) {
    const offset = offsetOf(keyNode) ?? 0;
    const key = keyText(keyNode);
    const inner = `${pointer}/${escapeKey(key ?? '')}`;
    const wrong = refusedKey(key, known);
    if (wrong) places.mistakes.push({ offset, ...(key === null ? { pointer } : { pointer: inner }), ...wrong });
    else if (key !== null) {
      known.add(key);
      keys.push(key);
      object[key] = plainValue(value, inner, offset, depth + 1, places);
    }
  }
  places.keys.set(pointer, keys);
  return object;
}

function refusedKey(key: string | null, known: ReadonlySet<string>): Pick<Mistake, 'rule' | 'message'> | null {
  if (key === null) return { rule: 'key', message: 'a name must be plain text' };
  if (key === '<<') return { rule: 'merge', message: 'merge keys are not allowed; repeat the values' };
  if (key === '__proto__') return { rule: 'key', message: 'must not be named __proto__' };
  return known.has(key) ? { rule: 'duplicate', message: 'is duplicated' } : null;
}

/** `80` and `true` are names too, as they are written. */
const keyText = (node: unknown): string | null =>
  isScalar(node) ? (typeof node.value === 'string' ? node.value : (node.source ?? '')) : null;

/** Characters that neither the database nor a terminal takes, and halves of pairs. */
function checkText(text: string, offset: number, pointer: string, places: Places): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is searched for
  const found = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/.exec(text)?.[0];
  if (found === undefined && text.isWellFormed()) return;
  const code = found?.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const message = found === undefined ? 'has an incomplete character' : `has the control character U+${code}`;
  places.mistakes.push({ offset, pointer, rule: 'character', message });
}

/** Nothing for a value that was left out. */
function offsetOf(node: unknown): number | undefined {
  const [start, end] = (node as Node | null)?.range ?? [];
  return start === end ? undefined : start;
}

/** As RFC 6901 wants it. */
export const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
