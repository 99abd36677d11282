// The one instance that the class of benchmark "live" watches, in our database and in the one of the peer, and how it changes.
import type { Client } from 'pg';
import type { Student } from './live-students.ts';

const lab_id = 'bench';
const membersOf = (students: readonly Student[]) => students.map(({ student_id }) => student_id);

export async function fillOurs(client: Client, instance: string, students: readonly Student[]): Promise<void> {
  await client.query(
    `insert into labs (lab_id, name, owner_id, object_key, content_sha256)
     select $1, 'Live updates', user_id, 'x', 'x' from users where subject = $2`,
    [lab_id, students[0]?.subject],
  );
  await client.query(
    `insert into lab_instances (instance_id, lab_id, group_id, members, generation, sequence, state, volume, since)
     values ($1, $2, 'class', $3, 1, 1, 'running', 'bound', now())`,
    [instance, lab_id, membersOf(students)],
  );
}

/** As the platform does it: the row, and its number in the feed. */
export async function changeOurs(client: Client, instance: string): Promise<void> {
  await client.query('begin');
  await client.query(
    `update lab_instances set state = case state when 'running' then 'stopping' else 'running' end, since = now(), sequence = sequence + 1
     where instance_id = $1`,
    [instance],
  );
  await client.query(
    `with fed as (update live_feed set number = number + 1 returning number),
     added as (insert into live_changes (number, instance_id) select number, $1 from fed)
     select pg_notify('live', '')`,
    [instance],
  );
  await client.query('commit');
}

export async function fillTheirs(client: Client, instance: string, students: readonly Student[]): Promise<void> {
  await client.query(`
    create table users (subject text primary key, student_id text);
    create table feed (number int);
    insert into feed values (0);
    create table instances (instance_id text primary key, lab_id text, student_id text, group_id text, state text, volume text, reason text,
      advice text, since timestamptz, ends_at timestamptz, sequence int, lab_status text, members text[]);
    create index on instances using gin (members)`);
  for (const { subject, student_id } of students)
    await client.query('insert into users values ($1, $2)', [subject, student_id]);
  await client.query(
    `insert into instances values ($1, $2, null, 'class', 'running', 'bound', null, null, now(), null, 1, 'running', $3)`,
    [instance, lab_id, membersOf(students)],
  );
}

export async function changeTheirs(client: Client, instance: string): Promise<void> {
  await client.query('begin');
  await client.query('update feed set number = number + 1');
  await client.query(
    `update instances set state = case state when 'running' then 'stopping' else 'running' end,
       lab_status = case state when 'running' then 'stopping' else 'running' end, since = now(), sequence = sequence + 1
     where instance_id = $1`,
    [instance],
  );
  await client.query(`select pg_notify('changes', $1)`, [instance]);
  await client.query('commit');
}
