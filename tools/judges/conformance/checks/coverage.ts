// What a run must have observed before it reports that nothing is wrong: the 2xx of each operation, and, when it is
// strict, each declared reply and an answer to each question.
import type { Operation } from '../contract/document.ts';
import { type Prerequisites, successes } from '../prerequisites.ts';
import type { Unreached } from '../report.ts';
import type { Question, Session } from '../session.ts';
import { tried } from './causes.ts';

export function coverage(session: Session, prerequisites: Prerequisites, isStrict: boolean): void {
  const unreached = session.tally.unreached();
  for (const operation of session.contract.operations) {
    const mine = unreached.filter((each) => each.operation === operation.id);
    reachesSuccess(session, prerequisites, operation, mine);
    if (isStrict) reachesDeclared(session, prerequisites, operation, mine);
  }
  if (!isStrict) return;
  for (const { question, retryAfter } of session.limited)
    session.found(question, [
      {
        check: 'limit-over',
        rule: 'rate limit',
        expected: 'an answer within the time that the run waits (--max-wait)',
        observed: `429, Retry-After ${retryAfter ?? 'none'}`,
      },
    ]);
}

function reachesSuccess(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  unreached: readonly Unreached[],
): void {
  const good = successes(operation);
  const observed = session.tally.statusesOf(operation);
  if (operation.planned || good.some((status) => (observed.get(status) ?? 0) > 0)) return;
  const isStated = unreached.some(
    ({ what, isExcused }) => isExcused && (what === 'its 2xx' || good.includes(Number(what))),
  );
  if (isStated) return;
  const answers = [...observed].sort(([a], [b]) => a - b).map(([status, times]) => `${status} (${times} times)`);
  const missed = unreached.find(({ what }) => what === 'its 2xx');
  const why = [answers.join(', ') || 'no answer', missed?.reason].filter((part) => part !== undefined).join('; ');
  session.found(asked(session, prerequisites, operation), [
    {
      check: 'reaches-success',
      rule: 'its 2xx',
      expected: `${good.join(' or ')} at least once`,
      observed: `never: ${why}`,
    },
  ]);
}

function reachesDeclared(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  unreached: readonly Unreached[],
): void {
  const good = successes(operation);
  const open = unreached.filter(
    ({ what, isExcused }) => /^\d{3}( |$)/.test(what) && !isExcused && !good.includes(Number(what)),
  );
  session.found(
    asked(session, prerequisites, operation),
    open.map(({ what, reason }) => ({
      check: 'reaches-declared',
      rule: `declared ${what}`,
      expected: `${what} at least once`,
      observed: `never: ${reason}`,
    })),
  );
}

/** What it was, or would have been, asked for its 2xx. */
function asked(session: Session, prerequisites: Prerequisites, operation: Operation): Question {
  const good = prerequisites.good(operation);
  const filled = good?.filled ?? tried(session, operation, 'its 2xx', () => prerequisites.filled(operation)) ?? {};
  return prerequisites.question(['reaches-success', 'the whole run'], operation, filled);
}
