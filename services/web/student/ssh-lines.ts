// Lines that a student pastes into a terminal, each complete.
import type { LabAccess } from '../../../generated/platform/types.ts';

type Target = Pick<LabAccess, 'ssh_host' | 'ssh_user'>;

export const sshCommand = ({ ssh_host, ssh_user }: Target, port: number): string =>
  `ssh -p ${port} ${ssh_user}@${ssh_host}`;

/** In single quotes nothing has a meaning but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const appendCommand = (known_hosts: string): string =>
  `mkdir -p ~/.ssh && echo ${quoted(known_hosts.trim())} >> ~/.ssh/known_hosts`;

/** One block for each role; that of the first has the name of the lab. */
export const configBlock = ({ ssh_host, ssh_user, endpoints }: LabAccess, lab_id: string): string =>
  endpoints
    .map(({ role, ssh_port }, index) => {
      const name = index === 0 ? lab_id : `${lab_id}-${role}`;
      return `Host ${name}\n  HostName ${ssh_host}\n  Port ${ssh_port}\n  User ${ssh_user}`;
    })
    .join('\n');

/** Opens the home directory; VS Code asks for the password. */
export function editorAddress({ ssh_host, ssh_port, ssh_user }: LabAccess): string {
  const user = encodeURIComponent(ssh_user);
  return `vscode://vscode-remote/ssh-remote+${user}@${ssh_host}:${ssh_port}/home/${user}`;
}
