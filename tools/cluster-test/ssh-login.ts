// Logins with a password by the real `ssh`.
import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoggedIn, Site } from '../../adapters/cluster/cluster-cases.fixture.ts';

/** `folder`: for the program that gives ssh the password. The host key is not checked. */
export function sshLogins(folder: string) {
  const askpass = path.join(folder, 'askpass');
  writeFileSync(askpass, '#!/bin/sh\nprintf "%s\\n" "$LAB_PASSWORD"\n');
  chmodSync(askpass, 0o700);
  const options = [
    ...['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'ConnectTimeout=5'],
    ...['PreferredAuthentications=password', 'NumberOfPasswordPrompts=1', 'PubkeyAuthentication=no'],
  ].flatMap((option) => ['-o', option]);
  const ssh = async (
    at: { readonly host: string; readonly port: number },
    user: string,
    password: string,
    what: readonly string[],
  ): Promise<LoggedIn> => {
    const child = spawn('ssh', ['-F', 'none', '-p', String(at.port), ...options, `${user}@${at.host}`, ...what], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force', LAB_PASSWORD: password },
    });
    const ended = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 255));
    });
    const [output, code] = await Promise.all([text(child.stdout), ended]);
    // 255 is ssh's own; the command's code may be any other.
    return code === 255 ? { ok: false } : { ok: true, output };
  };
  return {
    login: (...[at, user, password, command]: Parameters<NonNullable<Site['login']>>) =>
      ssh(at, user, password, [command]),
    forward: (...[at, user, password, destination]: Parameters<NonNullable<Site['forward']>>) =>
      ssh(at, user, password, ['-W', destination]),
  };
}
