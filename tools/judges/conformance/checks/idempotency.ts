// A key stands for one request of one caller: repeated it is answered as before, changed it is refused, and what failed
// is not kept as an answer.
import { randomUUID } from 'node:crypto';
import type { Asking } from '../checks.ts';
import { isRecord } from '../contract/bundle.ts';
import type { Operation } from '../contract/document.ts';
import type { Prerequisites } from '../prerequisites.ts';
import { jsonOf, slugOf } from '../replies/judge.ts';
import { bodyIn, type Filled } from '../requests/request.ts';
import { varied } from '../requests/vary.ts';
import type { WireReply } from '../requests/wire.ts';
import type { Expected, Question, Session } from '../session.ts';
import { accepted, tried } from './causes.ts';
import { otherCallers } from './ids.ts';

export async function idempotency(session: Session, prerequisites: Prerequisites, operation: Operation): Promise<void> {
  const good = prerequisites.good(operation);
  if (!operation.idempotent || good === undefined) return;
  const { once = false } = session.values.operations?.[operation.id] ?? {};
  // Values of their own each time, where the values file has such.
  const fresh = () => tried(session, operation, 'idempotency', () => prerequisites.filled(operation)) ?? good.filled;
  const about = { session, prerequisites, operation, success: { status: good.answer.status } };
  const key = good.request.headers?.['idempotency-key'] ?? '';
  await replayed(about, key, good.filled, good.answer);
  await refused(about, key, good.filled, good.answer);
  if (once) return;
  await notKept(about, fresh);
  await inFlight(about, fresh);
}

type Tried = {
  readonly session: Session;
  readonly prerequisites: Prerequisites;
  readonly operation: Operation;
  readonly success: Expected;
};

function keyed(
  { prerequisites, operation, success }: Tried,
  about: Asking,
  key: string,
  filled: Filled,
  expected = success,
): Question {
  const headers = { ...filled.headers, 'idempotency-key': key };
  return prerequisites.question(about, operation, { ...filled, headers }, expected);
}

async function replayed(about: Tried, key: string, filled: Filled, first: WireReply): Promise<void> {
  const question = keyed(about, 'idempotency-replay', key, filled);
  const again = await about.session.ask(question);
  if (again !== undefined) about.session.found(question, differences(first, again));
}

const differences = (first: WireReply, again: WireReply) =>
  [
    { rule: 'idempotency: body', expected: textOf(first), observed: textOf(again) },
    {
      rule: 'idempotency: header Location',
      expected: first.headers.location ?? 'none',
      observed: again.headers.location ?? 'none',
    },
  ].filter(({ expected, observed }) => expected !== observed);

/** What was kept may come back with its fields in another order. */
const textOf = (answer: WireReply): string => {
  const value = jsonOf(answer);
  return value === undefined ? Buffer.from(answer.body).toString('utf8') : JSON.stringify(ordered(value));
};

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, ordered(each)]),
  );
};

async function refused(about: Tried, key: string, filled: Filled, first: WireReply): Promise<void> {
  const { session, operation } = about;
  const body = bodyIn(operation, filled.media);
  const other = body && varied(body, filled.body ?? body.examples[0]);
  const reused = { status: 422, slug: 'idempotency-key-reused' };
  if (body === undefined)
    session.tally.spared(operation.id, 'a key with another request', 'a request without a body has no other one');
  else if (other === undefined)
    session.tally.missed(operation.id, 'a key with another request', 'no other good body could be made');
  else await session.ask(keyed(about, 'idempotency-reuse', key, { ...filled, body: other }, reused));
  for (const other of otherCallers(session, operation)) {
    const question = keyed(
      about,
      ['idempotency-caller', `the same key of ${other.name}`],
      key,
      { ...filled, token: other.token },
      { status: accepted(operation) },
    );
    const answer = await session.ask(question);
    if (answer !== undefined && answer.status < 300 && jsonOf(answer) !== undefined && textOf(answer) === textOf(first))
      session.found(question, [
        { rule: 'idempotency: caller', expected: "another answer than the first caller's", observed: textOf(answer) },
      ]);
  }
}

/** 401 and what has not the right form leave nothing that a later request with the key could get. */
async function notKept(about: Tried, fresh: () => Filled): Promise<void> {
  const { session, operation } = about;
  const [key, other] = [randomUUID(), randomUUID()];
  const filled = fresh();
  if (!operation.isPublic) {
    await session.ask(
      keyed(
        about,
        ['idempotency-refused', 'a key without a credential'],
        key,
        { ...filled, token: undefined },
        { status: 401 },
      ),
    );
    await session.ask(keyed(about, ['idempotency-refused', 'the same key with a credential'], key, filled));
  }
  const query = { ...filled.query, zz_unknown: 'x' };
  await session.ask(
    keyed(about, ['idempotency-refused', 'a key with a wrong request'], other, { ...filled, query }, { status: 400 }),
  );
  const answers = { status: [about.success.status, 422].flat() };
  await session.ask(
    keyed(about, ['idempotency-refused', 'the same key with the right request'], other, fresh(), answers),
  );
}

/** Often enough that one most likely meets another that runs. */
const atOnce = 12;

async function inFlight(about: Tried, fresh: () => Filled): Promise<void> {
  const { session, success } = about;
  const expected = { status: [success.status, 409].flat() };
  for (let round = 0; round < 3; round++) {
    // What the round before has done may stand in the way of the same once more.
    const question = keyed(about, 'idempotency-once', randomUUID(), fresh(), expected);
    const answers = await session.askTogether(question, atOnce);
    const good = answers.filter(({ status }) => status < 300);
    const texts = new Set(good.map(textOf));
    if (texts.size > 1)
      session.found(question, [
        {
          rule: 'idempotency: once',
          expected: `one answer to ${atOnce} at once`,
          observed: `${texts.size} answers, such as ${[...texts].slice(0, 2).join(' and ')}`,
        },
      ]);
    if (answers.some((answer) => slugOf(answer) === 'idempotency-in-flight') || good.length === 0) return;
  }
}
