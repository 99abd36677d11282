// `labs ssh`: into a lab with the machine's ssh, by the address, the password and the host key that the API names.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { getLabAccess, unwrap } from '../../../../generated/platform/client.ts';
import { optionsOf } from '../../../command-line/options.ts';
import { commonOptions } from './arguments.ts';
import { CommandError, type ExitCode, exitCodes } from './failure.ts';
import type { Session } from './session.ts';
import { print, type Terminal } from './terminal.ts';

const options = {
  ...commonOptions,
  role: { type: 'string' },
  plain: { type: 'boolean' },
  show: { type: 'boolean' },
} as const;
const valued = ['--role', '--profile', '--output', '-o'];

export interface SshWords {
  /** Our options, before or after the lab. */
  readonly own: readonly string[];
  readonly id: string | undefined;
  /** What runs in the lab, with its own options. */
  readonly command: readonly string[];
}

/** The command begins with the first word after the lab that is no option, or after `--`. */
export function sshWords(args: readonly string[]): SshWords {
  const own: string[] = [];
  let id: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    const isOption = word.startsWith('-') && word !== '--';
    if (isOption) own.push(...args.slice(at, valued.includes(word) ? ++at + 1 : at + 1));
    else if (id === undefined && word !== '--') id = word;
    else if (id !== undefined) return { own, id, command: args.slice(word === '--' ? at + 1 : at) };
  }
  return { own, id, command: [] };
}

interface Context {
  readonly terminal: Terminal;
  readonly open: (profile: string | undefined) => Session;
}

export async function ssh({ own, id, command }: SshWords, context: Context): Promise<ExitCode> {
  const { values } = optionsOf({ args: [...own], options });
  if (id === undefined) throw new CommandError('Name a lab: `covenant labs ssh LAB`.');
  const client = await context.open(values.profile).client('platform');
  const access = unwrap(await getLabAccess(client, { path: { id } }));
  const { ssh_host: host, ssh_user, ssh_credentials: password, known_hosts: known, endpoints } = access;
  const user = values.plain === true ? plainUser(ssh_user) : ssh_user;
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

/** The login of the same student that reads no start file (decision 589). */
const plainUser = (user: string): string => (user === 'student' ? 'plain' : `plain-${user}`);

interface Login {
  readonly address: string;
  readonly port: number;
  readonly password: string;
  readonly known: string;
}

interface Target {
  readonly address: string;
  readonly port: number;
  /** A file with the host key. */
  readonly hosts: string;
}

/** `--` ends the options of ssh: neither the address that the API names nor a word of the command becomes one. */
export function sshArguments({ address, port, hosts }: Target, command: readonly string[]): readonly string[] {
  const settings = {
    UserKnownHostsFile: hosts,
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: 'yes',
    PubkeyAuthentication: 'no',
    NumberOfPasswordPrompts: '1',
    LogLevel: 'ERROR',
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return [...words, '-p', `${port}`, '--', address, ...command];
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
    const child = spawn('ssh', sshArguments({ address, port, hosts }, command), {
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
