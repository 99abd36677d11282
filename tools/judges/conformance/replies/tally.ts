// What was observed of a contract: each declared reply, of refusals each problem, and each constraint on what is sent.
import type { Contract, Operation } from '../contract/document.ts';
import type { Coverage, Unreached } from '../report.ts';
import type { Values } from '../requests/values.ts';
import { sides } from './sides.ts';

export type Tally = {
  saw(operation: Operation, status: number, problem: string | undefined): void;
  readonly constraints: ReturnType<typeof sides>;
  /** Something that could not be asked; the first reason for it stays. */
  missed(operation: string, what: string, reason: string): void;
  /** Something that is better not asked. */
  spared(operation: string, what: string, reason: string): void;
  /** Why a reply was not caused on purpose, should nothing else cause it. */
  excused(operation: string, reply: string, reason: string): void;
  /** How often each status was observed, declared or not. */
  statusesOf(operation: Operation): ReadonlyMap<number, number>;
  coverage(): readonly Coverage[];
  unreached(): readonly Unreached[];
};

/** The name of the check that asks what a values file names as a cause. */
export const causeOf = (reply: string): string => `a cause of ${reply}`;

const replyName = (status: number, problem: string | null): string =>
  problem === null ? `${status}` : `${status} ${problem}`;

/** What no request from outside causes, as long as the deployment is well. */
const beyond: Readonly<Record<number, string>> = {
  408: 'the operation waits longer than the tool',
  500: 'no request causes it while the service works; name a degraded deployment that has a fault',
  503: 'no request causes it while all dependencies are available; name a degraded deployment that lacks one',
};
const unlimited = 'no caller could use up its limit; name a degraded deployment that answers so';
const unasked = 'the tool knows no cause for it; a values file can name one, under operations.<id>.causes';

export function tally({ operations }: Contract, values: Values): Tally {
  const observed = new Map<string, number>();
  const statuses = new Map<string, Map<number, number>>(operations.map(({ id }) => [id, new Map()]));
  const constraints = sides();
  const requests = new Map<string, number>();
  const missed = new Map<string, Unreached>();
  const excuses = new Map<string, string>();
  const count = <K>(counts: Map<K, number>, key: K) => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const note = (each: Unreached) => {
    const key = `${each.operation} ${each.what}`;
    if (!missed.has(key)) missed.set(key, each);
  };
  const coverageOf = (operation: Operation): Coverage => ({
    operation: operation.id,
    planned: operation.planned,
    requests: requests.get(operation.id) ?? 0,
    replies: repliesOf(operation).map(({ status, problem }) => ({
      status,
      problem,
      times: observed.get(`${operation.id} ${replyName(status, problem)}`) ?? 0,
    })),
    constraints: constraints.of(operation),
  });
  const excuseFor = (id: string, status: number, name: string): string | undefined =>
    values.unreached?.[`${id} ${name}`] ??
    values.unreached?.[`* ${name}`] ??
    values.operations?.[id]?.leave ??
    excuses.get(`${id} ${name}`) ??
    beyond[status];
  const openFor = (id: string, status: number, name: string): string =>
    missed.get(`${id} ${causeOf(name)}`)?.reason ?? (status === 429 ? unlimited : unasked);
  return {
    saw({ id }, status, problem) {
      count(requests, id);
      count(statuses.get(id) ?? new Map(), status);
      count(observed, `${id} ${replyName(status, problem ?? null)}`);
    },
    constraints,
    missed: (operation, what, reason) => note({ operation, what, reason, isExcused: false }),
    spared: (operation, what, reason) => note({ operation, what, reason, isExcused: true }),
    excused: (operation, reply, reason) => void excuses.set(`${operation} ${reply}`, reason),
    statusesOf: ({ id }) => statuses.get(id) ?? new Map(),
    coverage: () => operations.map(coverageOf),
    unreached: () => {
      const unobserved = operations.flatMap((operation) =>
        coverageOf(operation)
          .replies.filter(({ status, problem, times }) => times === 0 && !isPlannedReply(operation, status, problem))
          .map(({ status, problem }) => {
            const what = replyName(status, problem);
            const excuse = excuseFor(operation.id, status, what);
            const reason = excuse ?? openFor(operation.id, status, what);
            return { operation: operation.id, what, reason, isExcused: excuse !== undefined };
          }),
      );
      // What could not be asked is reported with the reply that it would have caused.
      const reported = new Set(unobserved.map(({ operation, what }) => `${operation} ${causeOf(what)}`));
      return [...unobserved, ...[...missed].filter(([key]) => !reported.has(key)).map(([, each]) => each)];
    },
  };
}

export const replyNames = (operation: Operation): readonly string[] =>
  repliesOf(operation).map(({ status, problem }) => replyName(status, problem));

const repliesOf = ({ replies }: Operation) =>
  Object.entries(replies).flatMap(([status, { problems }]) =>
    (problems.length === 0 ? [null] : problems).map((problem) => ({ status: Number(status), problem })),
  );

/** A planned operation ends with 501 before its parameters are read; a public one before anything could fail. */
export const isPlannedReply = (
  { planned, roles, isPublic }: Operation,
  status: number,
  problem: string | null,
): boolean =>
  planned &&
  ((![401, 413, 415, 429, 500, 501, 503].includes(status) && !(problem === 'forbidden-role' && roles.length > 0)) ||
    (isPublic && [401, 500, 503].includes(status)));
