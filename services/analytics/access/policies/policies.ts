// The policies in words, and why they permit or refuse an operation (decision 9).
import type { GrantRow } from '../../../../adapters/store/analytics/access/port.ts';
import { callerOperations, grantOperations, policyTexts } from '../../../../generated/analytics/policies.ts';
import { problems } from '../../../../generated/analytics/problems.ts';
import type { DealerId, Explanation, PolicyList } from '../../../../generated/analytics/types.ts';
import type { Caller, Handlers } from '../../caller.ts';
import { decide, decideForCaller, policyGrant, type Refused } from './decide.ts';

const list: PolicyList = { items: [...policyTexts] };

export const policies = () =>
  ({
    listPolicies: async () => ({ status: 200, body: list, revision: JSON.stringify(list) }),
  }) satisfies Pick<Handlers, 'listPolicies'>;

/** Null: no such operation. By the grants as they are now, for each dealer by itself. */
export function explain(operation: string, caller: Caller, rows: readonly GrantRow[]): Explanation | null {
  const forCaller = callerOperations.find((each) => each === operation);
  if (forCaller !== undefined) return explained(operation, decideForCaller(forCaller, caller), []);
  const forGrants = grantOperations.find((each) => each === operation);
  if (forGrants === undefined) return null;
  const decision = decide(forGrants, rows.map(policyGrant), {});
  if (decision.kind === 'refused') return explained(operation, decision, []);
  if (rows.length === 0) return { ...nothing, operation, allowed: false, meaning: 'You have no grant for any dealer.' };
  return explained(
    operation,
    null,
    decision.grants.map(({ dealer }) => dealer),
  );
}

const nothing = { dealer_ids: [], policy: null, attribute: null };

function explained(operation: string, refused: Refused | null, dealer_ids: readonly DealerId[]): Explanation {
  if (refused === null)
    return { ...nothing, operation, allowed: true, dealer_ids: [...dealer_ids], meaning: permission(dealer_ids) };
  const { policy, attribute } = refused;
  const meaning = policyTexts.find((each) => each.policy === policy)?.meaning ?? '';
  return { ...nothing, operation, allowed: false, policy, attribute, meaning };
}

function permission(dealer_ids: readonly DealerId[]): string {
  const [first, ...others] = dealer_ids;
  if (first === undefined) return 'Your access token allows this operation.';
  if (others.length === 0) return `Your grant for ${first} allows this operation.`;
  return `Your grants for ${dealer_ids.length} dealers allow this operation.`;
}

export const noSuchOperation = (value: string) =>
  problems.businessRule({
    detail: `No operation that takes an access token is named ${value}.`,
    errors: [
      {
        parameter: 'explain',
        value,
        rule: 'exists',
        message: 'must be the operationId of an operation that takes an access token',
      },
    ],
  });
