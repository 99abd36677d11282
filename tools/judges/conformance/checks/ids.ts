// Unknown ids, ids of other callers' resources, and what lists show other callers.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Asking } from '../checks.ts';
import type { Operation, Parameter, Schema } from '../contract/document.ts';
import type { GoodRequest, Prerequisites } from '../prerequisites.ts';
import type { Person } from '../requests/values.ts';
import type { Question, Session } from '../session.ts';

const notFound = { status: 404, slug: 'not-found' };

export function aboutIds(session: Session, prerequisites: Prerequisites, operation: Operation): readonly Question[] {
  const good = prerequisites.good(operation);
  const ids = operation.parameters.filter(({ in: where }) => where === 'path');
  if (good === undefined || ids.length === 0 || !(404 in operation.replies)) return [];
  const ask = (about: Asking, name: string, id: string) =>
    prerequisites.question(about, operation, { ...good.filled, path: { ...good.filled.path, [name]: id } }, notFound);
  const others = otherCallers(session, operation);
  if (others.length === 0 && !operation.isPublic)
    session.tally.spared(
      operation.id,
      'a resource of another caller',
      'no caller is named who owns nothing of it (ownsNothing)',
    );
  return [
    ...ids.flatMap((parameter) => {
      const asked = `an unknown ${parameter.name}`;
      const id = unknownId(parameter);
      if (id === undefined) session.tally.missed(operation.id, asked, 'no other id of its form could be made');
      return id === undefined ? [] : [ask(['unknown-id', asked], parameter.name, id)];
    }),
    ...others.map((other) =>
      prerequisites.question(
        ['ownership', `what is not ${other.name}'s`],
        operation,
        { ...good.filled, token: other.token },
        notFound,
      ),
    ),
  ];
}

/** Those who may ask, but to whom nothing of the others belongs. */
export const otherCallers = ({ callers }: Session, { roles, isPublic }: Operation): readonly Person[] =>
  isPublic
    ? []
    : callers.filter(
        (person) =>
          person.ownsNothing === true && (roles.length === 0 || roles.some((role) => person.roles.includes(role))),
      );

export function unknownId({ schema }: Parameter): string | undefined {
  if (schema.format === 'uuid') return randomUUID();
  const text = randomBytes(4).toString('hex');
  const candidates = [
    `zz${text}`,
    `zz${text}`.slice(0, schema.maxLength ?? 10),
    '999999937',
    `ZZ${text.toUpperCase()}`,
  ];
  return candidates.find((candidate) => fits(schema, candidate));
}

const fits = (
  { type, pattern, maximum = Number.POSITIVE_INFINITY, maxLength = Number.POSITIVE_INFINITY, minLength = 0 }: Schema,
  text: string,
): boolean =>
  (type !== 'integer' && type !== 'number' ? true : Number(text) <= maximum) &&
  new RegExp(pattern ?? '', 'u').test(text) &&
  text.length <= maxLength &&
  text.length >= minLength;

/** A list does not show the resources of others. */
export async function leaks(session: Session, prerequisites: Prerequisites): Promise<void> {
  const { operations } = session.contract;
  const ids = operations.flatMap((operation) => idsOf(operation, prerequisites.good(operation)));
  const isShared = (id: string): boolean => session.values.operations?.[id]?.isShared === true;
  const lists = operations.filter(
    ({ id, method, path, isPublic }) => method === 'GET' && !path.includes('{') && !isPublic && !isShared(id),
  );
  for (const operation of lists) {
    const good = prerequisites.good(operation);
    for (const other of good ? otherCallers(session, operation) : []) {
      const question = prerequisites.question(['leak', `what ${other.name} sees`], operation, {
        ...good?.filled,
        token: other.token,
      });
      const answer = await session.ask(question);
      const text = Buffer.from(answer?.body ?? '').toString('utf8');
      const leaked = [...new Set(ids)].filter((id) => text.includes(`"${id}"`));
      session.found(
        question,
        leaked.map((id) => ({ rule: 'leak', expected: `nothing of ${id}`, observed: text.slice(0, 300) })),
      );
    }
  }
}

/** The values in the path of a good request that look unique to it. */
const idsOf = ({ parameters }: Operation, good: GoodRequest | undefined): readonly string[] =>
  parameters
    .filter(({ in: where }) => where === 'path')
    .map(({ name }) => String(good?.filled.path?.[name] ?? ''))
    .filter((id) => id.length >= 8);

/** What was removed is gone: for reading, for removing once more, and for all that is below it. */
export async function removals(session: Session, prerequisites: Prerequisites): Promise<void> {
  const removing = session.contract.operations.filter(({ method, planned }) => method === 'DELETE' && !planned);
  for (const operation of removing.toSorted((a, b) => b.path.length - a.path.length)) {
    await prerequisites.last(operation);
    const good = prerequisites.good(operation);
    if (good === undefined) continue;
    const below = session.contract.operations.filter(
      ({ path, method, planned }) =>
        method === 'GET' && !planned && (path === operation.path || path.startsWith(`${operation.path}/`)),
    );
    const { restoresDefault = false } = session.values.operations?.[operation.id] ?? {};
    const gone = [operation, ...(restoresDefault ? [] : below)].map((each) => {
      const filled =
        each === operation ? good.filled : { ...prerequisites.filled(each), path: { ...good.filled.path } };
      return prerequisites.question('after-delete', each, filled, notFound);
    });
    for (const question of gone) await session.ask(question);
  }
}
