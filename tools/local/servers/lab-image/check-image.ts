// Whether an image can be the image of a lab: what it declares, what it has, and a start as a lab would start it.
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { isMissing } from '../../../../adapters/cluster/containers/engine/faults.ts';
import { wholeOutput } from '../../../../adapters/cluster/containers/engine/frames.ts';
import { UnfitImage, writableIn } from '../../../../adapters/cluster/containers/image.ts';
import { HOST_KEY_VARIABLE } from '../../../../adapters/cluster/secret.ts';
import { LAB_UID } from '../../../../adapters/cluster/uids.ts';
import { hostKey } from '../../../../services/labs/host-key.ts';
import { Failure } from '../failure.ts';
import { imageConfig, labImageName } from './recipe.ts';

type Inspected = {
  readonly Architecture: string;
  readonly Config: {
    readonly User?: string;
    readonly Entrypoint?: readonly string[] | null;
    readonly Volumes?: Readonly<Record<string, object>> | null;
  } | null;
};

export type Checked = {
  /** What keeps labs from starting, each with what to do. */
  readonly problems: readonly string[];
  /** What the image declares and a lab does not follow. */
  readonly notes: readonly string[];
};

const begin = `Begin the Containerfile with FROM ${labImageName}.`;

export async function checkImage(api: Engine, name: string): Promise<Checked> {
  const image = await api.call<Inspected>('GET', `/images/${name}/json`).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new Failure(`The engine has no image ${name}. Build it: npm run lab-image -- build FOLDER --name NAME:v1.0`);
  });
  const notes = notesOn(image);
  const declared = volumeProblem(name, image);
  if (declared !== null) return { problems: [declared], notes };
  const missing = await partsMissing(api, name);
  return { problems: missing.length > 0 ? missing : await startProblems(api, name), notes };
}

function notesOn({ Config }: Inspected): readonly string[] {
  const { User: user = '', Entrypoint: entrypoint, Volumes: volumes } = Config ?? {};
  const notes: string[] = [];
  if (!['', 'student', `${LAB_UID}`, imageConfig.User].includes(user))
    notes.push(`USER ${user} has no effect: a lab runs as the account student.`);
  if (entrypoint && entrypoint.join(' ') !== imageConfig.Entrypoint.join(' '))
    notes.push(
      'ENTRYPOINT has no effect: a lab starts with that of the lab image. Use CMD, or an init script of the lab.',
    );
  for (const place of Object.keys(volumes ?? {}))
    notes.push(
      `VOLUME ${place} is 64 MiB of memory that end with the container. Keep files of students in /home/student.`,
    );
  return notes;
}

function volumeProblem(name: string, { Config }: Inspected): string | null {
  try {
    writableIn(name, Object.keys(Config?.Volumes ?? {}));
    return null;
  } catch (error) {
    if (error instanceof UnfitImage) return `${error.message}.`;
    throw error;
  }
}

/** Printed by a shell of the image, one line for each part that it lacks. */
const script = `
for each in /usr/bin/tini /usr/local/bin/lab-init /usr/local/lib/lab/bash /usr/sbin/sshd /etc/lab/sshd_config; do
  [ -e "$each" ] || echo "part $each"
done
[ "$(id -un 2> /dev/null)" = student ] || echo account
[ -d /home/student ] || echo home
[ -d /home/student ] && [ -n "$(ls -A /home/student)" ] && echo files
true`;

const sentences: Readonly<Record<string, string>> = {
  account: `The account student with the uid ${LAB_UID} is missing. ${begin}`,
  home: `The folder /home/student is missing. ${begin}`,
  files:
    'The image has files in /home/student, which a kept or restored volume would hide. Write them with an init script of the lab, or put them into /opt.',
};

async function partsMissing(api: Engine, name: string): Promise<readonly string[]> {
  const output = await ran(api, { ...bodyOf(name), Entrypoint: ['/bin/sh', '-c', script], Cmd: [] }).catch(
    (error: unknown) => {
      throw new Failure(`${name} has no shell at /bin/sh, so nothing of a lab can start in it.`, [], error);
    },
  );
  const lines = output.split('\n').filter((line) => line !== '');
  const parts = lines.filter((line) => line.startsWith('part ')).map((line) => line.slice('part '.length));
  return [
    ...(parts.length === 0 ? [] : [`Parts of the lab image are missing: ${parts.join(', ')}. ${begin}`]),
    ...lines.flatMap((line) => sentences[line] ?? []),
  ];
}

const startMs = 30_000;

/** Started as a lab is, with a host key for this check: it reports READY and stays. */
async function startProblems(api: Engine, name: string): Promise<readonly string[]> {
  const key = hostKey(randomBytes(32)).privateKey.reveal();
  const env = ['HOME=/home/student', 'LAB_PROCESSES=', `${HOST_KEY_VARIABLE}=${key}`];
  const { HostConfig, ...body } = bodyOf(name);
  const Tmpfs = { ...HostConfig.Tmpfs, '/home/student': 'rw,mode=1777,size=16m' };
  const id = await created(api, {
    ...body,
    Entrypoint: imageConfig.Entrypoint,
    Cmd: [],
    Env: env,
    HostConfig: { ...HostConfig, Tmpfs },
  });
  try {
    await api.call('POST', `/containers/${id}/start`);
    const deadline = performance.now() + startMs;
    for (;;) {
      const isRunning = await runs(api, id);
      const output = await logsOf(api, id);
      if (isRunning && /^READY$/m.test(output)) break;
      if (!isRunning || performance.now() > deadline) return [notStarted(output)];
      await pause(200);
    }
    // sshd takes the place of the program that reported READY.
    await pause(1_000);
    return (await runs(api, id)) ? [] : [notStarted(await logsOf(api, id))];
  } finally {
    await removed(api, id);
  }
}

const notStarted = (output: string): string =>
  `The SSH server of the lab does not start in this image. The output ends with: ${lastLines(output)}`;

function lastLines(output: string): string {
  const lines = output.split('\n').filter((line) => line !== '' && line !== 'READY');
  return lines.slice(-3).join(' / ') || '(nothing)';
}

const bodyOf = (name: string) => ({
  Image: name,
  User: imageConfig.User,
  WorkingDir: '/',
  HostConfig: {
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    NetworkMode: 'none',
    PidsLimit: 128,
    Memory: 268_435_456,
    Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
    Tmpfs: { '/run': 'rw,mode=755,size=1m', '/run/lab': 'rw,mode=1777,size=1m', '/tmp': 'rw,mode=1777,size=16m' },
  },
});

const created = async (api: Engine, body: object): Promise<string> =>
  (await api.call<{ readonly Id: string }>('POST', '/containers/create', { body })).Id;

const removed = (api: Engine, id: string) =>
  api.call('DELETE', `/containers/${id}`, { query: { force: 'true', v: 'true' } });

const runs = async (api: Engine, id: string): Promise<boolean> =>
  (await api.call<{ readonly State: { readonly Running: boolean } }>('GET', `/containers/${id}/json`)).State.Running;

async function ran(api: Engine, body: object): Promise<string> {
  const id = await created(api, body);
  try {
    await api.call('POST', `/containers/${id}/start`);
    await api.call('POST', `/containers/${id}/wait`, { silenceMs: startMs });
    return await logsOf(api, id);
  } finally {
    await removed(api, id);
  }
}

async function logsOf(api: Engine, id: string): Promise<string> {
  const reply = await api.stream('GET', `/containers/${id}/logs`, { query: { stdout: 'true', stderr: 'true' } });
  return await pipeline(reply, wholeOutput(), text);
}
