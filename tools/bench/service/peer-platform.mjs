// A user and their labs, with schemas and named statements; the status of a lab is a column that somebody else keeps.
import { app, pool, serve } from './peer-stack.mjs';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const nullable = { type: ['string', 'null'] };
const me = {
  type: 'object',
  properties: {
    user_id: text,
    username: text,
    display_name: text,
    email: nullable,
    roles: texts,
    student_id: nullable,
    capabilities: texts,
  },
};

app.get('/auth/me', { schema: { response: { 200: me } } }, async ({ user }) => userOf(user.sub));

const query = {
  type: 'object',
  additionalProperties: false,
  properties: {
    course_id: { ...text, format: 'uuid' },
    cursor: { ...text, maxLength: 512 },
    limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
};
const lab = {
  type: 'object',
  properties: {
    lab_id: text,
    name: text,
    description: nullable,
    course_id: nullable,
    revision: { type: 'integer' },
    status: text,
    created_at: text,
    updated_at: text,
  },
};
const list = { type: 'object', properties: { items: { type: 'array', items: lab }, next_cursor: nullable } };

app.get('/labs', { schema: { querystring: query, response: { 200: list } } }, async ({ user, query }) => {
  const { user_id } = await userOf(user.sub);
  const { rows } = await pool.query({
    name: 'labs',
    text: `select lab_id, name, description, course_id, revision, status, created_at, updated_at from labs
           where owner_id = $1 and lab_id > $2 order by lab_id limit $3`,
    values: [user_id, query.cursor ?? '', query.limit + 1],
  });
  const items = rows.slice(0, query.limit);
  return { items, next_cursor: rows.length > query.limit ? items.at(-1).lab_id : null };
});

await serve();

async function userOf(subject) {
  const { rows } = await pool.query({
    name: 'users',
    text: `select user_id, username, display_name, email, roles, student_id, capabilities from users where subject = $1`,
    values: [subject],
  });
  return rows[0];
}
