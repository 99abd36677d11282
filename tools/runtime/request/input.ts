// The stages that read a request: refused early by its head, then parameters and body, each wrong place named.
import { join } from 'node:path';
import { basicCredentials } from '../access/oauth.ts';
import type { BodyKind, Coercions } from '../contract.ts';
import { digest, type Exchange, isRefusal, type Stage } from '../exchange.ts';
import { type PartPlan, type Plan, planOf } from '../plan.ts';
import { type FieldError, type ProblemReply, refuse } from '../problem.ts';
import { rowForms } from '../reply/rows.ts';
import { hasBody, mediaTypeOf, readBytes, tooLarge } from './body.ts';
import { decodeText, parseJson } from './json-text.ts';
import { type Pair, readPairs, splitCookies, splitQuery, type Values } from './parameters.ts';
import { invalidRequest, type Part, placesOf } from './places.ts';
import { readForm } from './upload.ts';

/**
 * By the head alone, before a byte of the body: what is too large, compressed, or of a type that the operation does not
 * read.
 */
export const refuseByHead: Stage = ({ operation, req }) => {
  const { body } = operation;
  if (body === undefined) return undefined;
  const media = mediaTypeOf(req.headers['content-type']);
  const isRead = media !== undefined && body.media[media.type] !== undefined;
  const foreign = () => unsupported(media?.type ?? 'no Content-Type', Object.keys(body.media));
  // An empty form is a form all the same; where no body is needed, nothing of a type is nothing.
  if (!hasBody(req)) return body.required && media !== undefined && !isRead ? foreign() : undefined;
  const most = bytesOf(operation, media?.type ?? '');
  if (Number(req.headers['content-length'] ?? 0) > most) return tooLarge(most);
  const encoding = req.headers['content-encoding'];
  // A compressed body has no known size before it is unpacked; files inside a form may be compressed, and are counted.
  if (encoding !== undefined && encoding !== 'identity')
    return unsupported(`Content-Encoding ${encoding}`, ['identity']);
  if (!isRead) return foreign();
  const utf8 = media.charset === undefined || media.charset === 'utf-8' || media.charset === 'us-ascii';
  return utf8 ? undefined : unsupported(`charset ${media.charset}`, ['utf-8']);
};

/** A body that is the file itself, beside a form with a file, may have what the file may have. */
const bytesOf = ({ body, bodyBytes, fileBytes = bodyBytes }: Exchange['operation'], type: string): number =>
  body?.media[type] === 'text' ? fileBytes : bodyBytes;

const unsupported = (given: string, read: readonly string[]): ProblemReply =>
  refuse('unsupported-media-type', { detail: `The request has ${given}; this operation accepts ${read.join(', ')}.` });

/** The form of an answer that both sides know; 406 only where the contract declares it. */
export const negotiate: Stage = (x) => {
  const { offered } = planOf(x);
  const chosen = choose(x.req.headers.accept, offered);
  if (chosen !== undefined) x.input.accept = chosen;
  return chosen === undefined && offered.length > 0 && x.operation.problems.includes('not-acceptable')
    ? refuse('not-acceptable', { detail: `This operation returns ${offered.join(', ')}.` })
    : undefined;
};

/**
 * The one of the types offered that `Accept` weighs most, the first of equals; undefined: it takes none (RFC 9110,
 * 12.5.1).
 */
export function choose(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept === '*/*') return offered[0];
  const ranges = accept.split(',').map((each) => {
    const [range = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return { range, q: Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1) };
  });
  // A range with a malformed weight is passed over, and decides nothing about the others.
  const accepted = ranges.filter(({ q }) => q >= 0 && q <= 1);
  const quality = (type: string) =>
    [type, `${type.split('/')[0]}/*`, '*/*']
      .map((range) => accepted.find((each) => each.range === range)?.q)
      .find((q) => q !== undefined) ?? 0;
  const best = Math.max(0, ...offered.map(quality));
  return best > 0 ? offered.find((type) => quality(type) === best) : undefined;
}

/** Path, query, header and cookie parameters, all wrong ones at once. What an operation lacks costs it nothing. */
export const readParameters: Stage = (x) => {
  const plan = planOf(x);
  const query = queryOf(x.req.url ?? '');
  if (query === undefined)
    return refuse('invalid-request', { detail: 'The query has invalid percent-encoding or is not UTF-8.' });
  const errors: FieldError[] = [];
  if (plan.path) readPart(x, 'path', plan.path, Object.entries(x.segments), errors);
  readPart(x, 'query', plan.query, query, errors);
  if (isWithoutPages(x) && !query.some(([name]) => name === 'limit')) delete x.input.query.limit;
  if (plan.headers) readPart(x, 'headers', plan.headers, headersOf(x, plan.headers.names), errors);
  if (plan.cookies) readPart(x, 'cookies', plan.cookies, cookiesOf(x, plan.cookies.known), errors);
  return errors.length === 0 ? undefined : invalidRequest(errors);
};

/** A list in a form of lines has all rows unless a limit is given: the default is that of a page. */
const isWithoutPages = ({ operation, input }: Exchange): boolean =>
  operation.paged === true && input.accept !== undefined && rowForms.includes(input.accept);

function queryOf(url: string): readonly Pair[] | undefined {
  const at = url.indexOf('?');
  return at < 0 ? [] : splitQuery(url.slice(at + 1));
}

const headersOf = ({ req }: Exchange, names: NonNullable<Plan['headers']>['names']): readonly Pair[] =>
  names.flatMap(({ name, lowerCase }): Pair[] => {
    const value = req.headers[lowerCase];
    return typeof value === 'string' ? [[name, value.trim()]] : [];
  });

