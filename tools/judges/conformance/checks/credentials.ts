// What is refused before a request is read for its meaning: credentials, roles, and operations that are only planned.

import { type Asking, asking } from '../checks.ts';
import type { Operation } from '../contract/document.ts';
import type { Prerequisites } from '../prerequisites.ts';
import type { Question, Session } from '../session.ts';
import { forged } from '../setup/refused.ts';

export type Refused = Readonly<Record<string, string>>;

const unauthenticated = { status: 401, slug: 'unauthenticated' };

export function aboutCredentials(
  session: Session,
  prerequisites: Prerequisites,
  refused: Refused,
): readonly Question[] {
  const { contract, callers } = session;
  const tokens = {
    ...Object.assign({}, ...callers.slice(0, 1).map(({ token }) => ({ ...tamperedTokens(token), ...forged(token) }))),
    ...refused,
  };
  for (const each of contract.operations) skipped(session, each, Object.keys(tokens));
  return contract.operations.flatMap((operation) => [
    ...(operation.isPublic ? [] : unknown(prerequisites, operation, tokens)),
    ...roles(session, prerequisites, operation),
    ...planned(prerequisites, operation),
  ]);
}

export const noCallerNamed = 'no caller is named whose token could be tampered with (--callers)';

/** What the run was not given and cannot make. */
function skipped({ callers, tally }: Session, { id, isPublic }: Operation, tokens: readonly string[]): void {
  if (isPublic) return;
  if (callers.length === 0) tally.spared(id, 'tampered tokens', noCallerNamed);
  if (!tokens.some((each) => each.includes('expired')))
    tally.spared(id, 'an expired token', 'none was given (--refused), and only the provider can issue one');
  if (!tokens.some((each) => each.includes('audience')))
    tally.spared(id, 'a token for another audience', 'none was given (--refused), and only the provider can issue one');
}

function unknown(prerequisites: Prerequisites, operation: Operation, tokens: Refused): readonly Question[] {
  const question = prerequisites.question(
    'no-credential',
    operation,
    prerequisites.filled(operation, { as: 'anonymous' }),
    unauthenticated,
  );
  const headers: readonly (readonly [Asking, string])[] = [
    ['other-scheme', 'Basic dTpw'],
    ['empty-token', 'Bearer'],
    ...Object.entries(tokens).map(([asked, token]) => [['refused-token', asked], `Bearer ${token}`] as const),
  ];
  return [
    question,
    ...headers.map(([about, authorization]) => ({
      ...question,
      ...asking(about),
      request: { ...question.request, headers: { ...question.request.headers, authorization } },
    })),
  ];
}

/** Copies of a good token that must not be accepted; whatever is no JWT is cut and changed. */
export function tamperedTokens(good: string): Refused {
  const [head = '', body, signature] = good.split('.');
  if (body === undefined || signature === undefined)
    return { 'a changed token': `${good}x`, 'a cut token': good.slice(0, -3) };
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = readClaims(body);
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  return {
    'a tampered token': `${head}.${text({ ...claims, realm_access: { roles: ['admin'] } })}.${signature}`,
    'a token that lives longer': `${head}.${text({ ...claims, exp: 4102444800 })}.${signature}`,
    'a token without a signature': `${text({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
    'a token with another signature': `${head}.${body}.${flipped}`,
    'what is no token': 'zz',
  };
}

function readClaims(body: string): object {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as object;
  } catch {
    return {};
  }
}

function roles({ callers, tally }: Session, prerequisites: Prerequisites, operation: Operation): readonly Question[] {
  if (operation.roles.length === 0) return [];
  const others = callers.filter((person) => !operation.roles.some((role) => person.roles.includes(role)));
  const [other] = others.filter(({ roles, session }) => roles.length > 0 && session === undefined);
  if (other === undefined) {
    tally.spared(operation.id, 'another role', 'no caller is named who has none of its roles');
    return [];
  }
  const filled = { ...prerequisites.filled(operation, { as: other.name }), token: other.token };
  return [prerequisites.question('role', operation, filled, { status: 403, slug: 'forbidden-role' })];
}

const planned = (prerequisites: Prerequisites, operation: Operation): readonly Question[] =>
  operation.planned && (operation.isPublic || (operation.takesBearer && prerequisites.person(operation) !== undefined))
    ? [
        prerequisites.question('planned', operation, prerequisites.filled(operation, {}), {
          status: 501,
          slug: 'not-implemented',
        }),
      ]
    : [];
