// What a browser sees when someone logs out at the provider: the question, since anybody's link could ask for it, and
// the end. Without script.
import type { Context } from 'oidc-provider';
import { pageOf } from '../page.ts';
import { show } from './device-pages.ts';
import { type Realm, realmTitle } from './settings.ts';

/** `form` is the hidden form of oidc-provider; the buttons belong to it. */
export const askLogout = (realm: Realm) => async (ctx: Context, form: string) =>
  show(
    ctx,
    pageOf(
      'Log out?',
      realmTitle[realm],
      `${form}<p>Otherwise, this browser can log in again without a password.</p><button class="first" autofocus form="op.logoutForm" name="logout" value="yes">Log out</button>
<button form="op.logoutForm">Stay logged in</button>`,
    ),
  );

export const showLoggedOut = (realm: Realm) => async (ctx: Context) =>
  show(ctx, pageOf('You are logged out', realmTitle[realm], '<p>You can close this page.</p>'));
