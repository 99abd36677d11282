// The lab product's main job as its people meet it, from the teacher's file to the student's files in the next run, on whatever engine the scene has:
// labs.test.ts in Podman, tools/cluster-test/product.cases.ts on Kubernetes. The same by the README alone: tools/start/labs.system.test.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { ExecutionContext } from 'ava';
import { reached } from '../adapters/cluster/cases/reached.ts';
import { until } from '../adapters/cluster/containers/test/login.fixture.ts';
import { s3 } from '../adapters/objects/s3.ts';
import { readTar } from '../adapters/tar/read.ts';
import type { LabAccess, LabInstance, LabInstanceList, Me, StartAccepted } from '../generated/platform/types.ts';
import { arrive, call } from './platform/stage-for-tests.ts';
import { type Shell, shellOf } from './ssh-for-tests.ts';
import { type System, system } from './testing.ts';

export type Scene = {
  readonly whole: System;
  /** Two processes of the platform. */
  readonly apis: readonly [string, string];
  /** What follows `{registry_url}/` in the teacher's file. */
  readonly image: string;
  /** Changes when the container of a lab is another one, or began anew. */
  begun(lab: string): Promise<string>;
  /** The container of a lab ends by force. */
  cutShort(lab: string, shell: Shell): Promise<void>;
  /** `address port` of all that must be closed to others than this lab, each with somebody who listens there. */
  walls(lab: string): Promise<readonly string[]>;
  /** Objects of labs that the engine still has. */
  left(): Promise<readonly string[]>;
};

const yamlOf = (image: string): string => `lab_id: net-intro
name: Networks, a first look
containers:
  main:
    image: '{registry_url}/${image}'
    init_scripts:
      - name: welcome
        run: echo welcome > welcome.txt
`;

/** Generous: a machine may do ten other things. */
const patienceMs = 120_000;

/** Every role as its own process, API and worker twice. `labs`: the worker's engine. */
export async function rolesFor(t: ExecutionContext, installation: string, labs: NodeJS.ProcessEnv) {
  const whole = await system(t);
  whole.env.INSTALLATION_ID = installation;
  const infra = await whole.run(['infra']);
  const platform = { INFRA_URL: `${infra.url}/infra/v1` };
  const [one, two] = await Promise.all([
    whole.run(['platform'], platform),
    whole.run(['platform'], platform),
    whole.run(['relay']),
    whole.run(['worker'], labs),
    whole.run(['worker'], labs),
  ]);
  return { whole, apis: [`${one.url}/api/v1`, `${two.url}/api/v1`] as const };
}

export async function labStory(t: ExecutionContext, scene: Scene): Promise<void> {
  const { whole, apis } = scene;
  const [one, two] = apis;
  const { teacher, anna, ben, reachedBy } = await started(t, scene);
  await reachedBy('running', 2);
  const [annas, bens] = [await accessOf(one, anna.token), await accessOf(one, ben.token)];
  const [shell, other] = [shellOf(t, annas), shellOf(t, bens)];
  t.is((await call(one, teacher.token, 'GET', '/labs/net-intro/access')).status, 403);
  t.like(await shell.ssh('cat welcome.txt; echo kept > notes.txt; id -un'), { code: 0, out: 'welcome\nstudent\n' });
  t.like(await other.ssh('ls notes.txt 2>/dev/null || hostname'), { code: 0 });
  t.not((await shell.ssh('true', bens.ssh_credentials)).code, 0);

  writeFileSync(path.join(shell.folder, 'upload.txt'), 'by scp\n');
  t.is((await shell.scp('upload.txt')).code, 0);
  t.is((await shell.sftp(`rename upload.txt moved.txt\nget moved.txt ${shell.folder}/back.txt\n`)).code, 0);
  t.is(readFileSync(path.join(shell.folder, 'back.txt'), 'utf8'), 'by scp\n');

  const begun = () => scene.begun(`lab-net-intro-student-${anna.id}`);
  const first = await begun();
  await scene.cutShort(`lab-net-intro-student-${anna.id}`, shell);
  await until('another beginning', async () => ((await begun()) === first ? undefined : true), patienceMs);
  t.is(await until('a login after the restart', () => printed(shell.ssh('cat notes.txt')), patienceMs), 'kept\n');

  t.is((await shell.ssh(sleeps(200))).out, '200\n', 'processes outlive the login');
  const restart = await call(two, teacher.token, 'POST', '/labs/net-intro/restart', {
    body: { student_ids: [anna.id] },
  });
  t.is(restart.status, 202);
  await reachedBy('running', 2);
  t.is(
    (await shell.ssh(`cat notes.txt; ${sleeping}`)).out,
    'kept\n0\n',
    'with the same address, host key and password',
  );
  t.deepEqual(await accessOf(one, anna.token), annas);

  const walls = await scene.walls(`lab-net-intro-student-${ben.id}`);
  t.is((await shell.ssh(reached(['127.0.0.1 22'], { withinS: 3 }))).out, 'reached 127.0.0.1 22\n');
  t.is((await shell.ssh(`${reached(walls, { withinS: 3 })}; timeout 5 getent hosts debian.org`)).out, '');

  t.is((await call(two, teacher.token, 'POST', '/labs/net-intro/stop', { body: {} })).status, 202);
  await reachedBy('stopped', 2);
  const left = { 'moved.txt': 'by scp\n', 'notes.txt': 'kept\n', 'welcome.txt': 'welcome\n' };
  t.deepEqual(await filesOf(whole, anna.id), left);
  t.deepEqual(await scene.left(), []);

  const again = await call(one, teacher.token, 'POST', '/labs/net-intro/start', { body: { student_ids: [anna.id] } });
  t.is(again.status, 202);
  await reachedBy('running', 1);
  const now = await accessOf(two, anna.token);
  t.is(now.known_hosts.split(' ')[2], annas.known_hosts.split(' ')[2], 'the lab shows the same host key');
  t.is((await shellOf(t, now).ssh('cat notes.txt moved.txt')).out, 'kept\nby scp\n');
}

