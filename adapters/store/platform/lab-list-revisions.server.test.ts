// A list of labs, against the statement that reads all instances; and its revision, against the lists themselves, over
// two processes.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { CourseId, LabId, StudentId } from '../../../generated/platform/types.ts';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import type { Tx } from '../database.ts';
import { sql } from '../query.ts';
import { platformStores } from './all.ts';
import { readLabs } from './lab-list.ts';
import type { LabScope } from './port.ts';

const teachers = [randomUUID(), randomUUID(), randomUUID()] as const;
const courses = [randomUUID(), randomUUID()] as const;
const students = ['anna', 'ben', 'kim'] as StudentId[];
const at = new Date('2026-11-25T09:00:00Z');
const scopes: readonly LabScope[] = [
  'every',
  ...teachers.map((user_id) => ({ teacher: { user_id }, student: null })),
  ...students.map((student_id) => ({ teacher: null, student: { student_id } })),
  { teacher: { user_id: teachers[0] }, student: { student_id: 'kim' as StudentId } },
];

async function fresh(t: ExecutionContext) {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl, ownerUrl } = await freshDatabase(postgres, 'platform');
  const [writer, reader, owner] = [connect(appUrl, { poolSize: 20 }), connect(appUrl), connect(ownerUrl)];
  t.teardown(() => Promise.all([writer.close(), reader.close(), owner.close()]));
  await owner.transaction(async (tx) => {
    for (const id of teachers)
      await tx.query(sql.unsafe`
        insert into users (user_id, subject, username, display_name, role) values (${id}, ${id}, ${id}, ${id}, 'teacher')`);
    for (const id of courses)
      await tx.query(
        sql.unsafe`insert into courses (course_id, title, teacher_id) values (${id}, 'Networks', ${teachers[0]})`,
      );
  });
  const { labs } = platformStores(reader);
  const read = () =>
    Promise.all(
      scopes.map(async (scope) => ({
        revision: await labs.listRevision(scope),
        list: await labs.list(scope, { limit: 100 }),
      })),
    );
  const readPlainly = () => Promise.all(scopes.map((scope) => readLabs(reader, scope, { limit: 100 })));
  return { writer, owner, labs: platformStores(writer).labs, read, readPlainly };
}

const facts = (lab_id: string, course_id: string | null, name: string) => ({
  ...{ lab_id: lab_id as LabId, course_id: course_id as CourseId | null, name, description: '' },
  ...{ deployment_mode: 'per_student' as const, object_key: 'x', object_version: null, content_sha256: 'x' },
});
const by = (user_id: string) => ({ user_id, requestId: 'test', traceparent: undefined });

const putInstance = (tx: Tx, lab_id: string, owner: string, members: readonly string[], state: string) =>
  tx.query(sql.unsafe`
    insert into lab_instances (instance_id, lab_id, student_id, members, generation, sequence, state, volume, since)
    values (md5(${lab_id} || ${owner})::uuid, ${lab_id}, ${owner}, ${sql.array(members, 'text')}, 1, 1, ${state}, 'none', now())
    on conflict (instance_id) do update set members = excluded.members, state = excluded.state`);

const labIds = ['shell', 'nets'];
const change = fc.oneof(
  fc.record({
    do: fc.constant('upload' as const),
    lab: fc.constantFrom(...labIds),
    by: fc.constantFrom(...teachers),
    course: fc.constantFrom(null, ...courses),
  }),
  fc.record({
    do: fc.constant('teacher' as const),
    course: fc.constantFrom(...courses),
    by: fc.constantFrom(...teachers),
  }),
  fc.record({
    do: fc.constant('instance' as const),
    lab: fc.constantFrom(...labIds),
    owner: fc.constantFrom(...students),
    members: fc.subarray(students),
    state: fc.constantFrom('queued', 'creating', 'running', 'degraded', 'stopping', 'stopped', 'failed'),
  }),
  fc.record({
    do: fc.constant('remove' as const),
    lab: fc.constantFrom(...labIds),
    owner: fc.constantFrom(...students),
  }),
);

test('listRevision names another state after each change of a list, which is what the instances say, on every process', async (t) => {
  const { writer, owner, labs, read, readPlainly } = await fresh(t);
  let uploads = 0;
  const carryOut = async (each: typeof change extends fc.Arbitrary<infer Change> ? Change : never) => {
    switch (each.do) {
      case 'upload': {
        const known = await labs.find('every', each.lab);
        const lab = facts(each.lab, each.course, `Version ${++uploads}`);
        return known === null ? labs.create(lab, by(each.by), at) : labs.replace(lab, known.revision, by(each.by), at);
      }
      case 'teacher':
        return owner.query(sql.unsafe`update courses set teacher_id = ${each.by} where course_id = ${each.course}`);
      case 'instance':
        return writer.transaction((tx) => putInstance(tx, each.lab, each.owner, each.members, each.state));
      case 'remove':
        return writer.query(
          sql.unsafe`delete from lab_instances where lab_id = ${each.lab} and student_id = ${each.owner}`,
        );
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      for (const each of changes) {
        const before = await read();
        await carryOut(each);
        const after = await read();
        t.deepEqual(
          after.map(({ list }) => list),
          await readPlainly(),
          JSON.stringify(each),
        );
        for (const [i, { revision, list }] of after.entries())
          if (revision === before[i]?.revision) t.deepEqual(list, before[i]?.list, JSON.stringify([each, scopes[i]]));
      }
    }),
    { numRuns: 25 },
  );
});

test('an instance changes the revisions of its teacher and members, and of nobody else', async (t) => {
  const { writer, labs, read } = await fresh(t);
  await labs.create(facts('shell', null, 'Shell'), by(teachers[1]), at);
  const revisions = async () => (await read()).map(({ revision }) => revision);
  const changed = async (work: (tx: Tx) => Promise<unknown>) => {
    const before = await revisions();
    await writer.transaction(work);
    const after = await revisions();
    return scopes.filter((_, i) => before[i] !== after[i]);
  };
  const concerned = [scopes[0], scopes[2], scopes[4]];
  t.deepEqual(await changed((tx) => putInstance(tx, 'shell', 'anna', ['anna'], 'creating')), concerned);
  t.deepEqual(await changed((tx) => putInstance(tx, 'shell', 'anna', ['anna'], 'running')), concerned);
  t.deepEqual(await changed((tx) => putInstance(tx, 'shell', 'anna', ['anna'], 'running')), []);
});

test('transactions that change the same instances in any order do not stop each other, and none is missed', async (t) => {
  const { writer, labs, read, readPlainly } = await fresh(t);
  for (const lab_id of labIds) await labs.create(facts(lab_id, courses[0], lab_id), by(teachers[1]), at);
  const all = labIds.flatMap((lab_id) => students.map((student) => [lab_id, student] as const));
  for (const [lab_id, student] of all)
    await writer.transaction((tx) => putInstance(tx, lab_id, student, [student], 'stopped'));
  const before = await read();
  await Promise.all([
    ...all.map(([lab_id, student]) =>
      writer.transaction((tx) => putInstance(tx, lab_id, student, students, 'running')),
    ),
    ...labIds.map((lab_id) => labs.replace(facts(lab_id, courses[1], 'New'), 1, by(teachers[2]), at)),
  ]);
  const after = await read();
  t.deepEqual(
    after.map(({ list }) => list),
    await readPlainly(),
  );
  t.deepEqual(
    after.filter(({ revision }, i) => revision === before[i]?.revision).map(({ list }) => list),
    [[]], // of the teacher who has no lab
  );
});
