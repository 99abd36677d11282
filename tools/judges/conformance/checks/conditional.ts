// Reads that say what has not changed, to whom it belongs; and writes that name the state they are based on.
import type { Asking } from '../checks.ts';
import type { Body, Operation } from '../contract/document.ts';
import type { GoodRequest, Prerequisites } from '../prerequisites.ts';
import { jsonOf } from '../replies/judge.ts';
import { bodyIn, type Filled } from '../requests/request.ts';
import { varied } from '../requests/vary.ts';
import type { WireReply } from '../requests/wire.ts';
import type { Expected, Question, Session } from '../session.ts';
import { tried } from './causes.ts';
import { otherCallers } from './ids.ts';

export async function conditionalRead(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
): Promise<void> {
  const good = prerequisites.good(operation);
  if (operation.conditional !== 'read' || good === undefined) return;
  const ask = (about: Asking, headers: Filled['headers'], status: number): Question =>
    prerequisites.question(
      about,
      operation,
      { ...good.filled, headers: { ...good.filled.headers, ...headers } },
      { status },
    );
  const first = await session.ask(ask(['conditional-read', 'the first time'], {}, 200));
  const etag = first?.headers.etag;
  if (first === undefined || etag === undefined) return;
  await session.ask(ask(['conditional-read', 'the same ETag'], { 'if-none-match': etag }, 304));
  await session.ask(ask(['conditional-read', 'one ETag of a list'], { 'if-none-match': `"zz", ${etag}` }, 304));
  await session.ask(ask(['conditional-read', 'another ETag'], { 'if-none-match': '"zz"' }, 200));
  const whole = ask('head', {}, 200);
  const head = { ...whole, request: { ...whole.request, method: 'HEAD' } };
  const answer = await session.ask(head);
  if (answer !== undefined && answer.headers.etag !== etag)
    session.found(head, [{ rule: 'header ETag', expected: etag, observed: answer.headers.etag ?? 'none' }]);
  for (const other of otherCallers(session, operation)) {
    const own = { ...good.filled, token: other.token };
    const theirs = await session.ask(prerequisites.question(['caller-etag', `read by ${other.name}`], operation, own));
    if (theirs?.status !== 200 || Buffer.compare(theirs.body, first.body) === 0) continue;
    const shared = prerequisites.question(
      'caller-etag',
      operation,
      { ...own, headers: { ...own.headers, 'if-none-match': etag } },
      { status: 200 },
    );
    await session.ask(shared);
    if (theirs.headers.etag === etag)
      session.found(shared, [{ rule: 'header ETag', expected: 'one of this caller', observed: etag }]);
  }
}

export async function conditionalWrite(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
): Promise<void> {
  if (operation.conditional !== 'write' || operation.planned) return;
  const read = session.contract.operations.find(
    ({ path, method, planned }) => path === operation.path && method === 'GET' && !planned,
  );
  const before = read && prerequisites.good(read);
  if (read === undefined || before === undefined)
    return session.tally.missed(operation.id, 'If-Match', 'no operation reads its ETag');
  const current = async () =>
    session.ask(
      prerequisites.question(['preparation', 'the state before a write'], read, before.filled, { status: 200 }),
    );
  const state = await current();
  const etag = state?.headers.etag;
  if (state === undefined || etag === undefined) return;
  const filled = tried(session, operation, 'If-Match', () => prerequisites.filled(operation));
  if (filled === undefined) return;
  const write = (
    asked: string,
    match: string | undefined,
    status: number,
    slug?: string,
    body = filled.body,
  ): Question => {
    const made = prerequisites.question(
      ['conditional-write', asked],
      operation,
      { ...filled, body },
      { status, ...(slug ? { slug } : {}) },
    );
    const { 'if-match': _, ...headers } = made.request.headers ?? {};
    return {
      ...made,
      request: { ...made.request, headers: match === undefined ? headers : { ...headers, 'if-match': match } },
    };
  };
  const refused = [
    write('no If-Match', undefined, 428, 'precondition-required'),
    write('another If-Match', '"zz"', 412, 'precondition-failed'),
  ];
  for (const question of refused) {
    await session.ask(question);
    unchanged(session, question, state, await current());
  }
  // What is removed is removed last, when nothing needs it any more.
  if (operation.method !== 'DELETE') await written(session, prerequisites, operation, { filled, etag, write });
}

type Writing = {
  readonly filled: Filled;
  readonly etag: string;
  readonly write: (asked: string, match: string | undefined, status: number, slug?: string, body?: unknown) => Question;
};

/** What is based on the present state is taken; the same base does not count twice. */
async function written(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  { filled, etag, write }: Writing,
): Promise<void> {
  const body = bodyIn(operation, filled.media);
  const good = Number(Object.keys(operation.replies).find((status) => status.startsWith('2')));
  const other = body && varied(besidePath(operation, body), filled.body ?? body.examples[0]);
  const present = (sent: unknown, status: Expected['status']) => {
    const question = write('the present If-Match', etag, good, undefined, sent);
    return session.ask({ ...question, expected: { status } });
  };
  // The other body may break a rule of the business; then its own example is asked.
  const first = other === undefined ? undefined : await present(other, [good, 422]);
  const taken = first === undefined || first.status === 422 ? await present(filled.body, good) : first;
  if (taken === undefined || taken.status !== good) return;
  prerequisites.learn(operation, write('', etag, good).request, taken, filled);
  await session.ask(write('an If-Match that has passed', etag, 412, 'precondition-failed'));
}

/** What the address names too stays as it is. */
const besidePath = ({ parameters }: Operation, body: Body): Body => {
  const names = new Set(parameters.filter(({ in: where }) => where === 'path').map(({ name }) => name));
  const properties = Object.entries(body.schema.properties ?? {}).filter(([name]) => !names.has(name));
  return { ...body, schema: { ...body.schema, properties: Object.fromEntries(properties) } };
};

function unchanged(session: Session, question: Question, before: WireReply, after: WireReply | undefined): void {
  if (after !== undefined && after.headers.etag !== before.headers.etag)
    session.found(question, [
      { rule: 'nothing changed', expected: before.headers.etag ?? '', observed: after.headers.etag ?? 'none' },
    ]);
}

/** A create that is refused leaves nothing in the list beside it. */
export async function failedCreate(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  wrongs: readonly Question[],
): Promise<void> {
  const { operations } = session.contract;
  const list = operations.find(({ path, method, planned }) => path === operation.path && method === 'GET' && !planned);
  const good: GoodRequest | undefined = list && prerequisites.good(list);
  if (operation.method !== 'POST' || list === undefined || good === undefined) return;
  const observe = async () => {
    const answer = await session.ask(
      prerequisites.question(['preparation', 'the list beside it'], list, good.filled, { status: 200 }),
    );
    return answer?.status === 200 ? JSON.stringify(jsonOf(answer)) : undefined;
  };
  const before = await observe();
  // A list that changes by itself says nothing of what a request left.
  if (before === undefined || (await observe()) !== before) return;
  // Those that are refused last are the likeliest to have left something.
  const isOfBody = ({ breaks }: Question) => Number(breaks?.place.startsWith('/') ?? false);
  for (const question of wrongs.toSorted((a, b) => isOfBody(b) - isOfBody(a)).slice(0, 5)) {
    await session.ask(question);
    const after = await observe();
    if (after !== undefined && after !== before)
      return session.found(question, [
        {
          check: 'failed-create',
          rule: 'failed create leaves nothing',
          expected: before.slice(0, 300),
          observed: after.slice(0, 300),
        },
      ]);
  }
}
