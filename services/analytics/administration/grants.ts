// Who may see what of a dealer, for administrators (decision 126).
import type { Dealers, FullGrant, Grants, GrantTerms } from '../../../adapters/store/administration/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Grant, GrantRequest } from '../../../generated/analytics/types.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { by, type Handlers } from '../caller.ts';
import { narrowing } from '../ingest/upload-right.ts';
import { foldedId } from '../reads/filters.ts';
import { noSuchDealer } from './dealers.ts';

type Deps = { readonly dealerStore: Pick<Dealers, 'dealer'>; readonly grantStore: Grants };

export const grants = ({ dealerStore, grantStore }: Deps) =>
  ({
    async listGrants({ path: { dealer_id }, page: { after = '', limit } }) {
      if ((await dealerStore.dealer(dealer_id)) === null) return noSuchDealer();
      const found = await grantStore.grants(dealer_id, { after, limit });
      return { status: 200, rows: found.map(shownGrant), key: ({ principal }) => principal };
    },

    async createGrant({ caller, path: { dealer_id }, body, requestId }) {
      const narrowed = narrowedUploader(body);
      if (narrowed !== null) return narrowed;
      const made = await grantStore.createGrant(termsOf(dealer_id, body), by(caller, requestId));
      if (made === 'no dealer') return noSuchDealer();
      if (made === 'taken')
        return problems.conflict({ detail: 'The principal already has a grant for this dealer. Update that grant.' });
      const location = `/admin/dealers/${dealer_id}/grants/${encodeURIComponent(made.principal)}`;
      return { status: 201, body: shownGrant(made), headers: { Location: location } };
    },

    async getGrant({ path: { dealer_id, principal } }) {
      const found = await grantStore.grant(dealer_id, principal);
      if (found === null) return noSuchGrant();
      return { status: 200, body: shownGrant(found), revision: revisionOf(found) };
    },

    async replaceGrant({ caller, path: { dealer_id, principal }, body, ifMatch, requestId }) {
      const found = await grantStore.grant(dealer_id, principal);
      if (found === null) return noSuchGrant();
      if (body.principal !== principal) return otherPrincipal(body.principal);
      const narrowed = narrowedUploader(body);
      if (narrowed !== null) return narrowed;
      if (!ifMatch(revisionOf(found))) return changedMeanwhile();
      const made = await grantStore.replaceGrant(termsOf(dealer_id, body), found.version, by(caller, requestId));
      return made === 'changed'
        ? changedMeanwhile()
        : { status: 200, body: shownGrant(made), revision: revisionOf(made) };
    },

    async deleteGrant({ caller, path: { dealer_id, principal }, ifMatch, requestId }) {
      const found = await grantStore.grant(dealer_id, principal);
      if (found === null) return noSuchGrant();
      if (!ifMatch(revisionOf(found))) return changedMeanwhile();
      const done = await grantStore.withdrawGrant(found, by(caller, requestId));
      return done === 'changed' ? changedMeanwhile() : { status: 204 };
    },
  }) satisfies Pick<Handlers, 'listGrants' | 'createGrant' | 'getGrant' | 'replaceGrant' | 'deleteGrant'>;

const revisionOf = ({ version }: FullGrant): string => String(version);

const noSuchGrant = () => problems.notFound({ detail: 'The principal has no grant for this dealer.' });

const changedMeanwhile = () => problems.preconditionFailed({ detail: 'The grant has changed. Fetch it again.' });

const otherPrincipal = (value: string) =>
  problems.businessRule({
    detail: 'The principal of a grant cannot be changed.',
    errors: [
      {
        pointer: '/principal',
        value: value.slice(0, 200),
        rule: 'same',
        message: 'must be the principal in the path',
      },
    ],
  });

/** Decision 151. */
function narrowedUploader({ roles, brand_ids, region_ids }: GrantRequest) {
  const by = roles.includes('uploader') ? narrowing({ brand_ids, region_ids }) : null;
  if (by === null) return null;
  return problems.businessRule({
    detail:
      'A grant with the role uploader cannot be limited to some brands or regions, because an upload replaces all brands and regions of its period.',
    errors: [{ pointer: `/${by}`, rule: 'whole_dealer', message: 'must be null for the role uploader' }],
  });
}

const termsOf = (dealer_id: string, { principal, roles, brand_ids, region_ids }: GrantRequest): GrantTerms => ({
  dealer_id,
  principal,
  roles,
  brand_ids: brand_ids && [...new Set(brand_ids.map(foldedId))],
  region_ids: region_ids && [...new Set(region_ids.map(foldedId))],
});

const shownGrant = ({ version: _, ...grant }: FullGrant): Grant => serializeDates(grant);
