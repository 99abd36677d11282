// What access tokens are for: one resource server an API, and how its tokens look.
import { type Api, audienceOf } from './settings.ts';

export const accessTokenS = 5 * 60;

export const resourceOf = (api: Api) => `urn:covenant:${api}`;

/** What a token is for; the scope is only `api`, since a resource that lists openid asks for consent without end. */
export const resourceServer = (api: Api) => ({
  scope: 'api',
  audience: audienceOf(api),
  accessTokenTTL: accessTokenS,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'RS256' } },
});