const cookiesOf = ({ req }: Exchange, known: Coercions): readonly Pair[] =>
  splitCookies(req.headers.cookie ?? '').filter(([name]) => Object.hasOwn(known, name));

type ParameterPart = 'path' | 'query' | 'headers' | 'cookies';

function readPart(x: Exchange, part: ParameterPart, plan: PartPlan, pairs: readonly Pair[], all: FieldError[]): void {
  const { values, errors } = readPairs(pairs, plan.known, parameterNamed);
  x.input[part] = values;
  for (const error of errors) all.push(error);
  judge(plan.validate, part, values, all);
}

const parameterNamed = (parameter: string): Partial<FieldError> => ({ parameter });

/** Fills in defaults; adds to `all` the places of `part` that break its schema. */
function judge(validate: PartPlan['validate'], part: Part, value: unknown, all: FieldError[]): void {
  if (validate === undefined || validate(value)) return;
  for (const error of placesOf(part, validate.errors, value)) all.push(error);
}

/** Another scheme does not concern this operation, and is ignored as on any public one. */
export const readBasic: Stage = ({ operation, req, input }) => {
  const { authorization = '' } = req.headers;
  if (operation.basic !== true || !/^basic( |$)/i.test(authorization)) return undefined;
  const shown = basicCredentials(authorization);
  const message = 'must be "Basic" and id:secret in base64, each form-encoded';
  if (shown === undefined) return invalidRequest([{ parameter: 'Authorization', rule: 'format', message }]);
  input.basic = shown;
  return undefined;
};

export const readBody: Stage = (x) => {
  const { body } = x.operation;
  if (body === undefined) return undefined;
  if (!hasBody(x.req))
    return body.required ? invalidRequest([{ pointer: '', rule: 'required', message: 'is required' }]) : undefined;
  const type = mediaTypeOf(x.req.headers['content-type'])?.type ?? '';
  x.input.mediaType = type;
  const kind = body.media[type] ?? 'json';
  return kind === 'multipart' ? readFiles(x) : readText(x, kind);
};

async function readText(x: Exchange, kind: Exclude<BodyKind, 'multipart'>): Promise<ProblemReply | undefined> {
  const { body } = x.operation;
  const bytes = await readBytes(x.req, bytesOf(x.operation, x.input.mediaType ?? ''));
  if (isRefusal(bytes)) return bytes;
  const text = decodeText(bytes);
  if (text === undefined) return refuse('invalid-encoding', { detail: 'The body is not valid UTF-8.' });
  x.bodyHash = digest(bytes);
  if (kind === 'form') return hasManyFields(text) ? tooManyFields : readFields(x, splitQuery(text));
  const parsed = kind === 'text' ? { value: text } : parseJson(text);
  if (isRefusal(parsed)) return parsed;
  x.input.body = parsed.value;
  const errors: FieldError[] = [];
  judge(planOf(x).bodies[body?.media[x.input.mediaType ?? ''] ?? 'json'], 'body', parsed.value, errors);
  return errors.length === 0 ? undefined : invalidRequest(errors);
}

/** As many as a form with files may have. */
const maxFields = 100;
const tooManyFields = refuse('invalid-request', { detail: `The form has more than ${maxFields} fields.` });

function hasManyFields(text: string): boolean {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0 && fields <= maxFields; at = text.indexOf('&', at + 1)) fields++;
  return fields > maxFields;
}

function readFields(x: Exchange, pairs: readonly Pair[] | undefined): ProblemReply | undefined {
  if (pairs === undefined)
    return refuse('invalid-encoding', { detail: 'The form has invalid percent-encoding or is not UTF-8.' });
  const { fields = {}, open } = x.operation.body ?? {};
  const known = open ? pairs.filter(([name, text]) => Object.hasOwn(fields, name) && text !== '') : pairs;
  const { values, errors } = readPairs(known, fields, pointer, []);
  x.input.body = values;
  judge(planOf(x).bodies.form, 'fields', values, errors);
  return errors.length === 0 ? undefined : invalidRequest(errors);
}

async function readFiles(x: Exchange): Promise<ProblemReply | undefined> {
  const { body, bodyBytes, fileBytes = 0 } = x.operation;
  if (body === undefined) return undefined;
  const { spoolDir, reserveBytes } = x.host;
  x.folder = join(spoolDir, x.requestId);
  const limits = { folder: x.folder, fieldBytes: bodyBytes - fileBytes, fileBytes, reserveBytes };
  const form = await readForm(x, body, limits, (fields) => admitFile(x, fields));
  if (isRefusal(form)) return form;
  const { values, errors } = readPairs(form.fields, body.fields ?? {}, pointer, body.files);
  const files: Values = {};
  for (const [name, file] of form.files) {
    if (Object.hasOwn(files, name))
      errors.push({ ...pointer(name), rule: 'repeated', message: 'must be given only once' });
    files[name] = file;
  }
  x.input.form = { ...values, ...files };
  x.bodyHash = digest(
    JSON.stringify([...form.fields].sort()),
    JSON.stringify(form.files.map(([name, { sha256, filename }]) => [name, sha256, filename])),
  );
  judge(planOf(x).bodies.multipart, 'form', x.input.form, errors);
  return errors.length === 0 ? undefined : invalidRequest(errors);
}

async function admitFile(
  { host, operation, caller }: Exchange,
  fields: ReadonlyMap<string, string>,
): Promise<ProblemReply | undefined> {
  return caller === undefined ? undefined : await host.admitFile?.({ operationId: operation.id, caller, fields });
}

const pointer = (name: string): Partial<FieldError> => ({
  pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
});
