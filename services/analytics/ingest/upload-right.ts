// Whether a principal may replace a dealer's data: the role `uploader`, for all of the dealer (decisions 109, 150, 151).
import type { GrantRow, Grants } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { Caller } from '../caller.ts';

type Grant = Pick<GrantRow, 'roles' | 'brand_ids' | 'region_ids'>;

/** Null: it may. */
export function uploadRefusal(grant: Grant | undefined) {
  if (!grant?.roles.includes('uploader')) return notForThisDealer;
  const narrowedBy = narrowing(grant);
  return narrowedBy === null ? null : notInPart(narrowedBy);
}

/** What keeps a grant from giving the right to upload: an upload replaces all brands and regions of a period. */
export const narrowing = ({
  brand_ids,
  region_ids,
}: Pick<Grant, 'brand_ids' | 'region_ids'>): 'brand_ids' | 'region_ids' | null =>
  brand_ids !== null ? 'brand_ids' : region_ids !== null ? 'region_ids' : null;

const notForThisDealer = problems.outOfScope({
  policy: 'upload-own-dealer',
  attribute: 'dealer_id',
  detail: 'Your grants do not allow uploads for this dealer.',
});

const notInPart = (attribute: 'brand_ids' | 'region_ids') =>
  problems.outOfScope({
    policy: 'upload-whole-dealer',
    attribute,
    detail: `An upload replaces all brands and regions of its period, but your grant is limited to some ${attribute === 'brand_ids' ? 'brands' : 'regions'}.`,
  });

/** By the grant as it is now: a large file takes up to an hour to arrive. */
export const refusedByGrant = async (
  { grants }: { readonly grants: Grants },
  { subject }: Caller,
  dealer_id: DealerId,
) => uploadRefusal((await grants.accessFor(subject)).find((grant) => grant.dealer_id === dealer_id));
