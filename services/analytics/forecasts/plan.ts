// What the plans of the dealers in a scope allow to forecast: none after the end of a subscription, and no further than the plan reaches. Decisions 10 and 178.
import type { ReadScope, Sales } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import { type Reading, scopeBody } from '../reading.ts';

type Asked = { readonly horizonDays: number; readonly now: Date };

/** Dealers whose subscription has ended leave the scope, as they do for reading 30 days later. */
export async function withinPlans(
  scope: readonly ReadScope[],
  sales: Pick<Sales, 'subscriptions'>,
  { horizonDays, now }: Asked,
): Promise<Reading | { readonly refusal: ReturnType<typeof problems.planLimit> }> {
  const subscriptions = await sales.subscriptions(
    scope.map(({ dealer_id }) => dealer_id),
    now,
  );
  const ended = new Map(
    subscriptions.flatMap(({ dealer_id, endedAt }) => (endedAt === null ? [] : [[dealer_id, endedAt]])),
  );
  const left = scope.filter(({ dealer_id }) => !ended.has(dealer_id));
  const [over] = ended.values();
  if (left.length === 0 && over !== undefined) {
    const refusal = problems.subscriptionExpired({
      detail: 'Renew the subscription to read forecasts again.',
      expired_at: over.toISOString(),
    });
    return { refusal };
  }
  const shortest = subscriptions
    .filter(({ dealer_id }) => !ended.has(dealer_id))
    .toSorted((a, b) => a.forecastDays - b.forecastDays)[0];
  if (shortest === undefined || horizonDays <= shortest.forecastDays)
    return { scope: left, shownScope: scopeBody(left) };
  const refusal = problems.planLimit({
    detail: `The plan of ${shortest.dealer_id} includes forecasts of up to ${shortest.forecastDays} days.`,
    limit_name: 'horizon_days',
    limit: shortest.forecastDays,
    used: horizonDays,
  });
  return { refusal };
}
