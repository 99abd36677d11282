// The same two reads as an engineer writes them in a day with Fastify and its plugins: token, rate limit in Redis, ETag, log, metrics, schemas, named statements,
// and values that were computed beforehand. Argument: <JSON of its addresses>.
import { createPublicKey } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import etag from '@fastify/etag';
import jwt from '@fastify/jwt';
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { Redis } from 'ioredis';
import pg from 'pg';
import pino from 'pino';
import metrics from 'prom-client';

const { postgres, redis, issuer } = JSON.parse(process.argv[2]);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: postgres, max: 10 });
const keys = await publicKeys();
const app = Fastify({ loggerInstance: pino({ level: 'info' }, createWriteStream('/dev/null')) });
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
await app.register(rateLimit, { max: 1_000_000_000, timeWindow: 60_000, redis: new Redis(redis) });
await app.register(etag);
app.addHook('onRequest', async (request) => request.jwtVerify());
app.addHook('onResponse', async (request, reply) =>
  seconds.observe({ route: request.routeOptions.url, status: reply.statusCode }, reply.elapsedTime / 1000),
);

const text = { type: 'string' };
const scope = { type: 'object', properties: { dealer_ids: { type: 'array', items: text } } };

app.get('/scope', { schema: { response: { 200: scope } } }, async ({ user }) => ({
  dealer_ids: await dealersOf(user.sub),
}));

const query = {
  type: 'object',
  additionalProperties: false,
  properties: {
    brand_id: { ...text, maxLength: 63 },
    date_from: { ...text, format: 'date' },
    limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 100 },
  },
  required: ['brand_id'],
};
const figure = { type: ['number', 'null'] };
const item = {
  type: 'object',
  additionalProperties: true,
  properties: {
    date: text,
    period_type: text,
    complete: { type: 'boolean' },
    units: { type: 'integer' },
    selling_days: { type: 'number' },
    dsr: figure,
    demand_growth: figure,
    coverage: figure,
    z_t: figure,
    inventory: figure,
    days_supply: figure,
    demand_supply_ratio: figure,
    orders: figure,
    revenue: figure,
    currency: { type: ['string', 'null'] },
    null_reasons: { type: 'object', additionalProperties: text },
  },
};
const list = {
  type: 'object',
  properties: {
    items: { type: 'array', items: item },
    next_cursor: { type: ['string', 'null'] },
    revision: { type: 'integer' },
  },
};

app.get('/indices', { schema: { querystring: query, response: { 200: list } } }, async ({ user, query }) => {
  const dealers = await dealersOf(user.sub);
  const { rows } = await pool.query({
    name: 'revision',
    text: 'select sum(revision)::bigint as revision from revisions where dealer_id = any($1)',
    values: [dealers],
  });
  const found = await pool.query({
    name: 'items',
    text: `select item from items where dealer_id = any($1) and brand_id = $2 and date >= $3 order by date limit $4`,
    values: [dealers, query.brand_id, query.date_from ?? '0001-01-01', query.limit],
  });
  return { items: found.rows.map(({ item }) => item), next_cursor: null, revision: rows[0].revision };
});

await app.listen({ port: 0, host: '127.0.0.1' });
process.send({ port: app.server.address().port });
process.once('disconnect', () => process.exit(0));

async function dealersOf(subject) {
  const { rows } = await pool.query({
    name: 'grants',
    text: 'select dealer_id from grants where subject = $1 order by dealer_id',
    values: [subject],
  });
  return rows.map(({ dealer_id }) => dealer_id);
}

async function publicKeys() {
  const { jwks_uri } = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const { keys } = await (await fetch(jwks_uri)).json();
  return new Map(
    keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })]),
  );
}
