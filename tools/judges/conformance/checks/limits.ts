// Rate limits as the document declares them: one caller's share is used up and reported as used up, but not to other
// callers, and no longer than stated. Runs at the very end.
import { asking } from '../checks.ts';
import type { Limit, Operation } from '../contract/document.ts';
import type { Prerequisites } from '../prerequisites.ts';
import { jsonOf } from '../replies/judge.ts';
import { credentialOf, type Person } from '../requests/values.ts';
import type { WireReply } from '../requests/wire.ts';
import type { Question, Session } from '../session.ts';

/** A run spends no more than that on a limit, and no account that outlives the run is refused for longer than that. */
const most = { requests: 1_500, windowS: 60 };
/** As long as a run waits to see that it may come again. */
const longestWaitS = 3;
const together = 8;
const givingUpMs = 20_000;

type Share = {
  readonly limit: Limit;
  /** Undefined: it is counted by address. */
  readonly person: Person | undefined;
  /** Those that spend it, the dearest first. */
  readonly operations: readonly Operation[];
};

export async function aboutLimits(session: Session, prerequisites: Prerequisites): Promise<void> {
  const spent = new Set<Person | undefined>();
  for (const share of sharesOf(session, prerequisites)) {
    const { limit, person, operations } = share;
    const [dearest] = operations;
    const why = tooMuch(limit, person);
    if (why !== undefined) for (const { id } of operations) session.tally.excused(id, limitedReply, why);
    if (why !== undefined || dearest === undefined) continue;
    spent.add(person);
    const ask = askingAs(session, prerequisites, person);
    const askOther = await another(session, prerequisites, share, spent);
    const refusal = await usedUp(session, ask(dearest), limit);
    if (refusal === undefined) continue;
    if (askOther !== undefined) await others(session, askOther);
    for (const each of operations) await refused(session, ask(each));
    await again(session, ask(dearest), refusal);
  }
}

const limitedReply = '429 rate-limited';

export function tooMuch({ quota, window_s, cost }: Limit, person?: Person): string | undefined {
  if (window_s > most.windowS && person?.isPassing !== true)
    return `to use up a limit of ${window_s} s would shut its caller out for as long; a deployment with a small one can be named as degraded`;
  if (quota / cost > most.requests)
    return `to use up ${quota} in ${window_s} s takes more than the ${most.requests} requests that a run spends on it; a deployment with a small one can be named as degraded`;
  return undefined;
}

/** Whose session an operation ended has nothing left to spend. */
export const spender = (prerequisites: Prerequisites, operation: Operation): Person | undefined =>
  operation.takesBearer ? prerequisites.person(operation) : prerequisites.everybody(operation)[0];

function sharesOf({ contract }: Session, prerequisites: Prerequisites): readonly Share[] {
  const mine = contract.operations.flatMap((operation) => {
    const { limit, isPublic } = operation;
    const person = isPublic ? undefined : spender(prerequisites, operation);
    return limit === undefined || (!isPublic && person === undefined)
      ? []
      : [{ operation, limit, person: limit.per === 'address' ? undefined : person }];
  });
  const byShare = Map.groupBy(mine, ({ limit, person }) => `${limit.policy} ${person?.name ?? ''}`);
  return [...byShare.values()].flatMap((group) => {
    const [dearest, ...rest] = group.toSorted((a, b) => b.limit.cost - a.limit.cost);
    return dearest === undefined
      ? []
      : [{ ...dearest, operations: [dearest, ...rest].map(({ operation }) => operation) }];
  });
}

/** A request that does nothing, since its query is wrong: it counts as any other. */
export const askingAs =
  ({ address }: Session, prerequisites: Prerequisites, person: Person | undefined) =>
  (operation: Operation): Question => {
    const { request } = prerequisites.question('limit-enforced', operation, prerequisites.filled(operation, {}));
    const { authorization: _, ...headers } = request.headers ?? {};
    const caller = operation.isPublic ? undefined : (person ?? spender(prerequisites, operation));
    return {
      ...asking('limit-enforced'),
      operation,
      isAboutLimits: true,
      request: {
        ...request,
        path: `${request.path}${request.path.includes('?') ? '&' : '?'}zz_unknown=x`,
        headers: {
          ...headers,
          ...(caller === undefined ? {} : credentialOf(caller)),
        },
        from: address,
      },
    };
  };

