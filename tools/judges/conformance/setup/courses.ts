// A course of the teacher of a conformance run, without groups, and the name of a lab per group in it. The platform
// keeps both: its API cannot make or delete a course yet.
import { randomBytes, randomUUID } from 'node:crypto';
import { withClient } from '../../../local/servers/postgres.ts';

/** Facts of the teacher, who is known to the platform from the first request on. */
export async function course(databaseUrl: string, baseUrl: string, token: string) {
  const reply = await fetch(`${baseUrl}/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  const { user_id } = (await reply.json()) as { user_id: string };
  const course_id = randomUUID();
  await withClient(databaseUrl, async (client) => {
    await client.query('insert into courses (course_id, title, teacher_id) values ($1, $2, $3)', [
      course_id,
      'Of a conformance run',
      user_id,
    ]);
  });
  return { course_id, group_lab_id: `conf-g-${randomBytes(3).toString('hex')}` };
}
