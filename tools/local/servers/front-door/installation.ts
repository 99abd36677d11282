// What programs need to know of an installation, at `/.well-known/covenant` of its one address: APIs, identity
// providers, public clients.
import { commandLineClient, demoClient } from '../identity/clients.ts';

export type Installation = ReturnType<typeof installationOf>;

/** Issuers of an identity provider of the user's own; undefined for the embedded one. */
type Issuers = { readonly analytics: string; readonly labs: string };

export const installationOf = (own?: Issuers) => ({
  analytics: {
    base_url: '/analytics/api/v1',
    issuer: own?.analytics ?? '/auth/realms/analytics',
    client_id: commandLineClient,
  },
  platform: {
    base_url: '/api/v1',
    issuer: own?.labs ?? '/auth/realms/labs',
    client_id: commandLineClient,
    ...(own === undefined ? { password_client_id: demoClient } : {}),
  },
  infra: { base_url: '/infra/v1' },
});
