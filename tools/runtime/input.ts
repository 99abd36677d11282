// The stages that read a request: refused early by its head, then parameters and body, each wrong place named.
import { join } from 'node:path';
import { hasBody, mediaTypeOf, readBytes, tooLarge } from './body.ts';
import type { BodyKind } from './contract.ts';
import { digest, type Exchange, isRefusal, type Stage } from './exchange.ts';
import { decodeText, parseJson } from './json-text.ts';
import { type Pair, readPairs, splitCookies, splitQuery, type Values } from './parameters.ts';
import { invalidRequest, type Part, placesOf } from './places.ts';
import { type FieldError, type ProblemReply, refuse } from './problem.ts';
import { readForm } from './upload.ts';

/** By the head alone, before a byte of the body: what is too large, compressed, or of a type that the operation does not read. */
export const refuseByHead: Stage = ({ operation: { body, bodyBytes }, req }) => {
  if (body === undefined || !hasBody(req)) return undefined;
  if (Number(req.headers['content-length'] ?? 0) > bodyBytes) return tooLarge(bodyBytes);
  const encoding = req.headers['content-encoding'];
  // A compressed body has no known size before it is unpacked; files inside a form may be compressed, and are counted.
  if (encoding !== undefined && encoding !== 'identity')
    return unsupported(`Content-Encoding ${encoding}`, ['identity']);
  const media = mediaTypeOf(req.headers['content-type']);
  if (media === undefined || body.media[media.type] === undefined)
    return unsupported(media?.type ?? 'no Content-Type', Object.keys(body.media));
  const utf8 = media.charset === undefined || media.charset === 'utf-8' || media.charset === 'us-ascii';
  return utf8 ? undefined : unsupported(`charset ${media.charset}`, ['utf-8']);
};

const unsupported = (given: string, read: readonly string[]): ProblemReply =>
  refuse('unsupported-media-type', { detail: `Sent was ${given}; this operation reads ${read.join(', ')}.` });

/** The form of an answer that both sides know; 406 only where the contract declares it. */
export const negotiate: Stage = ({ operation, req, input }) => {
  const offered = Object.values(operation.replies).flatMap(({ media }) => media);
  const chosen = choose(req.headers.accept, offered);
  if (chosen !== undefined) input.accept = chosen;
  return chosen === undefined && offered.length > 0 && operation.problems.includes('not-acceptable')
    ? refuse('not-acceptable', { detail: `This operation answers with ${offered.join(', ')}.` })
    : undefined;
};

function choose(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept === '*/*') return offered[0];
  const wanted = accept.split(',').map((each) => {
    const [range = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return { range, q: Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1) };
  });
  const quality = (type: string) =>
    [type, `${type.split('/')[0]}/*`, '*/*']
      .map((range) => wanted.find((each) => each.range === range)?.q)
      .find((q) => q !== undefined) ?? 0;
  const best = Math.max(0, ...offered.map(quality));
  return best > 0 ? offered.find((type) => quality(type) === best) : undefined;
}

