// The lab product as its people meet it: every role as its own process, API and worker twice, labs in Podman, and the students' own ssh.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { engine } from '../adapters/cluster/containers/engine.ts';
import { until } from '../adapters/cluster/containers/for-tests.ts';
import { nameOf } from '../adapters/cluster/containers/labels.ts';
import { list } from '../adapters/cluster/containers/listing.ts';
import { readTar } from '../adapters/cluster/tar.ts';
import { s3 } from '../adapters/objects/s3.ts';
import type { LabAccess, LabInstance, LabInstanceList, Me, StartAccepted } from '../generated/platform/types.ts';
import { labEngine, type TestEngine } from '../tools/embedded/engine-for-tests.ts';
import { arrive, call } from './platform/stage-for-tests.ts';
import { shellOf } from './ssh-for-tests.ts';
import { type System, system } from './testing.ts';

const yaml = `lab_id: net-intro
name: Networks, a first look
containers:
  main:
    image: '{registry_url}/covenant/labs/shell:v1.0'
    init_scripts:
      - name: welcome
        run: echo welcome > welcome.txt
`;

/** Generous: a machine may do ten other things. */
const patienceMs = 120_000;

type Inspected = { readonly State: { readonly StartedAt: string } };

test('a teacher uploads a lab and starts it for two students, who work in it by ssh and find their files again', async (t) => {
  t.timeout(280_000);
  const found = await labEngine(t);
  if (found === null) return t.pass();
  const { apis, api, whole } = await product(t, found);
  const [one, two] = apis;
  const provider = { provider: whole.identity };
  const teacher = await arrive(provider, one, 'teacher');
  const students = await Promise.all([0, 1].map(() => arrive(provider, two, 'student')));
  const people = await Promise.all(
    students.map(async ({ token }) => {
      const me = (await (await call(two, token, 'GET', '/auth/me')).json()) as Me;
      return { token, id: me.student_id ?? '' };
    }),
  );
  const [anna, ben] = people;
  if (!anna || !ben) throw new Error('somebody is missing');
  const states = instancesOf(one, teacher.token);
  const all = (wanted: LabInstance['state']) => reached(states, wanted, people.length);

  const form = new FormData();
  form.set('file', new Blob([yaml], { type: 'application/yaml' }), 'lab.yaml');
  const uploaded = await call(one, teacher.token, 'POST', '/labs', { body: form });
  t.is(uploaded.status, 201);
  t.is(((await uploaded.json()) as { lab_id: string }).lab_id, 'net-intro');

  const wished = { student_ids: [anna.id, ben.id, 'nobody'] };
  const started = await call(two, teacher.token, 'POST', '/labs/net-intro/start', { body: wished });
  t.is(started.status, 202);
  t.deepEqual(
    ((await started.json()) as StartAccepted).results.map(({ student_id, outcome }) => [student_id, outcome]),
    [
      [anna.id, 'accepted'],
      [ben.id, 'accepted'],
      ['nobody', 'refused'],
    ],
  );
  await all('running');

  const [annas, bens] = await Promise.all(people.map(({ token }) => accessOf(one, token)));
  if (!annas || !bens) throw new Error('an access is missing');
  const [shell, other] = [shellOf(t, annas), shellOf(t, bens)];
  t.is((await call(one, teacher.token, 'GET', '/labs/net-intro/access')).status, 403);
  t.like(await shell.ssh('cat welcome.txt; echo kept > notes.txt; id -u'), { code: 0, out: 'welcome\n10001\n' });
  t.like(await other.ssh('ls notes.txt 2>/dev/null || hostname'), { code: 0 });
  t.not((await shell.ssh('true', bens.ssh_credentials)).code, 0);

  writeFileSync(path.join(shell.folder, 'upload.txt'), 'by scp\n');
  t.is((await shell.scp('upload.txt')).code, 0);
  t.is((await shell.sftp(`rename upload.txt moved.txt\nget moved.txt ${shell.folder}/back.txt\n`)).code, 0);
  t.is(readFileSync(path.join(shell.folder, 'back.txt'), 'utf8'), 'by scp\n');

  const pod = nameOf(whole.env.INSTALLATION_ID ?? '', `lab-net-intro-student-${anna.id}`);
  const begun = async () => ((await api.call('GET', `/containers/${pod}/json`)) as Inspected).State.StartedAt;
  const first = await begun();
  // Ended by force, it is started again by the worker: a restart by the engine would meet that one.
  await api.call('POST', `/containers/${pod}/kill`);
  t.is(await until('a login after the restart', () => printed(shell.ssh('cat notes.txt')), patienceMs), 'kept\n');
  t.not(await begun(), first);

  const walls = await targetsOf(t, api, nameOf(whole.env.INSTALLATION_ID ?? '', `lab-net-intro-student-${ben.id}`));
  t.is((await shell.ssh(probe(['127.0.0.1 22']))).out, 'reached 127.0.0.1 22\n');
  t.is((await shell.ssh(`${probe(walls)}; timeout 5 getent hosts debian.org`)).out, '');

  const stopped = await call(two, teacher.token, 'POST', '/labs/net-intro/stop', { body: {} });
  t.is(stopped.status, 202);
  await all('stopped');
  t.deepEqual(await filesOf(whole, anna.id), {
    'moved.txt': 'by scp\n',
    'notes.txt': 'kept\n',
    'welcome.txt': 'welcome\n',
  });
  t.deepEqual(await leftOn(api, whole), []);

  const again = await call(one, teacher.token, 'POST', '/labs/net-intro/start', { body: { student_ids: [anna.id] } });
  t.is(again.status, 202);
  await reached(states, 'running', 1);
  const now = await accessOf(two, anna.token);
  t.is(now.known_hosts.split(' ')[2], annas.known_hosts.split(' ')[2], 'the lab shows the same host key');
  t.is((await shellOf(t, now).ssh('cat notes.txt moved.txt')).out, 'kept\nby scp\n');
});

