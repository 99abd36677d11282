// What the plans of the dealers in a scope allow to forecast: none after the end of a subscription, and no further than
// the plan reaches. Decisions 10 and 178.
import type { ReadScope } from '../../../adapters/store/analytics/sales/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { Scope } from '../../../generated/analytics/types.ts';
import { type ReadableScope, scopeBody, withoutEnded } from '../reads/read-scope.ts';
import type { Refused } from '../reads/refusable.ts';

type Planned =
  | { readonly kind: 'planned'; readonly scope: readonly ReadScope[]; readonly shownScope: Scope }
  | Refused<ReturnType<typeof problems.planLimit | typeof problems.subscriptionExpired>>;

/** Dealers whose subscription has ended leave the scope, as they do for reading 30 days later. */
export function withinPlans({ scope, subscriptions }: ReadableScope, horizonDays: number): Planned {
  const { left, ended } = withoutEnded(scope, subscriptions, () => true);
  if (ended !== undefined) {
    const refusal = problems.subscriptionExpired({
      detail: 'Renew the subscription to read forecasts again.',
      expired_at: ended.toISOString(),
    });
    return { kind: 'refused', refusal };
  }
  const read = new Set(left.map(({ dealer_id }) => dealer_id));
  const shortest = subscriptions
    .filter(({ dealer_id }) => read.has(dealer_id))
    .toSorted((a, b) => a.forecast_days - b.forecast_days)[0];
  if (shortest === undefined || horizonDays <= shortest.forecast_days)
    return { kind: 'planned', scope: left, shownScope: scopeBody(left) };
  const refusal = problems.planLimit({
    detail: `The plan of ${shortest.dealer_id} includes forecasts of up to ${shortest.forecast_days} days.`,
    limit_name: 'horizon_days',
    limit: shortest.forecast_days,
    used: horizonDays,
  });
  return { kind: 'refused', refusal };
}
