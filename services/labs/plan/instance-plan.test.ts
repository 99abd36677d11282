// Plans of instances, whole: one container, several roles of a group, and what must not pass by.
import test from 'ava';
import type { GroupId, InstanceId, LabId, Role, StudentId } from '../../../generated/infra/types.ts';
import type { Lab, LabContainer } from '../config/lab.ts';
import { type InstanceFacts, instancePlan } from './instance-plan.ts';

const container: LabContainer = {
  role: 'main' as Role,
  image: '{registry_url}/intro/labs/shell:v1.0',
  cpu_millis: 500,
  memory_mi: 512,
  ssh: true,
  volume: true,
  ports: [],
  environment: { EDITOR: 'nano' },
  init_scripts: [{ name: 'prepare.sh', run: 'mkdir ~/a', always: false, timeout_s: 60 }],
};
const lab: Lab = {
  lab_id: 'net-lab' as LabId,
  name: 'Net',
  description: '',
  course_id: null,
  deployment_mode: 'per_student',
  internet_access: false,
  port_forwarding: true,
  volume_gi: 5,
  keep_days: 0,
  containers: [container],
};
const instance: InstanceFacts = {
  instance_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' as InstanceId,
  name: 'lab-net-lab-student-anna',
  generation: 3,
  restart_generation: 2,
  lab_id: lab.lab_id,
  student_id: 'anna' as StudentId,
  group_id: null,
  course_id: null,
  deployment_mode: 'per_student',
};
const parts = {
  images: { main: 'registry.local/intro/labs/shell@sha256:abc' },
  logins: [{ name: 'student', passwordHash: '$6$x' }],
  isHomeKept: false,
  hostKey: 'KEY',
};

test('instancePlan names the port of the last run, of roles with sshd', (t) => {
  const db = { ...container, role: 'db' as Role, ssh: false };
  const images = { ...parts.images, db: 'db' };
  const former = { ...instance, former_ports: { main: 30_007, db: 30_008, gone: 30_009 } };
  const { roles } = instancePlan({ ...lab, containers: [container, db] }, former, { ...parts, images });
  t.deepEqual(
    roles.map(({ formerPort }) => formerPort),
    [30_007, undefined],
  );
});

test('instancePlan puts no role into the names of a lab with one container', (t) => {
  t.deepEqual(instancePlan(lab, instance, parts), {
    instance_id: instance.instance_id,
    name: 'lab-net-lab-student-anna',
    generation: 3,
    restart_generation: 2,
    labels: {
      lab_id: lab.lab_id,
      student_id: 'anna' as StudentId,
      group_id: null,
      course_id: '',
      deployment_mode: 'per_student',
    },
    internet: false,
    portForwarding: true,
    volumeGi: 5,
    isHomeKept: false,
    logins: parts.logins,
    hostKey: 'KEY',
    roles: [
      {
        role: '',
        name: 'lab-net-lab-student-anna',
        image: 'registry.local/intro/labs/shell@sha256:abc',
        cpuMillis: 500,
        memoryMi: 512,
        ssh: true,
        volume: true,
        ports: [],
        environment: { EDITOR: 'nano', LAB_ID: 'net-lab', LAB_ROLE: 'main', LAB_STUDENT_ID: 'anna' },
        initScripts: [{ name: 'prepare.sh', run: 'mkdir ~/a', always: false, timeoutS: 60 }],
      },
    ],
  });
});

test('instancePlan puts the role behind the name of each of several pods, and members log in by user names', (t) => {
  const db = { ...container, role: 'db' as Role, ssh: false, volume: false, ports: [5432], init_scripts: [] };
  const group: InstanceFacts = {
    ...instance,
    name: 'lab-net-lab-group-red',
    student_id: null,
    group_id: 'red' as GroupId,
    deployment_mode: 'per_group',
  };
  const logins = ['ben', 'anna'].map((name) => ({ name, passwordHash: `$6$${name}` }));
  const plan = instancePlan({ ...lab, containers: [container, db] }, group, {
    ...parts,
    images: { ...parts.images, db: 'registry.local/net/labs/db@sha256:def' },
    logins,
  });
  t.deepEqual(
    plan.logins.map(({ name }) => name),
    ['anna', 'ben'],
  );
  t.deepEqual(
    plan.roles.map(({ role, name, ssh, volume, ports }) => [role, name, ssh, volume, ports]),
    [
      ['main', 'lab-net-lab-group-red-main', true, true, []],
      ['db', 'lab-net-lab-group-red-db', false, false, [5432]],
    ],
  );
  t.deepEqual(plan.roles[1]?.environment, { EDITOR: 'nano', LAB_ID: 'net-lab', LAB_ROLE: 'db', LAB_GROUP_ID: 'red' });
});

test('instancePlan does not depend on the order of members', (t) => {
  const logins = ['ben', 'anna', 'carl'].map((name) => ({ name, passwordHash: name }));
  t.deepEqual(
    instancePlan(lab, instance, { ...parts, logins }),
    instancePlan(lab, instance, { ...parts, logins: logins.toReversed() }),
  );
});

test('instancePlan has no volume for a lab that mounts none', (t) => {
  t.is(instancePlan({ ...lab, containers: [{ ...container, volume: false }] }, instance, parts).volumeGi, 0);
});

test('instancePlan refuses a role without an image', (t) => {
  for (const role of ['db', 'constructor', 'toString'] as Role[])
    t.throws(() => instancePlan({ ...lab, containers: [{ ...container, role }] }, instance, parts), {
      message: `the role ${role} has no image`,
    });
});
