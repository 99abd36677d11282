// Every object as it goes to the server, whole.
import test from 'ava';
import { secretFiles } from '../secret.ts';
import { LAB_UID } from '../uids.ts';
import { imageCheck } from './image-check.ts';
import { claimOf, ownerOf, policyOf, printOf, secretOf, serviceOf, uidOf } from './manifests.ts';
import { type Manifest, resourceOf } from './objects.ts';
import { manifestSettings, owner, pairPlan, plan, role } from './plans.fixture.ts';
import { podOf } from './pod.ts';
import { readerPod, readerPolicy } from './reader.ts';

const name = 'lab-linux-student-ada';
const whose = { installation_id: 'inst1', lab_id: 'linux', student_id: 'ada' };
const labels = (part: string) => ({
  app: part === 'reader' ? 'lab-reader' : 'lab',
  ...whose,
  course_id: '',
  deployment_mode: 'per_student',
  'covenant.instance_id': plan.instance_id,
  'covenant.name': name,
  'covenant.part': part,
  'covenant.generation': '3',
});
const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid: 'owner-uid' }];
const own = { podSelector: { matchLabels: { app: 'lab', ...whose } } };

const uid = 1_500_000_000;
const restrictedPod = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: uid,
    runAsGroup: 10_001,
    fsGroup: 10_001,
    fsGroupChangePolicy: 'OnRootMismatch',
    seccompProfile: { type: 'RuntimeDefault' },
    sysctls: [
      { name: 'net.ipv4.ip_unprivileged_port_start', value: '22' },
      { name: 'net.ipv4.ping_group_range', value: '10001 10001' },
    ],
  },
};
const restrictedContainer = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
};

test('a pod runs sshd on port 22 without any right', (t) => {
  const { object } = podOf(manifestSettings, plan, role, owner, { addresses: new Map([['', '10.96.0.7']]), uid });
  const annotations = object.metadata?.annotations ?? {};
  t.deepEqual(Object.keys(annotations), ['covenant.made_from', 'covenant.secret']);
  t.deepEqual(object, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { ...labels('pod'), 'covenant.role': '' }, annotations, ownerReferences },
    spec: {
      priorityClassName: 'lab',
      ...restrictedPod,
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 5,
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['127.0.0.1'] },
      containers: [
        {
          name: 'lab',
          image: 'registry.example/intro/labs/shell@sha256:abc',
          imagePullPolicy: 'IfNotPresent',
          workingDir: '/home/student',
          env: [
            { name: 'LAB_HOST_KEY', valueFrom: { secretKeyRef: { name, key: 'ssh_host_ed25519_key' } } },
            { name: 'HOME', value: '/home/student' },
            { name: 'LAB_ROLE', value: '' },
            { name: 'LAB_PROCESSES', value: '256' },
          ],
          lifecycle: imageCheck,
          ports: [{ name: 'ssh', containerPort: 22, protocol: 'TCP' }],
          resources: {
            requests: { cpu: '250m', memory: '128Mi', 'ephemeral-storage': '64Mi' },
            limits: { cpu: '500m', memory: '512Mi', 'ephemeral-storage': '256Mi' },
          },
          securityContext: restrictedContainer,
          startupProbe: {
            tcpSocket: { port: 22 },
            periodSeconds: 1,
            timeoutSeconds: 5,
            failureThreshold: 3_600,
          },
          terminationMessagePolicy: 'File',
          volumeMounts: [
            { name: 'home', mountPath: '/home/student' },
            { name: 'tmp', mountPath: '/tmp' },
            { name: 'run', mountPath: '/run/lab' },
            { name: 'secret', mountPath: '/etc/lab-secret', readOnly: true },
          ],
        },
      ],
      volumes: [
        { name: 'home', persistentVolumeClaim: { claimName: name } },
        { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } },
        { name: 'run', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } },
        {
          name: 'secret',
          secret: {
            secretName: name,
            defaultMode: 0o440,
            items: [
              { key: 'passwd', path: 'passwd' },
              { key: 'environment', path: 'environment' },
              { key: 'init.list', path: 'init.list' },
              { key: 'init__01-files', path: 'init/01-files' },
            ],
          },
        },
      ],
    },
  });
});

test('containers of one instance stay on one node and know each other by the names of their roles', (t) => {
  const addresses = new Map([
    ['shell', '10.96.0.7'],
    ['db', '10.96.0.8'],
  ]);
  const [shell, db] = pairPlan.roles.map(
    (each) => podOf(manifestSettings, pairPlan, each, owner, { addresses, uid }).object.spec,
  );
  t.deepEqual(shell?.hostAliases, [
    { ip: '127.0.0.1', hostnames: ['shell'] },
    { ip: '10.96.0.8', hostnames: ['db'] },
  ]);
  t.deepEqual(db?.hostAliases, [
    { ip: '10.96.0.7', hostnames: ['shell'] },
    { ip: '127.0.0.1', hostnames: ['db'] },
  ]);
  t.deepEqual(shell?.affinity, {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: own.podSelector, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  });
  t.is(shell?.dnsPolicy, 'ClusterFirst');
  t.deepEqual(db?.containers[0]?.env, [
    { name: 'HOME', value: '/home/student' },
    { name: 'LAB_ROLE', value: 'db' },
    { name: 'LAB_PROCESSES', value: '256' },
  ]);
  t.deepEqual(db?.volumes?.[0], { name: 'home', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } });
  t.deepEqual(db?.containers[0]?.startupProbe?.exec?.command, ['grep', '-qsx', 'READY', '/dev/termination-log']);
});

