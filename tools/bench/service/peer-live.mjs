// Live updates with @fastify/websocket: who connects is sent what they may see, then each change, which is written once for all of them.
import websocket from '@fastify/websocket';
import pg from 'pg';
import { app, pool, postgres, serve } from './peer-stack.mjs';

const pingEveryMs = 30_000;
const instance = `instance_id, lab_id, student_id, group_id, state, volume, reason, advice, since, ends_at, sequence`;
/** By student_id. */
const sockets = new Map();

await app.register(websocket, { options: { maxPayload: 64 * 1024, perMessageDeflate: false } });

app.get('/live', { websocket: true }, async (socket, { user }) => {
  const resumed = new Promise((resolve) => socket.once('message', resolve));
  const student_id = await studentOf(user.sub);
  const number = await lastNumber();
  await resumed;
  const { rows } = await pool.query({
    name: 'own',
    text: `select ${instance}, lab_status from instances where members @> array[$1]`,
    values: [student_id],
  });
  const all = sockets.get(student_id) ?? new Set();
  sockets.set(student_id, all.add(socket));
  socket.isAlive = true;
  socket.on('pong', () => {
    socket.isAlive = true;
  });
  socket.on('close', () => all.delete(socket));
  socket.send(JSON.stringify({ type: 'snapshot', sequence: number, ...shown(rows) }));
});

setInterval(() => {
  for (const all of sockets.values())
    for (const socket of all) {
      if (!socket.isAlive) socket.terminate();
      socket.isAlive = false;
      socket.ping();
    }
}, pingEveryMs);

const changes = new pg.Client({ connectionString: postgres });
await changes.connect();
let told = await lastNumber();
changes.on('notification', async ({ payload }) => {
  const { rows } = await pool.query({
    name: 'changed',
    text: `select ${instance}, lab_status, members, (select number from feed) as number from instances where instance_id = $1`,
    values: [payload],
  });
  const { members, number } = rows[0];
  const text = JSON.stringify({ type: 'delta', previous: told, sequence: number, ...shown(rows) });
  told = number;
  for (const member of members) for (const socket of sockets.get(member) ?? []) socket.send(text);
});
await changes.query('listen changes');

await serve();

const shown = (rows) => ({
  labs: rows.map(({ lab_id, lab_status }) => ({ lab_id, status: lab_status })),
  instances: rows.map(({ lab_status: _, members: __, number: ___, ...row }) => row),
});

async function studentOf(subject) {
  const { rows } = await pool.query({
    name: 'student',
    text: 'select student_id from users where subject = $1',
    values: [subject],
  });
  return rows[0].student_id;
}

async function lastNumber() {
  const { rows } = await pool.query({ name: 'number', text: 'select number from feed', values: [] });
  return rows[0].number;
}
