// An operation of an OpenAPI document with everything that holds for it, and how operations of two documents pair up.

import { fields, list, type Node, text } from '../source.ts';

export type Operation = {
  /** `GET /ingest/jobs/{id}` */
  readonly title: string;
  /** The same without the names of path parameters, which do not travel. */
  readonly key: string;
  readonly id: string;
  readonly node: Node;
  readonly root: Node;
  readonly planned: boolean;
  readonly path: string;
  /** By place and name; header names without case. */
  readonly parameters: ReadonlyMap<string, Node>;
};

export const methods: ReadonlySet<string> = new Set('get put post delete options head patch trace query'.split(' '));

/** `prefix` stands before each path where operations of two documents pair up by their whole address. */
export function operationsOf(root: Node, prefix = ''): Operation[] {
  const paths = root.get('paths');
  return Object.keys(fields(paths?.value)).flatMap((path) => {
    const item = paths?.get(path);
    if (item === undefined) return [];
    return calls(item).flatMap(([method, node]) => {
      const title = `${method} ${path}`;
      return [
        {
          title,
          key: `${method} ${prefix}${path}`.replaceAll(/\{[^}]*\}/g, '{}'),
          id: text(node.fields.operationId),
          node,
          root,
          path,
          planned: node.fields['x-planned'] === true,
          parameters: parametersOf(item, node),
        },
      ];
    });
  });
}

/** Operations of a path by their methods; those of OpenAPI 3.2 may have any name. */
function calls(item: Node): [method: string, Node][] {
  const others = item.raw('additionalOperations')?.entries() ?? [];
  const named = [...methods].flatMap((method): [string, Node][] => {
    const node = item.raw(method);
    return node === undefined ? [] : [[method.toUpperCase(), node]];
  });
  return [...named, ...others];
}

function parametersOf(item: Node, operation: Node): ReadonlyMap<string, Node> {
  const all = [item, operation].flatMap((node) => node.get('parameters')?.items() ?? []);
  return new Map(all.filter((node) => !isIgnored(node)).map((node) => [parameterKey(node), node]));
}

/** OpenAPI ignores header parameters of these names: media types and security schemes state them. */
const ignoredHeaders = ['accept', 'content-type', 'authorization'];

const isIgnored = ({ fields: { in: place, name } }: Node): boolean =>
  place === 'header' && ignoredHeaders.includes(String(name).toLowerCase());

function parameterKey({ fields: { in: place, name } }: Node): string {
  const spelled = String(name);
  return `${String(place)} ${place === 'header' ? spelled.toLowerCase() : spelled}`;
}

/** Names of path parameters in the order of the path: by that they pair, since their names do not travel. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');

export type Pairs = {
  readonly kept: readonly (readonly [Operation, Operation])[];
  readonly readdressed: readonly (readonly [Operation, Operation])[];
  readonly gone: readonly Operation[];
  readonly fresh: readonly Operation[];
};

export function pairOperations(before: readonly Operation[], after: readonly Operation[]): Pairs {
  const byKey = new Map(after.map((each) => [each.key, each]));
  const keys = new Set(before.map(({ key }) => key));
  const kept = before.flatMap((each) => {
    const other = byKey.get(each.key);
    return other === undefined ? [] : [[each, other] as const];
  });
  const lost = before.filter(({ key }) => !byKey.has(key));
  const free = after.filter(({ key }) => !keys.has(key));
  const readdressed = lost.flatMap((each) => {
    const other = free.find(({ id }) => id !== '' && id === each.id);
    return other === undefined ? [] : [[each, other] as const];
  });
  return {
    kept,
    readdressed,
    gone: lost.filter((each) => !readdressed.some(([one]) => one === each)),
    fresh: free.filter((each) => !readdressed.some(([, other]) => other === each)),
  };
}

export const strings = (value: unknown): string[] => list(value).map(String);
