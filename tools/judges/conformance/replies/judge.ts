// One reply against the contract's document and its registry of problems, with nothing of what generation made.
// It finds what is wrong and never throws; who asks the questions: checks/.
import type { CheckName } from '../checks.ts';
import type { Contract, Operation, Registered, Reply } from '../contract/document.ts';
import { type Follows, schemasOf } from '../contract/schemas.ts';

/** A reply, and what it answers. */
export type Exchange = {
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
  readonly observed: string;
  /** Which check says so; the one that asked, when left out. */
  readonly check?: CheckName;
};

/** Empty: the reply keeps the contract. */
export type Judge = (exchange: Exchange) => Promise<readonly Wrong[]>;

export const wrong = (rule: string, expected: unknown, observed: unknown): Wrong[] => [
  { rule, expected: String(expected), observed: String(observed) },
];

export const by = (check: CheckName, wrongs: readonly Wrong[]): Wrong[] => wrongs.map((each) => ({ ...each, check }));

const problemBase = 'https://covenant.example/problems/';

/** What any document may answer where it has no operation. */
const outside: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid-request'],
  404: ['unknown-url'],
  405: ['method-not-allowed'],
};

export function judge(contract: Contract): Judge {
  const follows = schemasOf(contract);
  const { registry } = contract;
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  return async (exchange) => {
    const operation = operations.get(exchange.operationId ?? '');
    return operation
      ? judgeOperation(follows, registry, operation, exchange)
      : [...(await judgeOutside(follows, registry, exchange)), ...requestIdOf(exchange)];
  };
}

type Registry = Contract['registry'];

async function judgeOperation(
  follows: Follows,
  registry: Registry,
  operation: Operation,
  exchange: Exchange,
): Promise<Wrong[]> {
  const reply = operation.replies[exchange.status];
  if (reply === undefined) return undeclared(`one of ${Object.keys(operation.replies).join(', ')}`, exchange);
  return [
    ...requestIdOf(exchange),
    ...by('reply-header', await headersOf(follows, reply, exchange)),
    ...by('reply-caching', cachingOf(reply, exchange)),
    ...by('rate-limit-headers', policyOf(operation, reply, exchange)),
    ...by('reply-body', await bodyOf(follows, reply, exchange)),
    ...by('rate-limit-headers', exchange.status === 429 ? limitedOf(operation, exchange) : []),
    ...by(
      'reply-problem',
      exchange.status >= 400 && exchange.method !== 'HEAD' ? problemOf(registry, exchange, reply.problems) : [],
    ),
  ];
}

const undeclared = (declared: string, exchange: Exchange): Wrong[] =>
  by('declared-status', wrong('declared status', declared, `${exchange.status} ${excerpt(exchange)}`.trim()));

async function judgeOutside(follows: Follows, registry: Registry, exchange: Exchange): Promise<Wrong[]> {
  const hasAllow = ![204, 405].includes(exchange.status) || exchange.headers.allow;
  const allow = by('reply-header', hasAllow ? [] : wrong('header Allow', 'one', 'none'));
  if (exchange.status === 204 && exchange.method === 'OPTIONS') return allow;
  const problems = outside[exchange.status];
  if (problems === undefined) return undeclared(Object.keys(outside).join(', '), exchange);
  if (exchange.method === 'HEAD') return allow;
  const reply = { problems, headers: {}, content: { 'application/problem+json': '/components/schemas/Problem' } };
  return [
    ...allow,
    ...by('reply-body', await bodyOf(follows, reply, exchange)),
    ...by('reply-problem', problemOf(registry, exchange, problems)),
  ];
}

const requestIdOf = ({ headers }: Exchange): Wrong[] =>
  by('request-id', headers['x-request-id'] ? [] : wrong('header X-Request-Id', 'one on every reply', 'none'));

