// Reaches the 2xx of each operation: ids that one answer gives are used for the next (Location, x-job, ids of the same
// brand), until all have been asked.
import { randomBytes, randomUUID } from 'node:crypto';
import { type Asking, asking } from './checks.ts';
import type { Operation, Parameter } from './contract/document.ts';
import { callerOf, everybody, hasNoCaller, isAskable, lacking, leftOut, sessionless } from './permitted-callers.ts';
import { type Bindings, bindings } from './replies/links.ts';
import { settled } from './replies/settled-work.ts';
import { successesAmong } from './replies/success.ts';
import { attempt, fill, operationsIn, UnknownReference } from './requests/fill.ts';
import { bodyIn, type Fields, type Filled, requestOf } from './requests/request.ts';
import type { Given, Person } from './requests/values.ts';
import type { Request, WireReply } from './requests/wire.ts';
import type { Expected, Question, Session } from './session.ts';

/** A request that got its 2xx. */
export type GoodRequest = {
  readonly person: Person | undefined;
  readonly filled: Filled;
  readonly request: Request;
  readonly answer: WireReply;
};

export type Prerequisites = {
  /** Asks every implemented operation once, in an order in which each finds what it needs. */
  all(): Promise<void>;
  good(operation: Operation): GoodRequest | undefined;
  /** What removes resources is asked last. */
  last(operation: Operation): Promise<void>;
  /** A later good answer, which what follows has to know. */
  learn(operation: Operation, request: Request, answer: WireReply, filled: Filled): void;
  /** The caller for an operation, one who owns resources; the one that the values name first. */
  person(operation: Operation, as?: string): Person | undefined;
  /**
   * All permitted callers, also those who own nothing: malformed requests may come from any of them, and taking turns
   * stays below limits.
   */
  everybody(operation: Operation): readonly Person[];
  /** What is given with every reference followed, on top of what is known. */
  filled(operation: Operation, given?: Given): Filled;
  question(about: Asking, operation: Operation, filled: Filled, expected?: Expected): Question;
  /** What the answers so far name. */
  readonly known: Bindings;
};

export const successes = ({ replies }: Operation): readonly number[] =>
  successesAmong(Object.keys(replies).map(Number));

/**
 * First what needs nothing, then what creates resources, then what reads them, what changes them, and last what removes
 * them.
 */
function rank({ method, path, isPublic }: Operation): number {
  if (method === 'DELETE') return 5;
  if (method === 'GET') return 2;
  if (method !== 'POST') return 3;
  if (isPublic) return 0;
  return path.includes('{') ? 4 : 1;
}

function fillerOf(
  { values }: Session,
  known: ReturnType<typeof bindings>,
  facts: Parameters<typeof fill>[1],
  person: Prerequisites['person'],
): Prerequisites['filled'] {
  return (operation, given = values.operations?.[operation.id]?.good ?? {}) => {
    const { as, path, query, headers, body, fields, media } = fill(given, facts);
    const example = bodyIn(operation, media)?.examples[0];
    const whole = body ?? (fields === undefined ? undefined : { ...(example as Fields), ...fields });
    const caller = as === 'anonymous' ? undefined : person(operation, as);
    if (caller === undefined && as !== undefined && as !== 'anonymous')
      throw new UnknownReference(`no caller is named ${as}`);
    return {
      token: caller?.session === undefined ? caller?.token : undefined,
      path: { ...Object.fromEntries(pathOf(operation, known)), ...path },
      query: { ...Object.fromEntries(queryOf(operation, known)), ...query },
      ...(headers || caller?.session ? { headers: { ...caller?.session, ...headers } } : {}),
      body: whole,
      media,
    };
  };
}

const questionOn =
  (base: string): Prerequisites['question'] =>
  (about, operation, from, expected) => ({
    ...asking(about),
    operation,
    request: requestOf(base, operation, from),
    ...(expected ? { expected } : {}),
  });

/** The key that this request has is the one that idempotency is judged by. */
export const withKey = ({ idempotent }: Operation, from: Filled): Filled =>
  idempotent ? { ...from, headers: { ...from.headers, 'idempotency-key': randomUUID() } } : from;

