// The decision of a request: which of the caller's grants the policies leave, or which policy refuses it (decision 9).
// What is left is the scope that queries and row-level security get; a row is never asked about.

import type { GrantRow } from '../../../adapters/store/analytics/access/port.ts';
import {
  type CallerOperation,
  callerConditions,
  type GrantOperation,
  grantConditions,
} from '../../../generated/analytics/policies.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { PolicyCaller, PolicyFilters, PolicyGrant } from '../../../generated/runtime/request/policy.ts';
import type { AnalyticsScope, Granted } from '../caller.ts';

/** A grant as policies judge it, for one of our dealers. */
export type DealerGrant = PolicyGrant & { readonly dealer: DealerId };
export type Refused = { readonly kind: 'refused'; readonly policy: string; readonly attribute: string };
export type Decision<Grant = PolicyGrant> = { readonly kind: 'permitted'; readonly grants: readonly Grant[] } | Refused;

/** The filters of a request: of some, several values. */
type Asked = { readonly [Name in keyof PolicyFilters]?: string | readonly string[] | undefined };

/** Each combination of values is judged as if it were asked for alone; the first that is refused refuses all (decision 193). */
export function decide<Grant extends PolicyGrant>(
  operation: GrantOperation,
  grants: readonly Grant[],
  filters: Asked,
): Decision<Grant> {
  const decisions = combinations(filters).map((each) => decideOne(operation, grants, each));
  const refused = decisions.find((each) => each.kind === 'refused');
  if (refused !== undefined) return refused;
  const left = new Set(decisions.flatMap((each) => (each.kind === 'permitted' ? each.grants : [])));
  return { kind: 'permitted', grants: grants.filter((grant) => left.has(grant)) };
}

function combinations(filters: Asked): readonly PolicyFilters[] {
  let all: readonly PolicyFilters[] = [{}];
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) all = all.flatMap((each) => [value].flat().map((one) => ({ ...each, [name]: one })));
  return all;
}

/** The policy that refuses the last grants is named. A caller without grants is refused where it asks for something: it may have an empty answer. */
function decideOne<Grant extends PolicyGrant>(
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
