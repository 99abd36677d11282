// One reply against the contract's document and its registry of problems, with nothing of what generation made.
// It finds what is wrong and never throws; who asks the questions: checks/.
import type { CheckName } from './checks.ts';
import type { Contract, Operation, Registered, Reply } from './document.ts';
import { type Follows, schemasOf } from './schemas.ts';

/** A reply, and what it answers. */
export type Seen = {
  readonly method: string;
  /** None: the request had no operation, by its path or by its method. */
  readonly operationId: string | undefined;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** A promise about replies, and how this one keeps it not. */
export type Wrong = {
  readonly rule: string;
  readonly expected: string;
  readonly seen: string;
  /** Which check says so; the one that asked, when left out. */
  readonly check?: CheckName;
};

/** Empty: the reply keeps the contract. */
export type Judge = (seen: Seen) => Promise<readonly Wrong[]>;

export const wrong = (rule: string, expected: unknown, seen: unknown): Wrong[] => [
  { rule, expected: String(expected), seen: String(seen) },
];

export const by = (check: CheckName, wrongs: readonly Wrong[]): Wrong[] => wrongs.map((each) => ({ ...each, check }));

const problemBase = 'https://covenant.example/problems/';

/** What any document may answer where it has no operation. */
const outside: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid-request'],
  404: ['not-found'],
  405: ['method-not-allowed'],
};

export function judge(contract: Contract): Judge {
  const follows = schemasOf(contract);
  const { registry } = contract;
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  return async (seen) => {
    const operation = operations.get(seen.operationId ?? '');
    return operation
      ? judgeOperation(follows, registry, operation, seen)
      : [...(await judgeOutside(follows, registry, seen)), ...requestIdOf(seen)];
  };
}

type Registry = Contract['registry'];

async function judgeOperation(
  follows: Follows,
  registry: Registry,
  operation: Operation,
  seen: Seen,
): Promise<Wrong[]> {
  const reply = operation.replies[seen.status];
  if (reply === undefined) return undeclared(`one of ${Object.keys(operation.replies).join(', ')}`, seen);
  return [
    ...requestIdOf(seen),
    ...by('reply-header', await headersOf(follows, reply, seen)),
    ...by('reply-caching', cachingOf(reply, seen)),
    ...by('rate-limit-headers', policyOf(operation, reply, seen)),
    ...by('reply-body', await bodyOf(follows, reply, seen)),
    ...by('rate-limit-headers', seen.status === 429 ? limitedOf(operation, seen) : []),
    ...by(
      'reply-problem',
      seen.status >= 400 && seen.method !== 'HEAD' ? problemOf(registry, seen, reply.problems) : [],
    ),
  ];
}

const undeclared = (declared: string, seen: Seen): Wrong[] =>
  by('declared-status', wrong('declared status', declared, `${seen.status} ${excerpt(seen)}`.trim()));

async function judgeOutside(follows: Follows, registry: Registry, seen: Seen): Promise<Wrong[]> {
  const hasAllow = ![204, 405].includes(seen.status) || seen.headers.allow;
  const allow = by('reply-header', hasAllow ? [] : wrong('header Allow', 'one', 'none'));
  if (seen.status === 204 && seen.method === 'OPTIONS') return allow;
  const problems = outside[seen.status];
  if (problems === undefined) return undeclared(Object.keys(outside).join(', '), seen);
  if (seen.method === 'HEAD') return allow;
  const reply = { problems, headers: {}, content: { 'application/problem+json': '/components/schemas/Problem' } };
  return [
    ...allow,
    ...by('reply-body', await bodyOf(follows, reply, seen)),
    ...by('reply-problem', problemOf(registry, seen, problems)),
  ];
}

const requestIdOf = ({ headers }: Seen): Wrong[] =>
  by('request-id', headers['x-request-id'] ? [] : wrong('header X-Request-Id', 'one on every reply', 'none'));

export async function headersOf(follows: Follows, reply: Pick<Reply, 'headers'>, { headers }: Seen): Promise<Wrong[]> {
  const findings = await Promise.all(
    Object.entries(reply.headers).map(async ([name, pointer]) => {
      const text = headers[name.toLowerCase()];
      if (text === undefined) return wrong(`header ${name}`, 'one', 'none');
      // A header is text; one that should be a number must read as one.
      const values = /^-?\d+(\.\d+)?$/.test(text) ? [Number(text), text] : [text];
      const breaches = await Promise.all(values.map((value) => follows(pointer, value)));
      const least = breaches.sort((a, b) => a.length - b.length)[0] ?? [];
      return least
        .slice(0, 1)
        .flatMap(({ rule }) => wrong(`header ${name}`, `${rule} of its schema`, JSON.stringify(text)));
    }),
  );
  return findings.flat();
}

