// The token of an Authorization header (RFC 6750). What it is worth: adapters/identity.
import type { IncomingHttpHeaders } from 'node:http';

/** Undefined when there is none, or the header has another form. */
export const bearerToken = ({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined =>
  /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];

/** For the one who sent none. */
export const whyNoToken = ({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string =>
  authorization === undefined
    ? 'There is no access token. Send one in the header Authorization, as "Bearer TOKEN".'
    : 'The header Authorization is not of the form "Bearer TOKEN".';
