// The files at /etc/lab-secret of one role, the same for every engine. What reads them: lab-init of the lab image.
import type { InstancePlan, Login, RolePlan } from './port.ts';

/** By path below the folder. All of them are for the lab's uid alone. */
export type SecretFiles = Readonly<Record<string, string>>;

/**
 * `passwd` is read at each login, the others at the start of the container. The host key is not among them, since a
 * student could read it there.
 */
export function secretFiles(plan: InstancePlan, role: RolePlan): SecretFiles {
  const scripts = role.initScripts.map((script, index) => ({
    ...script,
    file: `${String(index + 1).padStart(2, '0')}-${script.name}`,
  }));
  const isKept = role.volume && plan.isHomeKept;
  const list = scripts
    .filter(({ always }) => always || !isKept)
    .map(({ file, timeoutS, always }) => `${file} ${timeoutS} ${isKept ? 'again' : always ? 'always' : 'once'}\n`);
  return {
    ...(role.ssh && { passwd: passwdFile(plan) }),
    ...(role.ssh && plan.portForwarding && { forwarding: `${destinations(plan).join(' ')}\n` }),
    environment: environmentFile(role.environment),
    'init.list': list.join(''),
    ...Object.fromEntries(scripts.map(({ file, run }) => [`init/${file}`, run])),
  };
}

/**
 * The addresses that sshd connects to for its clients (PermitOpen): the container itself, and what its neighbours
 * offer.
 */
const destinations = ({ roles }: InstancePlan): readonly string[] => [
  ...['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:*`),
  ...roles.flatMap(({ role, ports }) => ports.map((port) => `${role || 'localhost'}:${port}`)),
];

/**
 * What a container gets of the host key: its first environment, which the programs of the lab image keep from its
 * students (lab-init). Nothing else is as new at each start, and gone afterwards.
 */
export const HOST_KEY_VARIABLE = 'LAB_HOST_KEY';

/**
 * Lines `name:hash`, as pam_pwdfile reads them. A third field says that the account begins without start files
 * (lab-users of the lab image): each student has such an account beside the usual one, with the same password.
 */
export const passwdFile = ({ logins }: Pick<InstancePlan, 'logins'>): string =>
  logins.map((login) => (login.isProbe ? line(login.name, login, 'probe') : linesOf(login))).join('');

const linesOf = (login: Login): string => line(login.name, login) + line(plainNameOf(login), login, 'plain');

/** No student_id has a hyphen, so no member of a group has such a name. */
const plainNameOf = ({ name }: Login): string => (name === 'student' ? 'plain' : `plain-${name}`);

const line = (name: string, { passwordHash }: Login, start?: 'plain' | 'probe'): string =>
  `${[name, passwordHash, ...(start ? [start] : [])].join(':')}\n`;

/** Lines `NAME=value` with `\\` and `\n` for what would break a line. */
const environmentFile = (environment: RolePlan['environment']): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n`)
    .join('');
