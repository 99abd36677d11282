// Dealers and grants, for administrators (decision 126). The role is checked before a handler is called; what a grant then gives: access.ts.
import type { Administration, DealerRow, FullGrant, GrantTerms } from '../../adapters/store/administration/port.ts';
import { messages } from '../../generated/analytics/messages.ts';
import { problems } from '../../generated/analytics/server.ts';
import type { BrandId, Dealer, DealerId, Grant, GrantRequest, RegionId } from '../../generated/analytics/types.ts';
import { cursorsOf } from '../kit/cursor.ts';
import type { Say } from '../kit/outbox.ts';
import type { Caller, Handlers } from './caller.ts';
import { foreignCursor, pageOf } from './page.ts';

type Deps = { readonly administration: Administration; readonly say: Say };

const trialDays = 30;

export const admin = ({ administration, say }: Deps) =>
  ({
    async listDealers({ query: { limit, cursor } }) {
      const cursors = cursorsOf('listDealers', {});
      const after = cursor === undefined ? '' : cursors.read(cursor);
      if (after === null) return foreignCursor;
      const found = await administration.dealers({ after, limit: limit + 1 });
      return { status: 200, body: pageOf(found, limit, shownDealer, ({ dealerId }) => cursors.write(dealerId)) };
    },

    async createDealer({ caller, body, requestId }) {
      const dealer = { dealerId: body.dealer_id, name: body.name, regionId: body.region_id };
      const made = await administration.createDealer(dealer, trialDays, by(caller, requestId), (tx, terms) => {
        const payload = {
          dealer_id: body.dealer_id,
          plan: terms.plan,
          status: terms.status,
          previous_status: null,
          expires_at: terms.expiresAt?.toISOString() ?? null,
          cause: 'administrator' as const,
        };
        return say(tx, (meta) => messages.subscriptionChanged(payload, meta), {
          aggregate: `subscription:${body.dealer_id}`,
        });
      });
      if (made === 'taken') return problems.conflict({ detail: `There is a dealer ${body.dealer_id} already.` });
      return { status: 201, body: shownDealer(made), headers: { Location: `/admin/dealers/${made.dealerId}` } };
    },

    async getDealer({ path: { dealer_id } }) {
      const found = await administration.dealer(dealer_id);
      if (found === null) return noSuchDealer();
      const body = shownDealer(found);
      return { status: 200, body, revision: JSON.stringify(body) };
    },

    async listGrants({ path: { dealer_id }, query: { limit, cursor } }) {
      const cursors = cursorsOf('listGrants', { dealer_id });
      const after = cursor === undefined ? '' : cursors.read(cursor);
      if (after === null) return foreignCursor;
      if ((await administration.dealer(dealer_id)) === null) return noSuchDealer();
      const found = await administration.grants(dealer_id, { after, limit: limit + 1 });
      return { status: 200, body: pageOf(found, limit, shownGrant, ({ principal }) => cursors.write(principal)) };
    },

    async createGrant({ caller, path: { dealer_id }, body, requestId }) {
      const made = await administration.createGrant(termsOf(dealer_id, body), by(caller, requestId));
      if (made === 'no dealer') return noSuchDealer();
      if (made === 'taken')
        return problems.conflict({ detail: 'The principal has a grant for this dealer already; change that one.' });
      const location = `/admin/dealers/${dealer_id}/grants/${encodeURIComponent(made.principal)}`;
      return { status: 201, body: shownGrant(made), headers: { Location: location } };
    },

    async getGrant({ path: { dealer_id, principal } }) {
      const found = await administration.grant(dealer_id, principal);
      if (found === null) return noSuchGrant();
      return { status: 200, body: shownGrant(found), revision: revisionOf(found) };
    },

    async replaceGrant({ caller, path: { dealer_id, principal }, body, ifMatch, requestId }) {
      if (body.principal !== principal) return otherPrincipal(body.principal);
      const found = await administration.grant(dealer_id, principal);
      if (found === null) return noSuchGrant();
      if (!ifMatch(revisionOf(found))) return changedMeanwhile();
      const made = await administration.replaceGrant(termsOf(dealer_id, body), found.version, by(caller, requestId));
      return made === 'changed'
        ? changedMeanwhile()
        : { status: 200, body: shownGrant(made), revision: revisionOf(made) };
    },

    async deleteGrant({ caller, path: { dealer_id, principal }, ifMatch, requestId }) {
      const found = await administration.grant(dealer_id, principal);
      if (found === null) return noSuchGrant();
      if (!ifMatch(revisionOf(found))) return changedMeanwhile();
      const done = await administration.withdrawGrant(found, by(caller, requestId));
      return done === 'changed' ? changedMeanwhile() : { status: 204, revision: revisionOf(found) };
    },
  }) satisfies Pick<
    Handlers,
    | 'listDealers'
    | 'createDealer'
    | 'getDealer'
    | 'listGrants'
    | 'createGrant'
    | 'getGrant'
    | 'replaceGrant'
    | 'deleteGrant'
  >;

const by = ({ subject }: Caller, requestId: string) => ({ principal: subject, requestId });

const revisionOf = ({ version }: FullGrant): string => String(version);

const noSuchDealer = () => problems.notFound({ detail: 'There is no dealer with this id.' });

const noSuchGrant = () => problems.notFound({ detail: 'The principal has no grant for this dealer.' });

const changedMeanwhile = () =>
  problems.preconditionFailed({ detail: 'The grant is another one by now. Read it again.' });

const otherPrincipal = (value: string) =>
  problems.businessRule({
    detail: 'A grant keeps its principal.',
    errors: [{ pointer: '/principal', value, rule: 'same', message: 'must be the principal of the address' }],
  });

const termsOf = (dealerId: string, { principal, roles, brand_ids, region_ids }: GrantRequest): GrantTerms => ({
  dealerId,
  principal,
  roles,
  brandIds: brand_ids,
  regionIds: region_ids,
});

const shownDealer = ({ dealerId, name, regionId, createdAt }: DealerRow): Dealer => ({
  dealer_id: dealerId as DealerId,
  name,
  region_id: regionId as RegionId,
  created_at: createdAt.toISOString(),
});

const shownGrant = ({ dealerId, principal, roles, brandIds, regionIds, createdAt }: FullGrant): Grant => ({
  dealer_id: dealerId as DealerId,
  principal,
  roles: [...roles],
  brand_ids: brandIds as BrandId[] | null,
  region_ids: regionIds as RegionId[] | null,
  created_at: createdAt.toISOString(),
});
