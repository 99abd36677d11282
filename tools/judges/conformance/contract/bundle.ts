// A document as one value: what it refers to in other files stands among its own components. Shares nothing with the
// generator's reading but how a document is put together (whole.ts).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { whole } from '../../../contract/whole.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The bundled document, and the registry of problems when one of its files has it. */
export type Bundled = { readonly raw: Json; readonly registry: Json | undefined };

export function bundle(file: string): Bundled {
  const files = new Map<string, Json>();
  /** Where what another file has stands here. */
  const places = new Map<string, string>();
  const components: Record<string, Record<string, unknown>> = {};
  const load = (name: string): Json => {
    const known = files.get(name) ?? (parse(readFileSync(name, 'utf8')) as Json);
    files.set(name, known);
    return known;
  };
  const main = path.resolve(file);
  files.set(main, whole(main, load).value as Json);

  /** References that leave the main document become references into its components, and what they name is taken in. */
  const taken = (value: unknown, from: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => taken(each, from));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? follow(each, from) : taken(each, from),
    ]);
    return withSteps(Object.fromEntries(entries));
  };
  const follow = (ref: string, from: string): string => {
    const [name = '', pointer = ''] = ref.split('#');
    const target = name === '' ? from : path.resolve(path.dirname(from), name);
    if (target === main) return `#${pointer}`;
    const keys = pointer.split('/').slice(1).map(unescapeKey);
    const known = places.get(`${target}#${pointer}`);
    if (known !== undefined) return known;
    const [section = 'schemas', preferred = path.basename(target, path.extname(target))] =
      keys.length < 2 ? ['schemas', ...keys] : keys.slice(-2);
    const group = components[section] ?? {};
    components[section] = group;
    const key = freeIn({ ...ownIn(load(main), section), ...group }, preferred);
    const place = `#/components/${section}/${escapeKey(key)}`;
    // Before its own references are followed, since they may lead back here.
    places.set(`${target}#${pointer}`, place);
    group[key] = {};
    group[key] = taken(valueAt(load(target), keys), target);
    return place;
  };

  const own = taken(load(main), main) as Json;
  const sections = isRecord(own.components) ? own.components : {};
  const merged = Object.fromEntries(
    [...new Set([...Object.keys(sections), ...Object.keys(components)])].map((name) => [
      name,
      { ...((sections[name] as Json | undefined) ?? {}), ...components[name] },
    ]),
  );
  const registry = [...files.values()].map(({ problems }) => problems).find(isRecord);
  return { raw: { ...own, components: merged }, registry };
}

/** A number of decimals is judged as the step that it means; how exactly: schemas.ts. */
function withSteps(value: Json): Json {
  const decimals = value['x-decimals'];
  return typeof decimals === 'number' ? { ...value, multipleOf: Number(`1e-${decimals}`) } : value;
}

/** What the main document has itself; a reference there is only another name of what is taken in. */
function ownIn({ components }: Json, section: string): Json {
  const all = isRecord(components) && isRecord(components[section]) ? Object.entries(components[section]) : [];
  return Object.fromEntries(all.filter(([, each]) => !(isRecord(each) && '$ref' in each)));
}

/** Two files may use the same name for two schemas. */
function freeIn(group: Json, preferred: string): string {
  const names = [preferred, ...Array.from({ length: 1_000 }, (_, n) => `${preferred}-${n + 2}`)];
  return names.find((name) => !(name in group)) ?? preferred;
}

export function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (at as Json | undefined)?.[key], value);
}

/** What stands behind a reference, and behind those that it leads to; anything else as it is. */
export const followed = (raw: Json, value: unknown): Json => {
  const { $ref } = value as Json;
  return typeof $ref === 'string' ? followed(raw, valueAt(raw, keysOf($ref.slice(1)))) : (value as Json);
};

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
export const unescapeKey = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
export const keysOf = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(unescapeKey);
