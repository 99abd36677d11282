// Labs as a teacher and a student use them: started and stopped with a line for each student, and entered with one command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client,
  getLabAccess,
  items,
  listLabInstances,
  startLab,
  stopLab,
  unwrap,
} from '../../../../generated/platform/client.ts';
import type { LabInstance, StartAccepted } from '../../../../generated/platform/types.ts';
import { optionsOf } from '../../../command-line/options.ts';
import { commonOptions, type Options, optionsIn, type Words } from './arguments.ts';
import { CommandError, type ExitCode, exitCodes } from './failure.ts';
import { outputFor, show } from './output.ts';
import type { Session } from './session.ts';
import { note, print, styled, type Terminal } from './terminal.ts';

/** Further commands of the group: those of the platform by a shorter name. */
export const labAliases: Readonly<Record<string, string>> = {
  list: 'list-labs',
  upload: 'upload-lab',
  instances: 'list-lab-instances',
  restart: 'restart-lab',
};

export const labsHelp = `covenant labs COMMAND

  start LAB --student ID ... [--restore none|latest] [--wait]
                                  start a lab; with --wait, a line for each student until all labs run
  stop LAB [--student ID ...] [--wait]
                                  stop the lab, or those of these students; their homes are archived
  ssh [--role NAME] LAB [COMMAND ...]
                                  open a shell in your lab, or run a command there
  ssh --show LAB                  show address and password instead, for another program
  list | upload FILE | instances LAB | restart LAB
                                  as covenant platform list-labs, upload-lab, list-lab-instances, restart-lab

      --timeout SECONDS           how long --wait waits; 600 without it

Example
  covenant labs start net-intro --student anna --student ben --wait

Exit code 1: a lab failed, or was refused for a student. \`covenant labs ssh\` ends with the exit code of ssh.
`;

interface Context {
  readonly terminal: Terminal;
  readonly open: (profile: string | undefined) => Session;
}

const labOptions = {
  ...commonOptions,
  student: { type: 'string', multiple: true },
  restore: { type: 'string' },
  wait: { type: 'boolean' },
  timeout: { type: 'string' },
} as const;

type Verb = 'start' | 'stop';
type State = LabInstance['state'];

const reached: Readonly<Record<Verb, readonly State[]>> = { start: ['running'], stop: ['stopped'] };
const ended: Readonly<Record<Verb, readonly State[]>> = {
  start: ['running', 'degraded', 'failed', 'stopped'],
  stop: ['stopped', 'failed'],
};

export async function changeLab(verb: Verb, args: readonly string[], context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const { values, positionals } = optionsOf({ args: [...args], allowPositionals: true, options: labOptions });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new CommandError(`Name one lab: \`covenant labs ${verb} LAB\`.`);
  const { student = [], restore, timeout = '600' } = values;
  if (verb === 'start' && student.length === 0) throw new CommandError('--student is required; it may be repeated.');
  if (!/^\d+$/.test(timeout)) throw new CommandError(`--timeout is ${timeout}; it must be a number of seconds.`);
  const options = optionsIn(values as Words);
  const client = await context.open(options.profile).client('platform');
  const before = await sequencesOf(client, id);
  const body = {
    ...(student.length === 0 ? {} : { student_ids: student }),
    ...(restore === undefined ? {} : { restore }),
  };
  // The service checks `restore`, as it does the ids.
  const input = { path: { id }, body } as never;
  const accepted: StartAccepted = unwrap(await (verb === 'start' ? startLab : stopLab)(client, input));
  for (const { student_id, outcome, reason, advice } of accepted.results)
    if (!options.quiet)
      note(terminal, [student_id, outcome, reason, advice].filter((each) => each !== null).join('  '));
  const isRefused = accepted.results.some(({ outcome }) => outcome === 'refused');
  if (!options.wait) {
    if (outputFor(terminal, options.output) !== 'table') show(terminal, accepted, outputFor(terminal, options.output));
    return isRefused ? exitCodes.failed : exitCodes.ok;
  }
  const watching = { client, id, verb, before, deadline: Date.now() + Number(timeout) * 1_000 };
  const instances = await settled(accepted, watching, { terminal, options });
  show(terminal, { items: instances }, outputFor(terminal, options.output));
  const isReached = instances.every(({ state }) => reached[verb].includes(state));
  return isRefused || !isReached ? exitCodes.failed : exitCodes.ok;
}

/** The number of the last change of each instance: what is listed with a higher one has happened since. */
async function sequencesOf(client: Client, id: string): Promise<ReadonlyMap<string, number>> {
  const known = new Map<string, number>();
  for await (const { instance_id, sequence } of items(listLabInstances, client, { path: { id } }))
    known.set(instance_id, sequence);
  return known;
}

interface Watching {
  readonly client: Client;
  readonly id: string;
  readonly verb: Verb;
  readonly before: ReadonlyMap<string, number>;
  readonly deadline: number;
}

