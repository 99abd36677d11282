// From a credential to a Caller: services only; a person's token is refused whatever its roles (decision 231).
import type { Identity } from '../../adapters/identity/port.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { CredentialInput } from '../../generated/runtime/kit.ts';
import { bearerToken, whyNoToken } from '../kit/bearer.ts';
import type { Caller } from './caller.ts';

/** `identity` takes tokens for the audience covenant-infra alone. */
type Deps = { readonly identity: Pick<Identity, 'verify'> };

export const access =
  ({ identity }: Deps) =>
  async ({ headers }: CredentialInput): Promise<Caller | ReturnType<typeof problems.unauthenticated>> => {
    const token = bearerToken(headers);
    if (token === undefined) return problems.unauthenticated({ detail: whyNoToken(headers) });
    const verified = await identity.verify(token);
    if (verified.kind === 'refused') return problems.unauthenticated({ detail: refusals[verified.reason] });
    const { kind, subject, roles } = verified.bearer;
    if (kind !== 'client') return problems.unauthenticated({ detail: refusals.person });
    return { subject, kind: 'service', roles, scopeKey: subject };
  };

const refusals = {
  expired: 'The access token has expired. Ask for a new one.',
  invalid_token: 'The access token is not one that counts here. Ask for one with the client credentials of a service.',
  person: 'Only services of this installation are let in. People use the lab platform.',
} as const;
