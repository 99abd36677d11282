// One realm of the identity provider: Keycloak's paths and claims from oidc-provider, so that either can stand behind
// the services.
import type { IncomingMessage } from 'node:http';
import Provider, { type Client, type Context } from 'oidc-provider';
import type pg from 'pg';
import { escapeHtml, pageHeaders, pageOf } from '../page.ts';
import { findAccount } from './accounts.ts';
import { devicePages } from './device-pages.ts';
import type { CheckPassword } from './guessing.ts';
import { invitationsMetadata } from './invitations.ts';
import { signingKeys } from './keys.ts';
import { askLogout, showLoggedOut } from './logout-page.ts';
import { addPasswordGrant } from './password-grant.ts';
import { recordsIn } from './records.ts';
import { accessTokenS, resourceOf, resourceServer } from './resource.ts';
import {
  type Api,
  type ClientSettings,
  type IdentitySettings,
  issuerOf,
  type Realm,
  realmApi,
  realmTitle,
} from './settings.ts';

const refreshTokenS = 30 * 24 * 3600;
// A façade keeps this one behind its own tokens, which end after 90 days at the latest (decision 1).
const firstPartyRefreshTokenS = 90 * 24 * 3600;

export type Passwords = {
  readonly check: CheckPassword;
  readonly addressOf: (request: IncomingMessage) => string;
};

