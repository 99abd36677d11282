// Who a browser is to the lab platform, by the cookie that it sends, and the end of its session.
import type { IncomingMessage } from 'node:http';
import type { LoggedOut, Me } from '../../../../generated/platform/types.ts';

export type Visitor =
  | { readonly kind: 'person'; readonly me: Me }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'away' };

export type Left =
  | { readonly kind: 'left'; readonly next: string; readonly cookies: string[] }
  | { readonly kind: 'refused'; readonly status: number; readonly why: string };

const timeoutMs = 10_000;

/** Without a cookie no one is asked. */
export async function visitorOf(incoming: IncomingMessage, platform: number): Promise<Visitor> {
  if (incoming.headers.cookie === undefined) return { kind: 'nobody' };
  try {
    const response = await ask(incoming, platform, 'GET', 'me');
    if (response.status === 200) return { kind: 'person', me: (await response.json()) as Me };
    await response.body?.cancel();
    return { kind: response.status === 401 ? 'nobody' : 'away' };
  } catch {
    return { kind: 'away' };
  }
}

/** The platform decides whether one of our pages asks, by what only the browser writes; a form cannot write the third header itself. */
export async function logOut(incoming: IncomingMessage, platform: number): Promise<Left> {
  try {
    const response = await ask(incoming, platform, 'POST', 'logout', { 'x-covenant-request': '1' });
    const answer = (await response.json()) as Partial<LoggedOut> & { readonly detail?: string };
    const cookies = response.headers.getSetCookie();
    if (response.ok || response.status === 401) return { kind: 'left', next: answer.end_session_url ?? '/', cookies };
    return { kind: 'refused', status: response.status, why: answer.detail ?? 'The lab platform did not log you out.' };
  } catch {
    return {
      kind: 'refused',
      status: 503,
      why: 'The lab platform is not running at the moment. You are still logged in.',
    };
  }
}

const passedOn = ['cookie', 'origin', 'sec-fetch-site', 'user-agent'] as const;

function ask(
  { headers, socket }: IncomingMessage,
  platform: number,
  method: string,
  what: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const own = passedOn.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return fetch(`http://127.0.0.1:${platform}/api/v1/auth/${what}`, {
    method,
    headers: { ...Object.fromEntries(own), ...more, 'x-forwarded-for': socket.remoteAddress ?? '' },
    signal: AbortSignal.timeout(timeoutMs),
  });
}
