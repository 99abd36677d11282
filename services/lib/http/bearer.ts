// The token of an Authorization header (RFC 6750).
import type { IncomingHttpHeaders } from 'node:http';

/** Undefined for a missing header, or one of another form. */
export const bearerToken = ({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined =>
  /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];

/** For the one who sent none. */
export const missingTokenDetail = ({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string =>
  authorization === undefined
    ? 'The access token is missing. Send it in the Authorization header, as "Bearer TOKEN".'
    : 'The Authorization header does not have the form "Bearer TOKEN".';
