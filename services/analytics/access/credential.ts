// From a credential to a Caller: the token says who, the grants in our tables say what (decisions 7 and 9).
import type { Identity } from '../../../adapters/identity/port.ts';
import type { CallerState, GrantRow, Grants } from '../../../adapters/store/analytics/access/port.ts';
import { followOperations, type GrantOperation, readOperations } from '../../../generated/analytics/policies.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { CredentialInput } from '../../../generated/runtime/host.ts';
import { bearerToken, missingTokenDetail } from '../../lib/http/bearer.ts';
import { type AnalyticsScope, type Caller, type Granted, scopeKeyOf } from '../caller.ts';
import { decide, policyGrant } from './policies/decide.ts';

type Deps = { readonly identity: Pick<Identity, 'verify'>; readonly grants: Pick<Grants, 'callerState'> };

export const authenticator =
  ({ identity, grants }: Deps) =>
  async ({ headers, operationId }: CredentialInput): Promise<Caller | ReturnType<typeof problems.unauthenticated>> => {
    const token = bearerToken(headers);
    if (token === undefined) return problems.unauthenticated({ detail: missingTokenDetail(headers) });
    const verified = await identity.verify(token);
    if (verified.kind === 'refused') return problems.unauthenticated({ detail: refusals[verified.reason] });
    const { subject, kind, roles } = verified.bearer;
    const state = await grants.callerState(subject);
    return { subject, kind, roles, state, ...scopeIn(subject, state, operationId) };
  };

type KeyedScope = Pick<Caller, 'scope' | 'scopeKey'>;

/**
 * The scope of a state is the same for each request, so it is made once; a policy for one operation alone makes another
 * scope for it.
 */
const scopes = new WeakMap<CallerState, Map<string, KeyedScope>>();

function scopeIn(subject: string, state: CallerState, operationId: string): KeyedScope {
  const operation = [...readOperations, ...followOperations].find((each) => each === operationId);
  const known = scopes.get(state) ?? new Map<string, KeyedScope>();
  scopes.set(state, known);
  const usual = known.get('') ?? keyed(subject, scopeOf(state.grants));
  known.set('', usual);
  if (operation === undefined) return usual;
  const own = known.get(operation) ?? keyed(subject, scopeOf(state.grants, operation));
  // One object for equal scopes: what is remembered of a scope counts for all of its operations.
  const kept = own.scopeKey === usual.scopeKey ? usual : own;
  known.set(operation, kept);
  return kept;
}

const keyed = (subject: string, scope: AnalyticsScope): KeyedScope => ({
  scope,
  scopeKey: scopeKeyOf(subject, scope),
});

const refusals = {
  expired: 'The access token has expired. Refresh it, or get a new one.',
  invalid_token: 'The access token is not valid for this installation. Log in, or get a new one.',
} as const;

/**
 * Each role gives its own right and no other (decision 150). What the policies let a caller read without filters is
 * what it may read at all.
 */
function scopeOf(all: readonly GrantRow[], operation?: GrantOperation): AnalyticsScope {
  const rows = operation === undefined ? all : leftFor(operation, all);
  const isRead = readOperations.some((each) => each === operation);
  return {
    dealers: new Map((isRead ? rows : leftFor('listIndices', rows)).map(granted)),
    uploads: new Set(rows.filter(({ roles }) => roles.includes('uploader')).map(({ dealer_id }) => dealer_id)),
  };
}

function leftFor(operation: GrantOperation, rows: readonly GrantRow[]): readonly GrantRow[] {
  const decision = decide(
    operation,
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
