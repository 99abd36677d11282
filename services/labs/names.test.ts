// Names of labs: one-to-one, DNS labels, readable backwards, whatever the ids are.
import test from 'ava';
import fc from 'fast-check';
import type { GroupId, LabId, StudentId } from '../../generated/infra/types.ts';
import {
  archiveObject,
  instanceIdOf,
  instanceName,
  isLabId,
  isOwnerId,
  isRole,
  type Owner,
  parseName,
  roleName,
  sshUser,
} from './names.ts';

const dns1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const student = (id: string): Owner => ({ student_id: id as StudentId, group_id: null });
const group = (id: string): Owner => ({ student_id: null, group_id: id as GroupId });

// Parts that try to be read as something else.
const part = fc.oneof(
  fc.constantFrom('student', 'group', 'lab', 'a', 'b', 'studenta', 'group1', '0', 'students'),
  fc.stringMatching(/^[a-z0-9]{1,6}$/),
);
const labIds = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('-'))
  .filter(isLabId);
const ownerIds = fc.oneof(part, fc.stringMatching(/^[a-z0-9]{1,20}$/));
const owners = fc.oneof(ownerIds.map(student), ownerIds.map(group));
const roles = fc.option(
  fc.oneof(fc.constantFrom('student', 'group', 'main', '0'), fc.stringMatching(/^[a-z0-9]{1,12}$/)),
);
const triples = fc.tuple(labIds, owners, roles);
const nameOf = ([lab_id, owner, role]: [string, Owner, string | null]) =>
  roleName(instanceName(lab_id, owner), role ?? '');

test('parseName reads lab, owner and role from a name, in one way only', (t) => {
  fc.assert(
    fc.property(triples, ([lab_id, owner, role]) => {
      t.deepEqual(parseName(nameOf([lab_id as LabId, owner, role])), { lab_id: lab_id as LabId, owner, role });
    }),
  );
});

test('instanceName and roleName never give two instances or roles the same name', (t) => {
  fc.assert(
    fc.property(fc.uniqueArray(triples, { selector: (each) => JSON.stringify(each), maxLength: 60 }), (all) => {
      t.is(new Set(all.map(nameOf)).size, all.length);
    }),
    { numRuns: 200 },
  );
});

test('instanceName gives a DNS-1035 label with room for a suffix, and archiveObject is named after it', (t) => {
  fc.assert(
    fc.property(triples, ([lab_id, owner, role]) => {
      const [instance, pod] = [instanceName(lab_id, owner), nameOf([lab_id, owner, role])];
      t.regex(instance, dns1035);
      t.true(instance.length <= 49);
      t.regex(pod, dns1035);
      t.true(pod.length <= 62);
      t.is(archiveObject(instance), `${instance}.tar.gz`);
    }),
  );
  const longest = instanceName('abcdefghijklmnop', student('x'.repeat(20)));
  t.is(longest.length, 49);
  t.is(roleName(longest, 'r'.repeat(12)).length, 62);
});

const hostile = [
  ...['', '-', 'a-', '-a', 'a--b', 'A', 'ä', 'student', 'a-student', 'student-a', 'a-group-b', 'group', '1a', 'a.b'],
  ...['a_b', 'a b', 'a\n', 'a\0', 'a/b', '../a', 'а', 'x'.repeat(17), '__proto__', 'constructor\n', 'a-student-b'],
];

test('instanceName and isLabId refuse hostile lab ids', (t) => {
  for (const id of hostile) {
    t.false(isLabId(id), JSON.stringify(id));
    t.throws(() => instanceName(id, student('anna')), { instanceOf: TypeError });
  }
  for (const id of ['a', 'a1', 'linux-basics', 'students', 'a-1-b', 'constructor']) t.true(isLabId(id), id);
});

test('instanceName, roleName and the id checks refuse hostile owner ids and roles', (t) => {
  for (const id of ['', 'a-b', 'A', 'ä', 'a\n', 'x'.repeat(21), '..', 'a b', '-', '__proto__']) {
    t.false(isOwnerId(id), JSON.stringify(id));
    t.throws(() => instanceName('lab', student(id)), { message: 'not a student_id' });
    t.throws(() => instanceName('lab', group(id)), { message: 'not a group_id' });
  }
  for (const role of ['a-b', 'A', 'ä', 'a\n', 'x'.repeat(13), '..']) {
    t.false(isRole(role), JSON.stringify(role));
    t.throws(() => roleName('lab-a-student-b', role), { message: 'not a role' });
  }
});

test('parseName reads any text as a name that can be built again, or as no name', (t) => {
  const words = fc.constantFrom('lab', 'student', 'group', 'a', '-', '--', '1', 'A', '\n', '');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words).map((all) => all.join('-')),
      ),
      (text) => {
        const found = parseName(text);
        if (found) t.is(nameOf([found.lab_id, found.owner, found.role]), text);
      },
    ),
  );
  t.is(parseName('lab-a-student-b-student-c'), null);
  t.is(parseName('lab-student-student-b'), null);
});

test('instanceIdOf gives a lab and an owner one id forever, and no two the same', (t) => {
  const id = instanceIdOf('net-lab' as LabId, student('anna'));
  t.is(id, instanceIdOf('net-lab' as LabId, student('anna')));
  t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.not(id, instanceIdOf('net-lab' as LabId, group('anna')));
});

test('sshUser gives a member a user name that is no account of the image', (t) => {
  const user = (id: string) => sshUser('per_group', id as StudentId);
  t.is(sshUser('per_student', 'anna' as StudentId), 'student');
  t.deepEqual(['anna', 'root', 'student', '0', '42ben', 'sshd'].map(user), [
    'anna',
    's-root',
    's-student',
    's-0',
    's-42ben',
    's-sshd',
  ]);
  fc.assert(
    fc.property(fc.uniqueArray(ownerIds), (ids) => {
      t.is(new Set(ids.map(user)).size, ids.length);
    }),
  );
  t.throws(() => sshUser('per_group', 'a:b' as StudentId), { instanceOf: TypeError });
});