async function product(t: ExecutionContext, found: TestEngine) {
  const whole = await system(t);
  whole.env.INSTALLATION_ID = found.installation;
  const labs = {
    LAB_ENGINE: 'containers',
    LAB_ENGINE_SOCKET: found.socketPath,
    LAB_TOOLS_IMAGE: found.image,
    LAB_CLOSED: '1.1.1.1:443,169.254.169.254:80',
    REGISTRY_URL: 'localhost',
  };
  const infra = await whole.run(['infra']);
  const platform = { INFRA_URL: `${infra.url}/infra/v1` };
  const [one, two] = await Promise.all([
    whole.run(['platform'], platform),
    whole.run(['platform'], platform),
    whole.run(['relay']),
    whole.run(['worker'], labs),
    whole.run(['worker'], labs),
  ]);
  const api = engine(found.socketPath);
  t.teardown(() => api[Symbol.dispose]());
  return { whole, api, apis: [`${one.url}/api/v1`, `${two.url}/api/v1`] as const };
}

const instancesOf = (url: string, token: string) => async (): Promise<readonly LabInstance[]> =>
  ((await (await call(url, token, 'GET', '/labs/net-intro/instances')).json()) as LabInstanceList).items;

async function reached(
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

/** The other lab by its own addresses, this host by all of its addresses with something that listens there, and the internet. */
async function targetsOf(t: ExecutionContext, api: ReturnType<typeof engine>, pod: string): Promise<readonly string[]> {
  type Inspected = { NetworkSettings: { Networks: Record<string, { IPAddress: string }> } };
  const { NetworkSettings } = await api.call<Inspected>('GET', `/containers/${pod}/json`);
  const labs = Object.values(NetworkSettings.Networks).map(({ IPAddress }) => IPAddress);
  t.true(labs.every((address) => address !== '') && labs.length > 0, 'the other lab has an address');
  const listener = createServer((socket) => socket.end('open'));
  await new Promise<void>((resolve) => listener.listen(0, '0.0.0.0', resolve));
  t.teardown(() => listener.close());
  const { port } = listener.address() as { port: number };
  const hosts = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  return [
    ...labs.map((address) => `${address} 22`),
    ...hosts.map(({ address }) => `${address} ${port}`),
    ...['1.1.1.1 443', '8.8.8.8 53', '169.254.169.254 80'],
  ];
}

const probe = (targets: readonly string[]): string =>
  `while read -r host port; do (timeout 3 bash -c "echo > /dev/tcp/$host/$port" 2>/dev/null && echo "reached $host $port") & done <<'END'\n${targets.join('\n')}\nEND\nwait`;

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

/** The network between host and relays is the installation's own, and no lab's. */
const leftOn = async (api: ReturnType<typeof engine>, { env }: System): Promise<readonly string[]> =>
  (await list(api, env.INSTALLATION_ID ?? '', { helpers: true }))
    .filter(({ kind }) => kind !== 'access')
    .map(({ what, name }) => `${what} ${name}`);
