// One document with everything it refers to: files read, references followed, unknown keys refused with their place.
import { dirname, posix } from 'node:path';
import { formats } from '../../runtime/formats.ts';
import { isRecord, type Json, type JsonObject } from '../json.ts';
import { whole } from '../whole.ts';
import { isUnusableMember, memberRule } from './member-names.ts';
import { type Below, extensions, insteadOf, type ShapeName, shapes } from './shapes.ts';
import { ContractError, type Path, readSource, type Source } from './source.ts';

export interface Bundle {
  readonly file: string;
  /** Self-contained: every reference is `#/components/...`. */
  readonly json: JsonObject;
  /** Where a value of `json` was written; objects and lists only. */
  placeOf(value: Json, ...below: Path): string;
  /** What is odd, but wrong for no one. */
  readonly notes: readonly string[];
}

const sections: Readonly<Record<string, ShapeName>> = {
  schemas: 'schema',
  parameters: 'parameter',
  responses: 'response',
  headers: 'header',
  requestBodies: 'requestBody',
  securitySchemes: 'securityScheme',
};

export function bundle(root: string, file: string): Bundle {
  const bundler = new Bundler(root);
  const main = bundler.main(file);
  const json = bundler.copy(main.value, 'document', main, []) as JsonObject;
  if (bundler.wrongs.length > 0) throw new ContractError(bundler.wrongs);
  const local = isRecord(json.components) ? json.components : {};
  const components = Object.fromEntries(
    Object.keys(sections)
      .map((section) => [section, { ...(local[section] as JsonObject), ...bundler.imported(section) }] as const)
      .filter(([, entries]) => Object.keys(entries).length > 0),
  );
  const whole = { ...json, components };
  return {
    file,
    json: whole,
    placeOf: (value, ...below) => {
      const origin = bundler.origins.get(value as object);
      return origin === undefined ? main.at([]) : origin.source.at([...origin.path, ...below]);
    },
    notes: [...bundler.notes, ...unusedComponents(json, main)],
  };
}

class Bundler {
  readonly sources = new Map<string, Source>();
  readonly origins = new WeakMap<object, { source: Source; path: Path }>();
  readonly wrongs: string[] = [];
  readonly notes: string[] = [];
  readonly #root: string;
  readonly #components = new Map<string, { source: Source; path: string; value: Json }>();

  constructor(root: string) {
    this.#root = root;
  }

