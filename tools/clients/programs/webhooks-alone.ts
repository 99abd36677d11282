import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET: secret = '', PORT: port = '8085' } = process.env;
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
if (key.length === 0) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook.');
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = request.headers;
  const signature = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest();
  const isSigned = String(signatures)
    .split(' ')
    .map((each) => Buffer.from(each.replace(/^v1,/, ''), 'base64'))
    .some((each) => each.length === signature.length && timingSafeEqual(each, signature));
  const isGenuine = isSigned && Math.abs(Date.now() / 1000 - Number(at)) < 300;
  if (isGenuine) console.log(JSON.parse(body.toString()).type, id);
  response.writeHead(isGenuine ? 204 : 400).end();
});
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
