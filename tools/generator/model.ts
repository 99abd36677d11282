// A document as the emitters see it: operations with their facts, resolved once, and checked where the vocabulary of the contracts says more than OpenAPI.
import type { BodyKind, Coercion, Coercions, OperationFacts, RateLimit } from '../runtime/contract.ts';
import { type ProblemFacts, problemBase, protocolStatus } from '../runtime/problem.ts';
import { type Bundle, bundle } from './bundle.ts';
import { asRecord, byteOrder, isRecord, type Json, type JsonObject } from './json.ts';
import { ContractError, readSource } from './source.ts';

export interface ApiDocument {
  /** Folder below generated/, and prefix of the names in it. */
  readonly name: string;
  readonly bundle: Bundle;
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly operations: readonly Operation[];
  /** The problems that this document answers with or speaks of, as a job does of what ended it. */
  readonly problems: Readonly<Record<string, Problem>>;
}

export interface Problem extends ProblemFacts {
  readonly meaning: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Operation {
  readonly facts: OperationFacts;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly BodyMedia[];
  readonly replies: readonly ReplyMedia[];
  readonly page: boolean;
  readonly problemsByStatus: Readonly<Record<string, readonly string[]>>;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  readonly required: boolean;
  /** A list is written as one value, with commas, instead of being repeated. */
  readonly commas: boolean;
  readonly schema: JsonObject;
}

export interface BodyMedia {
  readonly type: string;
  readonly kind: BodyKind;
  readonly schema: JsonObject;
  /** Members that the validator fills in when the caller leaves them out. */
  readonly defaults: readonly string[];
}

export interface ReplyMedia {
  readonly status: number;
  /** Absent: an answer without body. */
  readonly type?: string;
  readonly schema: JsonObject;
  /** Fields that the handler gives; the runtime gives the others. */
  readonly headers: readonly string[];
}

// Set by stages, never by handlers. Location is theirs only for jobs.
const runtimeHeaders =
  /^(x-request-id|ratelimit|ratelimit-policy|retry-after|etag|cache-control|vary|deprecation|sunset|www-authenticate)$/i;

export function readDocument(root: string, file: string): ApiDocument {
  const reader = new Reader(bundle(root, file), readProblems(root));
  const document = reader.document();
  if (reader.wrongs.length > 0) throw new ContractError(reader.wrongs);
  return document;
}

function readProblems(root: string): Record<string, Problem> {
  const source = readSource(root, 'spec/problems.yaml');
  const problems = asRecord(asRecord(source.value).problems) as unknown as Record<string, Problem>;
  const wrongs = Object.entries(protocolStatus)
    .filter(([slug, status]) => problems[slug]?.status !== status)
    .map(
      ([slug, status]) =>
        `${source.at(['problems', slug])}: the runtime answers ${slug} with status ${status}; the registry does not`,
    );
  if (wrongs.length > 0) throw new ContractError(wrongs);
  return problems;
}

class Reader {
  readonly wrongs: string[] = [];
  readonly #bundle: Bundle;
  readonly #registry: Readonly<Record<string, Problem>>;
  readonly #top: JsonObject;

  constructor(bundle: Bundle, registry: Readonly<Record<string, Problem>>) {
    this.#bundle = bundle;
    this.#registry = registry;
    this.#top = bundle.json;
  }

