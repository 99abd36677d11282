// What a token endpoint of OAuth 2.0 has beside other operations (RFC 6749): a client's id and secret by HTTP Basic,
// and the members that its libraries read of a refusal.
import type { OperationFacts } from '../contract.ts';
import type { FieldError, ProblemBody, ProblemReply } from '../problem.ts';

/** What a client has shown of itself; whether it is true, the handler finds out. */
export interface ClientCredentials {
  readonly id: string;
  readonly secret: string;
}

export const basicChallenge = 'Basic realm="covenant", charset="UTF-8"';

/** Section 2.3.1: both are form-encoded before they are joined, so that an id may have a colon. */
export function basicCredentials(authorization: string): ClientCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
    const [id, ...rest] = text.split(':');
    return id === undefined || rest.length === 0 ? undefined : { id: plain(id), secret: plain(rest.join(':')) };
  } catch {
    return undefined;
  }
}

const plain = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

export interface ErrorMembers {
  readonly error: string;
  readonly error_description: string;
}

/** Where no value was judged. */
const unjudged = ['required', 'repeated'];

/** Section 5.2; nothing where the contract names no code. A field with a wrong value decides before the slug does. */
export function errorMembers(
  operation: Pick<OperationFacts, 'errorCodes'> | undefined,
  { problem: { slug } }: ProblemReply,
  { title, detail, errors = [] }: ProblemBody,
): ErrorMembers | undefined {
  const { errorCodes } = operation ?? {};
  if (errorCodes === undefined) return undefined;
  const codes = errors.map(({ pointer, rule }) =>
    unjudged.includes(rule) ? undefined : errorCodes[`${slug} ${pointer}`],
  );
  const error = codes.find((each) => each !== undefined) ?? errorCodes[slug];
  return error === undefined ? undefined : { error, error_description: described(describe(errors) || detail || title) };
}

/** Libraries show this and nothing else of a refusal. */
const describe = (errors: readonly FieldError[]): string =>
  errors
    .slice(0, 3)
    .map(({ pointer, parameter, message }) => `${pointer || parameter || 'the body'} ${message}`)
    .join('; ');

/** Quotes and backslashes are not allowed in it, nor anything beyond ASCII. */
const described = (text: string): string => text.replaceAll(/["\\]/g, "'").replaceAll(/[^\x20-\x7e]/g, '?');
