// verifyWebhook accepts what the service signs, and nothing else.
import { createHmac } from 'node:crypto';
import test from 'ava';
import { verifyWebhook, WebhookRefused } from './webhook.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const seconds = 1_614_265_330;
const at = { now: () => new Date(seconds * 1000) };
const event = { type: 'ingest.job.finished', timestamp: '2026-09-01T00:00:00Z', data: { job_id: 'j' } };
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';

function signed(body: string) {
  const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
  const signature = hmac.update(`${id}.${seconds}.${body}`).digest('base64');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
  return { body, headers, secret };
}

const body = JSON.stringify(event);
const { headers } = signed(body);
const good = { body, headers, secret };

test('verifyWebhook accepts an event as text and bytes, with headers of either form', async (t) => {
  const expected = { ...event, id };
  t.deepEqual(await verifyWebhook(good, at), expected);
  t.deepEqual(await verifyWebhook({ ...good, body: new TextEncoder().encode(body) }, at), expected);
  t.deepEqual(await verifyWebhook({ ...good, headers: new Headers(headers) }, at), expected);
});

test('verifyWebhook finds the signature of the example of the specification good, and its body no event', async (t) => {
  // https://github.com/standard-webhooks/standard-webhooks (libraries/javascript, "sign function works").
  const example = '{"test": 2432232314}';
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  t.is(signed(example).headers['webhook-signature'], signature);
  for (const none of [
    example,
    '',
    'no JSON',
    'null',
    '[]',
    '{"type":1,"timestamp":"","data":0}',
    '{"type":"","timestamp":""}',
  ])
    await t.throwsAsync(verifyWebhook(signed(none), at), {
      instanceOf: WebhookRefused,
      message: 'The body is no event.',
    });
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
  for (const offset of [-301, 301])
    await t.throwsAsync(verifyWebhook(good, { now: () => new Date((seconds + offset) * 1000) }), {
      instanceOf: WebhookRefused,
    });
  await t.notThrowsAsync(verifyWebhook(good, { toleranceS: 400, now: () => new Date((seconds + 301) * 1000) }));
});
