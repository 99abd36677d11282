// Credentials that are refused count on the share of the address that they come from: so many, and no more; good ones
// from there never do. Asked where the share is smallest.
import { asking } from '../checks.ts';
import type { Limit, Operation } from '../contract/document.ts';
import type { Prerequisites } from '../prerequisites.ts';
import type { Question, Session } from '../session.ts';
import { again, askingAs, spender, tooMuch, usedUp } from './limits.ts';

const share = 'the share of refused credentials';

/** `only`: the one operation that is asked. */
export async function aboutRefusals(
  session: Session,
  prerequisites: Prerequisites,
  only?: string | null,
): Promise<void> {
  const all = limited(session.contract.operations).filter(({ operation: { id } }) => (only ?? id) === id);
  const inTime = all.filter(({ limit }) => tooMuch(limit) === undefined);
  const [least] = (inTime.length === 0 ? all : inTime).toSorted((a, b) => shareOf(a) - shareOf(b));
  if (least === undefined) return;
  const { operation, limit } = least;
  const why = tooMuch(limit);
  if (why !== undefined) return session.tally.spared(operation.id, share, why);
  const asked = refusedAt(session, prerequisites, operation);
  const refusal = await usedUp(session, asked, limit);
  if (refusal === undefined) return;
  await goodOne(session, prerequisites, operation);
  if (session.address !== undefined) await elsewhere(session, asked);
  await again(session, asked, refusal);
}

type Limited = { readonly operation: Operation; readonly limit: Limit };

const limited = (operations: readonly Operation[]): readonly Limited[] =>
  operations.flatMap((operation) =>
    operation.limit?.per === 'principal' && operation.takesBearer && !operation.isPublic && !operation.planned
      ? [{ operation, limit: operation.limit }]
      : [],
  );

const shareOf = ({ limit: { quota, cost } }: Limited): number => quota / cost;

function refusedAt({ address, callers }: Session, prerequisites: Prerequisites, operation: Operation): Question {
  const { request, ...question } = prerequisites.question(
    [
      'limit-enforced',
      `${callers.length === 0 ? 'no token' : 'a token that must be refused'}, until ${share.replace('the', 'its')} is used up`,
    ],
    operation,
    prerequisites.filled(operation, { as: 'anonymous' }),
  );
  // Where no caller has a token, any may be good, as in a mock.
  const headers = { ...request.headers, ...(callers.length === 0 ? {} : { authorization: 'Bearer zz' }) };
  return { ...question, isAboutLimits: true, request: { ...request, headers, from: address } };
}

/** Trying tokens does not lock out a caller who has one. */
async function goodOne(session: Session, prerequisites: Prerequisites, operation: Operation): Promise<void> {
  const { isAboutLimits: _, ...asked } = askingAs(session, prerequisites, spender(prerequisites, operation))(operation);
  const about = asking(['limit-caller', `a good token, where ${share} is used up`]);
  if (spender(prerequisites, operation) !== undefined)
    await session.ask({ ...asked, ...about, expected: { status: 400, slug: 'invalid-request' } });
}

async function elsewhere(session: Session, { isAboutLimits: _, ...asked }: Question): Promise<void> {
  const about = asking(['limit-caller', `from another address, while ${share} of one is used up`]);
  const request = { ...asked.request, from: undefined };
  await session.ask({ ...asked, ...about, request, expected: { status: 401, slug: 'unauthenticated' } });
}
