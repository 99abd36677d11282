// What the provider publishes about itself.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { parts } from '../../../test/servers.ts';

test('the discovery document names the addresses of the settings, whatever Host and X-Forwarded-Host ask for', async (t) => {
  const { identity } = await parts(t, ['identity']);
  for (const issuer of Object.values(identity.issuers)) {
    const { pathname } = new URL(issuer);
    const asked = async (headers: Record<string, string>) => {
      const url = `${identity.url}${pathname}/.well-known/openid-configuration`;
      const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage];
      return JSON.parse(await text(response)) as Record<string, unknown>;
    };
    const plain = await asked({});
    t.is(plain.issuer, issuer);
    const addresses = Object.entries(plain).filter(([, value]) => typeof value === 'string' && value.includes('//'));
    t.true(addresses.length > 5);
    for (const [name, value] of addresses) t.true(String(value).startsWith(issuer), `${name}: ${value}`);
    t.deepEqual(await asked({ host: 'evil.example' }), plain);
    t.deepEqual(await asked({ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }), plain);
  }
});
