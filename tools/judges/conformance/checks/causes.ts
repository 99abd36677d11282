// What only the meaning of values decides: further good requests, and refusals, as the values file gives them; and
// every other example of the document.
import type { Asking, CheckName } from '../checks.ts';
import type { Operation } from '../contract/document.ts';
import { lacking } from '../permitted-callers.ts';
import { onPresentState, type Prerequisites, successes } from '../prerequisites.ts';
import { causeOf } from '../replies/tally.ts';
import { UnknownReference } from '../requests/fill.ts';
import { bodyIn, type Filled } from '../requests/request.ts';
import type { Cause, Given } from '../requests/values.ts';
import type { Expected, Question, Session } from '../session.ts';

/**
 * What a request may meet that has the right form; where the credential is in the body, that it does not count (any
 * more).
 */
export const accepted = (operation: Operation): readonly number[] => [
  ...successes(operation),
  ...ofMeaning(operation).filter((status) => status in operation.replies),
];

const ofMeaning = ({ isPublic }: Operation): readonly number[] => [
  ...[403, 404, 409, 412, 422],
  ...(isPublic ? [401] : []),
];

type Meant = { readonly about: Asking; readonly filled: Filled; readonly expected: Expected };

/** Writes that name the state they are based on: one after the other. */
export async function meaningOfWrites(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
): Promise<void> {
  // What removes something is asked for its 2xx last, and for its refusals here.
  const isReached = operation.method === 'DELETE' || prerequisites.good(operation) !== undefined;
  if (operation.conditional !== 'write' || !isReached) return;
  for (const { about, filled, expected } of meant(session, prerequisites, operation)) {
    const based = await onPresentState(session, operation, filled, prerequisites);
    await session.ask(prerequisites.question(about, operation, based, expected));
  }
}

export const aboutMeaning = (
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
): readonly Question[] =>
  operation.conditional === 'write'
    ? []
    : meant(session, prerequisites, operation).map(({ about, filled, expected }) =>
        prerequisites.question(about, operation, filled, expected),
      );

function meant(session: Session, prerequisites: Prerequisites, operation: Operation): readonly Meant[] {
  // Without callers a run has values that no caller owns, and what they mean is not asked where they reach nothing.
  if (session.callers.length === 0 && prerequisites.good(operation) === undefined) return [];
  const { good = {}, more = [], causes = {} } = session.values.operations?.[operation.id] ?? {};
  const ask = (check: CheckName, asked: string, given: Given, expected: Expected): readonly Meant[] => {
    const filled = tried(session, operation, asked, () => prerequisites.filled(operation, merged(good, given)));
    return filled === undefined ? [] : [{ about: [check, asked], filled, expected }];
  };
  return [
    ...more.flatMap((given, n) =>
      ask('further-request', `further values ${n + 1}`, given, { status: successes(operation) }),
    ),
    ...Object.entries(causes).flatMap(([name, given]) =>
      [given].flat().flatMap((each: Cause) => ask('cause', causeOf(name), each, expectedOf(name, each))),
    ),
  ];
}

function expectedOf(name: string, { place }: Cause): Expected {
  const [status = '', slug] = name.split(' ');
  return { status: Number(status), ...(slug ? { slug } : {}), ...(place === undefined ? {} : { place }) };
}

export const merged = (good: Given, given: Given): Given => ({
  ...good,
  ...given,
  path: { ...good.path, ...given.path },
  query: { ...good.query, ...given.query },
  headers: { ...good.headers, ...given.headers },
  ...(good.fields || given.fields ? { fields: { ...good.fields, ...given.fields } } : {}),
});

/** A good request with each further example of the body, in each media type, and each parameter's own. */
export function aboutExamples(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
): readonly Question[] {
  const good = prerequisites.good(operation);
  if (good === undefined) return [];
  const expected = { status: accepted(operation) };
  const own = session.values.operations?.[operation.id]?.good;
  const asked = bodyIn(operation, good.filled.media);
  const bodies = operation.bodies.flatMap((body) =>
    body.examples
      .map((example, n) => ({ example, n }))
      .filter(({ n }) => body !== asked || n > 0)
      .map(({ example, n }): [string, Filled] => {
        const fields = typeof example === 'object' && own?.fields ? prerequisites.filled(operation).body : {};
        const value =
          typeof example === 'object' ? { ...(example as object), ...ownFields(fields, own?.fields) } : example;
        return [`the example ${n + 1} of ${body.media}`, { ...good.filled, media: body.media, body: value }];
      }),
  );
  const parameters = operation.parameters
    .filter(({ in: where, required, name }) => where === 'query' && !required && name !== 'cursor')
    .map(({ name, example }): [string, Filled] => [
      `the example of ${name}`,
      { ...good.filled, query: { ...good.filled.query, [name]: example } },
    ]);
  return [...bodies, ...parameters].map(([asked, filled]) =>
    prerequisites.question(['example', asked], operation, filled, expected),
  );
}

const ownFields = (body: unknown, fields: object = {}): object =>
  Object.fromEntries(Object.entries((body ?? {}) as object).filter(([name]) => name in fields));

export function tried<T>(session: Session, operation: Operation, what: string, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof UnknownReference)) throw error;
    lacking(session, operation, what, error);
    return undefined;
  }
}
