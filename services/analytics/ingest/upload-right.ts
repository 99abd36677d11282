// Whether a principal may replace a dealer's data: the role `uploader`, for all of the dealer (decisions 109, 150,
// 151).
import type { GrantRow, Grants } from '../../../adapters/store/analytics/access/port.ts';
import { dealerId } from '../../../generated/analytics/ids.ts';
import type { GrantOperation } from '../../../generated/analytics/policies.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { ContractHost } from '../../../generated/runtime/host.ts';
import { decide, policyGrant, type Refused } from '../access/policies/decide.ts';
import type { Caller, Handlers } from '../caller.ts';

export type UploadOperation = Extract<GrantOperation, 'uploadFile' | 'deletePeriod' | 'revertRevision' | 'cancelJob'>;

/** Null: it may. */
export function uploadRefusal(grant: GrantRow | undefined, operation: UploadOperation = 'uploadFile') {
  const decision = decide(operation, grant === undefined ? [] : [policyGrant(grant)], {
    dealer_id: grant?.dealer_id ?? '',
  });
  return decision.kind === 'permitted' ? null : refusalBy(decision);
}

/** What keeps a grant from giving the right to upload: an upload replaces all brands and regions of a period. */
export const narrowing = ({
  brand_ids,
  region_ids,
}: Pick<GrantRow, 'brand_ids' | 'region_ids'>): 'brand_ids' | 'region_ids' | null =>
  brand_ids !== null ? 'brand_ids' : region_ids !== null ? 'region_ids' : null;

export const refusalBy = ({ policy, attribute }: Refused) =>
  problems.outOfScope({
    policy,
    attribute,
    detail: details[attribute] ?? 'Your grants do not allow uploads for this dealer.',
  });

const inPart = (limit: string): string =>
  `An upload replaces all brands and regions of its period, but your grant is limited to some ${limit}.`;

const details: Readonly<Record<string, string>> = { brand_ids: inPart('brands'), region_ids: inPart('regions') };

/** By the grant as it is now: a large file takes up to an hour to arrive. */
export const refusedByGrant = async (
  { grants }: { readonly grants: Grants },
  { subject }: Caller,
  dealer_id: DealerId,
  operation: UploadOperation = 'uploadFile',
) =>
  uploadRefusal(
    (await grants.callerState(subject)).grants.find((grant) => grant.dealer_id === dealer_id),
    operation,
  );

/**
 * Judges a file before it is spooled: by its dealer, if `dealer_id` comes before it, else by whether the caller may
 * upload for any dealer.
 */
export const admitUpload =
  ({ grants }: { readonly grants: Grants }): NonNullable<ContractHost<Caller>['admitFile']> =>
  async ({ operationId, caller, fields }) => {
    if (operationId !== ('uploadFile' satisfies keyof Handlers)) return undefined;
    const held = (await grants.callerState(caller.subject)).grants;
    const dealer_id = fields.get('dealer_id');
    // One that is no id at all is named as such once the form has been read.
    if (dealer_id !== undefined && dealerId.accepts(dealer_id))
      return uploadRefusal(held.find((grant) => grant.dealer_id === dealer_id)) ?? undefined;
    return held.some((grant) => uploadRefusal(grant) === null) ? undefined : (uploadRefusal(undefined) ?? undefined);
  };
