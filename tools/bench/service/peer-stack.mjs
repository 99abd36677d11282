// What an engineer builds in a day with Fastify and its plugins: token or session in Redis, rate limit in Redis, ETag,
// log, metrics. The peers add their routes. Argument of the process: <JSON of its addresses>.
import { createPublicKey } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import cookie from '@fastify/cookie';
import etag from '@fastify/etag';
import jwt from '@fastify/jwt';
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { Redis } from 'ioredis';
import pg from 'pg';
import pino from 'pino';
import metrics from 'prom-client';

const { postgres, redis: redisUrl, issuer } = JSON.parse(process.argv[2]);
export { postgres };
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
export const pool = new pg.Pool({ connectionString: postgres, max: 10 });
const redis = new Redis(redisUrl);
const keys = await publicKeys();
export const app = Fastify({ loggerInstance: pino({ level: 'info' }, createWriteStream('/dev/null')) });
const seconds = new metrics.Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time until the answer ended',
  labelNames: ['route', 'status'],
});

await app.register(jwt, {
  decode: { complete: true },
  secret: async (_, { header }) => keys.get(header.kid),
  verify: { allowedIss: issuer },
});
await app.register(cookie);
await app.register(rateLimit, { max: 1_000_000_000, timeWindow: 60_000, redis });
await app.register(etag);
app.addHook('onRequest', async (request, reply) => {
  const { session } = request.cookies;
  if (session === undefined) return request.jwtVerify();
  const user = await redis.get(`peer:session:${session}`);
  if (user === null) return reply.code(401).send({ error: 'Log in again.' });
  request.user = JSON.parse(user);
});
app.addHook('onResponse', async (request, reply) =>
  seconds.observe({ route: request.routeOptions.url, status: reply.statusCode }, reply.elapsedTime / 1000),
);

export async function serve() {
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send({ port: app.server.address().port });
  process.once('disconnect', () => process.exit(0));
}

async function publicKeys() {
  const { jwks_uri } = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const { keys } = await (await fetch(jwks_uri)).json();
  return new Map(
    keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })]),
  );
}
