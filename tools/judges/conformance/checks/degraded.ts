// Degraded deployments: each operation gives the reply that the contract declares for the fault.
import type { Operation } from '../contract/document.ts';
import { isAskable } from '../permitted-callers.ts';
import type { Prerequisites } from '../prerequisites.ts';
import { isPlannedReply } from '../replies/tally.ts';
import type { DegradedDeployment } from '../requests/values.ts';
import type { Question, Session } from '../session.ts';
import { tried } from './causes.ts';

/** A share of ten requests at most is what a deployment has left that should answer 429. */
const untilLimited = 12;

export async function degradedDeployments(
  session: Session,
  prerequisites: Prerequisites,
  degraded: readonly DegradedDeployment[],
): Promise<void> {
  for (const each of degraded) {
    await each.begin?.();
    const operations = session.contract.operations.filter((operation) => isAbout(session, each, operation));
    if (each.status === 429)
      for (const operation of operations) await limited(session, question(session, prerequisites, operation, each));
    else
      await session.askAll(operations.flatMap((operation) => question(session, prerequisites, operation, each) ?? []));
  }
}

const isAbout = (
  session: Session,
  { status, problem, operations, except = [] }: DegradedDeployment,
  operation: Operation,
): boolean =>
  (operations?.includes(operation.id) ?? !except.includes(operation.id)) &&
  (operation.replies[status]?.problems.includes(problem) ?? false) &&
  !isPlannedReply(operation, status, problem) &&
  isAskable(session, operation);

function question(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  { status, problem, baseUrl }: DegradedDeployment,
): Question | undefined {
  const filled = tried(session, operation, `${status} ${problem}`, () => prerequisites.filled(operation));
  if (filled === undefined) return undefined;
  const asked = prerequisites.question(['degraded', `where ${problem} is right`], operation, filled, {
    status,
    slug: problem,
  });
  return { ...asked, baseUrl };
}

async function limited(session: Session, asked: Question | undefined): Promise<void> {
  if (asked === undefined) return;
  const { expected: _, ...open } = asked;
  for (let n = 0; n < untilLimited; n++) {
    const answer = await session.ask({ ...open, isAboutLimits: true });
    if (answer === undefined || answer.status === 429) return;
  }
  session.found(asked, [{ rule: 'status', expected: '429 by now', observed: `none of ${untilLimited} requests` }]);
}
