// The harness of the shared cases for labs on a real engine.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sha512Crypt } from '../../../../services/labs/crypt.ts';
import { hostKey } from '../../../../services/labs/host-key.ts';
import { labEngine, type TestEngine, testInstallation } from '../../../../tools/test/lab-engine.ts';
import { brokenPlan } from '../../cases/broken-plans.ts';
import { type CaseContext, casePlan, type Harness, type LoggedIn, type Site } from '../../cluster-cases.fixture.ts';
import type { FailureReason, InstancePlan, ObservedObject } from '../../port.ts';
import { type ContainersSettings, containers } from '../containers.ts';
import { type Engine, engine } from '../engine/engine.ts';
import { nameOf } from '../labels.ts';
import { removeInstallation } from '../site.ts';
import { run } from './login.fixture.ts';

const key = hostKey(Buffer.alloc(32, 7)).privateKey.reveal();
const hash = (password: string): string => sha512Crypt(password, 'saltsalt', 1_000);

export const harness: Harness = {
  engine: 'containers',
  lacks: {
    'failure:quota': 'an engine has no quota',
    'failure:volume': 'the engine makes every volume that it is asked for, as long as its disk has room',
  },
  async site(t) {
    const found = await labEngine(t as Parameters<typeof labEngine>[0]);
    return found && (await siteOn(t, found));
  },
};

async function siteOn(t: CaseContext, found: TestEngine): Promise<Site> {
  const installation = testInstallation(found);
  const gate = await gateTo(found.socketPath);
  const api = engine(found.socketPath);
  const range = { first: 30_000, last: 32_767 };
  const open = (change: Partial<ContainersSettings> = {}) => {
    const { socketPath, image, folder } = found;
    const settings = { socketPath, installation, toolsImage: image, ports: range, folder };
    const cluster = containers({ ...settings, ...change });
    t.teardown(() => cluster[Symbol.asyncDispose]());
    return cluster;
  };
  t.teardown(async () => {
    gate.close();
    await removeInstallation(api, installation);
    api[Symbol.dispose]();
  });
  return {
    cluster: open({ socketPath: gate.socketPath }),
    another: async () => open(),
    neighbour: async () => open({ installation: testInstallation(found) }),
    plan: (student, change) => casePlan({ image: found.image, hostKey: key, hash }, student, change),
    hash,
    pause: (ms) => pause(ms),
    destroy: (object) => destroy(api, object),
    login: (at, user, password, command) => ssh(at, user, password, [command]),
    forward: (at, user, password, destination) => ssh(at, user, password, ['-W', destination]),
    async end(plan, role) {
      const name = plan.roles.find((each) => each.role === role)?.name ?? '';
      await api.call('POST', `/containers/${nameOf(installation, name)}/stop`, { query: { t: '2' } });
    },
    setUnavailable: async (isUnavailable) => gate.shut(isUnavailable),
    failing: (kind, plan) => failing(t, kind, plan, range),
  };
}

const sshOptions = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'ConnectTimeout=5'];

async function ssh(
  { host, port }: { readonly host: string; readonly port: number },
  user: string,
  password: string,
  what: readonly string[],
): Promise<LoggedIn> {
  const args = ['-e', 'ssh', ...sshOptions.flatMap((each) => ['-o', each]), '-p', String(port), `${user}@${host}`];
  const ran = await run('sshpass', [...args, ...what], { ...process.env, SSHPASS: password });
  // 255 is ssh's own, 5 is sshpass's word for a password that was refused.
  return ran.code === 255 || ran.code === 5 ? { ok: false } : { ok: true, output: ran.out };
}

/** With everything that stands on it. */
async function destroy(api: Engine, { kind, name, uid }: ObservedObject): Promise<void> {
  const query = { force: 'true' };
  const removed = (id: string) => api.call('DELETE', `/containers/${id}`, { query });
  if (kind === 'pod' || kind === 'relay' || kind === 'net') return await removed(uid);
  const what = kind === 'policy' || kind === 'internet' ? 'network' : 'volume';
  const standing = { all: 'true', filters: JSON.stringify({ [what]: [name] }) };
  const containers = await api.call<{ Id: string }[]>('GET', '/containers/json', { query: standing });
  // Who joined the network of another goes with that one, or before it.
  await Promise.allSettled(containers.map(({ Id }) => removed(Id)));
  await api.call('DELETE', `/${what}s/${name}`);
}

type Range = { first: number; last: number };

async function failing(t: CaseContext, kind: FailureReason, plan: InstancePlan, range: Range): Promise<InstancePlan> {
  const broken = brokenPlan(kind, plan);
  if (broken !== null) return broken;
  if (kind !== 'no_node_port') throw new Error(`no way to ${kind}`);
  range.first = range.last = await heldPort(t);
  return plan;
}

async function heldPort(t: CaseContext): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return (server.address() as { port: number }).port;
}

/** A way to the engine that can be closed. */
async function gateTo(target: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'covenant-gate-'));
  const socketPath = path.join(folder, 'engine.sock');
  const open = new Set<Socket>();
  let isShut = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (isShut) return near.destroy();
    const far = connect({ path: target, allowHalfOpen: true });
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one) && other.destroy());
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const shut = (isUnavailable: boolean): void => {
    isShut = isUnavailable;
    if (isUnavailable) for (const socket of open) socket.destroy();
  };
  const close = () => {
    shut(true);
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { socketPath, shut, close };
}
