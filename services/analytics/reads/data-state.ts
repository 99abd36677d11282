// The state of the data that an answer is of: the current one, or that of an earlier instant. Known before anything is
// computed.
import type { DataRevision, ReadScope, Sales } from '../../../adapters/store/analytics/sales/port.ts';
import type { Scope } from '../../../generated/analytics/types.ts';
import type { Caller } from '../caller.ts';
import { type Day, dayAt } from '../indices/period.ts';
import { contradiction } from './contradictory-parameter.ts';
import type { Refused } from './refusable.ts';

type Of = {
  readonly caller: Pick<Caller, 'state'>;
  readonly scope: readonly ReadScope[];
  readonly shownScope: Scope;
  /** `as_of` of the query. */
  readonly text: string | undefined;
  readonly now: Date;
};

type DataState = {
  readonly kind: 'known';
  readonly asOf: Date | undefined;
  readonly known: DataRevision;
  readonly today: Day;
  /** The text of the ETag of an answer of this scope and day. */
  readonly textOf: (revision: number) => string;
};

export async function stateOf(
  { caller, scope, shownScope, text, now }: Of,
  sales: Pick<Sales, 'revision'>,
): Promise<DataState | Refused<ReturnType<typeof contradiction>>> {
  const asOf = text === undefined ? undefined : instantOf(text);
  const dealers = scope.map(({ dealer_id }) => dealer_id);
  const known = asOf === undefined ? caller.state.revision(dealers) : await sales.revision(dealers, asOf);
  // The clock that gave the jobs their times decides what is later than now; another one may be ahead of it.
  if (text !== undefined && asOf !== undefined && asOf > known.read_at)
    return { kind: 'refused', refusal: contradiction('as_of', text, 'must not be in the future') };
  const today = dayAt(asOf ?? now);
  return { kind: 'known', asOf, known, today, textOf: (revision) => revisionText(revision, shownScope, today) };
}

/**
 * A dealer whose subscription ends leaves the scope, and a period ends with its last day, though the data stay as they
 * are.
 */
const revisionText = (revision: number, { dealer_ids }: Scope, today: Day): string =>
  [revision, today, ...dealer_ids].join(' ');

/** RFC 3339 has leap seconds and `Date` has none: one counts as the second before it. */
export const instantOf = (text: string): Date => new Date(text.replace(/^(.{17})60/, (_, minute) => `${minute}59`));
