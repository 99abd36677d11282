// Which configurations the identity provider refuses to run with.
import test from 'ava';
import { Failure } from '../failure.ts';
import { devicePages } from './device-pages.ts';
import { consent } from './login-page.ts';
import { type ClientSettings, requireSafe } from './settings.ts';

const facade: ClientSettings = {
  id: 'analytics-api',
  secret: 's',
  grants: ['password', 'refresh_token'],
  firstParty: true,
};
const demo: ClientSettings = { id: 'labs-demo', grants: ['password'] };
const service: ClientSettings = { id: 'infra', secret: 's', grants: ['client_credentials'] };

test('production lets only a first-party client exchange passwords for tokens', (t) => {
  t.throws(() => requireSafe({ environment: 'production', clients: { analytics: [facade], labs: [service, demo] } }), {
    instanceOf: Failure,
    message: /^identity cannot start in production: the client labs-demo has the password grant/,
  });
  t.notThrows(() => requireSafe({ environment: 'production', clients: { analytics: [facade], labs: [service] } }));
  t.notThrows(() => requireSafe({ environment: 'dev', clients: { analytics: [facade], labs: [demo] } }));
});

test('a page that asks about a program does not allow it with the Enter key alone', async (t) => {
  const ctx = { set: () => undefined, body: '' };
  const { userCodeConfirmSource: confirm } = devicePages('labs');
  await confirm(ctx as never, '<form></form>', { clientId: 'covenant-cli' } as never, undefined, 'ABCD-EFGH');
  for (const page of [ctx.body, consent]) {
    t.regex(page, />Allow</);
    t.notRegex(page, /autofocus/);
  }
});
