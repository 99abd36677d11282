// Who may send the requests of an operation, and what is reported where no caller may.
import type { Operation } from './contract/document.ts';
import { replyNames } from './replies/tally.ts';
import type { UnknownReference } from './requests/fill.ts';
import type { Person } from './requests/values.ts';
import type { Session } from './session.ts';

/** One of the permitted callers; one who owns nothing only when there is no other. */
export function callerOf(
  { values, callers }: Session,
  operation: Operation,
  as: string | undefined,
): Person | undefined {
  const name = as ?? values.operations?.[operation.id]?.good?.as;
  if (name !== undefined) return callers.find((each) => each.name === name);
  if (operation.isPublic) return undefined;
  const may = callersOf(callers, operation);
  return may.find(({ ownsNothing }) => ownsNothing !== true) ?? may[0];
}

/** Where a token will do, sessions are for what names them. */
const callersOf = (callers: readonly Person[], { roles, takesBearer }: Operation): readonly Person[] =>
  callers
    .filter(({ session }) => (session === undefined) === takesBearer)
    .filter((person) => roles.length === 0 || roles.some((role) => person.roles.includes(role)));

/** Whose session the good request ended is asked for nothing more. */
export const everybody = (session: Session, operation: Operation): readonly Person[] => {
  const all = callersOf(session.callers, operation);
  return operation.takesBearer ? all : all.filter((each) => each !== callerOf(session, operation, undefined));
};

/** A run without callers has none who could be let in. */
export const hasNoCaller = ({ callers }: Session, { isPublic }: Operation): boolean =>
  callers.length === 0 && !isPublic;

const noCaller = 'no permitted caller is named (--callers)';

export function leftOut({ tally }: Session, operation: Operation): void {
  if (!operation.planned) tally.spared(operation.id, 'its 2xx', noCaller);
  for (const name of replyNames(operation)) tally.excused(operation.id, name, noCaller);
}

/** What a caller would have made known, a run without callers lacks by choice. */
export function lacking({ callers, tally }: Session, { id }: Operation, what: string, { message }: UnknownReference) {
  if (callers.length === 0) tally.spared(id, what, `${message}, and ${noCaller}`);
  else tally.missed(id, what, message);
}

export const sessionless = 'it accepts only a browser session, and no caller has one';

/** Whether any caller has a credential that it takes. */
export const isAskable = ({ callers }: Session, { isPublic, takesBearer, takesSession }: Operation): boolean =>
  isPublic || takesBearer || (takesSession && callers.some(({ session }) => session !== undefined));
