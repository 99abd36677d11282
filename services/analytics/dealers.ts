// Dealers, for administrators (decision 126). The role is checked before a handler is called. Who may see what of a dealer: grants.ts.
import type { DealerBook, DealerRow } from '../../adapters/store/administration/port.ts';
import { messages } from '../../generated/analytics/messages.ts';
import { problems } from '../../generated/analytics/server.ts';
import type { Dealer, DealerId, RegionId } from '../../generated/analytics/types.ts';
import { cursorsOf } from '../kit/cursor.ts';
import type { Say } from '../kit/outbox.ts';
import type { Caller, Handlers } from './caller.ts';
import { foreignCursor, pageOf } from './page.ts';

type Deps = { readonly dealerBook: DealerBook; readonly say: Say };

const trialDays = 30;

export const dealers = ({ dealerBook, say }: Deps) =>
  ({
    async listDealers({ query: { limit, cursor } }) {
      const cursors = cursorsOf('listDealers', {});
      const after = cursor === undefined ? '' : cursors.read(cursor);
      if (after === null) return foreignCursor;
      const found = await dealerBook.dealers({ after, limit: limit + 1 });
      return { status: 200, body: pageOf(found, limit, shownDealer, ({ dealerId }) => cursors.write(dealerId)) };
    },

    async createDealer({ caller, body, requestId }) {
      const dealer = { dealerId: body.dealer_id, name: body.name, regionId: body.region_id };
      const made = await dealerBook.createDealer(dealer, trialDays, by(caller, requestId), (tx, terms) => {
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
      const found = await dealerBook.dealer(dealer_id);
      if (found === null) return noSuchDealer();
      const body = shownDealer(found);
      return { status: 200, body, revision: JSON.stringify(body) };
    },
  }) satisfies Pick<Handlers, 'listDealers' | 'createDealer' | 'getDealer'>;

/** For the audit trail. */
export const by = ({ subject }: Caller, requestId: string) => ({ principal: subject, requestId });

export const noSuchDealer = () => problems.notFound({ detail: 'There is no dealer with this id.' });

const shownDealer = ({ dealerId, name, regionId, createdAt }: DealerRow): Dealer => ({
  dealer_id: dealerId as DealerId,
  name,
  region_id: regionId as RegionId,
  created_at: createdAt.toISOString(),
});