const sleeping = 'cat /proc/[0-9]*/comm 2> /dev/null | grep -c "^sleep$"; true';
const sleeps = (count: number): string =>
  [
    `for ((n = 0; n < ${count}; n++)); do sleep 1000 > /dev/null 2>&1 & done`,
    // Each is a shell for a moment first.
    `until [ "$(${sleeping})" = ${count} ]; do :; done`,
    sleeping,
  ].join('; ');

/** A teacher, a lab of theirs, and two students for whom it was started, beside one whom nobody knows. */
async function started(t: ExecutionContext, { whole, apis, image }: Scene) {
  const [one, two] = apis;
  const provider = { provider: whole.identity };
  const teacher = await arrive(provider, one, 'teacher');
  const student = async () => {
    const { token } = await arrive(provider, two, 'student');
    const me = (await (await call(two, token, 'GET', '/auth/me')).json()) as Me;
    return { token, id: me.student_id ?? '' };
  };
  const [anna, ben] = await Promise.all([student(), student()]);
  const form = new FormData();
  form.set('file', new Blob([yamlOf(image)], { type: 'application/yaml' }), 'lab.yaml');
  const uploaded = await call(one, teacher.token, 'POST', '/labs', { body: form });
  t.is(uploaded.status, 201);
  t.is(((await uploaded.json()) as { lab_id: string }).lab_id, 'net-intro');
  const wished = { student_ids: [anna.id, ben.id, 'nobody'] };
  const reply = await call(two, teacher.token, 'POST', '/labs/net-intro/start', { body: wished });
  t.is(reply.status, 202);
  const { results } = (await reply.json()) as StartAccepted;
  t.deepEqual(Object.fromEntries(results.map(({ student_id, outcome }) => [student_id, outcome])), {
    [anna.id]: 'accepted',
    [ben.id]: 'accepted',
    nobody: 'refused',
  });
  const states = instancesOf(one, teacher.token);
  const reachedBy = (state: LabInstance['state'], count: number) => untilAll(states, state, count);
  return { teacher, anna, ben, reachedBy };
}

const instancesOf = (url: string, token: string) => async (): Promise<readonly LabInstance[]> =>
  ((await (await call(url, token, 'GET', '/labs/net-intro/instances')).json()) as LabInstanceList).items;

async function untilAll(
  look: () => Promise<readonly LabInstance[]>,
  wanted: LabInstance['state'],
  count: number,
): Promise<void> {
  let last: readonly LabInstance[] = [];
  const isSo = async () => {
    last = await look();
    return last.filter(({ state }) => state === wanted).length >= count ? true : undefined;
  };
  const told = () => last.map(({ state, volume, reason }) => [state, volume, reason].join(' ')).join(', ');
  await until(() => `${count} ${wanted}, seen: ${told()}`, isSo, patienceMs);
}

async function accessOf(url: string, token: string): Promise<LabAccess> {
  const reply = await call(url, token, 'GET', '/labs/net-intro/access');
  const body = await reply.json();
  if (reply.status !== 200) throw new Error(JSON.stringify(body));
  return body as LabAccess;
}

const printed = async (running: ReturnType<ReturnType<typeof shellOf>['ssh']>): Promise<string | undefined> => {
  const { code, out } = await running;
  return code === 0 ? out : undefined;
};

/** What students left, without what every home has. */
async function filesOf({ objects }: System, student: string): Promise<Readonly<Record<string, string>>> {
  await using store = s3(objects);
  const found = await store.bucket('lab-volumes').read(`lab-net-intro-student-${student}.tar.gz`);
  if (found === 'missing') throw new Error('there is no archive');
  const entries = readTar(gunzipSync(await buffer(found.body)));
  const files = entries.filter(({ kind, name }) => kind === 'file' && !/(^|\/)\./.test(name.replace(/^\.\//, '')));
  return Object.fromEntries(
    files
      .map(({ name, pieces }) => [name, Buffer.concat(pieces.map(({ bytes }) => bytes)).toString()] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}
