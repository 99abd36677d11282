// A request that the contract takes, made from its examples and from what is known of the deployment.
import type { Body, Operation, Parameter } from '../contract/contract.ts';
import { queryText } from './query-text.ts';
import { multipart, type Request } from './wire.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What differs from the examples of the document, every reference in it followed. */
export type Filled = {
  readonly token?: string | undefined;
  readonly path?: Fields;
  readonly query?: Fields;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly media?: string | undefined;
};

/** Required parameters and the body from the examples, the rest as given. */
export function requestOf(base: string, operation: Operation, given: Filled = {}): Request {
  const values = (where: Parameter['in']) =>
    operation.parameters.filter((each) => each.in === where && each.required).map((each) => [each.name, each.example]);
  const path: Fields = { ...Object.fromEntries(values('path')), ...given.path };
  const query: Fields = { ...Object.fromEntries(values('query')), ...given.query };
  const own = given.token === undefined ? {} : { authorization: `Bearer ${given.token}` };
  const at = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const body = bodyIn(operation, given.media);
  const sent: Pick<Request, 'headers' | 'body'> =
    body === undefined ? {} : encoded(body, given.body ?? body.examples[0]);
  return {
    method: operation.method,
    path: base + at + queryText(query),
    ...sent,
    headers: {
      ...Object.fromEntries(values('header').map(([name, value]) => [String(name).toLowerCase(), String(value)])),
      ...sent.headers,
      ...own,
      ...given.headers,
    },
  };
}

export const bodyIn = ({ bodies }: Operation, media: string | undefined): Body | undefined =>
  bodies.find((each) => each.media === media) ?? bodies[0];

export const isForm = ({ media }: Body): boolean =>
  media === 'multipart/form-data' || media === 'application/x-www-form-urlencoded';

function encoded(body: Body, value: unknown) {
  const files = Object.entries(body.schema.properties ?? {}).flatMap(([name, { format, contentMediaType }]) =>
    format === 'binary' || contentMediaType !== undefined ? [name] : [],
  );
  if (body.media === 'application/x-www-form-urlencoded') {
    const pairs = Object.entries((value ?? {}) as Fields).flatMap(([name, each]) => textsOf(name, each));
    return { headers: { 'content-type': body.media }, body: new URLSearchParams(pairs).toString() };
  }
  if (isForm(body))
    return multipart(
      Object.entries((value ?? {}) as Fields).flatMap(
        ([name, each]): readonly (readonly [string, string | Uint8Array])[] =>
          each instanceof Uint8Array ? [[name, each]] : textsOf(name, each),
      ),
      files,
    );
  const isText = typeof value === 'string' && !/[/+]json$/.test(body.media);
  return {
    headers: { 'content-type': body.media },
    body: isText || value instanceof Uint8Array ? value : JSON.stringify(value ?? {}),
  };
}

/** A list is one field for each of its items, an object is JSON. */
const textsOf = (name: string, value: unknown): [string, string][] =>
  [value].flat().map((each) => [name, typeof each === 'object' && each !== null ? JSON.stringify(each) : String(each)]);
