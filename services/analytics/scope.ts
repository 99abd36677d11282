// What the caller may see: its grants, as they count for the next request.
import type { Grants } from '../../adapters/store/analytics/port.ts';
import type { CallerScope } from '../../generated/analytics/types.ts';
import type { Handlers } from './caller.ts';
import { uploadRefusal } from './ingest/upload-right.ts';
import { grantedScope, scopeBody } from './reading.ts';

type Deps = { readonly grants: Grants };

export const scope = ({ grants }: Deps) =>
  ({
    async getScope({ caller }) {
      const granted = caller.state?.grants ?? (await grants.accessFor(caller.subject));
      const uploads = granted.filter((grant) => uploadRefusal(grant) === null);
      const body: CallerScope = {
        scope: scopeBody(grantedScope(caller)),
        upload_dealer_ids: uploads.map(({ dealer_id }) => dealer_id),
      };
      return { status: 200, body, revision: JSON.stringify(body) };
    },
  }) satisfies Pick<Handlers, 'getScope'>;
