// What the caller may see and do: its grants, as they count for the next request, and what the policies make of them.
import type { CallerScope } from '../../../generated/analytics/types.ts';
import type { Caller, Handlers } from '../caller.ts';
import { uploadRefusal } from '../ingest/upload-right.ts';
import { grantedScope, scopeBody } from '../reads/read-scope.ts';
import { explain, noSuchOperation } from './policies/policies.ts';

type Shown = { readonly body: CallerScope; readonly revision: string };

/** By the caller's scope, which is the same object as long as no grant has changed. */
const shown = new WeakMap<Caller['scope'], Shown>();

export const scope = () =>
  ({
    async getScope({ caller, query, unchanged }) {
      const known = shown.get(caller.scope);
      if (known !== undefined && query.explain === undefined)
        return (await unchanged(known.revision))
          ? { status: 304, revision: known.revision }
          : { status: 200, ...known };
      const granted = caller.state.grants;
      const uploads = granted.filter((grant) => uploadRefusal(grant) === null);
      const explanation = query.explain === undefined ? undefined : explain(query.explain, caller, granted);
      if (explanation === null) return noSuchOperation(query.explain ?? '');
      const body: CallerScope = {
        scope: scopeBody(grantedScope(caller)),
        upload_dealer_ids: uploads.map(({ dealer_id }) => dealer_id),
        ...(explanation && { explanation }),
      };
      const answer = { body, revision: JSON.stringify(body) };
      if (query.explain === undefined) shown.set(caller.scope, answer);
      return { status: 200, ...answer };
    },
  }) satisfies Pick<Handlers, 'getScope'>;
