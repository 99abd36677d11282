// Plans of labs for the tests of this folder, and what a student does with a lab: plain ssh, by the program from
// Debian.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstanceId, LabId, StudentId } from '../../../../generated/lab/messages.ts';
import { sha512Crypt } from '../../../../services/labs/crypt.ts';
import { hostKey, knownHosts } from '../../../../services/labs/host-key.ts';
import { instanceIdOf, instanceName, roleName } from '../../../../services/labs/names.ts';
import type { Cluster, InstancePlan, Login, Observed, RolePlan } from '../../port.ts';

export const password = randomBytes(12).toString('hex');
export const loginOf = (name: string, secret = password): Login => ({
  name,
  passwordHash: sha512Crypt(secret, 'saltsalt', 5000),
});
const key = hostKey(randomBytes(32));
export const { publicKey } = key;

type Change = Partial<Omit<InstancePlan, 'roles'>> & { readonly roles?: readonly Partial<RolePlan>[] };

/** A lab of one container, unless `change` says otherwise. */
export function planOf(image: string, student: string, change: Change = {}): InstancePlan {
  const lab_id = 'demo' as LabId;
  const owner = { student_id: student as StudentId, group_id: null };
  const name = instanceName(lab_id, owner);
  return {
    instance_id: instanceIdOf(lab_id, owner),
    name,
    generation: 1,
    restart_generation: 0,
    labels: { lab_id, ...owner, course_id: '', deployment_mode: 'per_student' },
    internet: false,
    volumeGi: 5,
    isHomeKept: false,
    logins: [loginOf('student')],
    hostKey: key.privateKey.reveal(),
    ...change,
    roles: (change.roles ?? [{}]).map((role) => ({
      role: '',
      name: role.role ? roleName(name, role.role) : name,
      image,
      cpuMillis: 500,
      memoryMi: 512,
      ssh: true,
      volume: true,
      ports: [],
      environment: {},
      initScripts: [],
      ...role,
    })),
  };
}

export async function mustSee(cluster: Cluster, id: InstanceId): Promise<Observed> {
  const observed = await cluster.get(id);
  if (observed === null) throw new Error(`nothing of ${id} is there`);
  return observed;
}

/** Polled, since no engine reports when sshd listens. */
export async function until<T>(
  what: string | (() => string),
  observe: () => Promise<T | undefined>,
  withinMs = 90_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await observe();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`still waiting for: ${typeof what === 'string' ? what : what()}`);
    await pause(25);
  }
}

export type Ran = { readonly code: number; readonly out: string; readonly error: string };

export async function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ran> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, error };
}

type Target = { readonly host: string; readonly port: number };
export type Access = { readonly user?: string; readonly password?: string; readonly tty?: boolean };

/** With the host key that the plan says; another one is refused. */
export async function ssh({ host, port }: Target, command: string, access: Access = {}): Promise<Ran> {
  const folder = mkdtempSync(path.join(tmpdir(), 'covenant-ssh-'));
  const known = path.join(folder, 'known_hosts');
  writeFileSync(known, `${knownHosts([{ host, port }], key.publicKey)}\n`);
  const options = ['StrictHostKeyChecking=yes', `UserKnownHostsFile=${known}`, 'LogLevel=ERROR', 'ConnectTimeout=10'];
  const where = ['-p', String(port), `${access.user ?? 'student'}@${host}`];
  const args = ['-e', 'ssh', ...(access.tty ? ['-tt'] : []), ...options.flatMap((each) => ['-o', each]), ...where];
  try {
    return await run('sshpass', [...args, command], { ...process.env, SSHPASS: access.password ?? password });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function addressOf(cluster: Cluster, plan: InstancePlan, role = ''): Promise<Target> {
  const { roles } = await mustSee(cluster, plan.instance_id);
  const found = roles.find((each) => each.role === role)?.ssh;
  if (!found) throw new Error(`${plan.name} has no address`);
  return found;
}

/** What the command prints, once sshd lets one in. */
export async function inLab(cluster: Cluster, plan: InstancePlan, command: string, role = ''): Promise<string> {
  const target = await addressOf(cluster, plan, role);
  let last = '';
  const observe = async () => {
    const ran = await ssh(target, command);
    last = ran.error;
    // 255 is ssh's own: not up yet.
    return ran.code === 255 ? undefined : ran;
  };
  const { out } = await until(() => `a login to ${plan.name} at ${target.port} (${last})`, observe);
  return out.trimEnd();
}
