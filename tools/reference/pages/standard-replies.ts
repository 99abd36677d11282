// What most operations of a document answer alike. The pages say it once, on the overview.
import type { Operation, Parameter, Reply } from '../../contract/model/operations.ts';

export interface StandardReplies {
  /** Refusals that at least half of the operations share. */
  readonly refusals: readonly Reply[];
  /** Header fields of every successful reply. */
  readonly headers: ReadonlySet<string>;
}

const fewest = 6;

export function standardReplies(operations: readonly Operation[]): StandardReplies {
  const refusals = Map.groupBy(
    operations.flatMap(({ replies }) => replies.filter(isStandardRefusal)),
    keyOf,
  );
  const half = Math.max(fewest, operations.length / 2);
  const successes = operations.flatMap(({ replies }) => replies.filter(({ status }) => status < '300'));
  const [first] = successes;
  return {
    refusals: [...refusals.values()]
      .filter((own) => own.length >= half)
      .flatMap(([reply]) => (reply === undefined ? [] : [reply]))
      .sort((a, b) => a.status.localeCompare(b.status)),
    headers: new Set(
      (successes.length < fewest ? [] : (first?.headers ?? []))
        .map(({ name }) => name)
        .filter((name) => successes.every(({ headers }) => headers.some((each) => each.name === name))),
    ),
  };
}

/** One whose problems are pages of their own. */
const isStandardRefusal = ({ status, problems, bodies }: Reply): boolean =>
  status >= '400' && status !== 'default' && problems.length > 0 && bodies.length === 0;

const keyOf = ({ status, description, problems }: Reply): string => `${status} ${description} ${problems.join(' ')}`;

export const isStandard = ({ refusals }: StandardReplies, reply: Reply): boolean =>
  refusals.some((each) => keyOf(each) === keyOf(reply));

/** The header fields of all replies, by name; two texts for one name are two entries of its list. */
export function replyHeaders(operations: readonly Operation[]): ReadonlyMap<string, readonly Parameter[]> {
  const all = operations.flatMap(({ replies }) => replies.flatMap(({ headers }) => headers));
  const byName = Map.groupBy(all, ({ name }) => name);
  return new Map(
    [...byName].map(([name, own]) => [
      name,
      own.filter((each, index) => own.findIndex(({ description }) => description === each.description) === index),
    ]),
  );
}
