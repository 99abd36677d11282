// What a lab image is made of: Debian packages (variants.ts) and the files of this folder.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contentsOf, imageNameOf, type Variant } from './variants.ts';

const suite = 'bookworm';

/** Where each file of this folder lies in the image. */
const files = [
  { name: 'sshd_config', to: '/etc/lab/sshd_config', mode: '644' },
  { name: 'memory.sh', to: '/etc/lab/memory.sh', mode: '644' },
  { name: 'notice.sh', to: '/etc/lab/notice.sh', mode: '644' },
  { name: 'terminal.sh', to: '/etc/lab/terminal.sh', mode: '644' },
  { name: 'pam_sshd', to: '/etc/pam.d/sshd', mode: '644' },
  { name: 'lab-init', to: '/usr/local/bin/lab-init', mode: '755' },
  { name: 'lab-users', to: '/usr/local/bin/lab-users', mode: '755' },
  { name: 'lab-plain', to: '/usr/local/bin/lab-plain', mode: '755' },
  { name: 'lab-probe', to: '/usr/local/bin/lab-probe', mode: '755' },
] as const;

const sourceEnvironment = 'if [ -r /run/lab/environment.sh ]; then . /run/lab/environment.sh; fi';

/** Shell lines run in the finished tree; `$1` is its root. */
const steps = [
  // An empty home: engines copy what lies there into a new volume, and a restored one must hold the student's files
  // alone.
  'chroot "$1" groupadd -g 10001 student',
  'chroot "$1" useradd -u 10001 -g 10001 -M -d /home/student -s /bin/bash -p "*" student',
  // runc gives a home in memory this mode, but not this owner; lab-init closes a home that is the student's own.
  'install -d -o 10001 -g 10001 -m 1777 "$1/home/student"',
  'mkdir -p "$1/etc/lab" "$1/etc/lab-secret" "$1/run/lab" "$1/run/sshd" "$1/var/lib/extrausers"',
  // `student` with the uid of the lab, and names of group members on the same one, from the passwd file of the secret
  // (lab-users).
  'ln -s /run/lab/users "$1/var/lib/extrausers/passwd"',
  'sed -i "s/^passwd:.*/passwd: extrausers files/; s/^group:.*/group: files/; s/^shadow:.*/shadow: files/" "$1/etc/nsswitch.conf"',
  'echo "sshd: ALL: spawn /usr/local/bin/lab-users" > "$1/etc/hosts.allow"',
  // Interactive shells, commands by ssh, and login shells: none inherits what the container was started with.
  `sed -i '1i ${sourceEnvironment}\\n. /etc/lab/terminal.sh\\ncase $- in *i*) lab_login_limits ;; *) lab_limits ;; esac 2> /dev/null' "$1/etc/bash.bashrc"`,
  // Where only interactive shells come by. Their limit is the common one from the first prompt on: what a login runs
  // before it has room.
  `echo '. /etc/lab/memory.sh; . /etc/lab/notice.sh; PROMPT_COMMAND="lab_limits 2> /dev/null; report_oom_kills; show_notice\${PROMPT_COMMAND:+; $PROMPT_COMMAND}"' >> "$1/etc/bash.bashrc"`,
  `echo "${sourceEnvironment}" > "$1/etc/profile.d/lab.sh"`,
  // Newer than the terminals of this Debian.
  `printf 'xterm-ghostty|ghostty,\\n\\tuse=xterm-256color,\\n' | chroot "$1" tic -x -o /usr/share/terminfo -`,
  // No student can look into the process of a program that may be executed and not read: there the host key is
  // (lab-init). \`env\` is how the platform runs commands in a lab, without the environment that a container begins
  // with.
  'install -D -m 711 "$1/bin/bash" "$1/usr/local/lib/lab/bash" && chmod 711 "$1/usr/sbin/sshd" "$1/usr/bin/tini" "$1/usr/bin/env"',
  'rm -f "$1"/etc/ssh/ssh_host_* "$1/etc/resolv.conf" "$1/etc/hostname"',
  'chroot "$1" find / -xdev -perm /6000 -type f -exec chmod a-s {} +',
  // A program that names a capability does not begin where no one has it; a copy names none, and a lab's network allows
  // what it asks for.
  'install -m 755 "$1/usr/bin/ping" "$1/usr/bin/ping.plain" && mv "$1/usr/bin/ping.plain" "$1/usr/bin/ping"',
];

export const architectures = { x64: 'amd64', arm64: 'arm64' } as const;

/** The arguments of mmdebstrap that write the tree to `tar`. */
export function recipe(variant: Variant, tar: string): readonly string[] {
  const { packages, hasManual } = contentsOf(variant);
  const left = hasManual ? [] : ['man'];
  const exclude = [...left, 'locale', 'doc', 'info', 'lintian'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  );
  return [
    ...['--variant=minbase', `--include=${packages.join(',')}`],
    ...[...exclude, '--dpkgopt=path-include=/usr/share/doc/*/copyright', '--aptopt=Acquire::Languages "none"'],
    ...steps.map((step) => `--customize-hook=${step}`),
    ...files.flatMap(({ name, to, mode }) => [
      `--customize-hook=upload ${path.join(import.meta.dirname, name)} ${to}`,
      `--customize-hook=chown 0:0 "$1${to}"; chmod ${mode} "$1${to}"`,
    ]),
    ...[suite, tar],
  ];
}

/** The image that every installation has. */
export const labImageName = imageNameOf('shell');

/** How the image is run; the word for word configuration of an OCI image. */
export const imageConfig = {
  User: '10001:10001',
  WorkingDir: '/home/student',
  Entrypoint: ['/usr/bin/tini', '-g', '--', '/usr/local/bin/lab-init'],
  Env: ['PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin', 'HOME=/home/student', 'LANG=C.UTF-8'],
  ExposedPorts: { '22/tcp': {} },
} as const;

/** Two recipes of one hash make the same image, up to the packages' own updates. */
export function recipeHash(variant: Variant): string {
  const hash = createHash('sha256');
  // The folder of a checkout is no part of the recipe.
  const args = recipe(variant, 'rootfs.tar').map((arg) => arg.replaceAll(import.meta.dirname, ''));
  hash.update(JSON.stringify([process.arch, args, imageConfig]));
  for (const { name } of files) hash.update(readFileSync(path.join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 16);
}
