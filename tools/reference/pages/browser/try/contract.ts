// The document of a page, as users download it, and what a form needs to know of an operation.
export type Value = null | boolean | number | string | readonly Value[] | Values;
export interface Values {
  readonly [name: string]: Value | undefined;
}

export interface Called {
  readonly document: Values;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly value: Values;
}

export const recordOf = (value: Value | undefined): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
export const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);
export const textIn = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

const documents = new Map<string, Promise<Values>>();

export function contractAt(url: string): Promise<Values> {
  const known = documents.get(url) ?? fetch(url).then((answer) => answer.json() as Promise<Values>);
  documents.set(url, known);
  known.catch(() => documents.delete(url));
  return known;
}

export function calledOf(document: Values, id: string): Called | undefined {
  for (const [path, item] of Object.entries(recordOf(document.paths)))
    for (const [method, value] of Object.entries(recordOf(item)))
      if (recordOf(value).operationId === id)
        return { document, id, path, method: method.toUpperCase(), value: recordOf(value) };
  return undefined;
}

/** Without references and allOf; of a union with null, the other. */
export function plainSchema(document: Values, written: Value | undefined, depth = 0): Values {
  const value = recordOf(written);
  if (depth > 20) return value;
  const { $ref } = value;
  const target = typeof $ref === 'string' ? plainSchema(document, pointed(document, $ref), depth + 1) : {};
  const parts = listOf(value.allOf).map((each) => plainSchema(document, each, depth + 1));
  const options = listOf(value.anyOf).filter((each) => recordOf(each).type !== 'null');
  const only = options.length === 1 ? plainSchema(document, options[0], depth + 1) : {};
  const all = [target, ...parts, only, value];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => recordOf(properties))),
    required: all.flatMap(({ required }) => listOf(required)),
  };
}

export const pointed = (document: Values, ref: string): Value | undefined =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Value | undefined>((at, step) => recordOf(at)[step], document);

export const followed = (document: Values, value: Value | undefined): Values =>
  typeof recordOf(value).$ref === 'string'
    ? recordOf(pointed(document, textIn(recordOf(value).$ref)))
    : recordOf(value);

/**
 * Where the installation that serves this page answers the operations of a document: pages of another host have none.
 */
export async function installationOf(document: Values, top: string): Promise<string | undefined> {
  const [server] = listOf(document.servers).map(recordOf);
  const [variable] = Object.values(recordOf(server?.variables)).map(recordOf);
  const declared = new URL(textIn(variable?.default) || textIn(server?.url), location.href).pathname.slice(1);
  const above = new URL('..', new URL(top || '.', location.href)).href;
  const candidates = [
    above + declared,
    above + declared.split('/').slice(-2).join('/'),
    `${location.origin}/${declared}`,
  ];
  const probe = Object.keys(recordOf(document.paths)).find((path) => !path.includes('{')) ?? '';
  for (const candidate of new Set(candidates)) {
    // Answered without a credential, where a read before the login would be a 401.
    const asked = { method: 'OPTIONS', redirect: 'manual', credentials: 'omit' } as const;
    const answer = await fetch(candidate + probe, asked).catch(() => undefined);
    if (answer?.ok && answer.headers.has('Allow')) return candidate;
  }
  return undefined;
}
