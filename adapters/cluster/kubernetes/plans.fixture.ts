// Plans and settings that the tests of this folder compare objects of.
import type { InstanceId } from '../../../generated/lab/messages.ts';
import type { InstancePlan, RolePlan } from '../port.ts';
import type { ManifestSettings } from './manifests.ts';

export const manifestSettings: ManifestSettings = {
  installation: 'inst1',
  serviceType: 'NodePort',
  storageClass: null,
  closed: ['10.0.0.0/8', '203.0.113.0/24'],
  nameServers: [{ podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
  requestsPercent: { cpu: 50, memory: 25 },
  ownUids: true,
  pod: { priorityClassName: 'lab' },
};

export const owner = { name: 'lab-linux-student-ada', uid: 'owner-uid' };

export const role: RolePlan = {
  role: '',
  name: 'lab-linux-student-ada',
  image: 'registry.example/intro/labs/shell@sha256:abc',
  cpuMillis: 500,
  memoryMi: 512,
  ssh: true,
  volume: true,
  ports: [],
  environment: { COURSE: 'intro' },
  initScripts: [{ name: 'files', run: 'touch a\n', always: false, timeoutS: 60 }],
};

export const plan: InstancePlan = {
  instance_id: '5c0e0000-0000-8000-8000-000000000001' as InstanceId,
  name: 'lab-linux-student-ada',
  generation: 3,
  restart_generation: 0,
  labels: {
    lab_id: 'linux',
    student_id: 'ada',
    group_id: null,
    course_id: '',
    deployment_mode: 'per_student',
  } as InstancePlan['labels'],
  internet: false,
  volumeGi: 5,
  isHomeKept: false,
  logins: [{ name: 'student', passwordHash: '$6$salt$hash' }],
  hostKey: 'HOST KEY\n',
  roles: [role],
};

/** Two containers, one of them without sshd and volume. */
export const pairPlan: InstancePlan = {
  ...plan,
  internet: true,
  roles: [
    { ...role, role: 'shell', name: 'lab-linux-student-ada-shell' },
    {
      ...role,
      role: 'db',
      name: 'lab-linux-student-ada-db',
      ssh: false,
      volume: false,
      ports: [5432],
      initScripts: [],
    },
  ],
};
