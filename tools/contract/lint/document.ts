// A contract as the rules see it: every $ref replaced by what it means, and the facts of the folder around it.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSource } from '../document/source.ts';
import { type Whole, whole } from '../whole.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** What is wrong, and where in the document. */
export type Finding = { readonly at: Path; readonly message: string };

export type Registered = { readonly status: number; readonly title: string };

/** What documents of one folder share: the registry of problems, the numbered decisions, the messages on the broker. */
export type Shared = {
  readonly problems: ReadonlyMap<string, Registered>;
  readonly decisions: ReadonlySet<number>;
  readonly messages: ReadonlySet<string>;
};

export type Document = {
  readonly file: string;
  /** Without any $ref. Cyclic where the schemas are, so never walk it without remembering where you were. */
  readonly root: Fields;
  /** As written. */
  readonly raw: Fields;
  readonly shared: Shared;
  /** The file and the path in it where a place of the document is written. */
  readonly origin: Whole['origin'];
  /** Absolute address of a node of `root`, for schema validators. */
  readonly address: (node: object) => string | undefined;
};

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const entries = (value: unknown): [string, Fields][] =>
  Object.entries(fields(value)).map(([key, entry]) => [key, fields(entry)]);

const parsed = new Map<string, Fields>();

/** Each file once: a lint is one short process. */
function read(file: string): Fields {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const document = fields(readSource('', file).value);
  parsed.set(file, document);
  return document;
}

export function openDocument(file: string): Document {
  const main = whole(file, read);
  const expander = new Expander(file, fields(main.value));
  return {
    file,
    root: fields(expander.node(file, '')),
    raw: fields(main.value),
    shared: sharedOf(file),
    origin: main.origin,
    address: (node) => expander.address(node),
  };
}

/** The raw files that a document consists of, by address. */
export function sources(file: string): ReadonlyMap<string, Fields> {
  const expander = new Expander(file, fields(whole(file, read).value));
  expander.node(file, '');
  return expander.files();
}

class Expander {
  readonly #raw = new Map<string, Fields>();
  readonly #done = new Map<string, unknown>();
  readonly #addresses = new WeakMap<object, string>();

  constructor(file: string, main: Fields) {
    this.#raw.set(file, main);
  }

  load(file: string): Fields {
    const document = this.#raw.get(file) ?? read(file);
    this.#raw.set(file, document);
    return document;
  }

  files = (): ReadonlyMap<string, Fields> =>
    new Map([...this.#raw].map(([file, value]) => [pathToFileURL(file).href, value]));

  address = (node: object): string | undefined => this.#addresses.get(node);

  /** The node at a JSON pointer of a file. One place is one object, which closes cycles. */
  node(file: string, pointer: string): unknown {
    const key = `${file}#${pointer}`;
    if (this.#done.has(key)) return this.#done.get(key);
    let value: unknown = this.load(file);
    for (const part of pointer.split('/').slice(1))
      value = fields(value)[unescapePointer(part)] ?? list(value)[Number(part)];
    return this.#expand(value, file, pointer);
  }

  #expand(value: unknown, file: string, pointer: string): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const key = `${file}#${pointer}`;
    if (this.#done.has(key)) return this.#done.get(key);
    const ref = fields(value).$ref;
    if (typeof ref === 'string') return this.#follow(ref, file);
    const copy: object = Array.isArray(value) ? [] : {};
    this.#done.set(key, copy);
    this.#addresses.set(copy, `${pathToFileURL(file).href}#${pointer.split('/').map(encodeURIComponent).join('/')}`);
    for (const [name, child] of Object.entries(value))
      Reflect.set(copy, name, this.#expand(child, file, `${pointer}/${escapePointer(name)}`));
    return copy;
  }

  #follow(ref: string, from: string): unknown {
    const [path = '', pointer = ''] = ref.split('#');
    const file = path === '' ? from : resolve(dirname(from), path);
    return existsSync(file) ? this.node(file, decodeURIComponent(pointer)) : undefined;
  }
}

export const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const sharedByFolder = new Map<string, Shared>();

/** The folder with problems.yaml in or above the document's own is the one that is shared. */
function sharedOf(file: string): Shared {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'problems.yaml')) && dirname(folder) !== folder) folder = dirname(folder);
  const known = sharedByFolder.get(folder);
  if (known !== undefined) return known;
  const shared = { problems: problemsOf(folder), decisions: decisionsOf(folder), messages: messagesOf(folder) };
  sharedByFolder.set(folder, shared);
  return shared;
}

function problemsOf(folder: string): ReadonlyMap<string, Registered> {
  const file = join(folder, 'problems.yaml');
  const problems = existsSync(file) ? entries(read(file).problems) : [];
  return new Map(
    problems.map(([slug, problem]) => [slug, { status: Number(problem.status), title: text(problem.title) }]),
  );
}

/** By the names of the files: `decisions/012-names-and-labels.md`. */
const decisionsOf = (folder: string): ReadonlySet<number> =>
  new Set(namesIn(join(folder, 'decisions')).flatMap((name) => /^\d{3}(?=-)/.exec(name)?.map(Number) ?? []));

/** A message goes by its channel's address, its key or its name. */
function messagesOf(folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const part of namesIn(folder)) {
    const file = join(folder, part, 'asyncapi.yaml');
    if (!existsSync(file)) continue;
    const document = read(file);
    for (const [, channel] of entries(document.channels)) found.add(text(channel.address));
    for (const [key, message] of entries(fields(document.components).messages)) found.add(key).add(text(message.name));
  }
  return found;
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
