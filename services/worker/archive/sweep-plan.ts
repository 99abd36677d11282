// What a sweep should do, as a pure function of everything that is wanted and everything that is there (decisions 17
// and 18).
import type { Observed, ObservedVolume } from '../../../adapters/cluster/port.ts';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { steps } from '../../labs/plan/plan.ts';
import type { DesiredInstance } from '../../labs/plan/step.ts';

export type SweepFacts = {
  /** Read before the rows: a row is there before its objects are, so what is observed without one has none. */
  readonly observed: ReadonlyMap<InstanceId, Observed>;
  /** Generation of every row, also of those that are stopped for good. */
  readonly known: ReadonlyMap<InstanceId, number>;
  /** Rows that may have something to do. */
  readonly live: readonly DesiredInstance[];
  /** Why an operator must decide before anything is removed: another life of the database. */
  readonly held_for: string | null;
  /** How many an operator has confirmed to be removed, beyond the usual. */
  readonly allowed: number | null;
  readonly now: Date;
};

export type SweepPlan = {
  /** Instances to be reconciled, each once. */
  readonly due: readonly InstanceId[];
  /** Objects without a row, to be cleared; never a claim. */
  readonly clear: readonly Observed[];
  /** Why nothing is cleared, though something would be; and how much. */
  readonly held: {
    readonly reason: 'timeline_changed' | 'too_many';
    readonly count: number;
    readonly most: number;
  } | null;
  /** Every claim that is there. A quarantined one is listed with its reason, and stays. */
  readonly claims: readonly {
    readonly observed: Observed;
    readonly volume: ObservedVolume;
    readonly quarantined: 'no_row' | 'timeline_changed' | null;
  }[];
};

export function sweepPlan(facts: SweepFacts): SweepPlan {
  const all = [...facts.observed.values()];
  const orphans = all.filter(({ instance_id, objects }) => !facts.known.has(instance_id) && objects.length > 0);
  const held = brake(facts, orphans.length);
  return {
    due: [...new Set([...dueOf(facts), ...strayOf(facts, all)])],
    clear: held === null ? orphans : [],
    held,
    claims: all.flatMap((observed) =>
      observed.volume === null
        ? []
        : [{ observed, volume: observed.volume, quarantined: quarantineOf(facts, observed) }],
    ),
  };
}

/** A dump that was restored knows fewer labs than the cluster: what appears to be an orphan may be the newest work. */
function brake({ observed, held_for, allowed }: SweepFacts, count: number): SweepPlan['held'] {
  const most = Math.max(5, Math.floor(observed.size * 0.05), allowed ?? 0);
  if (count === 0) return null;
  if (held_for !== null) return { reason: 'timeline_changed', count, most };
  return count > most ? { reason: 'too_many', count, most } : null;
}

/** Rows for which a round of the worker would do something. A cluster that is ahead is left alone, see `claims`. */
const dueOf = ({ live, observed, now }: SweepFacts): readonly InstanceId[] =>
  live.flatMap((desired) => {
    const list = steps(desired, observed.get(desired.instance_id) ?? null, now);
    return list.length === 0 || list[0]?.do === 'hold' ? [] : [desired.instance_id];
  });

/** Stopped for good, and yet something is there: what a worker did that was overtaken. */
function strayOf({ live, known }: SweepFacts, all: readonly Observed[]): readonly InstanceId[] {
  const expected = new Set(live.map(({ instance_id }) => instance_id));
  return all.flatMap(({ instance_id, generation }) =>
    !expected.has(instance_id) && generation <= (known.get(instance_id) ?? Number.NEGATIVE_INFINITY)
      ? [instance_id]
      : [],
  );
}

function quarantineOf(
  { known }: SweepFacts,
  { instance_id, generation }: Observed,
): 'no_row' | 'timeline_changed' | null {
  const row = known.get(instance_id);
  if (row === undefined) return 'no_row';
  return generation > row ? 'timeline_changed' : null;
}
