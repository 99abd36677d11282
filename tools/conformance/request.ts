// A request that the contract takes, made from its examples and from what is known of the deployment. Which one: reach.ts.
import type { Body, Operation, Parameter } from './document.ts';
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
  const at = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const body = bodyIn(operation, given.media);
  const sent: Pick<Request, 'headers' | 'body'> =
    body === undefined ? {} : encoded(body, given.body ?? body.examples[0]);
  return {
    method: operation.method,
    path: base + at + search(query),
    ...sent,
    headers: {
      ...Object.fromEntries(values('header').map(([name, value]) => [String(name).toLowerCase(), String(value)])),
      ...sent.headers,
      ...(given.token === undefined ? {} : { authorization: `Bearer ${given.token}` }),
      ...given.headers,
    },
  };
}

export const bodyIn = ({ bodies }: Operation, media: string | undefined): Body | undefined =>
  bodies.find((each) => each.media === media) ?? bodies[0];

export const isForm = ({ media }: Body): boolean =>
  media === 'multipart/form-data' || media === 'application/x-www-form-urlencoded';

const search = (query: Fields): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [value].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

function encoded(body: Body, value: unknown) {
  const files = Object.entries(body.schema.properties ?? {}).flatMap(([name, { format }]) =>
    format === 'binary' ? [name] : [],
  );
  if (body.media === 'application/x-www-form-urlencoded') {
    const pairs = Object.entries((value ?? {}) as Fields).map(([name, each]): [string, string] => [name, String(each)]);
    return { headers: { 'content-type': body.media }, body: new URLSearchParams(pairs).toString() };
  }
  if (isForm(body))
    return multipart(
      Object.entries((value ?? {}) as Fields).map(([name, each]) => [
        name,
        each instanceof Uint8Array ? each : String(each),
      ]),
      files,
    );
  const isText = typeof value === 'string' && !/[/+]json$/.test(body.media);
  return {
    headers: { 'content-type': body.media },
    body: isText || value instanceof Uint8Array ? value : JSON.stringify(value ?? {}),
  };
}
