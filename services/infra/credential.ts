// From a credential to a Caller: only clients on the list of the installation, with the role `service`; a person's
// token is refused whatever its roles (decisions 231 and 251).
import type { Identity } from '../../adapters/identity/port.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { CredentialInput } from '../../generated/runtime/host.ts';
import { bearerToken, missingTokenDetail } from '../lib/http/bearer.ts';
import type { Caller } from './caller.ts';

/** `identity` takes tokens for the audience covenant-infra alone. */
type Deps = {
  readonly identity: Pick<Identity, 'verify'>;
  /**
   * Client ids that may call, that of Backend Platform first; a token of another one counts for nothing, whatever its
   * roles.
   */
  readonly clients: readonly string[];
};

export const authenticator =
  ({ identity, clients }: Deps) =>
  async ({ headers }: CredentialInput): Promise<Caller | ReturnType<typeof problems.unauthenticated>> => {
    const token = bearerToken(headers);
    if (token === undefined) return problems.unauthenticated({ detail: missingTokenDetail(headers) });
    const verified = await identity.verify(token);
    if (verified.kind === 'refused') return problems.unauthenticated({ detail: refusals[verified.reason] });
    const { kind, subject, roles, clientId } = verified.bearer;
    if (kind !== 'client') return problems.unauthenticated({ detail: refusals.person });
    if (!clients.includes(clientId)) return problems.unauthenticated({ detail: refusals.client });
    if (!roles.includes('service')) return problems.unauthenticated({ detail: refusals.role });
    return { subject, kind: 'service', roles, scopeKey: subject, clientId, isPlatform: clientId === clients[0] };
  };

const refusals = {
  expired: 'The access token has expired. Get a new one.',
  invalid_token:
    'The access token is not valid for this installation. Get one with the client credentials of a service.',
  client: 'The client of this access token is not one of the allowed clients of this installation.',
  role: 'The client of this access token does not have the role service. Assign it in the identity provider.',
  person: 'Only services of this installation can use this API. Users use the lab platform.',
} as const;