test('a policy closes both directions but for SSH and the own pods', (t) => {
  t.deepEqual(policyOf(manifestSettings, plan, owner).object, {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, labels: labels('policy'), ownerReferences },
    spec: {
      ...own,
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ protocol: 'TCP', port: 22 }] }, { from: [own] }],
      egress: [{ to: [own] }],
    },
  });
});

test('the internet is names and all addresses but the closed ranges', (t) => {
  t.deepEqual(policyOf(manifestSettings, pairPlan, owner).object.spec?.egress, [
    { to: [own] },
    {
      to: [{ podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
      ports: [
        { protocol: 'UDP', port: 53 },
        { protocol: 'TCP', port: 53 },
      ],
    },
    { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '203.0.113.0/24'] } }] },
  ]);
});

test('a service has a node port, or a load balancer in production, and one of the inside neither', (t) => {
  const metadata = { name, labels: { ...labels('service'), 'covenant.role': '' }, ownerReferences };
  const ports = [{ name: 'ssh', port: 22, targetPort: 22, protocol: 'TCP' }];
  const selector = own.podSelector.matchLabels;
  t.deepEqual(serviceOf(manifestSettings, plan, role, owner)?.object, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { type: 'NodePort', selector, ports, publishNotReadyAddresses: true },
  });
  const production = serviceOf({ ...manifestSettings, serviceType: 'LoadBalancer' }, plan, role, owner)?.object;
  t.deepEqual(production?.spec, { type: 'LoadBalancer', selector, ports, publishNotReadyAddresses: true });
  t.deepEqual(serviceOf(manifestSettings, pairPlan, pairPlan.roles[1]!, owner)?.object.spec, {
    type: 'ClusterIP',
    selector: { ...selector, 'covenant.role': 'db' },
    ports: [{ name: 'port-5432', port: 5432, targetPort: 5432, protocol: 'TCP' }],
  });
  t.is(serviceOf(manifestSettings, plan, { ...role, ssh: false }, owner), null);
});

test('a claim outlives its instance, so it has no owner', (t) => {
  const claim = (more: object) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, labels: labels('claim'), annotations: { 'covenant.uid': '10001' } },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } }, ...more },
  });
  const shared = { ...manifestSettings, ownUids: false };
  t.deepEqual(claimOf(shared, plan).object, claim({}));
  t.deepEqual(claimOf({ ...shared, storageClass: 'ceph' }, plan).object, claim({ storageClassName: 'ceph' }));
});

test('a secret holds the files of one role alone', (t) => {
  const { object } = secretOf(manifestSettings, plan, role, owner);
  const text = Object.entries(object.data ?? {}).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]);
  t.deepEqual(
    { ...object, data: Object.fromEntries(text) },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, labels: { ...labels('secret'), 'covenant.role': '' }, ownerReferences },
      type: 'Opaque',
      data: {
        passwd: 'student:$6$salt$hash\nplain:$6$salt$hash:plain\n',
        environment: 'COURSE=intro\n',
        'init.list': '01-files 60 once\n',
        'init__01-files': 'touch a\n',
        ssh_host_ed25519_key: 'HOST KEY\n',
      },
    },
  );
  const other = secretOf(manifestSettings, pairPlan, pairPlan.roles[1]!, owner).object;
  t.deepEqual([other.metadata?.name, Object.keys(other.data ?? {})], [`${name}-db`, ['environment', 'init.list']]);
});

test('scripts that run once are in the list of a new home alone', (t) => {
  const initScripts = ['once', 'each'].map((scriptName) => ({
    ...{ name: scriptName, run: 'true', always: scriptName === 'each', timeoutS: 60 },
  }));
  const listOf = (isHomeKept: boolean, volume: boolean) =>
    secretFiles({ ...plan, isHomeKept }, { ...role, volume, initScripts })['init.list'];
  t.is(listOf(false, true), '01-once 60 once\n02-each 60 always\n');
  t.is(listOf(true, true), '02-each 60 again\n');
  t.is(listOf(true, false), listOf(false, true), 'a home in memory is always new');
});

