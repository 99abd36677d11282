// Work that goes on behind an answer, until its state is final.
import type { Asking } from '../checks.ts';
import { keysOf, valueAt } from '../contract/bundle.ts';
import type { Operation } from '../contract/document.ts';
import { attempt, UnknownReference } from '../requests/fill.ts';
import type { Filled } from '../requests/request.ts';
import type { Given, Until } from '../requests/values.ts';
import type { WireReply } from '../requests/wire.ts';
import type { Question, Session } from '../session.ts';
import { jsonOf } from './judge.ts';
import type { Bindings } from './links.ts';

const settlingMs = 45_000;

/** Work that goes on behind the answer is waited for: until its state is final, or as the values say. */
export async function settled(
  session: Session,
  operation: Operation,
  known: Bindings,
  about: (status: Operation, given: Given | undefined) => Question,
): Promise<void> {
  const { until } = session.values.operations?.[operation.id] ?? {};
  for (const end of until === undefined ? known.endOf(operation) : [until].flat()) {
    const status = session.contract.operations.find(({ id, planned }) => id === end.operation && !planned);
    const asked = status && attempt(() => about(status, end.with));
    if (asked instanceof UnknownReference) session.tally.missed(operation.id, 'the end of its work', asked.message);
    else if (asked) await wait(session, operation, end, () => session.ask(asked));
  }
}

type Requests = {
  readonly known: Pick<Bindings, 'endOf'>;
  filled(operation: Operation): Filled;
  question(about: Asking, operation: Operation, filled: Filled): Question;
};

/** Waits for the jobs that answers have started, so that they do not get in the way of the next requests. */
export async function startedJobs(session: Session, { known, filled, question }: Requests): Promise<void> {
  const jobs = [...session.started];
  session.started.clear();
  for (const [id, operation] of jobs) {
    // Where the values say how its work ends, the state of the job does not.
    if (session.values.operations?.[operation.id]?.until !== undefined) continue;
    for (const end of known.endOf(operation)) {
      const status = session.contract.operations.find((each) => each.id === end.operation && !each.planned);
      const [parameter, ...others] = status?.parameters.filter(({ in: where }) => where === 'path') ?? [];
      if (status === undefined || parameter === undefined || others.length > 0) continue;
      const from = { ...filled(status), path: { [parameter.name]: id } };
      const asked = question(['preparation', `the work of ${operation.id}`], status, from);
      if ((await session.ask(asked))?.status === 200) await wait(session, operation, end, () => session.ask(asked));
    }
  }
}

async function wait(
  { tally }: Session,
  operation: Operation,
  { pointer, is, not = [undefined] }: Until,
  observe: () => Promise<WireReply | undefined>,
): Promise<void> {
  const deadline = Date.now() + settlingMs;
  for (;;) {
    const answer = await observe();
    const value = answer && valueAt(jsonOf(answer), keysOf(pointer));
    if (is === undefined ? !not.includes(value) : is.includes(value)) return;
    const observed = `${pointer} was ${JSON.stringify(value)} after ${settlingMs / 1000} s`;
    if (Date.now() > deadline) return tally.missed(operation.id, 'the end of its work', observed);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
