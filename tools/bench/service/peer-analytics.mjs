// Scope and indices as read from values that were computed beforehand, with schemas and named statements.
import { app, pool, serve } from './peer-stack.mjs';

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

await serve();

async function dealersOf(subject) {
  const { rows } = await pool.query({
    name: 'grants',
    text: 'select dealer_id from grants where subject = $1 order by dealer_id',
    values: [subject],
  });
  return rows.map(({ dealer_id }) => dealer_id);
}
