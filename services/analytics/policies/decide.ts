// The decision of a request: which of the caller's grants the policies leave, or which policy refuses it (decision 9).
// What is left is the scope that queries and row-level security get; a row is never asked about.

import type { GrantRow } from '../../../adapters/store/analytics/port.ts';
import {
  type CallerOperation,
  callerConditions,
  type GrantOperation,
  grantConditions,
} from '../../../generated/analytics/policies.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { PolicyCaller, PolicyFilters, PolicyGrant } from '../../../generated/runtime/request/policy.ts';
import type { AnalyticsScope, Granted } from '../caller.ts';

/** A grant as policies judge it, for a dealer of ours. */
export type DealerGrant = PolicyGrant & { readonly dealer: DealerId };
export type Refused = { readonly kind: 'refused'; readonly policy: string; readonly attribute: string };
export type Decision<Grant = PolicyGrant> = { readonly kind: 'permitted'; readonly grants: readonly Grant[] } | Refused;

/** The policy that refuses the last grants is named. A caller without grants is refused where it asks for something: it may have an empty answer. */
export function decide<Grant extends PolicyGrant>(
  operation: GrantOperation,
  grants: readonly Grant[],
  filters: PolicyFilters,
): Decision<Grant> {
  let left = grants;
  for (const { policy, attribute, operations, permits } of grantConditions) {
    if (!operations.includes(operation)) continue;
    const next = left.filter((grant) => permits(grant, filters));
    if (next.length === 0 && (left.length > 0 || isAsked(filters, attribute)))
      return { kind: 'refused', policy, attribute };
    left = next;
  }
  return { kind: 'permitted', grants: left };
}

const isAsked = (filters: PolicyFilters, attribute: string): boolean =>
  Object.entries(filters).some(([name, value]) => name === attribute && value !== undefined);

/** For what belongs to no dealer. */
export function decideForCaller(operation: CallerOperation, caller: PolicyCaller): Refused | null {
  const refused = callerConditions.find(
    ({ operations, permits }) => operations.includes(operation) && !permits(caller, {}),
  );
  return refused === undefined ? null : { kind: 'refused', policy: refused.policy, attribute: refused.attribute };
}

export const policyGrant = ({ dealer_id, roles, brand_ids, region_ids }: GrantRow): DealerGrant => ({
  dealer: dealer_id,
  roles,
  all_brands: brand_ids === null,
  brands: brand_ids ?? [],
  all_regions: region_ids === null,
  regions: region_ids ?? [],
});

/** As a request reads with them. What a grant with the role uploader alone is limited to is not known here: uploadRefusal asks the grants. */
export const grantsIn = ({ dealers, uploads }: AnalyticsScope): readonly DealerGrant[] => [
  ...[...dealers].map(([dealer, granted]) => readerGrant(dealer, granted, uploads.has(dealer))),
  ...[...uploads]
    .filter((dealer) => !dealers.has(dealer))
    .map((dealer) => ({ dealer, roles: ['uploader'], all_brands: true, brands: [], all_regions: true, regions: [] })),
];

const readerGrant = (dealer: DealerId, { brands, regions }: Granted, uploads: boolean): DealerGrant => ({
  dealer,
  roles: uploads ? ['reader', 'uploader'] : ['reader'],
  all_brands: brands === 'all',
  brands: brands === 'all' ? [] : [...brands],
  all_regions: regions === 'all',
  regions: regions === 'all' ? [] : [...regions],
});
