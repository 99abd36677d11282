// What is read from pods, services and claims, in the words of the port.
import test from 'ava';
import type { FailureReason } from '../port.ts';
import { ApiError, refusal } from './api/faults.ts';
import { claimOf, ownerOf, policyOf, printOf, secretOf, serviceOf } from './manifests.ts';
import { type Manifest, type Resource, resourceOf } from './objects.ts';
import { isNews, observedOf, phaseOf } from './observed.ts';
import { manifestSettings, owner, plan, role } from './plans.fixture.ts';
import { podOf } from './pod.ts';

const pod = podOf(manifestSettings, plan, role, owner, { addresses: new Map(), uid: 10_001 });
const running = { phase: 'Running', containerStatuses: [{ ready: true, restartCount: 2, state: { running: {} } }] };
const podResource = (status: object, metadata: object = {}): Resource<'pod'> =>
  resourceOf('pod', { ...pod.object, metadata: { ...pod.object.metadata, uid: 'pod-uid', ...metadata }, status });

const waiting = (reason: string, message?: string, lastState: object = {}) => ({
  phase: 'Pending',
  containerStatuses: [{ ready: false, restartCount: 1, state: { waiting: { reason, message } }, lastState }],
});
const unschedulable = (message: string) => ({
  phase: 'Pending',
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
});
const ended = (exitCode: number, more: object = {}) => ({ terminated: { exitCode, ...more } });
const failed = (kind: FailureReason, detail: string) => ({ phase: 'failed', failure: { kind, detail } });
const missing = (detail: string) => ({
  phase: 'failed',
  failure: { kind: 'image_pull', detail, isFinal: true },
});
const pending = (kind: FailureReason, detail: string) => ({ phase: 'pending', failure: { kind, detail } });
const well = (phase: string) => ({ phase, failure: null });

const phases: readonly (readonly [what: string, status: object, expected: object])[] = [
  ['waits for a node', { phase: 'Pending' }, well('pending')],
  ['is prepared', waiting('ContainerCreating'), well('starting')],
  ['starts', { containerStatuses: [{ ready: false, state: { running: {} } }] }, well('starting')],
  ['runs', running, well('running')],
  ['has an image that is not to be had', waiting('ImagePullBackOff', 'back-off'), failed('image_pull', 'back-off')],
  ['has an image that no registry has', waiting('ErrImagePull', 'a/b:v1: not found'), missing('a/b:v1: not found')],
  [
    'has an image that was loaded into no node',
    {
      containerStatuses: [
        { image: 'localhost/b:v1.0', ready: false, state: { waiting: { reason: 'ErrImagePull', message: 'refused' } } },
      ],
    },
    missing(
      'localhost/b:v1.0 is not on the node, and no registry has it: correct its name or tag, or have an administrator load it there',
    ),
  ],
  ['has an image that is not to be had now', waiting('ErrImagePull', 'timeout'), failed('image_pull', 'timeout')],
  [
    'has an image whose registry does not say which',
    {
      containerStatuses: [
        { image: 'r.example/b:v1', ready: false, state: { waiting: { reason: 'ErrImagePull', message: 'timeout' } } },
      ],
    },
    failed('image_pull', 'r.example/b:v1: timeout'),
  ],
  ['has no image', waiting('ErrImageNeverPull'), failed('image_pull', 'ErrImageNeverPull')],
  ['has an impossible image', waiting('InvalidImageName', 'bad'), failed('config', 'bad')],
  ['lacks its secret', waiting('CreateContainerConfigError', 'no secret'), failed('config', 'no secret')],
  ['has no program', waiting('RunContainerError', 'no such file'), failed('config', 'no such file')],
  ['fits on no node', unschedulable('Insufficient cpu'), pending('unschedulable', 'Insufficient cpu')],
  [
    'has a claim that no volume takes',
    unschedulable('pod has unbound immediate PersistentVolumeClaims'),
    pending('volume', 'pod has unbound immediate PersistentVolumeClaims'),
  ],
  ['ends again and again', waiting('CrashLoopBackOff', 'back-off', ended(1)), failed('crash', 'it exited with code 1')],
  [
    'ends for want of memory',
    waiting('CrashLoopBackOff', 'back-off', ended(137, { reason: 'OOMKilled' })),
    failed('out_of_memory', 'OOMKilled'),
  ],
  [
    'has a script that failed',
    waiting('CrashLoopBackOff', '', ended(1, { message: 'FAILED:init_script files\n' })),
    failed('init_script', 'files'),
  ],
  [
    'has a script that failed with words of its own',
    waiting('CrashLoopBackOff', '', ended(1, { message: 'FAILED:init_script files 3 oh no: \u001b[1mSt\u00fcck ' })),
    failed('init_script', 'files exited with code 3: oh no: [1mSt\u00fcck'),
  ],
  [
    'has a script that took too long',
    waiting('CrashLoopBackOff', '', ended(1, { message: 'FAILED:init_script files 124 \n' })),
    failed('init_script', 'files exceeded its timeout'),
  ],
  [
    'has a script that failed and starts again',
    {
      containerStatuses: [
        { ready: false, state: { running: {} }, lastState: ended(1, { message: 'FAILED:init_script files\n' }) },
      ],
    },
    failed('init_script', 'files'),
  ],
  [
    'has a home that cannot be written',
    { containerStatuses: [{ ready: false, state: ended(1, { message: 'FAILED:volume\n' }) }] },
    failed('volume', 'volume'),
  ],
  [
    'runs after a failure',
    { containerStatuses: [{ ready: true, state: { running: {} }, lastState: ended(1, { message: 'FAILED:volume' }) }] },
    well('running'),
  ],
  ['was evicted', { phase: 'Failed', reason: 'Evicted', message: 'low on memory' }, failed('evicted', 'low on memory')],
];

