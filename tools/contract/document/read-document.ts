// From files to a document: operations with their facts, resolved once, and checked where the vocabulary of the
// contracts says more than OpenAPI.
import type { OperationFacts } from '../../runtime/contract.ts';
import { problemBase, protocolStatus } from '../../runtime/problem.ts';
import { asRecord, byteOrder, type JsonObject } from '../json.ts';
import { bundle } from './bundle.ts';
import type { ApiDocument, Operation, Problem } from './model.ts';
import { bodies, bodyFacts, coercions, parameter } from './operation-input.ts';
import { checkProblems, columns, replies, replyFacts } from './operation-replies.ts';
import { checkPath, conditional, credentials, deprecation, link, rateLimits } from './operation-rules.ts';
import { Reading } from './reading.ts';
import { checkFiles } from './serialisation.ts';
import { ContractError, readSource } from './source.ts';

type Problems = Readonly<Record<string, Problem>>;

/** `newer`: problems that the registry of an earlier release may lack. */
export function readDocument(root: string, file: string, newer: Problems = {}): ApiDocument {
  const bundled = bundle(root, file);
  const reading = new Reading(bundled, readProblems(root, newer));
  const operations = readOperations(reading);
  if (reading.wrongs.length > 0) throw new ContractError(reading.wrongs);
  return {
    name: String(bundled.json['x-document']),
    bundle: bundled,
    schemas: asRecord(asRecord(bundled.json.components).schemas) as Record<string, JsonObject>,
    operations,
    problems: problemsOf(reading),
  };
}

export function readProblems(root: string, newer: Problems = {}): Record<string, Problem> {
  const source = readSource(root, 'spec/problems.yaml');
  const stated = asRecord(asRecord(source.value).problems) as unknown as Record<string, Problem>;
  const problems = { ...newer, ...stated };
  const wrongs = Object.entries(protocolStatus)
    .filter(([slug, status]) => problems[slug]?.status !== status)
    .map(
      ([slug, status]) =>
        `${source.at(['problems', slug])}: the runtime answers ${slug} with status ${status}; the registry does not`,
    );
  if (wrongs.length > 0) throw new ContractError(wrongs);
  return problems;
}

/** Those that the document names anywhere, and those of the runtime. */
function problemsOf({ top, registry }: Reading): Record<string, Problem> {
  const text = JSON.stringify(top);
  const named = Object.entries(registry).filter(
    ([slug]) => slug in protocolStatus || text.includes(`"${slug}"`) || text.includes(`"${problemBase}${slug}"`),
  );
  return Object.fromEntries(named.sort(([a], [b]) => byteOrder(a, b)));
}

const methods = ['get', 'put', 'post', 'patch', 'delete'];

function readOperations(reading: Reading): Operation[] {
  const all = Object.entries(asRecord(reading.top.paths)).flatMap(([path, item]) =>
    Object.entries(asRecord(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, json]) => ({
        json: asRecord(json),
        operation: readOperation(reading, path, method, asRecord(json), asRecord(item)),
      })),
  );
  const operations = all.map(({ operation }) => operation);
  const ids = operations.map(({ facts }) => facts.id);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  if (twice.length > 0) reading.wrong(reading.top, 'paths', `operationId given twice: ${twice.join(', ')}`);
  return all.map(({ operation, json }) => link(reading, operation, operations, json));
}

function readOperation(reading: Reading, path: string, method: string, json: JsonObject, item: JsonObject): Operation {
  const id = String(json.operationId);
  if (!/^[a-z][A-Za-z0-9]*$/.test(id))
    reading.wrong(json, 'operationId', 'an operation needs an operationId in camel case');
  const parameters = [...reading.list(item.parameters), ...reading.list(json.parameters)].map((each) =>
    parameter(reading, each),
  );
  const media = bodies(reading, json);
  const { replies: given, problemsByStatus } = replies(reading, json);
  for (const { type = '', schema } of given) if (/[/+]json$/.test(type)) checkFiles(reading, schema);
  const limits = { ...asRecord(reading.top['x-defaults']), ...asRecord(json['x-limits']) };
  const roles = json['x-roles'] as readonly string[] | undefined;
  const facts: OperationFacts = {
    id,
    method: method.toUpperCase(),
    path,
    tags: (json.tags ?? []) as string[],
    ...(json['x-planned'] === true ? { planned: true } : {}),
    ...credentials(reading, json),
    ...(json['x-error-codes'] === undefined
      ? {}
      : { errorCodes: asRecord(json['x-error-codes']) as Record<string, string> }),
    ...(roles === undefined ? {} : { roles }),
    limits: rateLimits(reading, json),
    bodyBytes: Number(limits.body_bytes ?? 65_536),
    ...(limits.file_bytes === undefined ? {} : { fileBytes: Number(limits.file_bytes) }),
    timeoutMs: Number(limits.timeout_ms ?? 10_000),
    ...(limits.idle_ms === undefined ? {} : { idleMs: Number(limits.idle_ms) }),
    parameters: {
      path: coercions(reading, parameters, 'path'),
      query: coercions(reading, parameters, 'query'),
      headers: coercions(reading, parameters, 'header'),
      cookies: coercions(reading, parameters, 'cookie'),
    },
    ...(media.length === 0 ? {} : { body: bodyFacts(reading, json, media) }),
    ...(json['x-idempotency'] === true ? { idempotent: true } : {}),
    ...(json['x-page'] === true ? { paged: true } : {}),
    ...columns(reading, given),
    ...conditional(reading, json),
    ...deprecation(reading, json),
    replies: replyFacts(given),
    problems: [...new Set(Object.values(problemsByStatus).flat())],
  };
  checkPath(reading, path, parameters, json);
  if ((facts.body?.files ?? []).length > 0 && facts.fileBytes === undefined)
    reading.wrong(json, 'x-limits', `${id} takes a file; state its size in x-limits: { file_bytes }`);
  checkProblems(reading, facts, json);
  return {
    facts,
    summary: String(json.summary ?? id),
    parameters,
    bodies: media,
    replies: given,
    problemsByStatus,
  };
}
