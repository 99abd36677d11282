// Aliases of a dealer's brands, regions and model families, for administrators (decision 176).
import type { Aliases, AliasRow, AliasTerms, Dealers } from '../../../adapters/store/administration/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Alias, AliasRequest } from '../../../generated/analytics/types.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { by, type Handlers } from '../caller.ts';
import { foldedId } from '../reads/filters.ts';
import { noSuchDealer } from './dealers.ts';

type Deps = { readonly dealerStore: Pick<Dealers, 'dealer'>; readonly aliasStore: Aliases };

export const aliases = ({ dealerStore, aliasStore }: Deps) =>
  ({
    async listAliases({ path: { dealer_id }, page: { after = '', limit } }) {
      if ((await dealerStore.dealer(dealer_id)) === null) return noSuchDealer();
      const found = await aliasStore.aliases(dealer_id, { after, limit });
      return { status: 200, rows: found.map(shownAlias), key: ({ kind, alias }) => `${kind}/${alias}` };
    },

    async createAlias({ caller, path: { dealer_id }, body, requestId }) {
      const terms = termsOf(dealer_id, body);
      if (terms.alias === terms.stands_for)
        return refused('stands_for', terms.stands_for, 'other', 'must be a different id');
      const created = await aliasStore.createAlias(terms, by(caller, requestId));
      if (created === 'no dealer') return noSuchDealer();
      if (created === 'taken')
        return problems.conflict({ detail: `${terms.alias} is an alias already; delete that one first.` });
      if (typeof created === 'string') return refusalOf[created](terms);
      const location = `/admin/dealers/${dealer_id}/aliases/${terms.kind}/${encodeURIComponent(terms.alias)}`;
      return { status: 201, body: shownAlias(created), headers: { Location: location } };
    },

    async getAlias({ path: { dealer_id, kind, alias } }) {
      const found = await aliasStore.alias(dealer_id, kind, foldedId(alias));
      if (found === null) return noSuchAlias();
      return { status: 200, body: shownAlias(found), revision: revisionOf(found) };
    },

    async deleteAlias({ caller, path: { dealer_id, kind, alias }, ifMatch, requestId }) {
      const found = await aliasStore.alias(dealer_id, kind, foldedId(alias));
      if (found === null) return noSuchAlias();
      if (!ifMatch(revisionOf(found))) return changedMeanwhile();
      const done = await aliasStore.deleteAlias(found, by(caller, requestId));
      return done === 'changed' ? changedMeanwhile() : { status: 204 };
    },
  }) satisfies Pick<Handlers, 'listAliases' | 'createAlias' | 'getAlias' | 'deleteAlias'>;

const revisionOf = ({ version }: AliasRow): string => String(version);

const noSuchAlias = () => problems.notFound({ detail: 'The dealer does not have this alias.' });

const changedMeanwhile = () => problems.preconditionFailed({ detail: 'The alias has changed. Fetch it again.' });

const refused = (field: 'alias' | 'stands_for', value: string, rule: string, message: string) =>
  problems.businessRule({
    detail: `${field} ${message}.`,
    errors: [{ pointer: `/${field}`, value, rule, message }],
  });

const refusalOf = {
  'no name': ({ stands_for }: AliasTerms) =>
    refused('stands_for', stands_for, 'exists', 'must be an id that is or was in the catalogue of the dealer'),
  'alias of an alias': ({ stands_for }: AliasTerms) =>
    refused('stands_for', stands_for, 'chain', 'must not be an alias itself'),
  'has aliases': ({ alias }: AliasTerms) =>
    refused('alias', alias, 'chain', 'must not be an id that other aliases refer to'),
} as const;

const termsOf = (dealer_id: string, { kind, alias, stands_for }: AliasRequest): AliasTerms => ({
  dealer_id,
  kind,
  alias: foldedId(alias),
  stands_for: foldedId(stands_for),
});

const shownAlias = ({ version: _, ...alias }: AliasRow): Alias => serializeDates(alias);
