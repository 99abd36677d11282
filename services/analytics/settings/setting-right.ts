// Whether a caller may read or change the settings of a dealer (decision 587).
import type { GrantRow, Grants } from '../../../adapters/store/analytics/access/port.ts';
import type { GrantOperation } from '../../../generated/analytics/policies.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import { decide, policyGrant } from '../access/policies/decide.ts';
import type { Caller } from '../caller.ts';

/** Null: it may. That a dealer exists is a secret from a caller without a grant for it. */
export function settingRefusal(grants: readonly GrantRow[], dealer_id: string, operation: GrantOperation) {
  const grant = grants.find((each) => each.dealer_id === dealer_id);
  if (grant === undefined) return noSuchDealer();
  const decision = decide(operation, [policyGrant(grant)], { dealer_id });
  if (decision.kind === 'permitted') return null;
  const { policy, attribute } = decision;
  return problems.outOfScope({ policy, attribute, detail: details[attribute] ?? notAllowed });
}

/** By the grant as it is now. */
export const refusedSetting = async (
  { grants }: { readonly grants: Grants },
  { subject }: Caller,
  dealer_id: DealerId,
  operation: GrantOperation,
) => settingRefusal((await grants.callerState(subject)).grants, dealer_id, operation);

export const noSuchDealer = () =>
  problems.notFound({ detail: 'The dealer does not exist, or you have no grant for it.' });

const notAllowed = 'Your grant does not allow this operation on the settings of the dealer.';

const inPart = (limit: string): string =>
  `A setting applies to all brands and regions of the dealer, but your grant is limited to some ${limit}.`;

const details: Readonly<Record<string, string>> = { brand_ids: inPart('brands'), region_ids: inPart('regions') };
