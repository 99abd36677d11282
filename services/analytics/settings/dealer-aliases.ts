// Aliases of a dealer's names, created and deleted by its own users (decision 607): those of administrators, under
// another right.
import type { Aliases, Dealers } from '../../../adapters/store/administration/port.ts';
import type { Grants } from '../../../adapters/store/analytics/access/port.ts';
import { aliases } from '../administration/aliases.ts';
import type { Handlers } from '../caller.ts';
import { refusedSetting } from './setting-right.ts';

type Deps = {
  readonly grants: Grants;
  readonly dealerStore: Pick<Dealers, 'dealer'>;
  readonly aliasStore: Aliases;
};

export const dealerAliases = (deps: Deps) => {
  const ofDealer = aliases(deps);
  return {
    async listDealerAliases(request) {
      const { caller, path } = request;
      const refused = await refusedSetting(deps, caller, path.dealer_id, 'listDealerAliases');
      return refused ?? ofDealer.listAliases(request);
    },

    async createDealerAlias(request) {
      const { caller, path } = request;
      const refused = await refusedSetting(deps, caller, path.dealer_id, 'createDealerAlias');
      if (refused !== null) return refused;
      const reply = await ofDealer.createAlias(request);
      if (reply.status !== 201) return reply;
      const { kind, alias } = reply.body;
      const location = `/dealers/${path.dealer_id}/aliases/${kind}/${encodeURIComponent(alias)}`;
      return { ...reply, headers: { Location: location } };
    },

    async getDealerAlias(request) {
      const { caller, path } = request;
      const refused = await refusedSetting(deps, caller, path.dealer_id, 'getDealerAlias');
      return refused ?? ofDealer.getAlias(request);
    },

    async deleteDealerAlias(request) {
      const { caller, path } = request;
      const refused = await refusedSetting(deps, caller, path.dealer_id, 'deleteDealerAlias');
      return refused ?? ofDealer.deleteAlias(request);
    },
  } satisfies Pick<Handlers, 'listDealerAliases' | 'createDealerAlias' | 'getDealerAlias' | 'deleteDealerAlias'>;
};
