// What the caller may see and do: its grants, as they count for the next request, and what the policies make of them.
import type { Grants } from '../../adapters/store/analytics/port.ts';
import type { CallerScope } from '../../generated/analytics/types.ts';
import type { Handlers } from './caller.ts';
import { uploadRefusal } from './ingest/upload-right.ts';
import { explain, noSuchOperation } from './policies/policies.ts';
import { grantedScope, scopeBody } from './reading.ts';

type Deps = { readonly grants: Grants };

export const scope = ({ grants }: Deps) =>
  ({
    async getScope({ caller, query }) {
      const granted = caller.state?.grants ?? (await grants.accessFor(caller.subject));
      const uploads = granted.filter((grant) => uploadRefusal(grant) === null);
      const explanation = query.explain === undefined ? undefined : explain(query.explain, caller, granted);
      if (explanation === null) return noSuchOperation(query.explain ?? '');
      const body: CallerScope = {
        scope: scopeBody(grantedScope(caller)),
        upload_dealer_ids: uploads.map(({ dealer_id }) => dealer_id),
        ...(explanation && { explanation }),
      };
      return { status: 200, body, revision: JSON.stringify(body) };
    },
  }) satisfies Pick<Handlers, 'getScope'>;
