// Who the browser is logged in as.
import { getMe, logOut, unwrap } from '../../../generated/platform/client.ts';
import type { Me } from '../../../generated/platform/types.ts';
import { client, sessionEnd } from './client.ts';
import { createStore } from './store.ts';

export type Session =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'active'; readonly me: Me }
  | { readonly kind: 'unavailable'; readonly error: unknown };

export const session = createStore<Session>({ kind: 'waiting' });

export async function readSession(): Promise<void> {
  try {
    const result = await getMe(client);
    if (result.ok) session.set({ kind: 'active', me: unwrap(result) });
    else if (result.status === 401) session.set({ kind: 'anonymous' });
    else unwrap(result);
    if (result.ok) sessionEnd.set({ hasEnded: false });
  } catch (error) {
    session.set({ kind: 'unavailable', error });
  }
}

/** A login in another tab brings the session of this one back. */
export async function renewSession(): Promise<void> {
  const before = session.get();
  const result = await getMe(client).catch(() => undefined);
  if (result?.ok !== true) return;
  const me = unwrap(result);
  // Nothing of one person is shown to another.
  if (before.kind === 'active' && before.me.user_id !== me.user_id) return location.assign('/');
  session.set({ kind: 'active', me });
  sessionEnd.set({ hasEnded: false });
}

/** Leads back to where the person is, with filters and selection. */
export const loginAddress = (): string => {
  const place = `${location.pathname}${location.search}`;
  return `/api/v1/auth/login?return_to=${encodeURIComponent(place)}`;
};

export async function endSession(): Promise<void> {
  const result = await logOut(client);
  if (!result.ok && result.status !== 401) unwrap(result);
  location.assign((result.ok ? result.body.end_session_url : null) ?? '/');
}

export const can = (me: Me, capability: string): boolean => me.capabilities.includes(capability);