export function prerequisitesOf(session: Session): Prerequisites {
  const { contract, values, callers, base } = session;
  const known = bindings(contract);
  const answers = new Map<string, WireReply>();
  const goods = new Map<string, GoodRequest>();
  const begun = new Set<string>();
  const byId = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const facts = { callers, answers, unique: `c${randomBytes(4).toString('hex')}` };

  const person: Prerequisites['person'] = (operation, as) => callerOf(session, operation, as);
  const filled = fillerOf(session, known, facts, person);
  const question = questionOn(base);

  const requireOperation = async (operation: Operation): Promise<void> => {
    if (begun.has(operation.id)) return;
    begun.add(operation.id);
    const { good, after = [], leave } = values.operations?.[operation.id] ?? {};
    if (leave !== undefined) return;
    for (const id of [...after, ...operationsIn(good)]) await requireId(id);
    for (const producer of producersFor(session, operation, known, good?.path)) {
      if (known.isBound(operation)) break;
      await requireId(producer.id);
    }
    const before = await beforeGood(session, operation, { filled, question });
    if (before !== undefined) answers.set(`${operation.id}.before`, before);
    await askGood(operation);
  };
  const requireId = async (id: string) => {
    const operation = byId.get(id);
    if (operation && !operation.planned) await requireOperation(operation);
  };

  const learn: Prerequisites['learn'] = (operation, request, answer, from) => {
    answers.set(operation.id, answer);
    known.learn(operation, request, answer);
    goods.set(operation.id, { person: person(operation), filled: from, request, answer });
  };

  const askGood = async (operation: Operation) => {
    if (hasNoCaller(session, operation)) return;
    if (!isAskable(session, operation)) return session.tally.missed(operation.id, 'its 2xx', sessionless);
    const given = attempt(() => filled(operation));
    if (given instanceof UnknownReference) return lacking(session, operation, 'its 2xx', given);
    const from = await onPresentState(session, operation, given, { filled, question });
    const asked = question('good-request', operation, withKey(operation, from));
    const answer = await firstGood(session, operation, asked);
    if (answer === undefined) return;
    learn(operation, asked.request, answer, from);
    await settled(session, operation, known, (each, given) =>
      question(['preparation', `the work of ${operation.id}`], each, filled(each, given)),
    );
  };

  return {
    all: async () => {
      for (const each of contract.operations) if (hasNoCaller(session, each)) leftOut(session, each);
      const implemented = contract.operations.filter(({ planned, method }) => !planned && method !== 'DELETE');
      for (const operation of implemented.toSorted((a, b) => rank(a) - rank(b))) await requireOperation(operation);
    },
    good: ({ id }) => goods.get(id),
    last: requireOperation,
    learn,
    person,
    everybody: (operation) => (operation.isPublic ? [] : everybody(session, operation)),
    filled,
    question,
    known,
  };
}

async function beforeGood(
  session: Session,
  operation: Operation,
  { filled, question }: Pick<Prerequisites, 'filled' | 'question'>,
) {
  let answer: WireReply | undefined;
  for (const given of session.values.operations?.[operation.id]?.before ?? []) {
    const asked = session.contract.operations.find(({ id }) => id === given.operation) ?? operation;
    const expected = { status: successes(asked) };
    const from = attempt(() => filled(asked, given));
    if (from instanceof UnknownReference) lacking(session, operation, 'what comes before', from);
    else answer = await session.ask(question(['preparation', 'before its own example'], asked, from, expected));
  }
  return answer;
}

/**
 * What can be done only once is sent many times under its key: one of them is done, and the others get the answer that
 * it runs, or its answer.
 */
async function firstGood(session: Session, operation: Operation, asked: Question): Promise<WireReply | undefined> {
  const isOnce = operation.idempotent && session.values.operations?.[operation.id]?.once === true;
  const good = successes(operation);
  const question = { ...asked, expected: { status: isOnce ? [...good, 409] : good } };
  const answers = isOnce ? await session.askTogether(question, burst) : [await session.ask(question)];
  return answers.find((each) => each !== undefined && good.includes(each.status));
}

/**
 * A write with If-Match names the state that is read just before, unless the resource is one that must not be found.
 */
export async function onPresentState(
  session: Session,
  operation: Operation,
  from: Filled,
  { filled, question }: Pick<Prerequisites, 'filled' | 'question'>,
): Promise<Filled> {
  const { operations } = session.contract;
  const read = operations.find(({ path, method }) => path === operation.path && method === 'GET');
  if (operation.conditional !== 'write' || read === undefined || read.planned) return from;
  const same = { ...filled(read), path: from.path ?? {} };
  const state = await session.ask(
    question(['preparation', 'the state before a write'], read, same, { status: [200, 404] }),
  );
  const etag = state?.headers.etag;
  return etag === undefined ? from : { ...from, headers: { ...from.headers, 'if-match': etag } };
}

/** So many at once that one most likely meets another that runs. */
const burst = 12;

const pathOf = (operation: Operation, known: Bindings) =>
  operation.parameters
    .filter(({ in: where }) => where === 'path')
    .map((parameter): [string, unknown] => [parameter.name, known.of(operation, parameter) ?? parameter.example]);

/** Required ones alone, and only where an answer has named one. */
const queryOf = (operation: Operation, known: Bindings): [string, unknown][] =>
  operation.parameters.flatMap((parameter): [string, unknown][] => {
    const value = parameter.in === 'query' && parameter.required ? known.of(operation, parameter) : undefined;
    return value === undefined ? [] : [[parameter.name, value]];
  });

/**
 * What may supply the ids in an operation's address: what creates below the same path, then whatever answers with ids
 * of the brand.
 */
function producersFor(
  { contract }: Session,
  operation: Operation,
  known: Bindings,
  given: Fields = {},
): readonly Operation[] {
  const missing = operation.parameters.filter((each): each is Parameter => each.in === 'path' && !(each.name in given));
  const others = contract.operations.filter(
    (each) => each.id !== operation.id && !each.planned && each.method !== 'DELETE',
  );
  return missing.flatMap((parameter) =>
    others
      .filter((each) => known.gives(each, operation, parameter))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length || rank(a) - rank(b)),
  );
}
