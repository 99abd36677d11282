// One reply against a document that keeps none of our conventions: its status, media type, headers and body as they are declared, and what HTTP itself demands.
import { type Contract, type Operation, replyTo } from '../contract/contract.ts';
import { type Follows, schemasOf } from '../contract/schemas.ts';
import { by, type Exchange, excerpt, headersOf, type Judge, jsonOf, type Wrong, wrong } from './judge.ts';

/** What any server may answer without a word in its document (RFC 9110, RFC 6585): about the form of the message, not about what it asks. */
const ofHttp = [405, 406, 408, 411, 413, 414, 415, 417, 421, 429, 431];

export function plainJudge(contract: Contract): Judge {
  const follows = readable(schemasOf(contract));
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const reported = new Set<string>();
  return async (exchange) => {
    const operation = operations.get(exchange.operationId ?? '');
    const allow =
      exchange.status !== 405 || exchange.headers.allow ? [] : by('reply-header', wrong('header Allow', 'one', 'none'));
    if (operation === undefined) return [...allow, ...fault(exchange)];
    const reply = replyTo(operation, exchange.status);
    if (reply === undefined && (ofHttp.includes(exchange.status) || exchange.status === 304)) return allow;
    if (Object.keys({ ...operation.replies, ...operation.others }).length === 0) return fault(exchange);
    if (reply === undefined) return undeclared(reported, operation, exchange);
    const required = Object.entries(reply.headers).filter(
      ([name]) => reply.required.includes(name) || name.toLowerCase() in exchange.headers,
    );
    return [
      ...by('reply-header', await headersOf(follows, { headers: Object.fromEntries(required) }, exchange)),
      ...by('reply-body', await bodyOf(follows, reply, exchange)),
    ];
  };
}

/** A schema that cannot be read judges nothing; the run goes on with the others. */
const readable =
  (follows: Follows): Follows =>
  (pointer, value) =>
    follows(pointer, value).catch(() => []);

const fault = (exchange: Exchange): Wrong[] =>
  exchange.status < 500 || exchange.status === 501
    ? []
    : by(
        'declared-status',
        wrong('status', 'no fault of the server', `${exchange.status} ${excerpt(exchange)}`.trim()),
      );

/** Of one operation once: many requests meet the same gap of the document. */
function undeclared(reported: Set<string>, { id, replies, others }: Operation, exchange: Exchange): Wrong[] {
  const key = `${id} ${exchange.status}`;
  if (reported.has(key)) return [];
  reported.add(key);
  const declared = [...Object.keys(replies), ...Object.keys(others)].join(', ') || 'none';
  return by(
    'declared-status',
    wrong('declared status', `one of ${declared}`, `${exchange.status} ${excerpt(exchange)}`.trim()),
  );
}

type Declared = {
  readonly content: Readonly<Record<string, string>>;
  readonly judged: Readonly<Record<string, string>>;
};

async function bodyOf(follows: Follows, { content, judged }: Declared, exchange: Exchange): Promise<Wrong[]> {
  const declared = Object.keys(content);
  // A reply that is described in words alone may have any body.
  if (declared.length === 0 || exchange.method === 'HEAD' || [204, 304].includes(exchange.status)) return [];
  const media = bare(exchange.headers['content-type'] ?? '');
  const found = declared.find((each) => bare(each) === media) ?? declared.find((each) => covers(bare(each), media));
  if (found === undefined) return wrong('media type', declared.join(' or '), media || 'none');
  if (!/[/+]json$/.test(media)) return [];
  const value = jsonOf(exchange);
  if (value === undefined) return wrong('body', 'JSON in UTF-8', excerpt(exchange));
  const pointer = judged[found];
  const breaches = pointer === undefined ? [] : await follows(pointer, value);
  return breaches
    .slice(0, 5)
    .flatMap(({ rule, at }) => wrong(`body at "${at}"`, `${rule} of ${pointer}`, excerpt(exchange)));
}

const bare = (media: string): string => (media.split(';')[0] ?? '').trim().toLowerCase();

const covers = (range: string, media: string): boolean =>
  range === '*/*' || (range.endsWith('/*') && media.startsWith(range.slice(0, -1)));