/** An ETag that can be told from another, and answers that no shared cache keeps. */
function cachingOf({ headers: declared }: Reply, { headers }: Seen): Wrong[] {
  const { etag, 'cache-control': cache = '', vary = '' } = headers;
  if (etag === undefined) return [];
  if (!('ETag' in declared)) return wrong('header ETag', 'none, since there is no state that it could name', etag);
  const strong = /^"[\x21\x23-\x7e]+"$/.test(etag) ? [] : wrong('header ETag', 'a strong one', etag);
  const isPrivate = /(^|[ ,])(private|no-store)([ ,]|$)/.test(cache);
  return [
    ...strong,
    ...('Cache-Control' in declared && !isPrivate ? wrong('header Cache-Control', 'private', cache || 'none') : []),
    ...('Vary' in declared && !/authorization|cookie|\*/i.test(vary)
      ? wrong('header Vary', 'the credential', vary || 'none')
      : []),
  ];
}

/** draft-ietf-httpapi-ratelimit-headers-10: the limit is that of the contract or, where an installation raised it, a larger one; no more is left than it has. */
function policyOf({ limit }: Operation, { headers: declared }: Reply, { headers }: Seen): Wrong[] {
  const { 'ratelimit-policy': told, ratelimit: left } = headers;
  if (limit === undefined || !('RateLimit' in declared) || told === undefined || left === undefined) return [];
  const { policy, window_s } = limit;
  const raised = Number(/^"[^"]+";q=(\d+);w=\d+$/.exec(told)?.[1]);
  const quota = raised > limit.quota ? raised : limit.quota;
  const expected = `"${policy}";q=${quota};w=${window_s}`;
  const [, name, rest, seconds] = /^"([^"]+)";r=(\d+);t=(\d+)$/.exec(left) ?? [];
  const fits = name === policy && Number(rest) <= quota && Number(seconds) <= window_s;
  return [
    ...(told === expected ? [] : wrong('header RateLimit-Policy', expected, told)),
    ...(fits ? [] : wrong('header RateLimit', `"${policy}";r=0..${quota};t=0..${window_s}`, left)),
  ];
}

/** A refusal says once how long, in two places, and whose limit it was. */
function limitedOf({ limit }: Operation, seen: Seen): Wrong[] {
  const { retry_after_s: told, policy } = (jsonOf(seen) ?? {}) as Readonly<Record<string, unknown>>;
  const { 'retry-after': header } = seen.headers;
  return [
    ...(header === undefined || told === undefined || String(told) === header
      ? []
      : wrong('problem retry_after_s', header, told)),
    ...(limit === undefined || policy === undefined || policy === limit.policy
      ? []
      : wrong('problem policy', limit.policy, policy)),
  ];
}

async function bodyOf(follows: Follows, reply: Pick<Reply, 'content'>, seen: Seen): Promise<Wrong[]> {
  const declared = Object.keys(reply.content);
  const media = seen.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (declared.length === 0)
    return seen.body.length === 0 ? [] : wrong('body', 'none', `${seen.body.length} bytes ${excerpt(seen)}`);
  const pointer = reply.content[media ?? ''];
  if (pointer === undefined) return wrong('media type', declared.join(' or '), media ?? 'none');
  if (seen.method === 'HEAD') return seen.body.length === 0 ? [] : wrong('body', 'none to HEAD', 'one');
  if (!/[/+]json$/.test(media ?? '')) return [];
  const value = jsonOf(seen);
  if (value === undefined) return wrong('body', 'JSON in UTF-8', excerpt(seen));
  return (await follows(pointer, value))
    .slice(0, 5)
    .flatMap(({ rule, at }) => wrong(`body at "${at}"`, `${rule} of ${pointer}`, excerpt(seen)));
}

function problemOf(registry: Registry, seen: Seen, declared: readonly string[]): Wrong[] {
  const body = (jsonOf(seen) ?? {}) as Readonly<Record<string, unknown>>;
  const slug = slugOf(seen);
  if (slug === undefined) return wrong('problem type', `${problemBase}<slug>`, body.type);
  const id = seen.headers['x-request-id'];
  const known: Registered | undefined = registry && Object.hasOwn(registry, slug) ? registry[slug] : undefined;
  const expected = {
    ...(registry === undefined ? {} : { title: known?.title }),
    status: known?.status ?? seen.status,
    instance: `urn:request:${id}`,
  };
  return [
    ...(registry === undefined || known ? [] : wrong('problem type', 'one of the registry', slug)),
    ...(declared.includes(slug) ? [] : wrong('problem type', declared.join(', ') || 'none', slug)),
    ...(known === undefined || known.status === seen.status
      ? []
      : wrong('status', `${known.status} for ${slug}`, seen.status)),
    ...Object.entries(expected).flatMap(([name, value]) =>
      body[name] === value ? [] : wrong(`problem ${name}`, value, body[name]),
    ),
    ...Object.entries(known?.fields ?? {}).flatMap(([name, type]) =>
      isOf(type, body[name]) ? [] : wrong(`problem ${name}`, type, JSON.stringify(body[name])),
    ),
  ];
}

const isOf = (type: string, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeof value === type;

/** The slug of a problem document. */
export function slugOf(seen: Pick<Seen, 'body' | 'headers'>): string | undefined {
  const type = (jsonOf(seen) as { type?: unknown } | null | undefined)?.type;
  return typeof type === 'string' && type.startsWith(problemBase) ? type.slice(problemBase.length) : undefined;
}

export function jsonOf({ body }: Pick<Seen, 'body'>): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

export const excerpt = ({ body }: Pick<Seen, 'body'>): string => Buffer.from(body).toString('utf8').slice(0, 300);