/** The refusal that the limit ends in. */
export async function usedUp(session: Session, asked: Question, limit: Limit): Promise<WireReply | undefined> {
  const { policy, window_s, cost } = limit;
  const since = performance.now();
  let { quota } = limit;
  let left: number | undefined;
  let sent = 0;
  for (;;) {
    const answers = await Promise.all(Array.from({ length: together }, () => session.ask(asked)));
    const refusal = answers.find((each) => each?.status === 429);
    left ??= Math.max(...answers.map((each) => leftOf(each) ?? 0));
    // An installation may grant more than the contract.
    quota = Math.max(quota, ...answers.map(quotaOf));
    if (refusal !== undefined) {
      const early = (sent + 2 * together) * cost < left;
      if (early) report(session, asked, 'rate limit', `${left} more, as RateLimit said`, `429 after ${sent * cost}`);
      judgeRefusal(session, asked, limit, refusal);
      return refusal;
    }
    sent += together;
    const seconds = (performance.now() - since) / 1_000;
    // Whatever the way of counting: a window that ends gives the whole quota back, and so does another one that begins.
    const granted = quota * (2 + seconds / window_s);
    if (sent * cost > granted) {
      report(session, asked, 'rate limit', `429 after ${quota} in ${window_s} s`, `none after ${sent * cost}`);
      return undefined;
    }
    if (seconds * 1_000 > givingUpMs) {
      session.tally.excused(asked.operation?.id ?? '', limitedReply, cameBack(policy));
      return undefined;
    }
  }
}

const leftOf = (answer: WireReply | undefined): number | undefined => {
  const [, rest] = /;r=(\d+)/.exec(answer?.headers.ratelimit ?? '') ?? [];
  return rest === undefined ? undefined : Number(rest);
};

const quotaOf = (answer: WireReply | undefined): number =>
  Number(/;q=(\d+)/.exec(answer?.headers['ratelimit-policy'] ?? '')?.[1] ?? 0);

/** What the refusal says about itself. That it says it at all is the judge's. */
function judgeRefusal(session: Session, asked: Question, { window_s, cost }: Limit, refusal: WireReply): void {
  const waitS = Number(refusal.headers['retry-after']);
  if (refusal.headers['retry-after'] !== undefined && !(waitS >= 1 && waitS <= window_s))
    report(session, asked, 'header Retry-After', `1 to ${window_s} s`, refusal.headers['retry-after']);
  const left = leftOf(refusal);
  if (left !== undefined && left >= cost)
    report(session, asked, 'header RateLimit', `less than ${cost} left`, refusal.headers.ratelimit ?? 'none');
}

/** As another caller, whose own share this run has not used up before. */
async function another(
  session: Session,
  prerequisites: Prerequisites,
  { person, operations }: Share,
  spent: Set<Person | undefined>,
): Promise<Question | undefined> {
  const [operation] = operations;
  if (person === undefined || operation === undefined) return undefined;
  const other = prerequisites.everybody(operation).find((each) => !spent.has(each));
  if (other === undefined) return undefined;
  const asked = askingAs(session, prerequisites, other)(operation);
  if ((await session.peek(asked)) === 429) return undefined;
  return { ...asked, ...asking('limit-caller') };
}

/** Another caller has a separate share. */
async function others(session: Session, asked: Question): Promise<void> {
  const answer = await session.ask(asked);
  if (answer?.status === 429) report(session, asked, 'rate limit: caller', 'a share for each caller', '429');
}

/** All operations of a policy spend the same. What comes back while they are asked, they may spend once more. */
async function refused(session: Session, asked: Question): Promise<void> {
  const { policy = '', window_s = 1, cost = 1 } = asked.operation?.limit ?? {};
  const since = performance.now();
  let quota = 0;
  for (let sent = together; sent <= refusedWithin; sent += together) {
    const answers = await Promise.all(Array.from({ length: together }, () => session.ask(asked)));
    if (answers.some((each) => each === undefined || each.status === 429)) return;
    quota = Math.max(quota, ...answers.map(quotaOf));
  }
  const seconds = (performance.now() - since) / 1_000;
  if (refusedWithin * cost <= (quota * seconds) / window_s)
    return session.tally.excused(asked.operation?.id ?? '', limitedReply, cameBack(policy));
  const expected = `429, since all that ${policy} grants is used up`;
  report(session, asked, 'rate limit', expected, `${refusedWithin} other answers`);
}

const refusedWithin = 1_200;
const cameBack = (policy: string) => `the limit ${policy} comes back as fast as the run could ask`;

export async function again(session: Session, asked: Question, refusal: WireReply): Promise<void> {
  const last = (await session.ask(asked)) ?? refusal;
  const waitS = Number((last.status === 429 ? last : refusal).headers['retry-after']);
  if (!(waitS <= longestWaitS)) return;
  await new Promise((resolve) => setTimeout(resolve, waitS * 1_000 + 100));
  const late = { ...asked, ...asking(['limit-over', `${waitS} s after its limit was used up`]) };
  const answer = await session.ask(late);
  if (answer?.status !== 429) return;
  const retryAfter = (jsonOf(answer) as { retry_after_s?: unknown } | undefined)?.retry_after_s;
  report(
    session,
    late,
    'rate limit: Retry-After',
    `an answer after ${waitS} s`,
    `429, now with ${String(retryAfter)} s`,
  );
}

const report = (session: Session, asked: Question, rule: string, expected: string, observed: string): void =>
  session.found(asked, [{ rule, expected, observed }]);
