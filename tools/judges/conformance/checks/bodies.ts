// Bodies as bytes: media types, sizes, encodings and JSON that does not parse.
import { type Asking, asking } from '../checks.ts';
import { isJson } from '../contract/contract.ts';
import type { Operation } from '../contract/document.ts';
import { hasNoCaller } from '../permitted-callers.ts';
import type { Prerequisites } from '../prerequisites.ts';
import { bodyIn } from '../requests/request.ts';
import type { Request } from '../requests/wire.ts';
import type { Expected, Question, Session } from '../session.ts';

const unsupported = { status: 415, slug: 'unsupported-media-type' };
const tooLarge = { status: 413, slug: 'body-too-large' };

/** Refused before a credential counts, or whatever it is. */
export function aboutMedia(prerequisites: Prerequisites, operation: Operation): readonly Question[] {
  if (operation.bodies.length === 0) return [];
  const about = questions(
    operation,
    prerequisites.question('good-request', operation, prerequisites.filled(operation, {})).request,
  );
  const { 'content-type': media = '', ...others } = about.request.headers ?? {};
  const typed = (type: string): Request => ({ ...about.request, headers: { ...others, 'content-type': type } });
  const declared = { ...about.request.headers, 'content-length': String(operation.bodyBytes + 1) };
  const compressed = { ...about.request.headers, 'content-encoding': 'gzip' };
  return [
    about.ask('media-type', typed('application/xml'), unsupported),
    ...(operation.bodies.some(({ required }) => required)
      ? [
          about.ask(
            ['media-type', 'nothing of another media type'],
            { ...typed('application/xml'), body: '' },
            unsupported,
          ),
        ]
      : []),
    about.ask(['media-type', 'no media type'], { ...about.request, headers: others }, unsupported),
    about.ask('charset', typed(`${media}; charset=utf-16`), unsupported),
    about.ask('content-encoding', { ...about.request, headers: compressed }, unsupported),
    about.ask('declared-length', { ...about.request, unfinished: true, body: 'x', headers: declared }, tooLarge),
  ];
}

const malformed = ['{', '{"a":1,}', "{'a':1}", '{"a":NaN}', '{} {}', `${'['.repeat(65)}${']'.repeat(65)}`];

/** What an implemented operation refuses in the text of a JSON body, whatever it means. */
export function aboutText(prerequisites: Prerequisites, operation: Operation): readonly Question[] {
  const good = prerequisites.good(operation);
  const body = bodyIn(operation, good?.filled.media);
  if (good === undefined || body === undefined || !isJson(body.media)) return [];
  const about = questions(operation, good.request);
  const { 'content-length': _, ...headers } = good.request.headers ?? {};
  const streamed = { ...headers, 'transfer-encoding': 'chunked' };
  const long = {
    ...about.request,
    headers: streamed,
    body: ' '.repeat(operation.bodyBytes + 1),
    unfinished: true as const,
  };
  const bytes = Buffer.from([0x22, 0xff, 0x22]);
  return [
    ...malformed.map((text) =>
      about.ask('malformed-json', { ...about.request, body: text }, { status: 400, slug: 'malformed-json' }),
    ),
    about.ask('invalid-encoding', { ...about.request, body: bytes }, { status: 400, slug: 'invalid-encoding' }),
    ...(body.required
      ? [about.ask('no-body', { ...about.request, body: '' }, { status: 400, slug: 'invalid-request', place: '' })]
      : []),
    about.ask('streamed-length', long, tooLarge),
  ];
}

/** A body that is plain text, such as a file: none at all, and more than it may be. */
export function aboutLength(prerequisites: Prerequisites, operation: Operation): readonly Question[] {
  const good = prerequisites.good(operation);
  const body = bodyIn(operation, good?.filled.media);
  if (good === undefined || body?.schema.type !== 'string') return [];
  const { minLength = 0, maxLength } = body.schema;
  const about = questions(operation, good.request);
  const breaks = (rule: string) => ({ breaks: { place: '', rule } });
  const long = maxLength === undefined ? '' : 'x'.repeat(maxLength + 1);
  return [
    ...(minLength > 0
      ? [
          {
            ...about.ask(
              ['text-length', 'no text'],
              { ...about.request, body: '' },
              { status: 400, slug: 'invalid-request' },
            ),
            ...breaks('minLength'),
          },
        ]
      : []),
    ...(long === '' || long.length > longestText
      ? []
      : [
          {
            ...about.ask(
              ['text-length', 'too long a text'],
              { ...about.request, body: long },
              { status: [400, 413, 422] },
            ),
            ...breaks('maxLength'),
          },
        ]),
  ];
}

/** Longer ones are a matter of the operation's limit in bytes. */
const longestText = 1 << 20;

/**
 * A body that begins and does not end. Waits as long as the operation lets a sender, which is why it is asked beside
 * everything else.
 */
export function waitingChecks(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
): readonly Question[] {
  if (operation.bodies.length === 0 || operation.planned || hasNoCaller(session, operation)) return [];
  if (Math.min(operation.timeoutMs, operation.idleMs) > longestMs) return [];
  const about = questions(
    operation,
    prerequisites.question('good-request', operation, prerequisites.filled(operation, {})).request,
  );
  const headers = { ...about.request.headers, 'content-length': '100' };
  const body = Buffer.from((about.request.body ?? '{') as string).subarray(0, 1);
  const never = { ...about.request, headers, body, unfinished: true as const };
  return [about.ask('unfinished-body', never, { status: 408, slug: 'request-timeout' })];
}

/** Beyond that a run does not wait for a limit of time. */
export const longestMs = 30_000;

function questions(operation: Operation, request: Request) {
  const ask = (what: Asking, asked: Request, expected: Expected): Question => ({
    ...asking(what),
    operation,
    request: asked,
    expected,
  });
  return { request, ask };
}
