// What starts and stops do to the instances that a mock keeps.
import { join } from 'node:path';
import test from 'ava';
import { readDocument } from '../../contract/document/read-document.ts';
import { asRecord, type Json } from '../../contract/json.ts';
import { transitions } from './instances.ts';
import { type Mock, startMock } from './mock.ts';

const root = join(import.meta.dirname, '../../..');

type Asked = { readonly body: unknown; readonly type?: string };

async function ask(mock: Mock, method: string, path: string, { body, type = 'application/json' }: Partial<Asked> = {}) {
  const answer = await fetch(`${mock.url}${path}`, {
    method,
    headers: { authorization: 'Bearer ann', ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { json: JSON.parse(await answer.text()) };
}

const stateOf = ({ student_id, state, volume, reason, since }: Record<string, Json>) => ({
  student_id,
  state,
  volume,
  reason,
  since,
});

test('startLab creates one instance for each student, stopLab stops them, and getLab summarises their states', async (t) => {
  let at = Date.parse('2026-11-21T07:00:00Z');
  await using mock = await startMock({
    root,
    file: 'spec/platform/openapi.yaml',
    now: () => new Date(at),
    stepMs: 1000,
  });
  const body = 'lab_id: mine\nname: Mine\ncontainers: { main: { image: "r/p/labs/shell:v1.0" } }\n';
  await ask(mock, 'POST', '/labs', { body, type: 'application/yaml' });
  const list = async (path = '/labs/mine/instances') => (await ask(mock, 'GET', path)).json.items.map(stateOf);
  const status = async () => (await ask(mock, 'GET', '/labs/mine')).json.status;
  const outcomes = async (path: string, body: Json) =>
    (await ask(mock, 'POST', `/labs/mine/${path}`, { body })).json.results.map((each: Record<string, Json>) => [
      each.student_id,
      each.outcome,
      each.state,
    ]);
  t.deepEqual([await list(), await status(), await outcomes('stop', {})], [[], 'stopped', []]);
  const eva = ['eva', 'accepted', 'queued'];
  t.deepEqual(await outcomes('start', { student_ids: ['eva', 'zoe'] }), [eva, ['zoe', 'accepted', 'queued']]);
  const of = (student_id: string, state: string, volume: string, second: number) => ({
    student_id,
    state,
    volume,
    reason: null,
    since: `2026-11-21T07:00:0${second}.000Z`,
  });
  t.deepEqual(
    [await list(), await status()],
    [[of('eva', 'queued', 'none', 0), of('zoe', 'queued', 'none', 0)], 'starting'],
  );
  at += 5000;
  t.deepEqual(
    [await list(), await status()],
    [[of('eva', 'running', 'bound', 2), of('zoe', 'running', 'bound', 2)], 'running'],
  );
  t.deepEqual(await outcomes('start', { student_ids: ['eva'] }), [['eva', 'already_running', 'running']]);
  t.deepEqual(await outcomes('stop', { student_ids: ['eva'] }), [['eva', 'accepted', 'stopping']]);
  at += 1000;
  t.deepEqual(await list('/labs/mine/instances?state=running'), [of('zoe', 'running', 'bound', 2)]);
  t.deepEqual(await outcomes('restart', {}), [
    ['eva', 'refused', 'stopped'],
    ['zoe', 'accepted', 'creating'],
  ]);
  t.deepEqual(await outcomes('restart', { student_ids: ['zoe', 'nobody'] }), [
    ['zoe', 'already_starting', 'creating'],
    ['nobody', 'refused', null],
  ]);
  at += 1000;
  t.deepEqual(await list('/labs/mine/instances?state=running'), [of('zoe', 'running', 'bound', 7)]);
  t.deepEqual(await outcomes('stop', {}), [
    ['eva', 'already_stopped', 'stopped'],
    ['zoe', 'accepted', 'stopping'],
  ]);
  t.is(await status(), 'stopping');
  at += 1000;
  t.deepEqual(
    [await list(), await status()],
    [[of('eva', 'stopped', 'bound', 6), of('zoe', 'stopped', 'bound', 8)], 'stopped'],
  );
  t.deepEqual(
    (await list('/labs/linux-basics/instances')).map(({ student_id }: Record<string, Json>) => student_id),
    ['anna', 'ben'],
  );
});

test('deploy creates one instance for each student, delete stops them, and both end when their instances do', async (t) => {
  let at = Date.parse('2026-11-21T07:00:00Z');
  await using mock = await startMock({ root, file: 'spec/infra/openapi.yaml', now: () => new Date(at), stepMs: 1000 });
  const asked = { lab_id: 'mine', student_ids: ['eva', 'zoe'] };
  const { json: deployment } = await ask(mock, 'POST', '/deploy', { body: asked });
  const list = async () => (await ask(mock, 'GET', '/instances?lab_id=mine')).json.items;
  const call = async (id: string) => {
    const { results, finished_at } = (await ask(mock, 'GET', `/deployments/${id}`)).json;
    return [results.map(({ outcome, state }: Record<string, Json>) => [outcome, state]), finished_at];
  };
  const queued = ['accepted', 'queued'];
  t.deepEqual(await call(deployment.deployment_id), [[queued, queued], null]);
  const [first] = await list();
  t.deepEqual(
    [first.instance_id, first.name, first.members, first.address, (await list()).map(stateOf)[1].student_id],
    [deployment.results[0].instance_id, 'lab-mine-student-eva', ['eva'], null, 'zoe'],
  );
  at += 2000;
  const running = ['accepted', 'running'];
  t.deepEqual(await call(deployment.deployment_id), [[running, running], '2026-11-21T07:00:02.000Z']);
  const { json } = await ask(mock, 'GET', `/instances/${first.instance_id}`);
  t.deepEqual([json.state, json.student_id, json.address.ssh_port], ['running', 'eva', 30022]);
  const unknownStudent = { lab_id: 'mine', student_ids: ['eva', 'nobody'] };
  const { json: deletion } = await ask(mock, 'POST', '/delete', { body: unknownStudent });
  t.deepEqual(await call(deletion.deployment_id), [
    [
      ['accepted', 'stopping'],
      ['unknown', null],
    ],
    null,
  ]);
  at += 1000;
  t.deepEqual(await call(deletion.deployment_id), [
    [
      ['accepted', 'stopped'],
      ['unknown', null],
    ],
    '2026-11-21T07:00:03.000Z',
  ]);
  t.deepEqual((await list()).map(stateOf), [
    { student_id: 'eva', state: 'stopped', volume: 'bound', reason: null, since: '2026-11-21T07:00:03.000Z' },
    { student_id: 'zoe', state: 'running', volume: 'bound', reason: null, since: '2026-11-21T07:00:02.000Z' },
  ]);
  const again = await ask(mock, 'POST', '/restore', { body: { instance_id: first.instance_id } });
  t.deepEqual(
    [again.json.lab_id, again.json.results.map(({ student_id, state }: Record<string, Json>) => [student_id, state])],
    ['mine', [['eva', 'queued']]],
  );
});

test('every transition of a mocked instance is in the state table of the contract', (t) => {
  const { bundle } = readDocument(root, 'spec/infra/openapi.yaml');
  const { moves } = asRecord(asRecord(asRecord(asRecord(bundle.json.components).schemas).InstanceState)['x-states']);
  const steps = Object.values(transitions).flatMap((states) =>
    states.slice(1).map((to, i) => [states[i] ?? '', to] as const),
  );
  t.deepEqual(
    steps.filter(([from, to]) => !(asRecord(moves)[from] as readonly Json[]).includes(to)),
    [],
  );
});
