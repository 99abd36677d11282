// The operations of an HTTP contract in the form in which the rules ask about them.

import { type Document, entries, type Fields, fields, list, type Path, text } from './document.ts';

export type Parameter = { readonly at: Path; readonly name: string; readonly in: string; readonly value: Fields };
export type Reply = { readonly at: Path; readonly status: string; readonly value: Fields };

export type Operation = {
  readonly at: Path;
  readonly path: string;
  readonly method: string;
  readonly id: string;
  readonly value: Fields;
  readonly parameters: readonly Parameter[];
  readonly body: Fields | undefined;
  readonly replies: readonly Reply[];
  readonly security: readonly unknown[];
  readonly isPublic: boolean;
};

const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);

export function* operations({ root }: Document): Generator<Operation> {
  for (const [path, item] of entries(root.paths))
    for (const [method, value] of entries(item))
      if (methods.has(method)) yield operation(root, path, method, item, value);
}

function operation(root: Fields, path: string, method: string, item: Fields, value: Fields): Operation {
  const at = ['paths', path, method];
  const security = list(value.security ?? root.security);
  return {
    at,
    path,
    method,
    id: text(value.operationId),
    value,
    parameters: [...parameters(item.parameters, ['paths', path]), ...parameters(value.parameters, at)],
    body: value.requestBody === undefined ? undefined : fields(value.requestBody),
    replies: entries(value.responses).map(([status, reply]) => ({
      at: [...at, 'responses', status],
      status,
      value: reply,
    })),
    security,
    isPublic: security.length === 0 || security.some((each) => Object.keys(fields(each)).length === 0),
  };
}

const parameters = (value: unknown, at: Path): Parameter[] =>
  list(value)
    .map(fields)
    .map((each, i) => ({ at: [...at, 'parameters', i], name: text(each.name), in: text(each.in), value: each }));

export const reply = ({ replies }: Operation, status: string | number): Reply | undefined =>
  replies.find((each) => each.status === String(status));

export const success = ({ replies }: Operation): readonly Reply[] =>
  replies.filter(({ status }) => status.startsWith('2'));

export const has = (operation: Operation, place: string, name: string): boolean =>
  operation.parameters.some((each) => each.in === place && each.name.toLowerCase() === name.toLowerCase());

export const hasHeader = ({ value }: Reply, name: string): boolean =>
  Object.keys(fields(value.headers)).some((each) => each.toLowerCase() === name.toLowerCase());

export const slugs = ({ value }: Reply): readonly string[] => list(value['x-problems']).map(text);

/** The schema of the body with this media type. */
export const bodySchema = (body: Fields | undefined, mediaType = 'application/json'): Fields =>
  fields(fields(fields(body?.content)[mediaType]).schema);
