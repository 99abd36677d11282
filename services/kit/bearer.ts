// services/kit/bearer.ts: the token of an Authorization header (RFC 6750). What it is worth: adapters/identity.
import type { IncomingHttpHeaders } from 'node:http';

/** Undefined when there is none, or the header has another form. */
export const bearerToken = ({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined =>
  /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
