// From a credential to a Caller: the token says who, the grants in our tables say what (decisions 7 and 9).
import type { Identity } from '../../adapters/identity/port.ts';
import type { CallerState, GrantRow, Grants } from '../../adapters/store/analytics/access/port.ts';
import { problems } from '../../generated/analytics/problems.ts';
import type { DealerId } from '../../generated/analytics/types.ts';
import type { CredentialInput } from '../../generated/runtime/host.ts';
import { bearerToken, missingTokenDetail } from '../lib/http/bearer.ts';
import { type AnalyticsScope, type Caller, type Granted, scopeKeyOf } from './caller.ts';
import { decide, policyGrant } from './policies/decide.ts';

type Deps = { readonly identity: Pick<Identity, 'verify'>; readonly grants: Pick<Grants, 'callerState'> };

export const authenticator =
  ({ identity, grants }: Deps) =>
  async ({ headers }: CredentialInput): Promise<Caller | ReturnType<typeof problems.unauthenticated>> => {
    const token = bearerToken(headers);
    if (token === undefined) return problems.unauthenticated({ detail: missingTokenDetail(headers) });
    const verified = await identity.verify(token);
    if (verified.kind === 'refused') return problems.unauthenticated({ detail: refusals[verified.reason] });
    const { subject, kind, roles } = verified.bearer;
    const state = await grants.callerState(subject);
    return { subject, kind, roles, state, ...scopeIn(subject, state) };
  };

type KeyedScope = Pick<Caller, 'scope' | 'scopeKey'>;

/** Of the same state for each request, so it is made once. */
const scopes = new WeakMap<CallerState, KeyedScope>();

function scopeIn(subject: string, state: CallerState): KeyedScope {
  const known = scopes.get(state);
  if (known !== undefined) return known;
  const scope = scopeOf(state.grants);
  const keyed = { scope, scopeKey: scopeKeyOf(subject, scope) };
  scopes.set(state, keyed);
  return keyed;
}

const refusals = {
  expired: 'The access token has expired. Refresh it, or get a new one.',
  invalid_token: 'The access token is not valid for this installation. Log in, or get a new one.',
} as const;

/** Each role gives its own right and no other (decision 150). What the policies let a caller read without filters is what it may read at all. */
const scopeOf = (grants: readonly GrantRow[]): AnalyticsScope => ({
  dealers: new Map(readable(grants).map(granted)),
  uploads: new Set(grants.filter(({ roles }) => roles.includes('uploader')).map(({ dealer_id }) => dealer_id)),
});

function readable(rows: readonly GrantRow[]): readonly GrantRow[] {
  const decision = decide(
    'listIndices',
    rows.map((row) => ({ ...policyGrant(row), row })),
    {},
  );
  return decision.kind === 'refused' ? [] : decision.grants.map(({ row }) => row);
}

// Ids of our own tables were minted by validators when they were written.
const granted = ({ dealer_id, brand_ids, region_ids }: GrantRow): [DealerId, Granted] => [
  dealer_id,
  { brands: narrowed(brand_ids), regions: narrowed(region_ids) },
];

/** Decision 130: an empty list counts as none. */
const narrowed = <Id>(ids: readonly Id[] | null): ReadonlySet<Id> | 'all' => (ids === null ? 'all' : new Set(ids));
