// Whether an engine that answers also runs containers here: one as labs need them is started and asked a question
// through its port.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { labPackages } from '../../../bootstrap/debian.mjs';
import { messageOf } from '../../../command-line/message-of.ts';
import { Failure } from '../failure.ts';
import { labImageName } from '../lab-image/recipe.ts';
import { freePort } from '../ports.ts';
import { findProgram } from '../processes/processes.ts';

const timeoutMs = 30_000;
// The rules of port forwarding are one set for the whole machine, and another checkout that ends its last lab takes
// away the chains that ours is about to use. That passes; what this machine refuses it refuses each time.
const trials = 3;

export type Trial = {
  readonly installation: string;
  /** Keeps the file that says of what the last trial that succeeded was one. */
  readonly folder: string;
  /** Podman's containers.conf. */
  readonly configuration: string;
  /** The id of the lab image. */
  readonly image: string;
  /** Those that run a container, as names or paths. */
  readonly programs?: readonly string[];
};

/** Podman starts conmon, which starts the runtime; to ask Podman for their versions takes seconds. */
const usualPrograms = ['conmon', ...labPackages.map(({ program }) => program)];

/**
 * What a machine refuses does not change while it runs and has the same programs, configuration and image, and a trial
 * takes a fifth of a start.
 */
export async function tryOutUnlessTried(api: Engine, trial: Trial): Promise<void> {
  const file = path.join(trial.folder, 'tried');
  const now = subjectOf(trial);
  if (existsSync(file) && readFileSync(file, 'utf8') === now) return;
  await tryOut(api, trial.installation);
  writeFileSync(file, now);
}

function subjectOf({ configuration, image, programs = usualPrograms }: Trial): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const versions = programs.map((program) => {
    const file = findProgram(program);
    if (file === undefined) return program;
    const { mtimeMs, size } = statSync(file);
    return `${file} ${mtimeMs} ${size}`;
  });
  return [boot, ...versions, image, configuration].join('\n');
}

/** Leaves nothing behind; throws a `Failure` that says what this machine refused. */
async function tryOut(api: Engine, installation: string): Promise<void> {
  // The name is that of this checkout: two on one machine would have one chain of the firewall for networks of one
  // name.
  const name = `trial.${installation}`;
  for (let trial = 1; trial < trials; trial++) {
    try {
      return await tryOnce(api, name);
    } catch {
      await pause(500);
    }
  }
  await tryOnce(api, name);
}

async function tryOnce(api: Engine, name: string): Promise<void> {
  await clear(api, name);
  try {
    const port = await freePort();
    await api.call('POST', '/networks/create', { body: { Name: name, Driver: 'bridge' } });
    await api.call('POST', '/containers/create', { query: { name }, body: bodyOf(name, port) });
    await api.call('POST', `/containers/${name}/start`, { silenceMs: timeoutMs });
    await answers(port);
  } catch (error) {
    const why = messageOf(error);
    throw new Failure('Containers cannot run on this machine. A trial failed with:', [why], error);
  } finally {
    await clear(api, name);
  }
}

const bodyOf = (name: string, port: number) => ({
  Image: labImageName,
  User: '10001:10001',
  Entrypoint: ['/usr/bin/tini', '--'],
  Cmd: ['socat', 'TCP-LISTEN:22,fork,reuseaddr', 'SYSTEM:echo in'],
  ExposedPorts: { '22/tcp': {} },
  HostConfig: {
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    PidsLimit: 64,
    Memory: 67_108_864,
    NanoCpus: 500_000_000,
    Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
    NetworkMode: name,
    PortBindings: { '22/tcp': [{ HostIp: '127.0.0.1', HostPort: String(port) }] },
  },
});

async function answers(port: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isListening(port))) {
    if (performance.now() > deadline) throw new Error('its port is not responding');
    await pause(50);
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 });
    const end = (isIn: boolean) => {
      socket.destroy();
      resolve(isIn);
    };
    socket.on('data', (data) => end(data.includes('in')));
    for (const event of ['error', 'close', 'timeout'] as const) socket.once(event, () => end(false));
  });

/** Also what a trial left that was cut short. */
async function clear(api: Engine, name: string): Promise<void> {
  const absent = () => undefined;
  await api.call('DELETE', `/containers/${name}`, { query: { force: 'true', v: 'true' } }).catch(absent);
  await api.call('DELETE', `/networks/${name}`).catch(absent);
}
