// What a browser sees when its user enters the code that a program shows (RFC 8628): the form, the question, and the
// end. Without script.
import type { Client, Context } from 'oidc-provider';
import { escapeHtml, pageHeaders, pageOf } from '../page.ts';
import { type Realm, realmTitle } from './settings.ts';

/** `form` is the hidden form of oidc-provider; the fields and buttons belong to it. */
export const devicePages = (realm: Realm) => ({
  userCodeInputSource: async (ctx: Context, form: string, _out: unknown, error?: Error) =>
    show(
      ctx,
      pageOf(
        'Log in a program',
        realmTitle[realm],
        `${error === undefined ? '' : '<p role="alert">The code is wrong or has expired.</p>'}<p>Enter the code that the program shows.</p>${form}
<button class="first" form="op.deviceInputForm">Continue</button>`,
      ),
    ),
  userCodeConfirmSource: async (ctx: Context, form: string, client: Client, _device: unknown, code: string) =>
    show(
      ctx,
      pageOf(
        `Allow ${client.clientId}?`,
        realmTitle[realm],
        `<p>The program shows the code <strong>${escapeHtml(code)}</strong>? Then it may use your account. If you did not start it yourself, choose Deny.</p>${form}
<button class="first" form="op.deviceConfirmForm">Allow</button>
<button form="op.deviceConfirmForm" name="abort" value="yes">Deny</button>`,
      ),
    ),
  successSource: async (ctx: Context) =>
    show(ctx, pageOf('You are logged in', realmTitle[realm], '<p>Close this page and return to the program.</p>')),
});

export function show(ctx: Context, page: string): void {
  for (const [name, value] of Object.entries(pageHeaders)) ctx.set(name, value);
  ctx.body = page;
}