  source(file: string): Source {
    const known = this.sources.get(file);
    if (known) return known;
    const source = readSource(this.#root, file);
    this.sources.set(file, source);
    return source;
  }

  /** The document itself, whose parts are in several files. */
  main(file: string): Source {
    const { value, origin } = whole(file, (each) => this.source(each).value);
    const parts = new Map(this.sources);
    const at = (path: Path) => {
      const written = origin(path);
      return parts.get(written.file)?.at(written.path) ?? `${written.file}:1:1`;
    };
    const main: Source = { file, value: value as Json, at };
    this.sources.set(file, main);
    return main;
  }

  imported(section: string): JsonObject {
    const mine = [...this.#components].filter(([key, { path }]) => key.startsWith(`${section}/`) && path !== '');
    return Object.fromEntries(mine.map(([key, { value }]) => [key.slice(section.length + 1), value]));
  }

  copy(value: Json, below: Below, source: Source, path: Path): Json {
    if (below === 'verbatim' || typeof value !== 'object' || value === null) return this.#remember(value, source, path);
    if (below.endsWith('[]')) {
      const list = (value as readonly Json[]).map((item, i) =>
        this.copy(item, below.slice(0, -2) as ShapeName, source, [...path, i]),
      );
      return this.#remember(list, source, path);
    }
    if (below.endsWith('{}')) {
      const names = Object.entries(value).map(([name, item]) => [
        name,
        this.copy(item, below.slice(0, -2) as ShapeName, source, [...path, name]),
      ]);
      return this.#remember(Object.fromEntries(names), source, path);
    }
    return this.#remember(this.#object(value as JsonObject, below as ShapeName, source, path), source, path);
  }

  #object(value: JsonObject, kind: ShapeName, source: Source, path: Path): JsonObject {
    const shape: Readonly<Record<string, Below>> = shapes[kind];
    const entries = Object.entries(value).map(([key, item]) => {
      if (key === '$ref') return [key, this.#follow(String(item), kind, source, [...path, key])];
      if (key.startsWith('x-') && !extensions.has(key))
        this.notes.push(`${source.at([...path, key])}: ${key} means nothing to the generator`);
      if (key.startsWith('x-')) return [key, item];
      const below = shape[key];
      if (below === undefined)
        this.wrongs.push(`${source.at([...path, key])}: "${key}" is not supported in a ${kind}${insteadOf(key)}`);
      return [key, below === undefined ? item : this.copy(item, below, source, [...path, key])];
    });
    if (kind === 'schema' && value.format !== undefined && !Object.hasOwn(formats, String(value.format)))
      this.wrongs.push(
        `${source.at([...path, 'format'])}: the format "${value.format}" is not supported; known: ${Object.keys(formats).join(', ')}`,
      );
    if (kind === 'schema')
      for (const name of Object.keys(isRecord(value.properties) ? value.properties : {}).filter(isUnusableMember))
        this.wrongs.push(
          `${source.at([...path, 'properties', name])}: "${name}" cannot be a member; rename it: ${memberRule}`,
        );
    return decimalsDescribed(Object.fromEntries(entries) as JsonObject);
  }

  /** The reference as the bundled document has it. */
  #follow(ref: string, kind: ShapeName, from: Source, path: Path): string {
    const [, file = '', section = '', name = ''] = /^([^#]*)#\/(?:components\/)?(\w+)\/([\w.-]+)$/.exec(ref) ?? [];
    const target = file === '' ? from.file : posix.join(dirname(from.file), file);
    const isShared = ['spec/common.yaml', 'spec/problems.yaml', from.file].includes(target);
    if (sections[section] !== kind || !isShared) {
      this.wrongs.push(`${from.at(path)}: "${ref}" leads to no ${kind} of this document, common.yaml or problems.yaml`);
      return ref;
    }
    this.#take(`${section}/${name}`, kind, this.source(target), from.at(path));
    return `#/components/${section}/${name}`;
  }

  #take(key: string, kind: ShapeName, source: Source, place: string): void {
    const [section = '', name = ''] = key.split('/');
    const known = this.#components.get(key);
    const isMain = source === this.sources.values().next().value;
    if (known) {
      if (known.source !== source) this.wrongs.push(`${place}: ${key} is in ${known.source.file} too`);
      return;
    }
    const top = source.value as JsonObject;
    const [path, holder] =
      section in top
        ? [[section, name], top[section]]
        : [['components', section, name], (top.components as JsonObject | undefined)?.[section]];
    const value = isRecord(holder) ? holder[name] : undefined;
    if (value === undefined) this.wrongs.push(`${place}: ${source.file} has no ${key}`);
    const entry: { source: Source; path: string; value: Json } = {
      source,
      path: isMain ? '' : path.join('/'),
      value: null,
    };
    this.#components.set(key, entry);
    // Components of the document itself are copied where they stand.
    if (!isMain && value !== undefined) entry.value = this.copy(value, kind, source, path);
  }

  #remember(value: Json, source: Source, path: Path): Json {
    if (typeof value === 'object' && value !== null) this.origins.set(value, { source, path });
    return value;
  }
}

/** The extension in words, for readers and tools that do not know it. */
function decimalsDescribed(schema: JsonObject): JsonObject {
  const { 'x-decimals': decimals, description = '' } = schema;
  if (typeof decimals !== 'number') return schema;
  return { ...schema, description: `${description} At most ${decimals} decimal${decimals === 1 ? '' : 's'}.`.trim() };
}

function unusedComponents(json: JsonObject, main: Source): string[] {
  const text = JSON.stringify(json);
  return Object.entries(isRecord(json.components) ? json.components : {}).flatMap(([section, entries]) =>
    section === 'securitySchemes' || section === 'examples'
      ? []
      : Object.keys(entries as JsonObject)
          .filter((name) => !text.includes(`"#/components/${section}/${name}"`))
          .map((name) => `${main.at(['components', section, name])}: ${section}/${name} is used nowhere`),
  );
}