  document(): ApiDocument {
    const operations = Object.entries(asRecord(this.#top.paths)).flatMap(([path, item]) =>
      Object.entries(asRecord(item))
        .filter(([method]) => ['get', 'put', 'post', 'patch', 'delete'].includes(method))
        .map(([method, operation]) => this.#operation(path, method, asRecord(operation), asRecord(item))),
    );
    const text = JSON.stringify(this.#top);
    const problems = Object.entries(this.#registry).filter(
      ([slug]) => slug in protocolStatus || text.includes(`"${slug}"`) || text.includes(`"${problemBase}${slug}"`),
    );
    const linked = operations.map((operation) => this.#link(operation, operations));
    this.#unique(
      operations.map(({ facts }) => facts.id),
      'operationId',
    );
    return {
      name: String(this.#top['x-document']),
      bundle: this.#bundle,
      schemas: asRecord(asRecord(this.#top.components).schemas) as Record<string, JsonObject>,
      operations: linked,
      problems: Object.fromEntries(problems.sort(([a], [b]) => byteOrder(a, b))),
    };
  }

  #operation(path: string, method: string, json: JsonObject, item: JsonObject): Operation {
    const id = String(json.operationId);
    if (!/^[a-z][A-Za-z0-9]*$/.test(id))
      this.#wrong(json, 'operationId', 'an operation needs an operationId in camel case');
    const parameters = [...this.#list(item.parameters), ...this.#list(json.parameters)].map((each) =>
      this.#parameter(each, id),
    );
    const bodies = this.#bodies(json);
    const { replies, problemsByStatus } = this.#replies(json);
    const limits = { ...asRecord(this.#top['x-defaults']), ...asRecord(json['x-limits']) };
    const roles = json['x-roles'] as readonly string[] | undefined;
    const facts: OperationFacts = {
      id,
      method: method.toUpperCase(),
      path,
      tags: (json.tags ?? []) as string[],
      ...(json['x-planned'] === true ? { planned: true } : {}),
      schemes: this.#schemes(json),
      ...(roles === undefined ? {} : { roles }),
      limits: this.#rateLimits(json),
      bodyBytes: Number(limits.body_bytes ?? 65_536),
      ...(limits.file_bytes === undefined ? {} : { fileBytes: Number(limits.file_bytes) }),
      timeoutMs: Number(limits.timeout_ms ?? 10_000),
      parameters: {
        path: this.#coercions(parameters, 'path'),
        query: this.#coercions(parameters, 'query'),
        headers: this.#coercions(parameters, 'header'),
        cookies: this.#coercions(parameters, 'cookie'),
      },
      ...(bodies.length === 0 ? {} : { body: this.#bodyFacts(json, bodies) }),
      ...(json['x-idempotency'] === true ? { idempotent: true } : {}),
      ...this.#conditional(json),
      ...this.#deprecation(json),
      replies: this.#replyFacts(replies),
      problems: [...new Set(Object.values(problemsByStatus).flat())],
    };
    this.#checkPath(path, parameters, json);
    return {
      facts,
      summary: String(json.summary ?? id),
      parameters,
      bodies,
      replies,
      page: json['x-page'] === true,
      problemsByStatus,
    };
  }

  #parameter(json: JsonObject, operation: string): Parameter {
    const schema = asRecord(json.schema);
    const parameter = {
      in: json.in as Parameter['in'],
      name: String(json.name),
      required: json.required === true,
      commas: json.in === 'path' || json.in === 'header' || json.explode === false,
      schema,
    };
    if (!['path', 'query', 'header', 'cookie'].includes(parameter.in))
      this.#wrong(json, 'in', `${operation} has a parameter in ${json.in}`);
    return parameter;
  }

  #coercions(parameters: readonly Parameter[], where: Parameter['in']): Coercions {
    const mine = parameters.filter((each) => each.in === where);
    return Object.fromEntries(mine.map(({ name, schema, commas }) => [name, this.#coercion(schema, name, commas)]));
  }

  /** What text stands for. Only scalars and lists of scalars have a form in an address or a form field. */
  #coercion(schema: JsonObject, name: string, commas = false): Coercion {
    const resolved = this.#resolve(schema);
    if (resolved.type === 'array')
      return `${this.#coercion(asRecord(resolved.items), name)}${commas ? ' list' : '[]'}` as Coercion;
    const branches = [...this.#list(resolved.oneOf), ...this.#list(resolved.anyOf), ...this.#list(resolved.allOf)];
    const types = new Set(
      branches.length > 0 && resolved.type === undefined
        ? branches.map((each) => this.#coercion(each, name))
        : [resolved.type],
    );
    const [type] = types;
    if (types.size === 1 && ['string', 'integer', 'number', 'boolean'].includes(String(type))) return type as Coercion;
    this.#wrong(
      schema,
      'type',
      `"${name}" must be one string, integer, number or boolean, or a list of them, to be written as text`,
    );
    return 'string';
  }

  #bodies(json: JsonObject): BodyMedia[] {
    const content = asRecord(this.#resolve(asRecord(json.requestBody)).content);
    return Object.entries(content).map(([type, media]) => {
      const schema = asRecord(asRecord(media).schema);
      const properties = Object.entries(asRecord(this.#resolve(schema).properties));
      const defaults = properties
        .filter(([, each]) => this.#resolve(asRecord(each)).default !== undefined)
        .map(([name]) => name);
      return { type, kind: kindOf(type), schema, defaults };
    });
  }

  #bodyFacts(json: JsonObject, bodies: readonly BodyMedia[]): NonNullable<OperationFacts['body']> {
    const forms = bodies.filter(({ kind }) => kind === 'form' || kind === 'multipart');
    const fields = Object.assign(
      {},
      ...forms.map(({ schema }) => asRecord(this.#resolve(schema).properties)),
    ) as Record<string, JsonObject>;
    const isFile = (schema: JsonObject) => this.#resolve(schema).format === 'binary';
    const plain = Object.entries(fields).filter(([, schema]) => !isFile(schema));
    return {
      required: this.#resolve(asRecord(json.requestBody)).required === true,
      media: Object.fromEntries(bodies.map(({ type, kind }) => [type, kind])),
      ...(forms.length === 0
        ? {}
        : { fields: Object.fromEntries(plain.map(([name, schema]) => [name, this.#coercion(schema, name)])) }),
      ...(forms.length === 0 ? {} : { files: Object.keys(fields).filter((name) => isFile(asRecord(fields[name]))) }),
    };
  }

  #replies(json: JsonObject): Pick<Operation, 'replies' | 'problemsByStatus'> {
    const replies: ReplyMedia[] = [];
    const problemsByStatus: Record<string, readonly string[]> = {};
    for (const [status, response] of Object.entries(asRecord(json.responses))) {
      const resolved = this.#resolve(asRecord(response));
      const slugs = (resolved['x-problems'] ?? []) as readonly string[];
      for (const slug of slugs) {
        if (this.#registry[slug]?.status !== Number(status))
          this.#wrong(json, 'responses', `${status} may not carry the problem ${slug}`);
      }
      if (Number(status) >= 400 && slugs.length === 0)
        this.#wrong(json, 'responses', `the response ${status} needs x-problems`);
      if (slugs.length > 0) problemsByStatus[status] = slugs;
      if (Number(status) < 400) replies.push(...this.#success(Number(status), resolved, json['x-job'] !== undefined));
    }
    return { replies, problemsByStatus };
  }

  #success(status: number, response: JsonObject, isJob: boolean): ReplyMedia[] {
    const headers = Object.keys(asRecord(response.headers)).filter(
      (name) => !runtimeHeaders.test(name) && !(isJob && status === 202 && name === 'Location'),
    );
    const media = Object.entries(asRecord(response.content));
    if (media.length === 0) return [{ status, schema: {}, headers }];
    return media.map(([type, each]) => ({ status, type, schema: asRecord(asRecord(each).schema), headers }));
  }

  #replyFacts(replies: readonly ReplyMedia[]): OperationFacts['replies'] {
    const statuses = [...new Set(replies.map(({ status }) => status))];
    return Object.fromEntries(
      statuses.map((status) => {
        const mine = replies.filter((reply) => reply.status === status);
        const headers = mine[0]?.headers ?? [];
        return [
          status,
          { media: mine.flatMap(({ type }) => type ?? []), ...(headers.length === 0 ? {} : { headers }) },
        ];
      }),
    );
  }

  #schemes(json: JsonObject): string[] {
    const security = this.#listOf(json.security ?? this.#top.security);
    if (security === undefined) this.#wrong(json, 'security', 'an operation needs security; [] makes it public');
    const known = Object.keys(asRecord(asRecord(this.#top.components).securitySchemes));
    return (security ?? []).map((each) => {
      const [scheme, ...more] = Object.keys(asRecord(each));
      if (scheme === undefined || more.length > 0 || !known.includes(scheme))
        this.#wrong(json, 'security', `each alternative names one of ${known.join(', ')}`);
      return scheme ?? '';
    });
  }

  #rateLimits(json: JsonObject): RateLimit[] {
    const policies = asRecord(this.#top['x-rate-limits']);
    return [json['x-rate-limit'] ?? []].flat().map((each) => {
      const { policy, cost } = asRecord(each);
      const facts = asRecord(policies[String(policy)]);
      if (facts.quota === undefined) this.#wrong(json, 'x-rate-limit', `there is no rate-limit policy ${policy}`);
      return {
        policy: String(policy),
        quota: Number(facts.quota),
        windowS: Number(facts.window_s),
        cost: Number(cost ?? 1),
        per: facts.per as RateLimit['per'],
        whenAway: String(facts.when_store_is_away ?? 'local'),
      };
    });
  }

  #conditional(json: JsonObject): Pick<OperationFacts, 'conditional'> {
    const conditional = json['x-conditional'];
    if (conditional === undefined) return {};
    if (conditional !== 'read' && conditional !== 'write')
      this.#wrong(json, 'x-conditional', 'x-conditional is read or write');
    return { conditional: conditional as 'read' | 'write' };
  }

  #deprecation(json: JsonObject): Pick<OperationFacts, 'deprecation'> {
    const { since, sunset } = asRecord(json['x-deprecation']);
    if ((json.deprecated === true) !== (since !== undefined))
      this.#wrong(json, 'deprecated', 'deprecated and x-deprecation: { since, sunset } belong together');
    if (since === undefined) return {};
    const end = sunset === undefined ? {} : { sunset: new Date(String(sunset)).toUTCString() };
    return { deprecation: { since: Date.parse(String(since)) / 1000, ...end } };
  }

  /** What one operation takes from another: the address of its job, the state whose ETag it asks for. */
  #link(operation: Operation, all: readonly Operation[]): Operation {
    const { facts } = operation;
    const json = asRecord(asRecord(asRecord(this.#top.paths)[facts.path])[facts.method.toLowerCase()]);
    const job = asRecord(json['x-job']);
    const status = all.find((each) => each.facts.id === job.status);
    if (json['x-job'] !== undefined && (status === undefined || facts.replies[202] === undefined))
      this.#wrong(json, 'x-job', 'x-job needs a 202 and the operation that tells its status');
    const read = all.find((each) => each.facts.path === facts.path && each.facts.conditional === 'read');
    if (facts.conditional === 'write' && (read === undefined || Object.keys(read.facts.parameters.query).length > 0))
      this.#wrong(
        json,
        'x-conditional',
        'If-Match needs a GET at the same path with x-conditional: read and no query parameters',
      );
    if (facts.idempotent && operation.replies.some(({ schema }) => this.#hasSecret(schema)))
      this.#wrong(json, 'x-idempotency', 'an answer with a secret must not be kept');
    const linked: OperationFacts = {
      ...facts,
      ...(status === undefined
        ? {}
        : { job: { path: status.facts.path, id: String(job.id), retryAfterS: Number(job.retry_after_s ?? 1) } }),
      ...(facts.conditional === 'write' && read ? { etagOf: read.facts.id } : {}),
    };
    return { ...operation, facts: linked };
  }

  #hasSecret(schema: JsonObject, seen = new Set<JsonObject>()): boolean {
    const resolved = this.#resolve(schema);
    if (seen.has(resolved)) return false;
    seen.add(resolved);
    const inner = [
      ...Object.values(asRecord(resolved.properties)),
      resolved.items,
      ...['oneOf', 'anyOf', 'allOf'].flatMap((key) => this.#list(resolved[key])),
    ];
    return resolved['x-secret'] === true || inner.some((each) => isRecord(each) && this.#hasSecret(each, seen));
  }

  #checkPath(path: string, parameters: readonly Parameter[], json: JsonObject): void {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const declared = parameters.filter((each) => each.in === 'path' && each.required).map(({ name }) => name);
    if ([...inPath].sort().join() !== [...declared].sort().join())
      this.#wrong(json, 'parameters', `${path} and its required path parameters do not match`);
    if (!/^(\/(\{\w+\}|[A-Za-z0-9._~-]+))+$/.test(path))
      this.#wrong(json, 'parameters', `${path} is not made of plain segments and whole-segment parameters`);
  }

  #resolve(json: JsonObject): JsonObject {
    if (typeof json.$ref !== 'string') return json;
    const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(json.$ref) ?? [];
    return this.#resolve(asRecord(asRecord(asRecord(this.#top.components)[section])[name]));
  }

  #list(value: Json | undefined): JsonObject[] {
    return (this.#listOf(value) ?? []).map((each) =>
      isRecord(each) && isRecord(each) && '$ref' in each && !('type' in each) ? this.#resolve(each) : asRecord(each),
    );
  }

  #listOf(value: Json | undefined): readonly Json[] | undefined {
    return Array.isArray(value) ? value : undefined;
  }

  #unique(names: readonly string[], what: string): void {
    const twice = names.filter((name, i) => names.indexOf(name) !== i);
    if (twice.length > 0) this.#wrong(this.#top, 'paths', `${what} given twice: ${twice.join(', ')}`);
  }

  #wrong(value: JsonObject, key: string, message: string): void {
    this.wrongs.push(`${this.#bundle.placeOf(value, key)}: ${message}`);
  }
}

function kindOf(type: string): BodyKind {
  if (/[/+]json$/.test(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return type === 'multipart/form-data' ? 'multipart' : 'text';
}
