// The files at /etc/lab-secret of one role, the same for every engine. What reads them: lab-init of the lab image.
import type { InstancePlan, RolePlan } from './port.ts';

/** By path below the folder. All of them are for the lab's uid alone. */
export type SecretFiles = Readonly<Record<string, string>>;

/** `passwd` is read at each login, the others at the start of the container. */
export function secretFiles(plan: InstancePlan, role: RolePlan): SecretFiles {
  const scripts = role.initScripts.map((script, index) => ({
    ...script,
    file: `${String(index + 1).padStart(2, '0')}-${script.name}`,
  }));
  const list = scripts.map(({ file, timeoutS, always }) => `${file} ${timeoutS} ${always ? 'always' : 'once'}\n`);
  return {
    ...(role.ssh && { passwd: passwdFile(plan), ssh_host_ed25519_key: plan.hostKey }),
    environment: environmentFile(role.environment),
    'init.list': list.join(''),
    ...Object.fromEntries(scripts.map(({ file, run }) => [`init/${file}`, run])),
  };
}

/** Lines `name:hash`, as pam_pwdfile reads them. */
const passwdFile = ({ logins }: InstancePlan): string =>
  logins.map(({ name, passwordHash }) => `${name}:${passwordHash}\n`).join('');

/** Lines `NAME=value` with `\\` and `\n` for what would break a line. */
const environmentFile = (environment: RolePlan['environment']): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n`)
    .join('');
