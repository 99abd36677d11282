// verifyWebhook accepts what the service signs, and nothing else.
import test from 'ava';
import { verifyWebhook, WebhookRefused } from './webhook.ts';

// The example of the specification: https://github.com/standard-webhooks/standard-webhooks (libraries/javascript, "sign function works").
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const at = { now: () => new Date(1_614_265_330_000) };
const good = { body, headers, secret };

test('verifyWebhook accepts the example of the specification, as text and bytes, with headers of either form', async (t) => {
  const expected = { test: 2_432_232_314, id: headers['webhook-id'] } as never;
  t.deepEqual(await verifyWebhook(good, at), expected);
  t.deepEqual(await verifyWebhook({ ...good, body: new TextEncoder().encode(body) }, at), expected);
  t.deepEqual(await verifyWebhook({ ...good, headers: new Headers(headers) }, at), expected);
});

test('verifyWebhook accepts one good signature among several, and one good secret among several', async (t) => {
  const several = { ...headers, 'webhook-signature': `v1a,AAAA v1,AAAA ${headers['webhook-signature']}` };
  await t.notThrowsAsync(verifyWebhook({ ...good, headers: several }, at));
  const secrets = ['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', secret];
  await t.notThrowsAsync(verifyWebhook({ ...good, secret: secrets }, at));
});

const refused = [
  { what: 'another body', change: { body: `${body} ` } },
  { what: 'another secret', change: { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } },
  { what: 'another id', change: { headers: { ...headers, 'webhook-id': 'x' } } },
  { what: 'another time', change: { headers: { ...headers, 'webhook-timestamp': '1614265331' } } },
  { what: 'a time that is no number', change: { headers: { ...headers, 'webhook-timestamp': '1e9' } } },
  { what: 'no signature', change: { headers: { ...headers, 'webhook-signature': undefined } } },
  { what: 'a signature that is not base64', change: { headers: { ...headers, 'webhook-signature': 'v1,%' } } },
] as const;

for (const { what, change } of refused)
  test(`verifyWebhook refuses ${what}`, async (t) => {
    await t.throwsAsync(verifyWebhook({ ...good, ...change }, at), { instanceOf: WebhookRefused });
  });

test('verifyWebhook refuses a time outside of the tolerance, before and after', async (t) => {
  for (const seconds of [-301, 301])
    await t.throwsAsync(verifyWebhook(good, { now: () => new Date((1_614_265_330 + seconds) * 1000) }), {
      instanceOf: WebhookRefused,
    });
  await t.notThrowsAsync(verifyWebhook(good, { toleranceS: 400, now: () => new Date((1_614_265_330 + 301) * 1000) }));
});