/** Path, query and header parameters, all wrong ones at once. */
export const readParameters: Stage = (x) => {
  const { parameters } = x.operation;
  const url = x.req.url ?? '';
  const query = splitQuery(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  if (query === undefined)
    return refuse('invalid-request', { detail: 'The query has a broken percent-encoding or is not UTF-8.' });
  const headers = Object.keys(parameters.headers).flatMap((name): Pair[] => {
    const value = x.req.headers[name.toLowerCase()];
    return typeof value === 'string' ? [[name, value.trim()]] : [];
  });
  const cookies = splitCookies(x.req.headers.cookie ?? '').filter(([name]) => Object.hasOwn(parameters.cookies, name));
  const errors = [
    ...readPart(x, 'path', Object.entries(x.segments)),
    ...readPart(x, 'query', query),
    ...readPart(x, 'headers', headers),
    ...readPart(x, 'cookies', cookies),
  ];
  return errors.length === 0 ? undefined : invalidRequest(errors);
};

function readPart(x: Exchange, part: 'path' | 'query' | 'headers' | 'cookies', pairs: readonly Pair[]): FieldError[] {
  const { values, errors } = readPairs(pairs, x.operation.parameters[part], (parameter) => ({ parameter }));
  x.input[part] = values;
  return [...errors, ...judge(x, part, part, values)];
}

/** Fills in defaults; the places of `part` that break the schema of the operation. */
function judge({ contract, operation }: Exchange, validator: string, part: Part, value: unknown): FieldError[] {
  const validate = contract.validators[`${operation.id}_${validator}`];
  return validate === undefined || validate(value) ? [] : placesOf(part, validate.errors, value);
}

export const readBody: Stage = (x) => {
  const { body } = x.operation;
  if (body === undefined) return undefined;
  if (!hasBody(x.req))
    return body.required ? invalidRequest([{ pointer: '', rule: 'required', message: 'must be given' }]) : undefined;
  const type = mediaTypeOf(x.req.headers['content-type'])?.type ?? '';
  x.input.mediaType = type;
  const kind = body.media[type] ?? 'json';
  return kind === 'multipart' ? readFiles(x) : readText(x, kind);
};

async function readText(x: Exchange, kind: Exclude<BodyKind, 'multipart'>): Promise<ProblemReply | undefined> {
  const { bodyBytes, body } = x.operation;
  const bytes = await readBytes(x.req, bodyBytes);
  if (isRefusal(bytes)) return bytes;
  const text = decodeText(bytes);
  if (text === undefined) return refuse('invalid-encoding', { detail: 'The body is not valid UTF-8.' });
  x.bodyHash = digest(bytes);
  if (kind === 'form') return readFields(x, splitQuery(text));
  const parsed = kind === 'text' ? { value: text } : parseJson(text);
  if (isRefusal(parsed)) return parsed;
  x.input.body = parsed.value;
  const errors = judge(x, body?.media[x.input.mediaType ?? ''] ?? 'json', 'body', parsed.value);
  return errors.length === 0 ? undefined : invalidRequest(errors);
}

function readFields(x: Exchange, pairs: readonly Pair[] | undefined): ProblemReply | undefined {
  if (pairs === undefined)
    return refuse('invalid-encoding', { detail: 'The form has a broken percent-encoding or is not UTF-8.' });
  const { values, errors } = readPairs(pairs, x.operation.body?.fields ?? {}, pointer);
  x.input.body = values;
  const all = [...errors, ...judge(x, 'form', 'form', values)];
  return all.length === 0 ? undefined : invalidRequest(all);
}

async function readFiles(x: Exchange): Promise<ProblemReply | undefined> {
  const { body, bodyBytes, fileBytes = 0 } = x.operation;
  if (body === undefined) return undefined;
  x.folder = join(x.kit.spoolDir, x.requestId);
  const form = await readForm(x.ctx, body, { folder: x.folder, fieldBytes: bodyBytes - fileBytes, fileBytes });
  if (isRefusal(form)) return form;
  const { values, errors } = readPairs(form.fields, body.fields ?? {}, pointer);
  const files: Values = {};
  for (const [name, file] of form.files) {
    if (Object.hasOwn(files, name)) errors.push({ ...pointer(name), rule: 'repeated', message: 'must be given once' });
    files[name] = file;
  }
  x.input.form = { ...values, ...files };
  x.bodyHash = digest(
    JSON.stringify([...form.fields].sort()),
    JSON.stringify(form.files.map(([name, { sha256, filename }]) => [name, sha256, filename])),
  );
  const all = [...errors, ...judge(x, 'multipart', 'form', x.input.form)];
  return all.length === 0 ? undefined : invalidRequest(all);
}

const pointer = (name: string): Partial<FieldError> => ({
  pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
});
