// What an operation answers: the replies of its handler, and the problems, of which none that a stage may answer is
// missing.
import type { OperationFacts } from '../../runtime/contract.ts';
import type { ProtocolSlug } from '../../runtime/problem.ts';
import { rowForms } from '../../runtime/reply/rows.ts';
import { asRecord, type JsonObject } from '../json.ts';
import type { Operation, ReplyMedia } from './model.ts';
import type { Reading } from './reading.ts';

// Set by stages, never by handlers. Location is theirs only for jobs.
const runtimeHeaders =
  /^(x-request-id|ratelimit|ratelimit-policy|retry-after|etag|cache-control|vary|deprecation|sunset|www-authenticate)$/i;

export function replies(reading: Reading, json: JsonObject): Pick<Operation, 'replies' | 'problemsByStatus'> {
  const replies: ReplyMedia[] = [];
  const problemsByStatus: Record<string, readonly string[]> = {};
  for (const [status, response] of Object.entries(asRecord(json.responses))) {
    const resolved = reading.resolve(asRecord(response));
    const slugs = (resolved['x-problems'] ?? []) as readonly string[];
    for (const slug of slugs) {
      if (reading.registry[slug]?.status !== Number(status))
        reading.wrong(json, 'responses', `${status} may not carry the problem ${slug}`);
    }
    if (Number(status) >= 400 && slugs.length === 0)
      reading.wrong(json, 'responses', `the response ${status} needs x-problems`);
    if (slugs.length > 0) problemsByStatus[status] = slugs;
    if (Number(status) < 400) replies.push(...success(Number(status), resolved, json['x-job'] !== undefined));
  }
  return { replies, problemsByStatus };
}

function success(status: number, response: JsonObject, isJob: boolean): ReplyMedia[] {
  const headers = Object.keys(asRecord(response.headers)).filter(
    (name) => !runtimeHeaders.test(name) && !(isJob && status === 202 && name === 'Location'),
  );
  const common = { status, headers, tagged: asRecord(response.headers).ETag !== undefined };
  const media = Object.entries(asRecord(response.content));
  if (media.length === 0) return [{ ...common, schema: {} }];
  return media.map(([type, each]) => ({ ...common, type, schema: asRecord(asRecord(each).schema) }));
}

export function replyFacts(replies: readonly ReplyMedia[]): OperationFacts['replies'] {
  const statuses = [...new Set(replies.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const mine = replies.filter((reply) => reply.status === status);
      const headers = mine[0]?.headers ?? [];
      return [status, { media: mine.flatMap(({ type }) => type ?? []), ...(headers.length === 0 ? {} : { headers }) }];
    }),
  );
}

/** What rows of a list have, where CSV is offered beside JSON. */
export function columns(reading: Reading, replies: readonly ReplyMedia[]): Pick<OperationFacts, 'columns'> {
  const good = replies.filter(({ status }) => status === 200);
  const json = good.find(({ type }) => type === 'application/json');
  if (json === undefined || !good.some(({ type }) => type !== undefined && rowForms.includes(type))) return {};
  const { items } = asRecord(reading.resolve(json.schema).properties);
  if (items === undefined) return {};
  const item = reading.resolve(asRecord(reading.resolve(asRecord(items)).items));
  return { columns: Object.keys(asRecord(item.properties)) };
}

/** Anyone who reads the contract must meet every answer there that the stages of the runtime can give. */
export function checkProblems(reading: Reading, { problems, ...facts }: OperationFacts, json: JsonObject): void {
  const excused = json['x-no-fault'] === undefined ? [] : ['internal'];
  const missing = problemsOfStages(facts).filter((slug) => !problems.includes(slug) && !excused.includes(slug));
  if (missing.length > 0)
    reading.wrong(json, 'responses', `${facts.id} can also be answered with ${missing.join(', ')}`);
}

function problemsOfStages(facts: Omit<OperationFacts, 'problems'>): ProtocolSlug[] {
  const { schemes, roles, limits, planned, parameters, body, idempotent, conditional, replies } = facts;
  const takes = body !== undefined || Object.values(parameters).some((names) => Object.keys(names).length > 0);
  const kinds = Object.values(body?.media ?? {});
  return [
    'internal',
    'unavailable',
    ...when(schemes.length > 0, 'unauthenticated'),
    ...when(roles !== undefined, 'forbidden-role'),
    ...when(limits.length > 0, 'rate-limited'),
    ...when(planned, 'not-implemented'),
    ...when(takes, 'invalid-request'),
    ...when((replies[200]?.media.length ?? 0) > 1, 'not-acceptable'),
    ...when(kinds.length > 0, 'invalid-encoding', 'body-too-large', 'unsupported-media-type', 'request-timeout'),
    ...when(kinds.includes('json'), 'malformed-json'),
    ...when(idempotent, 'idempotency-in-flight', 'idempotency-key-reused'),
    ...when(conditional === 'write', 'precondition-required', 'precondition-failed'),
  ];
}

const when = (holds: boolean | undefined, ...slugs: ProtocolSlug[]): ProtocolSlug[] => (holds ? slugs : []);
