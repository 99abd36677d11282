import { createServer } from 'node:http';
import { verifyWebhook } from '@covenant/analytics';

const { WEBHOOK_SECRET: secret = '', PORT: port = '8085' } = process.env;
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const event = await verifyWebhook({ body, headers: request.headers, secret }).catch(() => undefined);
  if (event !== undefined) console.log(event.type, event.id);
  response.writeHead(event === undefined ? 400 : 204).end();
});
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
