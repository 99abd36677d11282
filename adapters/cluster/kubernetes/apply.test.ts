// What apply asks of the API server, by a server in memory that keeps versions as Kubernetes does.
import test from 'ava';
import type { Api, Call } from './api/api.ts';
import { ApiError } from './api/faults.ts';
import { apply } from './apply.ts';
import { label } from './labels.ts';
import { type Resource, resourceOf } from './objects.ts';
import * as observed from './observed.ts';
import { manifestSettings, pairPlan, plan } from './plans.fixture.ts';
import type { Site } from './site.ts';

type Stored = {
  metadata: { name: string; uid: string; resourceVersion: string; labels?: Record<string, string | null> };
};

const root = '/api/v1/namespaces/labs';
const kinds = {
  configmaps: 'owner',
  networkpolicies: 'policy',
  persistentvolumeclaims: 'claim',
  pods: 'pod',
  secrets: 'secret',
  services: 'service',
} as const;
const kindOf = (path: string) => kinds[path.split('/')[path.startsWith('/apis') ? 6 : 5] as keyof typeof kinds];

function fakeServer() {
  const stored = new Map<string, Stored>();
  const asked: string[] = [];
  let version = 100;
  const next = () => String(++version);
  const change = (path: string, object: Stored): Stored => {
    const uid = stored.get(path)?.metadata.uid ?? `uid-${next()}`;
    const now = { ...object, metadata: { ...object.metadata, uid, resourceVersion: next() } };
    stored.set(path, now);
    return now;
  };
  const call = async (method: string, path: string, { query = {}, body }: Call = {}): Promise<unknown> => {
    const there = stored.get(path);
    const isList = query.labelSelector !== undefined;
    asked.push(`${isList ? 'LIST' : method} ${kindOf(path)}`);
    if (isList) {
      const all = [...stored].filter(([each]) => each.startsWith(`${path}/`)).map(([, object]) => object);
      const has = (object: Stored) =>
        query.labelSelector?.split(',').every((each) => {
          const [name = '', value] = each.split('=');
          return object.metadata.labels?.[name] === value;
        });
      return { items: structuredClone(all.filter(has)), metadata: { resourceVersion: String(version) } };
    }
    if (method === 'GET') {
      if (there === undefined) throw new ApiError(404, 'not found');
      return structuredClone(there);
    }
    const { metadata } = body as Stored;
    if (there && metadata.resourceVersion && metadata.resourceVersion !== there.metadata.resourceVersion)
      throw new ApiError(409, 'the object has been modified');
    return structuredClone(
      change(path, { ...there, ...(body as Stored), metadata: { ...there?.metadata, ...metadata } }),
    );
  };
  const labelled = () =>
    [...stored]
      .map(([path, object]) => resourceOf(kindOf(path), structuredClone(object)) as Resource)
      .filter(({ meta }) => meta.labels[label.instance] === plan.instance_id);
  const site: Site = {
    api: { call } as unknown as Api,
    namespace: 'labs',
    manifestSettings,
    sshHost: 'ssh.example',
    toolsImage: 'tools',
    watched: labelled,
  };
  return {
    site,
    stored,
    change,
    isWhole: () => observed.isWhole(labelled()),
    asked: () => asked.splice(0),
  };
}

const applied = { kind: 'applied' } as const;

test('apply of a new lab writes each object once and its owner twice, and reads nothing', async (t) => {
  const { site, asked, isWhole } = fakeServer();
  t.deepEqual(await apply(site, plan), applied);
  t.deepEqual(asked(), [
    ...['PATCH owner', 'PATCH policy', 'PATCH claim', 'PATCH secret', 'PATCH service', 'PATCH pod', 'PATCH owner'],
  ]);
  t.true(isWhole());
  t.deepEqual(await apply(site, plan), applied);
  t.deepEqual(asked(), []);
});

test('apply refuses an object that has a name of the plan and another owner, and leaves it as it is', async (t) => {
  const names = [
    `${root}/configmaps/${plan.name}`,
    `/apis/networking.k8s.io/v1/namespaces/labs/networkpolicies/${plan.name}`,
    `${root}/persistentvolumeclaims/${plan.name}`,
    `${root}/secrets/${plan.name}`,
    `${root}/services/${plan.name}`,
    `${root}/pods/${plan.name}`,
  ];
  for (const path of names) {
    const { site, stored, change } = fakeServer();
    const foreign = change(path, { metadata: { name: plan.name, uid: '', resourceVersion: '' } });
    t.deepEqual(await apply(site, plan), {
      kind: 'refused',
      reason: 'cluster',
      detail: `${kindOf(path)} ${plan.name} belongs to another installation`,
    });
    t.deepEqual(stored.get(path), foreign);
  }
});

test('apply gives an object its labels back, and keeps the object', async (t) => {
  const { site, stored, change, isWhole } = fakeServer();
  await apply(site, pairPlan);
  for (const [path, object] of [...stored]) {
    const { [label.instance]: _, ...labels } = object.metadata.labels ?? {};
    change(path, { ...object, metadata: { ...object.metadata, labels } });
    t.false(isWhole());
    t.deepEqual(await apply(site, pairPlan), applied);
    t.true(isWhole());
    t.is(stored.get(path)?.metadata.uid, object.metadata.uid);
  }
});

test('apply by a worker whose watches are late continues what another one began', async (t) => {
  const { site, stored, isWhole } = fakeServer();
  await apply(site, plan);
  stored.delete(`${root}/pods/${plan.name}`);
  const before = new Map([...stored].map(([path, { metadata }]) => [path, metadata.uid]));
  t.deepEqual(await apply({ ...site, watched: () => [] }, plan), applied);
  t.true(isWhole());
  for (const [path, uid] of before) t.is(stored.get(path)?.metadata.uid, uid);
});

for (const [title, refusal, size] of [
  ['lets the claim of a kept volume grow', null, '7Gi'],
  ['keeps a claim whose storage class lets nothing grow', 403, '5Gi'],
] as const)
  test(`apply ${title}, and never lets it shrink`, async (t) => {
    const { site, stored } = fakeServer();
    const { call } = site.api;
    const refusing = {
      call: async (method: string, path: string, more: Call = {}) => {
        if (
          refusal !== null &&
          (more.body as { spec?: object } | undefined)?.spec &&
          path === claim &&
          stored.has(path)
        )
          throw new ApiError(refusal, 'the storageclass that provisions the pvc must support resize');
        return await call(method, path, more);
      },
    } as unknown as Api;
    const claim = `${root}/persistentvolumeclaims/${plan.name}`;
    const requested = () =>
      (stored.get(claim) as { spec?: { resources?: { requests?: object } } } | undefined)?.spec?.resources?.requests;
    await apply(site, { ...plan, volumeGi: 5 });
    t.deepEqual(requested(), { storage: '5Gi' });
    const later = { ...plan, generation: plan.generation + 1 };
    t.deepEqual(await apply({ ...site, api: refusing }, { ...later, volumeGi: 7 }), applied);
    t.deepEqual(requested(), { storage: size });
    t.deepEqual(await apply(site, { ...later, generation: later.generation + 1, volumeGi: 1 }), applied);
    t.deepEqual(requested(), { storage: size });
  });