/** Until each instance of the request has come to its end, with a line for each change. */
async function settled(
  { results }: StartAccepted,
  { client, id, verb, before, deadline }: Watching,
  { terminal, options }: { readonly terminal: Terminal; readonly options: Options },
): Promise<readonly LabInstance[]> {
  const ids = new Set(results.filter(({ outcome }) => outcome !== 'refused').flatMap((each) => each.instance_id ?? []));
  const unchanged = new Set(
    results.filter(({ outcome }) => /^already_(running|stopped)$/.test(outcome)).map((each) => each.instance_id),
  );
  const shown = new Map<string, string>();
  for (;;) {
    const listed: LabInstance[] = [];
    for await (const each of items(listLabInstances, client, { path: { id } }))
      if (ids.has(each.instance_id)) listed.push(each);
    const isFresh = ({ instance_id, sequence }: LabInstance) =>
      unchanged.has(instance_id) || sequence > (before.get(instance_id) ?? -1);
    for (const instance of listed.filter(isFresh)) {
      const { instance_id, members, state, reason, advice } = instance;
      if (shown.get(instance_id) === state) continue;
      shown.set(instance_id, state);
      const colour = state === 'running' ? 'green' : state === 'failed' ? 'red' : 'dim';
      const line = [members.join(', '), styled(terminal, terminal.err, colour, state), reason, advice];
      if (!options.quiet) note(terminal, line.filter((each) => each !== null).join('  '));
    }
    if (listed.length === ids.size && listed.every((each) => isFresh(each) && ended[verb].includes(each.state)))
      return listed;
    if (Date.now() > deadline)
      throw new CommandError('The labs have not settled in time. They go on without this command.', exitCodes.failed);
    await pause(1_000);
  }
}

/** The words after the lab's name belong to ssh's command. */
export async function ssh(args: readonly string[], context: Context): Promise<ExitCode> {
  const at = args.findIndex(
    (word, index) => !word.startsWith('-') && !['--role', '--profile'].includes(args[index - 1] ?? ''),
  );
  const [before, id, command] = at < 0 ? [args, undefined, []] : [args.slice(0, at), args[at], args.slice(at + 1)];
  const options = { ...commonOptions, role: { type: 'string' }, show: { type: 'boolean' } } as const;
  const { values } = optionsOf({ args: [...before], options });
  if (id === undefined) throw new CommandError('Name a lab: `covenant labs ssh LAB`.');
  const client = await context.open(values.profile).client('platform');
  const access = unwrap(await getLabAccess(client, { path: { id } }));
  const { ssh_host: host, ssh_user: user, ssh_credentials: password, known_hosts: known, endpoints } = access;
  const endpoint = values.role === undefined ? undefined : endpoints.find(({ role }) => role === values.role);
  if (values.role !== undefined && endpoint === undefined)
    throw new CommandError(
      `The lab has no role ${values.role}. Roles: ${endpoints.map(({ role }) => role).join(', ')}.`,
    );
  const port = endpoint?.ssh_port ?? access.ssh_port;
  if (values.show === true) {
    print(
      context.terminal,
      `ssh -p ${port} ${user}@${host}\npassword ${password}\nhost key ${access.host_key_fingerprint}`,
    );
    return exitCodes.ok;
  }
  return enter({ address: `${user}@${host}`, port, password, known }, command, context.terminal);
}

interface Login {
  readonly address: string;
  readonly port: number;
  readonly password: string;
  readonly known: string;
}

/** With the machine's ssh. The password reaches it by an environment that only this user can read. */
async function enter({ address, port, password, known }: Login, command: readonly string[], { env }: Terminal) {
  const folder = mkdtempSync(path.join(tmpdir(), 'covenant-'));
  const [hosts, askpass] = [path.join(folder, 'known_hosts'), path.join(folder, 'askpass')];
  const isIgnored = () => {}; // Ctrl-C belongs to the shell in the lab
  try {
    writeFileSync(hosts, `${known}\n`, { mode: 0o600 });
    writeFileSync(askpass, '#!/bin/sh\nprintf \'%s\\n\' "$COVENANT_LAB_PASSWORD"\n', { mode: 0o700 });
    process.on('SIGINT', isIgnored);
    const settings = {
      UserKnownHostsFile: hosts,
      GlobalKnownHostsFile: '/dev/null',
      StrictHostKeyChecking: 'yes',
      PubkeyAuthentication: 'no',
      NumberOfPasswordPrompts: '1',
      LogLevel: 'ERROR',
    };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    const child = spawn('ssh', [...words, '-p', `${port}`, address, ...command], {
      stdio: 'inherit',
      env: {
        ...env,
        SSH_ASKPASS: askpass,
        SSH_ASKPASS_REQUIRE: 'force',
        DISPLAY: env.DISPLAY ?? ':0',
        COVENANT_LAB_PASSWORD: password,
      },
    });
    const [code, signal] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(error.code === 'ENOENT' ? 'ssh is not installed.' : error.message, exitCodes.failed);
    })) as [number | null, NodeJS.Signals | null];
    return (code ?? 128 + constants.signals[signal ?? 'SIGTERM']) as ExitCode;
  } finally {
    process.off('SIGINT', isIgnored);
    rmSync(folder, { recursive: true, force: true });
  }
}
