// Contracts as trees of nodes that know their file, line and column and follow each $ref.

import { posix } from 'node:path';
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument, type Range } from 'yaml';
import { type Whole, whole } from '../../contract/whole.ts';
import { type Tree, UsageError } from './tree.ts';

export type Path = readonly (string | number)[];
export type Fields = Readonly<Record<string, unknown>>;
export type Location = { readonly file: string; readonly line: number; readonly column: number };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fields = (value: unknown): Fields => (isFields(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

type Parsed = { readonly value: unknown; readonly document: Document.Parsed; readonly lines: LineCounter };
const parsedTexts = new Map<string, Parsed>();

/** Both sides of a review often hold the same text; it is read once. */
function parse(file: string, content: string): Parsed {
  const key = `${file}\0${content}`;
  const known = parsedTexts.get(key);
  if (known !== undefined) return known;
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new UsageError(`${file}:${line}:${col} is no YAML: ${error.message.split('\n')[0]}`);
  }
  const parsed = { value: document.toJS() as unknown, document, lines };
  parsedTexts.set(key, parsed);
  return parsed;
}

/** All contract files of one side. */
export class Sources {
  readonly tree: Tree;
  /** Ids of the places that a comparison came by through a $ref. */
  readonly reached = new Set<string>();
  /** The day from which this side holds: what it announces is known from then on, whatever dates it names. */
  readonly day: Date;
  constructor(tree: Tree, day: Date) {
    this.tree = tree;
    this.day = day;
  }

  root(file: string): Node | undefined {
    return this.tree.has(file) ? new Node(this, file, [], this.#whole(file).value) : undefined;
  }

  /** The document with its parts in other files, put together once. */
  #whole(file: string): Whole {
    const known = this.#wholes.get(file);
    if (known !== undefined) return known;
    const read = whole(file, (each) => parse(each, this.tree.get(each) ?? '').value);
    const isOf30 = text(fields(read.value).openapi).startsWith('3.0');
    const document = isOf30 ? { ...read, value: withoutSiblings(read.value) } : read;
    this.#wholes.set(file, document);
    return document;
  }
  readonly #wholes = new Map<string, Whole>();

  /** The node at a path, without following any $ref on the way; undefined where there is none. */
  at(file: string, path: Path): Node | undefined {
    let value: unknown = this.root(file)?.value;
    for (const step of path) value = Array.isArray(value) ? value[Number(step)] : fields(value)[String(step)];
    return value === undefined ? undefined : new Node(this, file, path, value);
  }

  /** What has the name as its $anchor or $dynamicAnchor. */
  anchored(file: string, name: string): Node[] {
    const root = this.root(file);
    if (root === undefined) return [];
    const named = this.#anchors.get(file) ?? Map.groupBy(anchorsIn(root), ([anchor]) => anchor);
    this.#anchors.set(file, named);
    return (named.get(name) ?? []).map(([, node]) => node);
  }
  readonly #anchors = new Map<string, Map<string, [string, Node][]>>();

  /** Where the key at the path stands; of a list item, the item. The nearest node around it when there is nothing at the path. */
  locate(inFile: string, at: Path): Location {
    const { file, path } = this.#whole(inFile).origin(at);
    const content = this.tree.get(file);
    if (content === undefined) return { file, line: 1, column: 1 };
    const { document, lines } = parse(file, content);
    for (let length = path.length; length > 0; length--) {
      const range = rangeOf(document, path.slice(0, length));
      if (range === undefined) continue;
      const { line, col } = lines.linePos(range[0]);
      return { file, line, column: col };
    }
    return { file, line: 1, column: 1 };
  }
}

/** OpenAPI 3.0 ignores what stands beside a $ref. */
function withoutSiblings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSiblings);
  if (!isFields(value)) return value;
  if (typeof value.$ref === 'string') return { $ref: value.$ref };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutSiblings(each)]));
}