export function openRealm(settings: IdentitySettings, realm: Realm, pool: pg.Pool, passwords: Passwords): Provider {
  const issuer = issuerOf(settings.publicUrl, realm);
  const clients = settings.clients[realm];
  const provider: Provider = new Provider(issuer, {
    adapter: recordsIn(pool, Buffer.from(settings.sealKey, 'base64'), realm),
    jwks: signingKeys(settings.keysFolder, realm),
    clients: clients.map(metadata),
    cookies: {
      keys: [settings.cookieKey],
      names: cookieNames(realm),
      // Each with the path of its login, so that two tabs of one browser do not end each other's.
      short: {},
      long: { path: `/auth/realms/${realm}` },
    },
    extraClientMetadata: { properties: ['service_api', 'service_roles', 'first_party'] },
    scopes: ['openid', 'offline_access', 'profile', 'email', 'api'],
    claims: {
      openid: ['sub', 'realm_access'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    routes: keycloakPaths,
    discovery: { [invitationsMetadata]: `${issuer}/invitations` },
    features: features(realm),
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    ttl: {
      AccessToken: accessTokenS,
      ClientCredentials: accessTokenS,
      IdToken: accessTokenS,
      RefreshToken: (_: unknown, __: unknown, client: Client) =>
        client.first_party ? firstPartyRefreshTokenS : refreshTokenS,
      Session: 24 * 3600,
      Grant: firstPartyRefreshTokenS,
      Interaction: 3600,
    },
    // A lost reply must not cost one of our services the session of a user; the token of a client with a secret is of
    // no use to a thief (RFC 9700, 4.14.2).
    rotateRefreshToken: ({ oidc }: Context) => oidc.client.clientAuthMethod === 'none',
    issueRefreshToken: async (_: Context, client: Client) => client.grantTypeAllowed('refresh_token'),
    extraTokenClaims: (_: Context, token: TokenFacts) => claimsOf(pool, realm, clients, token),
    findAccount: async (_: Context, id: string) => accountFor(pool, realm, id),
    loadExistingGrant: (ctx: Context) => grantEverything(provider, realm, ctx),
    interactions: {
      url: (_: Context, interaction: { uid: string }) => `/auth/realms/${realm}/login/${interaction.uid}`,
    },
    renderError: (ctx: Context, out: { error: string; error_description?: string }) => {
      for (const [name, value] of Object.entries(pageHeaders)) ctx.set(name, value);
      ctx.body = pageOf(
        'The login failed',
        realmTitle[realm],
        `<p>${escapeHtml(out.error_description ?? out.error)}</p>`,
      );
    },
  });
  provider.proxy = true; // it listens on loopback; only the front door reaches it
  addPasswordGrant(provider, realm, passwords.check, passwords.addressOf);
  return provider;
}

// Keycloak's paths, so that clients that know only those work here too.
const keycloakPaths = {
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  jwks: '/protocol/openid-connect/certs',
  userinfo: '/protocol/openid-connect/userinfo',
  end_session: '/protocol/openid-connect/logout',
  introspection: '/protocol/openid-connect/token/introspect',
  revocation: '/protocol/openid-connect/revoke',
  device_authorization: '/protocol/openid-connect/auth/device',
  code_verification: '/device',
};

const cookieNames = (realm: Realm) => ({
  session: `${realm}_session`,
  interaction: `${realm}_login`,
  resume: `${realm}_resume`,
});

const features = (realm: Realm) => ({
  devInteractions: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  clientCredentials: { enabled: true },
  revocation: { enabled: true },
  introspection: { enabled: true },
  deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', ...devicePages(realm) },
  rpInitiatedLogout: { enabled: true, logoutSource: askLogout(realm), postLogoutSuccessSource: showLoggedOut(realm) },
  resourceIndicators: {
    enabled: true,
    defaultResource: ({ oidc }: Context, client: Client) => resourceOf(apiFor(realm, client, oidc.params.grant_type)),
    useGrantedResource: () => true,
    getResourceServerInfo: (_: Context, resource: string) =>
      resourceServer(resource.replace(/^urn:covenant:/, '') as Api),
  },
});

const apiFor = (realm: Realm, client: Client, grant: string | undefined): Api =>
  grant === 'client_credentials' ? ((client.service_api as Api | undefined) ?? realmApi[realm]) : realmApi[realm];

const metadata = (client: ClientSettings) => ({
  client_id: client.id,
  ...(client.secret === undefined ? {} : { client_secret: client.secret }),
  token_endpoint_auth_method: client.secret === undefined ? 'none' : 'client_secret_basic',
  grant_types: client.grants,
  response_types: client.grants.includes('authorization_code') ? ['code'] : [],
  application_type: client.native === true ? 'native' : 'web',
  redirect_uris: client.redirectUris ?? [],
  post_logout_redirect_uris: client.logoutUris ?? [],
  service_api: client.serviceApi,
  service_roles: client.serviceRoles ?? [],
  first_party: client.firstParty ?? false,
});

type TokenFacts = { readonly kind: string; readonly clientId: string; readonly accountId?: string };

async function claimsOf(pool: pg.Pool, realm: Realm, clients: readonly ClientSettings[], token: TokenFacts) {
  if (token.accountId !== undefined)
    return { ...(await claimsOfAccount(pool, realm, token.accountId)), azp: token.clientId };
  const client = clients.find(({ id }) => id === token.clientId);
  return {
    preferred_username: `service-account-${token.clientId}`,
    realm_access: { roles: client?.serviceRoles ?? [] },
    azp: token.clientId,
  };
}

async function claimsOfAccount(pool: pg.Pool, realm: Realm, id: string): Promise<Record<string, unknown>> {
  const account = await findAccount(pool, realm, id);
  if (account === undefined) return {};
  const { username, email, name, roles } = account;
  const address = email === null ? {} : { email, email_verified: true };
  return { preferred_username: username, ...address, name, realm_access: { roles } };
}

async function accountFor(pool: pg.Pool, realm: Realm, id: string) {
  const account = await findAccount(pool, realm, id);
  if (account === undefined) return undefined;
  return { accountId: id, claims: async () => ({ sub: id, ...(await claimsOfAccount(pool, realm, id)) }) };
}

/** All clients are ours, so no one is asked for consent. */
async function grantEverything(provider: Provider, realm: Realm, { oidc }: Context) {
  const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session?.accountId ?? '' });
  grant.addOIDCScope('openid offline_access profile email api');
  grant.addResourceScope(resourceOf(realmApi[realm]), 'api');
  await grant.save();
  return grant;
}