export async function headersOf(
  follows: Follows,
  reply: Pick<Reply, 'headers'>,
  { headers }: Exchange,
): Promise<Wrong[]> {
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

/** An ETag that differs from others, and answers that no shared cache keeps. */
function cachingOf({ headers: declared }: Reply, { headers }: Exchange): Wrong[] {
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

/**
 * draft-ietf-httpapi-ratelimit-headers-10: the limit is that of the contract or, where an installation raised it, a
 * larger one; no more is left than it has.
 */
function policyOf({ limit }: Operation, { headers: declared }: Reply, { headers }: Exchange): Wrong[] {
  const { 'ratelimit-policy': stated, ratelimit: left } = headers;
  if (limit === undefined || !('RateLimit' in declared) || stated === undefined || left === undefined) return [];
  const { policy, window_s } = limit;
  const raised = Number(/^"[^"]+";q=(\d+);w=\d+$/.exec(stated)?.[1]);
  const quota = raised > limit.quota ? raised : limit.quota;
  const expected = `"${policy}";q=${quota};w=${window_s}`;
  const [, name, rest, seconds] = /^"([^"]+)";r=(\d+);t=(\d+)$/.exec(left) ?? [];
  const fits = name === policy && Number(rest) <= quota && Number(seconds) <= window_s;
  return [
    ...(stated === expected ? [] : wrong('header RateLimit-Policy', expected, stated)),
    ...(fits ? [] : wrong('header RateLimit', `"${policy}";r=0..${quota};t=0..${window_s}`, left)),
  ];
}

/**
 * A refusal says once how long, in two places, and whose limit it was: that of the operation, or of all that a caller
 * has in progress.
 */
function limitedOf({ limit }: Operation, exchange: Exchange): Wrong[] {
  const { retry_after_s: stated, policy } = (jsonOf(exchange) ?? {}) as Readonly<Record<string, unknown>>;
  const { 'retry-after': header } = exchange.headers;
  return [
    ...(header === undefined || stated === undefined || String(stated) === header
      ? []
      : wrong('problem retry_after_s', header, stated)),
    ...(limit === undefined || policy === limit.policy || isInProgress(policy)
      ? []
      : wrong('problem policy', limit.policy, policy)),
  ];
}

const isInProgress = (policy: unknown): boolean => policy === undefined || String(policy).endsWith('-in-progress');

async function bodyOf(follows: Follows, reply: Pick<Reply, 'content'>, exchange: Exchange): Promise<Wrong[]> {
  const declared = Object.keys(reply.content);
  const media = exchange.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (declared.length === 0)
    return exchange.body.length === 0
      ? []
      : wrong('body', 'none', `${exchange.body.length} bytes ${excerpt(exchange)}`);
  const pointer = reply.content[media ?? ''];
  if (pointer === undefined) return wrong('media type', declared.join(' or '), media ?? 'none');
  const type = exchange.headers['content-type'] ?? '';
  if (media?.startsWith('text/') && !/;\s*charset="?utf-8"?/i.test(type))
    return wrong('charset', `${media}; charset=utf-8`, type);
  if (exchange.method === 'HEAD') return exchange.body.length === 0 ? [] : wrong('body', 'none to HEAD', 'one');
  if (!/[/+]json$/.test(media ?? '')) return [];
  const value = jsonOf(exchange);
  if (value === undefined) return wrong('body', 'JSON in UTF-8', excerpt(exchange));
  return (await follows(pointer, value))
    .slice(0, 5)
    .flatMap(({ rule, at }) => wrong(`body at "${at}"`, `${rule} of ${pointer}`, excerpt(exchange)));
}

function problemOf(registry: Registry, exchange: Exchange, declared: readonly string[]): Wrong[] {
  const body = (jsonOf(exchange) ?? {}) as Readonly<Record<string, unknown>>;
  const slug = slugOf(exchange);
  if (slug === undefined) return wrong('problem type', `${problemBase}<slug>`, body.type);
  const id = exchange.headers['x-request-id'];
  const known: Registered | undefined = registry && Object.hasOwn(registry, slug) ? registry[slug] : undefined;
  const expected = {
    ...(registry === undefined ? {} : { title: known?.title }),
    status: known?.status ?? exchange.status,
    instance: `urn:request:${id}`,
  };
  return [
    ...(registry === undefined || known ? [] : wrong('problem type', 'one of the registry', slug)),
    ...(declared.includes(slug) ? [] : wrong('problem type', declared.join(', ') || 'none', slug)),
    ...(known === undefined || known.status === exchange.status
      ? []
      : wrong('status', `${known.status} for ${slug}`, exchange.status)),
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
export function slugOf(exchange: Pick<Exchange, 'body' | 'headers'>): string | undefined {
  const type = (jsonOf(exchange) as { type?: unknown } | null | undefined)?.type;
  return typeof type === 'string' && type.startsWith(problemBase) ? type.slice(problemBase.length) : undefined;
}

export function jsonOf({ body }: Pick<Exchange, 'body'>): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

export const excerpt = ({ body }: Pick<Exchange, 'body'>): string => Buffer.from(body).toString('utf8').slice(0, 300);