test('an owner says what was applied, and nothing while it is being applied', (t) => {
  const objects = [{ kind: 'pod', name, print: 'p' }] as const;
  const at = (fingerprint: string, expected: readonly unknown[]) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: labels('owner'), annotations: { 'covenant.fingerprint': fingerprint } },
    data: { expectation: JSON.stringify({ objects: expected, roles: [{ role: '', name, ssh: true }] }) },
  });
  t.deepEqual(ownerOf(manifestSettings, plan).object, at('', []));
  t.deepEqual(ownerOf(manifestSettings, plan, { fingerprint: 'f', objects }).object, at('f', objects));
});

test('a reader has no network, no right, and reads a home that it cannot write', (t) => {
  const selector = { app: 'lab-reader', installation_id: 'inst1', 'covenant.instance_id': plan.instance_id };
  const metadata = { name: `${name}--tar`, labels: labels('reader') };
  t.deepEqual(readerPolicy(manifestSettings, plan).object, {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata,
    spec: { podSelector: { matchLabels: selector }, policyTypes: ['Ingress', 'Egress'] },
  });
  t.deepEqual(readerPod(manifestSettings, plan, { claim: name, uid, image: 'tools', reads: true }).object, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: {
      priorityClassName: 'lab',
      ...restrictedPod,
      restartPolicy: 'Never',
      activeDeadlineSeconds: 21_600,
      terminationGracePeriodSeconds: 1,
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['127.0.0.1'] },
      containers: [
        {
          name: 'lab',
          image: 'tools',
          imagePullPolicy: 'IfNotPresent',
          command: ['/usr/bin/tini', '--', 'sleep', 'infinity'],
          workingDir: '/',
          resources: {
            requests: { cpu: '50m', memory: '64Mi', 'ephemeral-storage': '16Mi' },
            limits: { cpu: '1000m', memory: '256Mi', 'ephemeral-storage': '64Mi' },
          },
          securityContext: restrictedContainer,
          volumeMounts: [
            { name: 'home', mountPath: '/home/student', readOnly: true },
            { name: 'home', mountPath: '/volume' },
          ],
        },
      ],
      volumes: [{ name: 'home', persistentVolumeClaim: { claimName: name } }],
    },
  });
});

test('a pod stays the same only for a new password, a new generation and a home that was worked in', (t) => {
  const madeFrom = (change: object, of: object = {}) =>
    podOf(manifestSettings, { ...plan, ...change }, { ...role, ...of }, owner, { addresses: new Map(), uid }).object
      .metadata?.annotations?.['covenant.made_from'];
  t.is(madeFrom({ generation: 4 }), madeFrom({}));
  t.is(madeFrom({ logins: [] }), madeFrom({}));
  t.is(madeFrom({ isHomeKept: true }), madeFrom({}));
  for (const change of [{ internet: true }, { hostKey: 'another' }]) t.not(madeFrom(change), madeFrom({}));
  for (const change of [{ image: 'i' }, { memoryMi: 600 }, { environment: {} }, { initScripts: [] }, { volume: false }])
    t.not(madeFrom({}, change), madeFrom({}));
});

test('claims have uids of their own, unless the installation shares one, and those from before keep it', (t) => {
  const made = (...of: Parameters<typeof claimOf>) => uidOf(resourceOf('claim', claimOf(...of).object));
  const ben = { ...plan, instance_id: '5c0e0000-0000-8000-8000-000000000002' } as typeof plan;
  const uids = [
    made(manifestSettings, plan),
    made(manifestSettings, ben),
    made({ ...manifestSettings, installation: 'inst2' }, plan),
  ];
  t.is(new Set(uids).size, 3);
  t.true(uids.every((each) => Number.isInteger(each) && each >= 2 ** 30 && each < 2 ** 31));
  t.deepEqual([made(manifestSettings, { ...plan, generation: 9 })], uids.slice(0, 1));
  t.is(made({ ...manifestSettings, ownUids: false }, plan), LAB_UID);
  const { annotations: _, ...metadata } = claimOf(manifestSettings, plan).object.metadata ?? {};
  t.is(uidOf(resourceOf('claim', { ...claimOf(manifestSettings, plan).object, metadata })), LAB_UID);
});

test('printOf ignores what the server adds, and changes with what another client edits', (t) => {
  const service = serviceOf(manifestSettings, plan, role, owner)!;
  const served = structuredClone(service.object);
  Object.assign(served.spec!, { clusterIP: '10.96.0.7', sessionAffinity: 'None' });
  served.spec!.ports![0]!.nodePort = 31_000;
  served.metadata!.labels!['their.label'] = 'x';
  const as = (object: unknown) => printOf(resourceOf('service', object));
  t.is(as(served), printOf(service));
  const { student_id: _, ...others } = served.metadata!.labels!;
  t.not(as({ ...served, metadata: { ...served.metadata, labels: others } }), printOf(service));
  t.not(as({ ...served, spec: { ...served.spec, selector: {} } }), printOf(service));
  const policy: Manifest = policyOf(manifestSettings, plan, owner);
  const opened = { ...policy.object, spec: { ...policy.object.spec!, egress: [{}] } };
  t.not(printOf(resourceOf('policy', opened)), printOf(policy));
});