for (const [what, status, expected] of phases)
  test(`phaseOf reads a pod that ${what}`, (t) => {
    t.deepEqual<unknown, unknown>(phaseOf(podResource(status)), expected);
  });

test('phaseOf reports a pod that is being deleted as terminating', (t) => {
  const ending = podResource(running, { deletionTimestamp: '2026-11-21T00:00:00Z' });
  t.deepEqual(phaseOf(ending), { phase: 'terminating', failure: null });
  t.deepEqual(phaseOf(undefined), { phase: 'pending', failure: null });
});

test('phaseOf reports an image that is being fetched', (t) => {
  const made = { image: 'r.example/b:v1', ready: false, state: { waiting: { reason: 'ContainerCreating' } } };
  const broken = { ...made, state: { waiting: { reason: 'ErrImagePull', message: 'timeout' } } };
  const phase = (container: object, isFetching: boolean) =>
    phaseOf(podResource({ containerStatuses: [container] }), isFetching);
  t.deepEqual<unknown, unknown>(phase(made, false), well('starting'));
  t.deepEqual<unknown, unknown>(phase(broken, true), failed('image_pull', 'r.example/b:v1: timeout'));
  t.deepEqual(phase(made, true), {
    phase: 'starting',
    failure: { kind: 'image_pull', detail: 'r.example/b:v1 is being fetched', isInProgress: true },
  });
});

const served = ({ kind, object }: Manifest, more: object = {}): Resource =>
  resourceOf(kind, { ...object, ...more, metadata: { ...object.metadata, uid: `${kind}-uid`, resourceVersion: '7' } });

const service = serviceOf(manifestSettings, plan, role, owner)!;
const spec = { ...service.object.spec, ports: [{ ...service.object.spec!.ports![0], nodePort: 31_000 }] };
const parts = [
  policyOf(manifestSettings, plan, owner),
  secretOf(manifestSettings, plan, role, owner),
  service,
  claimOf(manifestSettings, plan),
  pod,
];
const objects = parts.map((each) => ({ kind: each.kind, name: each.object.metadata!.name!, print: printOf(each) }));
const all: readonly Resource[] = [
  served(ownerOf(manifestSettings, plan, { fingerprint: 'print', objects })),
  ...parts
    .filter(({ kind }) => kind !== 'service' && kind !== 'pod')
    .map((each) => served(each, each.kind === 'claim' ? { status: { phase: 'Bound' } } : {})),
  served(service, { spec }),
  served(pod, { status: running }),
];

test('isNews finds work in what a pod has become, and none in how it comes up', (t) => {
  const scheduled = { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'True' }] };
  const starting = {
    phase: 'Running',
    podIP: '10.0.0.1',
    containerStatuses: [{ ready: false, state: { running: {} } }],
  };
  const steps = [{}, scheduled, waiting('ContainerCreating'), starting, running].map((status) => podResource(status));
  t.deepEqual(
    steps.slice(1).map((after, n) => isNews(steps[n] as Resource, after)),
    [false, false, false, true],
  );
  const whole = podResource(running);
  for (const after of [
    podResource(waiting('CrashLoopBackOff')),
    podResource(running, { deletionTimestamp: 'now' }),
    podResource(running, { labels: {} }),
  ])
    t.true(isNews(whole, after));
});

