// Whether one of our pages made a request that a cookie signs (decision 213): a pure function.
import type { IncomingHttpHeaders } from 'node:http';
import { problems } from '../../../generated/platform/problems.ts';

type Asked = { readonly method: string; readonly headers: IncomingHttpHeaders };

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Undefined: it was, or it changes nothing. Each header that is there has to be right, and one that only a browser
 * writes has to be there.
 */
export function csrfRefusal({ method, headers }: Asked, origins: ReadonlySet<string>) {
  if (harmless.has(method)) return undefined;
  const { origin, 'sec-fetch-site': site, 'x-covenant-request': own } = headers;
  if (origin !== undefined && !origins.has(origin))
    return refused(headers, `was sent with a request from ${shown(origin)}`);
  if (site !== undefined && site !== 'same-origin')
    return refused(headers, `was sent with a request whose Sec-Fetch-Site is ${shown(String(site))}`);
  if (origin === undefined && site === undefined)
    return refused(headers, 'was sent with a request that has neither Origin nor Sec-Fetch-Site');
  if (own !== '1') return refused(headers, 'was sent with a request without the header X-Covenant-Request: 1');
  return undefined;
}

const shown = (text: string): string => text.slice(0, 200);

const refused = ({ origin = 'unknown' }: IncomingHttpHeaders, what: string) =>
  problems.forbiddenOrigin({ detail: `The session cookie ${what}.`, origin: shown(origin) });
