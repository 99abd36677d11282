// The decision of a request: which of the caller's grants the policies leave, or which policy refuses it (decision 9).
// What is left is the scope that queries and row-level security get; a row is never asked about.

import type { GrantRow } from '../../../../adapters/store/analytics/access/port.ts';
import {
  type CallerOperation,
  callerConditions,
  type GrantOperation,
  grantConditions,
} from '../../../../generated/analytics/policies.ts';
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { PolicyCaller, PolicyFilters, PolicyGrant } from '../../../../generated/runtime/request/policy.ts';
import type { AnalyticsScope, Granted } from '../../caller.ts';

/** A grant as policies judge it, for one of our dealers. */
export type DealerGrant = PolicyGrant & { readonly dealer: DealerId };
export type Refused = { readonly kind: 'refused'; readonly policy: string; readonly attribute: string };
export type Decision<Grant = PolicyGrant> = { readonly kind: 'permitted'; readonly grants: readonly Grant[] } | Refused;

/** The filters of a request: of some, several values. */
type Asked = { readonly [Name in keyof PolicyFilters]?: string | readonly string[] | undefined };

/**
 * Each combination of values is judged as if it were asked for alone; the first that is refused refuses all (decision
 * 193). A filter is judged by itself, value by value, unless one condition compares it with another: what they cost
 * adds up instead of multiplying.
 */
export function decide<Grant extends PolicyGrant>(
  operation: GrantOperation,
  grants: readonly Grant[],
  filters: Asked,
): Decision<Grant> {
  const conditions = grantConditions.filter(({ operations }) => operations.includes(operation));
  const choices = choicesOf(conditions, grants, filters);
  const refused = firstWithoutGrant(choices);
  const decision = refused && decideOne(operation, grants, refused);
  if (decision?.kind === 'refused') return decision;
  const left = choices.reduce((all, values) => all & values.reduce((some, { mask }) => some | mask, 0n), allOf(grants));
  return { kind: 'permitted', grants: grants.filter((_, n) => left & (1n << BigInt(n))) };
}

/** Values of filters, and the grants that permit them: bit n is that of the n-th. */
type Choice = { readonly values: PolicyFilters; readonly mask: bigint };

const allOf = (grants: readonly PolicyGrant[]): bigint => (1n << BigInt(grants.length)) - 1n;

/**
 * One list for each filter, or for filters that one condition compares. Of values that the same grants permit, the
 * first alone.
 */
function choicesOf(
  conditions: readonly GrantCondition[],
  grants: readonly PolicyGrant[],
  filters: Asked,
): readonly (readonly Choice[])[] {
  const names = Object.keys(filters) as (keyof PolicyFilters)[];
  return [
    [],
    ...judgedTogether(
      conditions,
      names.filter((name) => filters[name] !== undefined),
    ),
  ].map((group) => {
    const own = conditions.filter((each) => isOf(group, each, names));
    const byMask = new Map<bigint, Choice>();
    for (const values of combinations(group, filters)) {
      const mask = maskOf(grants, (grant) => own.every(({ permits }) => permits(grant, values)));
      if (!byMask.has(mask)) byMask.set(mask, { values, mask });
    }
    return [...byMask.values()];
  });
}

type GrantCondition = (typeof grantConditions)[number];
type Group = readonly (keyof PolicyFilters)[];

function judgedTogether(conditions: readonly GrantCondition[], names: Group): readonly Group[] {
  let groups: readonly Group[] = names.map((name) => [name]);
  for (const { filters } of conditions) {
    const [met, others] = [true, false].map((is) =>
      groups.filter((group) => group.some((name) => filters.includes(name)) === is),
    );
    if (met !== undefined && met.length > 1) groups = [met.flat(), ...(others ?? [])];
  }
  return groups;
}

/** Conditions that read no filter of the request are those of the empty group. */
const isOf = (group: Group, { filters }: GrantCondition, asked: Group): boolean =>
  group.length === 0 ? !filters.some((name) => asked.includes(name)) : group.some((name) => filters.includes(name));

function maskOf(grants: readonly PolicyGrant[], permits: (grant: PolicyGrant) => boolean): bigint {
  return grants.reduce((mask, grant, n) => (permits(grant) ? mask | (1n << BigInt(n)) : mask), 0n);
}

/** In the order of the request. */
function firstWithoutGrant(
  [choices, ...others]: readonly (readonly Choice[])[],
  before: Choice = { values: {}, mask: -1n },
): PolicyFilters | undefined {
  if (choices === undefined) return before.mask === 0n ? before.values : undefined;
  for (const { values, mask } of choices) {
    const both = { values: { ...before.values, ...values }, mask: before.mask & mask };
    const refused = firstWithoutGrant(others, both);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function combinations(group: Group, filters: Asked): readonly PolicyFilters[] {
  let all: readonly PolicyFilters[] = [{}];
  for (const name of group)
    all = all.flatMap((each) => [filters[name] ?? []].flat().map((one) => ({ ...each, [name]: one })));
  return all;
}

/**
 * The policy that refuses the last grants is named. A caller without grants is refused where it asks for something: it
 * may have an empty answer.
 */
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

/**
 * As a request reads with them. What a grant with the role uploader alone is limited to is not known here:
 * uploadRefusal asks the grants.
 */
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