test('observedOf reads a whole instance', (t) => {
  const observedObject = (kind: string) => ({ kind, name: plan.name, uid: `${kind}-uid`, version: '7' });
  t.deepEqual(observedOf(all, 'labs.example'), {
    instance_id: plan.instance_id,
    name: plan.name,
    labels: plan.labels,
    generation: 3,
    fingerprint: 'print',
    complete: true,
    roles: [{ role: '', phase: 'running', failure: null, restarts: 2, ssh: { host: 'labs.example', port: 31_000 } }],
    volume: { ...observedObject('claim'), phase: 'bound' },
    objects: ['owner', 'policy', 'secret', 'service', 'pod'].map(observedObject),
  });
});

test('observedOf reports missing, extra, changed, ending and unfinished objects as incomplete', (t) => {
  const complete = (resources: readonly Resource[]) => observedOf(resources, 'h').complete;
  for (const { kind } of all) t.false(complete(all.filter((each) => each.kind !== kind)), `without ${kind}`);
  const replaced = (kind: string, by: Resource) => all.map((each) => (each.kind === kind ? by : each));
  const { role: _, ...others } = role;
  const foreign = served(secretOf(manifestSettings, plan, { ...others, role: 'x', name: 'other' }, owner));
  t.false(complete([...all, foreign]));
  t.false(complete(replaced('policy', served(policyOf(manifestSettings, { ...plan, internet: true }, owner)))));
  t.false(complete(replaced('owner', served(ownerOf(manifestSettings, plan)))));
  t.false(complete(replaced('pod', served(pod, { status: { phase: 'Failed' } }))));
  t.is(observedOf(replaced('owner', served(ownerOf(manifestSettings, plan))), 'h').fingerprint, '');
  const broken = { data: { expectation: '{' } };
  t.false(complete(replaced('owner', served(ownerOf(manifestSettings, plan), broken))));
});

test('byInstance takes a claim alone, and pods without their owner, for an instance', (t) => {
  const claim = all.filter(({ kind }) => kind === 'claim');
  const { roles, complete, fingerprint, volume, objects: none, generation } = observedOf(claim, 'h');
  t.deepEqual(
    { roles, complete, fingerprint, none, generation, phase: volume?.phase },
    { roles: [], complete: false, fingerprint: '', none: [], generation: 3, phase: 'bound' },
  );
  t.is(
    observedOf(
      all.filter(({ kind }) => kind === 'pod'),
      'h',
    ).roles.length,
    1,
  );
});

test('observedOf takes the SSH address from a load balancer', (t) => {
  const balanced = serviceOf({ ...manifestSettings, serviceType: 'LoadBalancer' }, plan, role, owner)!;
  const ssh = (status: object) => observedOf([served(balanced, { status }), served(pod)], 'h').roles[0]?.ssh;
  t.is(ssh({ loadBalancer: {} }), null);
  t.deepEqual(ssh({ loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } }), { host: '192.0.2.1', port: 22 });
  t.deepEqual(ssh({ loadBalancer: { ingress: [{ hostname: 'lb.example' }] } }), { host: 'lb.example', port: 22 });
});

const answers: readonly (readonly [
  status: number,
  detail: string,
  expected: FailureReason | 'unavailable' | 'refused',
])[] = [
  [403, 'pods "x" is forbidden: exceeded quota: labs, requested: pods=1', 'quota'],
  [500, 'Internal error: failed to allocate a nodePort: range is full', 'no_node_port'],
  [403, 'pods "x" is forbidden: violates PodSecurity "restricted:latest": privileged', 'config'],
  [403, 'pods "x" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi', 'config'],
  [422, 'Pod "x" is invalid: spec.containers[0].image: Required value', 'config'],
  [400, 'the body could not be decoded', 'config'],
  [403, 'pods "x" is forbidden: error looking up service account labs/default', 'unavailable'],
  [403, 'pods is forbidden: User "u" cannot create resource "pods"', 'refused'],
  [401, 'Unauthorized', 'refused'],
  [429, 'too many requests', 'unavailable'],
  [503, 'the server is currently unable to handle the request', 'unavailable'],
  [500, 'etcdserver: request timed out', 'unavailable'],
];

for (const [status, detail, expected] of answers)
  test(`${status} "${detail.slice(0, 60)}" means ${expected}`, (t) => {
    const error = new ApiError(status, detail);
    const no = refusal(error);
    t.is(no?.reason ?? error.kind, expected);
    t.is(no?.detail ?? detail, detail);
  });
