// Probes with the OpenSSH client of the machine, as students use it.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Probed, Probes, Target } from './port.ts';

export type SshOptions = {
  /** The time limit of one login, from the connection to the last answer. */
  readonly timeoutMs?: number;
};

export const sshProbes = ({ timeoutMs = 15_000 }: SshOptions = {}): Probes => ({
  async login(target, signal) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'covenant-ssh-'));
    try {
      return await whenListening(signal, () =>
        probe(folder, target, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/**
 * A node opens the port of a pod up to some seconds after the pod is ready. To be refused again costs less than
 * observing the lab again.
 */
const refusedMs = 2_000;
const againMs = 150;

async function whenListening(signal: AbortSignal, login: () => Promise<Probed>): Promise<Probed> {
  for (const end = performance.now() + refusedMs; ; await pause(againMs)) {
    const probed = await login();
    const isClosed = probed.kind === 'refused' && probed.detail.endsWith('Connection refused');
    if (!isClosed || signal.aborted || performance.now() > end) return probed;
  }
}

async function probe(folder: string, target: Target, signal: AbortSignal): Promise<Probed> {
  const knownHosts = path.join(folder, 'known_hosts');
  const askpass = path.join(folder, 'askpass');
  await writeFile(knownHosts, `${target.knownHosts}\n`);
  // ssh takes no password as an argument, and that is well; it asks this program.
  await writeFile(askpass, '#!/bin/sh\nprintf "%s\\n" "$COVENANT_ASKED"\n', { mode: 0o700 });
  const [a, b] = [randomInt(1e6), randomInt(1e6)];
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    SSH_ASKPASS: askpass,
    SSH_ASKPASS_REQUIRE: 'force',
    COVENANT_ASKED: target.password,
  };
  const start = (what: readonly string[], until?: RegExp) =>
    run([...argumentsOf(target, knownHosts), ...what], env, signal, until);
  if (target.isPasswordOnly) {
    const ended = await start(withoutSession(target), accepted);
    return notStarted(ended) ?? judgePassword(ended);
  }
  const command = script(addressesIn(target.closed), a, b);
  const ended = await start(['-tt', ...logging('ERROR'), target.host, command]);
  const { output, code } = ended;
  // An address that could not be read was not tried.
  return notStarted(ended) ?? judge(output, code, a + b, target.closed.length);
}

/** The machine of the worker has no client, or no process for it: the lab was not tried. */
const notStarted = ({ notStarted: detail }: Ended): Probed | null =>
  detail === undefined ? null : { kind: 'refused', reason: 'probe_incomplete', detail };

const logging = (level: string): readonly string[] => options({ LogLevel: level });

/** The client reports that it was let in, and asks for nothing. */
const withoutSession = ({ host }: Target): readonly string[] => ['-N', ...logging('VERBOSE'), host];
const accepted = /^Authenticated to .* using "/m;

const argumentsOf = ({ port, user }: Target, knownHosts: string): readonly string[] => [
  ...['-F', 'none', '-p', String(port), '-l', user],
  ...options({
    UserKnownHostsFile: knownHosts,
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: 'yes',
    PreferredAuthentications: 'password,keyboard-interactive',
    PubkeyAuthentication: 'no',
    NumberOfPasswordPrompts: '1',
    ConnectTimeout: '5',
    // First, since the exchange that a client prefers by itself (sntrup761) costs four fifths of a login's CPU time.
    // Nothing is left out.
    KexAlgorithms: '^curve25519-sha256',
    UpdateHostKeys: 'no',
  }),
];

const options = (values: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-o', `${name}=${value}`]);

type Address = readonly [host: string, port: string];

const addressesIn = (closed: readonly string[]): readonly Address[] =>
  closed.flatMap((address) => {
    const found = /^\[?([0-9A-Za-z_.:-]+?)\]?:(\d{1,5})$/.exec(address);
    return found === null ? [] : [[found[1] ?? '', found[2] ?? ''] as const];
  });

/**
 * The sum is worked out inside, so that an echo of the command proves nothing. All addresses are tried at once, for
 * half a second longer than the lab needs to reach itself: on a busy machine that takes longer, and then so do they. A
 * name has to be resolved first. Nothing waits for tries that have ended, as they do at once where there is no route.
 */
function script(closed: readonly Address[], a: number, b: number): string {
  const tries = closed.map(
    ([host, port]) =>
      `(echo tried:${host}:${port}; exec 3<>/dev/tcp/${host}/${port} && echo open:${host}:${port}) 2>/dev/null & p="$p $!";`,
  );
  const end = `echo in:$((${a} + ${b}))`;
  // Nothing but what the shell has itself: a lab whose processes are all taken lets its student in to end some.
  if (tries.length === 0) return `test -t 0 && ${end}`;
  // What cannot even reach the lab's own sshd proves nothing by what it does not reach.
  const itself = `timeout 3 bash --norc -c 'exec 3<>/dev/tcp/127.0.0.1/22' 2>/dev/null && echo reached:itself`;
  const tenths = closed.some(isName) ? 30 : 5;
  const waiting = `n=0; while [ $n -lt ${tenths} ] && kill -0 $p 2>/dev/null; do sleep 0.1 || sleep 1; n=$((n + 1)); done; kill $p 2>/dev/null`;
  return `exec bash --norc -c "$(printf %s ${quote(`test -t 0 || exit 1; p=; ${tries.join(' ')} ${itself}; ${waiting}; ${end}`)})"`;
}

const isName = ([host]: Address): boolean => !/^[\d.]+$/.test(host) && !host.includes(':');

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** What a login shows that printed `output` and ended with `code`; `closed` addresses were to be tried. */
export function judge(output: string, code: number | null, sum: number, closed: number): Probed {
  const lines = output.split(/[\r\n]+/);
  const open = lines.find((line) => line.startsWith('open:'));
  if (open !== undefined)
    return { kind: 'refused', reason: 'isolation_probe', detail: `${open.slice(5)} was reached from inside` };
  if (code === 0 && output.includes(`in:${sum}`)) {
    const why = inconclusive(lines, closed);
    return why === null ? { kind: 'in' } : { kind: 'refused', reason: 'probe_incomplete', detail: why };
  }
  return refusal(output, code);
}

/** What a login shows that was to be let in and nothing else. */
export const judgePassword = ({ output, code }: Ended): Probed =>
  accepted.test(output) ? { kind: 'in' } : refusal(output, code);

function refusal(output: string, code: number | null): Probed {
  const lastLine = output.trim().split('\n').at(-1)?.trim() ?? '';
  const detail = lastLine === '' ? `ssh ended with ${code ?? 'a signal'}` : lastLine;
  return { kind: 'refused', reason: 'ssh_probe', detail };
}

function inconclusive(lines: readonly string[], closed: number): string | null {
  if (closed === 0) return null;
  if (!lines.includes('reached:itself')) return 'it did not reach the lab itself in time';
  const tried = lines.filter((line) => line.startsWith('tried:')).length;
  return tried < closed ? `it tried ${tried} of ${closed} addresses` : null;
}

type Ended = { readonly output: string; readonly code: number | null; readonly notStarted?: string };

/** `until`: with this output it has shown what it was started for. */
function run(args: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal, until?: RegExp): Promise<Ended> {
  return new Promise((resolve) => {
    // In a separate session: without a terminal ssh asks the program and no one else.
    const child = spawn('ssh', args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    const keep = (chunk: Buffer) => {
      if (output.length < 8_192) output += chunk.toString('latin1');
      if (until?.test(output)) end();
    };
    const end = () => child.kill('SIGKILL');
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    signal.addEventListener('abort', end, { once: true });
    const finish = (code: number | null) => {
      signal.removeEventListener('abort', end);
      resolve({ output: signal.aborted ? `${output}\nno answer in time` : output, code });
    };
    child.once('error', (error) => {
      signal.removeEventListener('abort', end);
      resolve({ output, code: null, notStarted: error.message });
    });
    child.once('close', finish);
  });
}
