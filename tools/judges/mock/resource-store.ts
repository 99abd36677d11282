// The mock's resources by address, each visible in the scope in which it was created. Kept in memory only.
import type { Json } from '../../contract/json.ts';

export type Resource = {
  readonly address: string;
  readonly template: string;
  readonly scope: string;
  /** It comes from an example of the document, not from a request. */
  readonly isExample: boolean;
  /** Its states go on by themselves. */
  readonly moves: boolean;
  readonly madeAt: number;
  /** The states of an instance through which the last command leads it. */
  readonly states?: readonly string[];
  value: Readonly<Record<string, Json>>;
  /** What is below it, by the rest of the address. */
  readonly parts: Map<string, Json>;
};

export type ResourceStore = {
  /** The resource at the address, if it and all its parents are visible in the scope. */
  readonly find: (address: string, scope: string) => Resource | undefined;
  /** In whatever scope. */
  readonly at: (address: string) => Resource | undefined;
  readonly keep: (resource: Resource) => void;
  /** With all below it. */
  readonly remove: (address: string) => void;
  /** Directly below the address of a collection, in the order in which they were made. */
  readonly list: (collection: string, template: string, scope: string) => readonly Resource[];
};

/** What is listed below it may have an address of several parts, as `/{kind}/{alias}`. */
export const collectionOf = (template: string): string => template.replace(/(\/\{\w+\})+$/, '');

export const addressOf = (template: string, path: Readonly<Record<string, unknown>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));

export function resourceStore(): ResourceStore {
  const resources = new Map<string, Resource>();
  const isVisible = (address: string, scope: string): boolean =>
    prefixesOf(address).every((each) => (resources.get(each)?.scope ?? scope) === scope);
  return {
    find: (address, scope) => (isVisible(address, scope) ? resources.get(address) : undefined),
    at: (address) => resources.get(address),
    keep: (resource) => void resources.set(resource.address, resource),
    remove: (address) => {
      for (const key of resources.keys()) if (key === address || key.startsWith(`${address}/`)) resources.delete(key);
    },
    list: (collection, template, scope) => {
      const depth = template.split('/').length - collectionOf(template).split('/').length;
      return [...resources.values()].filter(
        (each) =>
          each.template === template &&
          each.address.startsWith(`${collection}/`) &&
          each.address.split('/').length - collection.split('/').length === depth &&
          isVisible(each.address, scope),
      );
    },
  };
}

/** `/a/b` of `/a/b`: `/a` and `/a/b`. */
const prefixesOf = (address: string): string[] => {
  const segments = address.slice(1).split('/');
  return segments.map((_, i) => `/${segments.slice(0, i + 1).join('/')}`);
};
