// A student at the own machine: ssh, scp and sftp from Debian, with what the platform told of the way in and nothing else.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import { type Ran, run } from '../adapters/cluster/containers/test/login.fixture.ts';
import type { LabAccess } from '../generated/platform/types.ts';

export type Shell = ReturnType<typeof shellOf>;

/** The folder is the student's own machine: `notes.txt` is a file there. */
export function shellOf(t: Pick<ExecutionContext, 'teardown'>, access: LabAccess) {
  const folder = mkdtempSync(path.join(tmpdir(), 'covenant-student-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const known = path.join(folder, 'known_hosts');
  writeFileSync(known, `${access.known_hosts}\n`);
  const options = [
    ...['StrictHostKeyChecking=yes', `UserKnownHostsFile=${known}`, 'GlobalKnownHostsFile=/dev/null'],
    ...['LogLevel=ERROR', 'ConnectTimeout=20', 'ServerAliveInterval=10', 'ServerAliveCountMax=3'],
  ].flatMap((option) => ['-o', option]);
  const host = `${access.ssh_user}@${access.ssh_host}`;
  const as = (password: string, program: string, args: readonly string[]): Promise<Ran> =>
    run('timeout', ['60', 'sshpass', '-e', program, '-F', 'none', ...options, ...args], {
      ...process.env,
      SSHPASS: password,
    });
  const secret = access.ssh_credentials;
  const port = String(access.ssh_port);
  return {
    folder,
    ssh: (command: string, password = secret) => as(password, 'ssh', ['-p', port, host, command]),
    /** `file` of the folder, to the same name in the lab. */
    scp: (file: string) => as(secret, 'scp', ['-P', port, path.join(folder, file), `${host}:${file}`]),
    sftp(commands: string) {
      const batch = path.join(folder, 'batch');
      writeFileSync(batch, commands);
      // A batch alone asks for no password.
      return as(secret, 'sftp', ['-P', port, '-o', 'BatchMode=no', '-b', batch, host]);
    },
  };
}
