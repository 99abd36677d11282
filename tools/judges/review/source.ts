// Contracts as trees of nodes that know their file, line and column and follow each $ref.

import { posix } from 'node:path';
import { type Whole, whole } from '../../contract/whole.ts';
import { parse } from './reading/parsed.ts';
import { decoded, fileIn, isAddress, type Side } from './reading/side.ts';
import { type Tree, UsageError } from './tree.ts';

export type Path = readonly (string | number)[];
export type Fields = Readonly<Record<string, unknown>>;
export type Location = { readonly file: string; readonly line: number; readonly column: number };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fields = (value: unknown): Fields => (isFields(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** All contract files of one side. */
export class Sources {
  readonly tree: Tree;
  /** Ids of the places that a comparison came by through a $ref. */
  readonly reached = new Set<string>();
  /** The day from which this side holds: what it announces is known from then on, whatever dates it names. */
  readonly day: Date;
  readonly #side: Side | undefined;

  constructor(tree: Tree, day: Date, side?: Side) {
    this.tree = tree;
    this.day = day;
    this.#side = side;
  }

  /** Whether a user named this document, so that its files are compared from its references. */
  get isNamed(): boolean {
    return this.#side !== undefined;
  }

  /** What a user calls the file. */
  nameOf(file: string): string {
    return this.#side?.names.get(file) ?? file;
  }

  /** The file that a reference names; the document itself has one name, from wherever it is referred to. */
  fileOf(from: string, ref: string): string {
    const name = fileIn(ref);
    if (name === '') return from;
    const file = posix.join(posix.dirname(from), name);
    return this.#side !== undefined && file === this.#side.base ? this.#side.root : file;
  }

  root(file: string): Node | undefined {
    return this.tree.has(file) ? new Node(this, file, [], this.#whole(file).value) : undefined;
  }

  /** The document with its parts in other files, put together once. */
  #whole(file: string): Whole {
    const known = this.#wholes.get(file);
    if (known !== undefined) return known;
    const load = (each: string): unknown => parse(this.nameOf(each), this.tree.get(each) ?? '').value;
    const read = whole(file, load);
    // A file that a document refers to is read by the rules of its version.
    const version = text(fields(load(this.#side?.root ?? file)).openapi);
    const document = version.startsWith('3.0') ? { ...read, value: withoutSiblings(read.value) } : read;
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
    const named = this.#anchors.get(file) ?? anchorsIn(root);
    this.#anchors.set(file, named);
    return named.filter(([anchor]) => anchor === name).map(([, node]) => node);
  }
  readonly #anchors = new Map<string, [string, Node][]>();

  /** Where the value at the path was written. */
  locate(inFile: string, at: Path): Location {
    const { file, path } = this.#whole(inFile).origin(at);
    const name = this.nameOf(file);
    const content = this.tree.get(file);
    return content === undefined
      ? { file: name, line: 1, column: 1 }
      : { file: name, ...parse(name, content).place(path) };
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

  /** What a user calls its file. */
  get fileName(): string {
    return this.sources.nameOf(this.file);
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
    throw new UsageError(`${this.fileName}: a $ref leads to itself at ${this.path.join('/')}`);
  }

  /**
   * What this node's own $ref names. A $dynamicRef is one, unless several places have its name: schema/annotations.ts
   * reports those.
   */
  target(): Node | undefined {
    const ref = this.fields.$ref ?? this.fields.$dynamicRef;
    if (typeof ref !== 'string') return undefined;
    const [, pointer = ''] = ref.split('#');
    const file = this.sources.fileOf(this.file, ref);
    const path = decoded(pointer).split('/').slice(1).map(unescapePointer);
    const isAnchor = pointer !== '' && !pointer.startsWith('/');
    const [found] = isAnchor ? this.sources.anchored(file, pointer) : [this.sources.at(file, path)];
    if (found !== undefined) {
      this.sources.reached.add(found.id);
      return found;
    }
    const { file: at, line, column } = this.location;
    const why = isAddress(ref) ? 'and the review reads no addresses: store a copy in a file' : 'where nothing is';
    throw new UsageError(`${at}:${line}:${column} refers to ${ref}, ${why}`);
  }

  get location(): Location {
    return this.sources.locate(this.file, this.path);
  }
}

/** The path of a place in its file. */
export const pathOf = (id: string): Path => {
  const pointer = id.slice(id.indexOf('#/') + 2);
  return pointer === '' ? [] : pointer.split('/').map(unescapePointer);
};
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
