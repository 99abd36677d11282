// What the policies refuse a caller, before any handler is reached (decision 585).
import {
  callerOperations,
  followOperations,
  type GrantOperation,
  grantOperations,
  policyTexts,
  readOperations,
} from '../../../../generated/analytics/policies.ts';
import { problems } from '../../../../generated/analytics/problems.ts';
import type { Asked } from '../../../../generated/runtime/host.ts';
import type { ProblemReply } from '../../../../generated/runtime/problem.ts';
import type { PolicyGrant } from '../../../../generated/runtime/request/policy.ts';
import type { Caller } from '../../caller.ts';
import { refusalBy as refusedUpload } from '../../ingest/upload-right.ts';
import { refusalBy as refusedRead, withoutReading } from '../../reads/read-scope.ts';
import { settingRefusal } from '../../settings/setting-right.ts';
import { type Decision, decide, decideForCaller, policyGrant, type Refused } from './decide.ts';

/**
 * For the dealers that the request names; its other filters are judged by the handler, within the scope that is left
 * (credential.ts).
 */
export function refusalOf(caller: Caller, operation: string, request: Asked): ProblemReply | undefined {
  const forCaller = callerOperations.find((each) => each === operation);
  if (forCaller !== undefined) {
    const refused = decideForCaller(forCaller, caller);
    return refused === null ? undefined : problems.outOfScope({ ...named(refused), detail: meaningOf(refused) });
  }
  const forGrants = grantOperations.find((each) => each === operation);
  if (forGrants === undefined) return undefined;
  // A job names its dealer, and whether there is such a job is a secret: cancelJob asks when it has found it.
  if (forGrants === 'cancelJob') return undefined;
  const { dealer_id: dealerInPath } = request.path;
  if (typeof dealerInPath === 'string')
    return settingRefusal(caller.state.grants, dealerInPath, forGrants) ?? undefined;
  const dealer_id = dealersOf(request);
  const decision = decisionOf(forGrants, caller.state.grants.map(policyGrant), dealer_id);
  if (decision.kind === 'permitted') return undefined;
  if (readOperations.includes(forGrants)) return refusedRead(decision, withoutReading(dealer_id));
  return followOperations.includes(forGrants) ? refusedRead(decision, meaningOf(decision)) : refusedUpload(decision);
}

type Dealers = string | readonly string[] | undefined;

/**
 * The dealer of a subscription is one of those that the caller reads, so for getCurrentSubscription the roles come
 * first.
 */
function decisionOf(operation: GrantOperation, grants: readonly PolicyGrant[], dealer_id: Dealers): Decision {
  const any: Decision | undefined = operation === 'getCurrentSubscription' ? decide(operation, grants, {}) : undefined;
  return any?.kind === 'refused' ? any : decide(operation, grants, { dealer_id });
}

/** By its name, which is the same in all operations of dealers. */
function dealersOf({ query, form, body }: Asked): Dealers {
  const fields = form ?? (typeof body === 'object' && body !== null ? body : {});
  return (query.dealer_id ?? ('dealer_id' in fields ? fields.dealer_id : undefined)) as Dealers;
}

const named = ({ policy, attribute }: Refused) => ({ policy, attribute });

const meaningOf = ({ policy }: Refused): string =>
  policyTexts.find((each) => each.policy === policy)?.meaning ?? 'A policy does not allow this operation.';
