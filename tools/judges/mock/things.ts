// What a mock remembers: things by their addresses, each seen by those who share the scope of its maker. Everything is gone when the mock ends.
import type { Json } from '../../generator/json.ts';

export type Thing = {
  readonly address: string;
  readonly template: string;
  readonly scope: string;
  /** It stands in an example of the document and nobody has made it. */
  readonly isExample: boolean;
  /** Its states go on by themselves. */
  readonly moves: boolean;
  readonly madeAt: number;
  /** Of an instance: the states through which the last wish leads it. */
  readonly way?: readonly string[];
  value: Readonly<Record<string, Json>>;
  /** What is below it, by the rest of the address. */
  readonly parts: Map<string, Json>;
};

export type Things = {
  /** The thing at the address, if whoever asks may know of it and of all that it is below of. */
  readonly find: (address: string, scope: string) => Thing | undefined;
  /** Whoever asks. */
  readonly at: (address: string) => Thing | undefined;
  readonly keep: (thing: Thing) => void;
  /** With all below it. */
  readonly remove: (address: string) => void;
  /** Directly below the address of a collection, in the order in which they were made. */
  readonly list: (collection: string, template: string, scope: string) => readonly Thing[];
};

export const collectionOf = (template: string): string => template.slice(0, template.lastIndexOf('/'));

export const addressOf = (template: string, path: Readonly<Record<string, unknown>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));

export function thingsOf(): Things {
  const things = new Map<string, Thing>();
  const isSeen = (address: string, scope: string): boolean =>
    prefixesOf(address).every((each) => (things.get(each)?.scope ?? scope) === scope);
  return {
    find: (address, scope) => (isSeen(address, scope) ? things.get(address) : undefined),
    at: (address) => things.get(address),
    keep: (thing) => void things.set(thing.address, thing),
    remove: (address) => {
      for (const key of things.keys()) if (key === address || key.startsWith(`${address}/`)) things.delete(key);
    },
    list: (collection, template, scope) =>
      [...things.values()].filter(
        (each) =>
          each.template === template &&
          each.address.slice(0, each.address.lastIndexOf('/')) === collection &&
          isSeen(each.address, scope),
      ),
  };
}

/** `/a/b` of `/a/b`: `/a` and `/a/b`. */
const prefixesOf = (address: string): string[] => {
  const segments = address.slice(1).split('/');
  return segments.map((_, i) => `/${segments.slice(0, i + 1).join('/')}`);
};