function anchorsIn(node: Node): [string, Node][] {
  const { $anchor, $dynamicAnchor } = node.fields;
  const own = [text($anchor), text($dynamicAnchor)].filter((name) => name !== '');
  const keys = Array.isArray(node.value) ? [...node.value.keys()] : Object.keys(node.fields);
  return [
    ...own.map((name): [string, Node] => [name, node]),
    ...keys.flatMap((key) => {
      const child = node.raw(key);
      return child === undefined || typeof child.value !== 'object' ? [] : anchorsIn(child);
    }),
  ];
}

function rangeOf(document: Document.Parsed, path: Path): Range | undefined {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(parent)) {
    const pair = parent.items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(last),
    );
    return isNode(pair?.key) ? (pair.key.range ?? undefined) : undefined;
  }
  const item: unknown = document.getIn(path, true);
  return isNode(item) ? (item.range ?? undefined) : undefined;
}

/** A place in a contract with its value. Two nodes of one side with the same id are the same place. */
export class Node {
  readonly sources: Sources;
  readonly file: string;
  readonly path: Path;
  readonly value: unknown;

  constructor(sources: Sources, file: string, path: Path, value: unknown) {
    this.sources = sources;
    this.file = file;
    this.path = path;
    this.value = value;
  }

  get id(): string {
    return placeId(this.file, this.path);
  }

  /** The places that the node is made of: one, unless several are read as one. */
  get places(): readonly string[] {
    return [this.id];
  }

  get fields(): Fields {
    return fields(this.value);
  }

  get text(): string {
    return text(this.value);
  }

  /** The child as written: a $ref stays a $ref. */
  raw(key: string | number): Node | undefined {
    const value = Array.isArray(this.value) ? this.value[Number(key)] : this.fields[String(key)];
    return value === undefined ? undefined : new Node(this.sources, this.file, [...this.path, key], value);
  }

  /** The child, its $ref followed. */
  get(...keys: readonly (string | number)[]): Node | undefined {
    let node: Node | undefined = this.followed();
    for (const key of keys) node = node?.raw(key)?.followed();
    return node;
  }

  /** Fields or items, each $ref followed. */
  entries(): [string, Node][] {
    return Object.keys(fields(this.value)).flatMap((key) => {
      const child = this.get(key);
      return child === undefined ? [] : [[key, child] as [string, Node]];
    });
  }

  items(): Node[] {
    return list(this.value).flatMap((_, index) => this.get(index) ?? []);
  }

  /** What a $ref names, through any chain of them. */
  followed(): Node {
    let node: Node = this;
    for (let depth = 0; depth < 32; depth++) {
      const target = node.target();
      if (target === undefined) return node;
      node = target;
    }
    throw new UsageError(`${this.file}: a $ref leads to itself at ${this.path.join('/')}`);
  }

  /** What this node's own $ref names. A $dynamicRef is one, unless several places have its name: schema/annotations.ts reports those. */
  target(): Node | undefined {
    const ref = this.fields.$ref ?? this.fields.$dynamicRef;
    if (typeof ref !== 'string') return undefined;
    const [name = '', pointer = ''] = ref.split('#');
    const file = name === '' ? this.file : posix.join(posix.dirname(this.file), name);
    const path = decodeURIComponent(pointer).split('/').slice(1).map(unescapePointer);
    const isAnchor = pointer !== '' && !pointer.startsWith('/');
    const [found] = isAnchor ? this.sources.anchored(file, pointer) : [this.sources.at(file, path)];
    if (found !== undefined) {
      this.sources.reached.add(found.id);
      return found;
    }
    const { file: at, line, column } = this.location;
    throw new UsageError(`${at}:${line}:${column} refers to ${ref}, where nothing is`);
  }

  get location(): Location {
    return this.sources.locate(this.file, this.path);
  }
}

export const placeId = (file: string, path: Path): string =>
  `${file}#/${path.map(String).map(escapePointer).join('/')}`;
const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Same meaning as JSON: the order of fields does not count. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isFields(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  ) ?? 'undefined';
export const equal = (a: unknown, b: unknown): boolean => a === b || canonical(a) === canonical(b);
