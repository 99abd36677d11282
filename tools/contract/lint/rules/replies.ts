// Rules about the replies of an operation: which there are, which problems and headers they carry.

import { expectedReplies } from '../../expected-replies.ts';
import { type Document, type Finding, fields, list, text } from '../document.ts';
import { hasHeader, type Operation, operations, type Reply, reply, slugs, success } from '../operations.ts';
import type { Rule } from '../rule.ts';

/** The rules of conditions, keys and plans ask for these. */
const askedElsewhere = new Set(['304', '409', '412', '422', '428', '501']);

/** Why an operation must declare a status. */
function expected({ value, parameters, body, isPublic }: Operation): [string, string][] {
  const replies = expectedReplies({
    value,
    isPublic,
    hasInput: parameters.length > 0 || body !== undefined,
    bodies: Object.keys(fields(body?.content)),
    hasId: parameters.some((each) => each.in === 'path'),
  });
  return replies.filter(({ status }) => !askedElsewhere.has(status)).map(({ status, why }) => [status, why]);
}

function* statuses(document: Document): Generator<Finding> {
  for (const operation of operations(document)) {
    const at = [...operation.at, 'responses'];
    if (!operation.replies.some(({ status }) => /^(2\d\d|30[1237])$/.test(status)))
      yield { at, message: 'There is no reply for success.' };
    for (const [status, why] of expected(operation))
      if (reply(operation, status) === undefined) yield { at, message: `${status} is missing: ${why}.` };
    const excuse = operation.value['x-no-fault'];
    if (excuse !== undefined && text(excuse).length < 10)
      yield { at: [...operation.at, 'x-no-fault'], message: 'x-no-fault gives the reason.' };
    if (excuse !== undefined && reply(operation, '500') !== undefined)
      yield { at, message: 'x-no-fault and a reply 500 contradict each other.' };
    for (const { at: place, status } of operation.replies)
      if (!/^\d{3}$/.test(status))
        yield { at: place, message: `Each status has its own reply; '${status}' stands for several.` };
  }
}

function* problems({ shared, ...rest }: Document): Generator<Finding> {
  for (const operation of operations({ shared, ...rest }))
    for (const each of operation.replies) if (Number(each.status) >= 400) yield* problemReply(each, shared);
}

function* problemReply(each: Reply, shared: Document['shared']): Generator<Finding> {
  const { at, status } = each;
  const media = fields(fields(each.value.content)['application/problem+json']);
  if (media.schema === undefined) yield { at, message: `${status} is a problem document, application/problem+json.` };
  if (slugs(each).length === 0) yield { at, message: `${status} lists in x-problems the problems that it can carry.` };
  for (const slug of slugs(each)) {
    const known = shared.problems.get(slug);
    if (known === undefined) yield { at, message: `problems.yaml has no problem '${slug}'.` };
    else if (String(known.status) !== status)
      yield { at, message: `The problem '${slug}' has status ${known.status}, not ${status}.` };
    else yield* problemExample(each, slug, known, fields(fields(media.examples)[slug]).value);
  }
  for (const slug of Object.keys(fields(media.examples)))
    if (!slugs(each).includes(slug)) yield { at, message: `The example '${slug}' is not in x-problems.` };
}

function* problemExample(
  { at }: Reply,
  slug: string,
  known: { status: number; title: string },
  value: unknown,
): Generator<Finding> {
  if (value === undefined) return yield { at, message: `The problem '${slug}' has an example of that name.` };
  const { type, title, status } = fields(value);
  if (!text(type).endsWith(`/problems/${slug}`) || title !== known.title || status !== known.status)
    yield { at, message: `The example of '${slug}' has the type, title and status of problems.yaml.` };
}

function* headers(document: Document): Generator<Finding> {
  for (const operation of operations(document))
    for (const each of operation.replies) {
      const required = [
        'X-Request-Id',
        ...(each.status.startsWith('2') || each.status === '429' ? ['RateLimit', 'RateLimit-Policy'] : []),
      ];
      if (
        ['429', '503'].includes(each.status) ||
        (each.status === '409' && slugs(each).join() === 'idempotency-in-flight')
      )
        required.push('Retry-After');
      for (const name of required)
        if (!hasHeader(each, name)) yield { at: each.at, message: `${each.status} has the header ${name}.` };
    }
}

function* secrets(document: Document): Generator<Finding> {
  for (const operation of operations(document))
    for (const each of success(operation)) {
      const schema = fields(fields(fields(each.value.content)['application/json']).schema);
      const secret = Object.entries(fields(schema.properties)).find(
        ([name, property]) =>
          /^(access_token|refresh_token|password|secret|client_secret)$/.test(name) ||
          fields(property)['x-secret'] === true,
      );
      const cache = fields(fields(fields(each.value.headers)['Cache-Control']).schema);
      if (secret !== undefined && cache.const !== 'no-store')
        yield { at: each.at, message: `The reply holds ${secret[0]}, so Cache-Control is no-store.` };
    }
}

const described = (document: Document) =>
  [...operations(document)].flatMap(({ replies }) => replies.filter(({ value }) => text(value.description) === ''));

function* replyText(document: Document): Generator<Finding> {
  for (const { at } of described(document)) yield { at, message: 'The reply says in description when it comes.' };
  for (const operation of operations(document))
    for (const { at, status, value } of operation.replies)
      if ((status === '204' || status === '304') && list(Object.keys(fields(value.content))).length > 0)
        yield { at, message: `${status} has no body.` };
  for (const operation of operations(document))
    for (const each of operation.replies)
      if (each.status === '204' && operation.method === 'delete' && hasHeader(each, 'ETag'))
        yield { at: each.at, message: 'What is gone has no ETag.' };
}

export const replyRules: readonly Rule[] = [
  {
    id: 'statuses-declared',
    why: 'A status that the contract lacks is one that no client handles.',
    see: 'Replies',
    http: statuses,
  },
  {
    id: 'problems-registered',
    why: 'A program decides by the slug, so it must exist and mean its status.',
    see: 'Replies',
    http: problems,
  },
  {
    id: 'reply-headers',
    why: 'Clients pace themselves and report faults by these fields.',
    see: 'Replies',
    http: headers,
  },
  { id: 'secrets-not-kept', why: 'A cache would keep the secret.', see: 'Replies', http: secrets },
  { id: 'reply-text', why: 'The reference page is made of these.', see: 'Replies', http: replyText },
];
