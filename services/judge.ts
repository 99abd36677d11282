// The judge of replies in tests: one reply against the contract's document and the registry of problems, with nothing of what generation made.
// It finds what is wrong and never throws; who asks the questions: contract/.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Contract, Operation, Reply } from './contract/document.ts';
import { type Follows, schemasOf } from './contract/schemas.ts';

/** A reply, and what it answers. */
export type Seen = {
  /** For the reader, e.g. `GET /labs?limit=0`. */
  readonly request: string;
  readonly method: string;
  /** None: the request had no operation, by its path or by its method. */
  readonly operationId: string | undefined;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** Findings, each a sentence that names operation, rule, expected and seen; none: the reply keeps the contract. */
export type Judge = (seen: Seen) => Promise<readonly string[]>;

type Registered = {
  readonly status: number;
  readonly title: string;
  readonly fields?: Readonly<Record<string, 'string' | 'integer'>>;
};

const problemBase = 'https://covenant.example/problems/';
const registry = (
  parse(readFileSync(path.join(import.meta.dirname, '..', 'spec', 'problems.yaml'), 'utf8')) as {
    problems: Readonly<Record<string, Registered>>;
  }
).problems;

/** What any document may answer where it has no operation. */
const outside: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid-request'],
  404: ['not-found'],
  405: ['method-not-allowed'],
};

export function judge(contract: Contract): Judge {
  const follows = schemasOf(contract);
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  return async (seen) => {
    const operation = operations.get(seen.operationId ?? '');
    const findings = operation
      ? await judgeOperation(follows, operation, seen)
      : [...(await judgeOutside(follows, seen)), ...requestIdOf(seen)];
    return findings.map(
      (finding) => `${seen.operationId ?? 'no operation'} ${seen.status}: ${finding} (${seen.request})`,
    );
  };
}

async function judgeOperation(follows: Follows, operation: Operation, seen: Seen): Promise<string[]> {
  const reply = operation.replies[seen.status];
  if (reply === undefined)
    return [
      `status: expected one of ${Object.keys(operation.replies).join(', ')}, seen ${seen.status} ${excerpt(seen)}`,
    ];
  return [
    ...requestIdOf(seen),
    ...(await headersOf(follows, reply, seen)),
    ...policyOf(operation, reply, seen),
    ...(await bodyOf(follows, reply, seen)),
    ...(seen.status >= 400 && seen.method !== 'HEAD' ? problemOf(seen, reply.problems) : []),
  ];
}

async function judgeOutside(follows: Follows, seen: Seen): Promise<string[]> {
  const allow = [204, 405].includes(seen.status) && !seen.headers.allow ? ['header Allow: expected, seen none'] : [];
  if (seen.status === 204 && seen.method === 'OPTIONS') return allow;
  const problems = outside[seen.status];
  if (problems === undefined)
    return [`status: expected ${Object.keys(outside).join(', ')}, seen ${seen.status} ${excerpt(seen)}`];
  if (seen.method === 'HEAD') return allow;
  const reply = { problems, headers: {}, content: { 'application/problem+json': '/components/schemas/Problem' } };
  return [...allow, ...(await bodyOf(follows, reply, seen)), ...problemOf(seen, problems)];
}

const requestIdOf = ({ headers }: Seen): string[] =>
  headers['x-request-id'] ? [] : ['header X-Request-Id: expected on every reply, seen none'];

async function headersOf(follows: Follows, reply: Reply, { headers }: Seen): Promise<string[]> {
  const findings = await Promise.all(
    Object.entries(reply.headers).map(async ([name, pointer]) => {
      const text = headers[name.toLowerCase()];
      if (text === undefined) return [`header ${name}: expected, seen none`];
      // A header is text; one that should be a number must read as one.
      const values = /^-?\d+(\.\d+)?$/.test(text) ? [Number(text), text] : [text];
      const breaches = await Promise.all(values.map((value) => follows(pointer, value)));
      const least = breaches.sort((a, b) => a.length - b.length)[0] ?? [];
      return least
        .slice(0, 1)
        .map(({ rule }) => `header ${name}: expected by ${rule} of its schema, seen ${JSON.stringify(text)}`);
    }),
  );
  return findings.flat();
}

/** draft-ietf-httpapi-ratelimit-headers-10: the limit that is told is the one of the contract, and no more is left than it has. */
function policyOf(
  { limit: { policy, quota, window_s } }: Operation,
  { headers: declared }: Reply,
  { headers }: Seen,
): string[] {
  const { 'ratelimit-policy': told, ratelimit: left } = headers;
  if (!('RateLimit' in declared) || told === undefined || left === undefined) return [];
  const expected = `"${policy}";q=${quota};w=${window_s}`;
  const wrong = told === expected ? [] : [`header RateLimit-Policy: expected ${expected}, seen ${told}`];
  const [, name, rest, seconds] = /^"([^"]+)";r=(\d+);t=(\d+)$/.exec(left) ?? [];
  const fits = name === policy && Number(rest) <= quota && Number(seconds) <= window_s;
  return fits
    ? wrong
    : [...wrong, `header RateLimit: expected "${policy}";r=0..${quota};t=0..${window_s}, seen ${left}`];
}

async function bodyOf(follows: Follows, reply: Reply, seen: Seen): Promise<string[]> {
  const declared = Object.keys(reply.content);
  const media = seen.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (declared.length === 0)
    return seen.body.length === 0 ? [] : [`body: expected none, seen ${seen.body.length} bytes ${excerpt(seen)}`];
  const pointer = reply.content[media ?? ''];
  if (pointer === undefined) return [`media type: expected ${declared.join(' or ')}, seen ${media ?? 'none'}`];
  if (seen.method === 'HEAD') return seen.body.length === 0 ? [] : ['body: expected none to HEAD, seen one'];
  if (!/[/+]json$/.test(media ?? '')) return [];
  const value = jsonOf(seen);
  if (value === undefined) return [`body: expected JSON in UTF-8, seen ${excerpt(seen)}`];
  return (await follows(pointer, value))
    .slice(0, 5)
    .map(({ rule, at }) => `body at "${at}": expected by ${rule} of ${pointer}, seen ${excerpt(seen)}`);
}

function problemOf(seen: Seen, declared: readonly string[]): string[] {
  const body = (jsonOf(seen) ?? {}) as Readonly<Record<string, unknown>>;
  const slug = slugOf(seen);
  if (slug === undefined) return [`problem type: expected ${problemBase}<slug>, seen ${String(body.type)}`];
  const known = Object.hasOwn(registry, slug) ? registry[slug] : undefined;
  const id = seen.headers['x-request-id'];
  const expected = { title: known?.title, status: known?.status, instance: `urn:request:${id}` };
  return [
    ...(known === undefined ? [`problem type: expected one of the registry, seen ${slug}`] : []),
    ...(declared.includes(slug) ? [] : [`problem type: expected ${declared.join(', ') || 'none'}, seen ${slug}`]),
    ...(known === undefined || known.status === seen.status
      ? []
      : [`status: ${slug} has ${known.status}, seen ${seen.status}`]),
    ...Object.entries(expected).flatMap(([name, value]) =>
      body[name] === value ? [] : [`problem ${name}: expected ${value}, seen ${String(body[name])}`],
    ),
    ...Object.entries(known?.fields ?? {}).flatMap(([name, type]) =>
      isOf(type, body[name]) ? [] : [`problem ${name}: expected ${type}, seen ${JSON.stringify(body[name])}`],
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

const excerpt = ({ body }: Seen): string => Buffer.from(body).toString('utf8').slice(0, 300);
