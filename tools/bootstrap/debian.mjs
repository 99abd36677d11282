// Installs the Debian packages that a purpose needs, when it may; else says the one command. Runs on Node 20 without
// dependencies.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A package is there when its program is: machines without dpkg have it from elsewhere. */
export const packagesFor = {
  start: [
    { name: 'redis-server', program: 'redis-server' },
    { name: 'rabbitmq-server', program: '/usr/lib/rabbitmq/bin/rabbitmq-server' },
  ],
  generate: [],
};
/**
 * What labs run on (tools/local/servers/lab-engine/podman.ts). A start goes on without them. Each brings what it
 * depends on; netavark is only recommended by Podman, but needed.
 */
export const labPackages = [
  { name: 'podman', program: 'podman' },
  { name: 'runc', program: 'runc' },
  { name: 'netavark', program: '/usr/lib/podman/netavark' },
  { name: 'iptables', program: 'iptables' },
  { name: 'iproute2', program: 'ip' },
  { name: 'mmdebstrap', program: 'mmdebstrap' },
  // File systems of homes, and the loop devices under them (adapters/cluster/containers/disks.ts).
  { name: 'e2fsprogs', program: '/usr/sbin/mkfs.ext4' },
  { name: 'mount', program: '/usr/sbin/losetup' },
  { name: 'openssh-client', program: 'ssh' },
];
/** For who follows the README; a start goes on without it. */
export const readerPackages = [{ name: 'curl', program: 'curl' }];
/** For tests of pages; they go on without it, and say so. Large: some 350 MB on the disk. */
export const browserPackages = [{ name: 'chromium', program: 'chromium' }];
// Judges that tests ask beside our own code, and what they clone and look with.
packagesFor.test = [
  ...packagesFor.start,
  ...readerPackages,
  { name: 'openssl', program: 'openssl' },
  { name: 'openssh-client', program: 'ssh-keygen' },
  { name: 'git', program: 'git' },
  { name: 'iproute2', program: 'ss' },
  { name: 'sshpass', program: 'sshpass' },
];
// The benches of whole services bring up an installation.
packagesFor.bench = packagesFor.start;
packagesFor.image = [{ name: 'mmdebstrap', program: 'mmdebstrap' }];
// The lab image is built, a lab is entered as its student does, and the product runs on servers of its own.
packagesFor.cluster = [
  ...packagesFor.start,
  ...packagesFor.image,
  // File systems of homes, and the loop devices under them (adapters/cluster/containers/disks.ts).
  { name: 'e2fsprogs', program: '/usr/sbin/mkfs.ext4' },
  { name: 'mount', program: '/usr/sbin/losetup' },
  { name: 'openssh-client', program: 'ssh' },
  { name: 'sshpass', program: 'sshpass' },
];

export class Stop extends Error {}

/** Throws a `Stop` whose message is the sentence to print. */
export function installDebian(
  packages,
  { policyFile = '/usr/sbin/policy-rc.d', isRoot = process.getuid?.() === 0 } = {},
) {
  const missing = packages.filter(({ program }) => !isThere(program)).map(({ name }) => name);
  if (missing.length === 0) return;
  const list = missing.join(' ');
  if (!isThere('apt-get'))
    throw new Stop(
      `${list} is missing and this machine has no apt-get. Install it with the package manager of this machine, then run the command again.`,
    );
  if (!isRoot)
    throw new Stop(`${list} is missing. Run this once, then run the command again:  sudo apt-get install -y ${list}`);
  let plan = planOf(missing);
  if (!plan) {
    console.log('Updating the Debian package lists (apt-get update) ...');
    apt(['update', '-qq']);
    plan = planOf(missing);
  }
  if (!plan)
    throw new Stop(`apt-get cannot find ${list}. Debian 12 or a derivative with the "main" section is required.`);
  console.log(`Installing ${list} with apt-get (${plan}). Their services are not started.`);
  withoutStarting(policyFile, () => apt(['install', '-y', '-qq', '--no-install-recommends', ...missing]));
  const still = packages.filter(({ program }) => !isThere(program)).map(({ name }) => name);
  if (still.length > 0) throw new Stop(`apt-get installed ${still.join(' ')}, but its program is missing.`);
}

/** Like `installDebian`, but what cannot be had is told and done without. Who is not root could not use it. */
export function installIfPossible(packages, machine = {}) {
  const { isRoot = process.getuid?.() === 0 } = machine;
  if (!isRoot) return;
  try {
    installDebian(packages, machine);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.log(error.message);
  }
}

function isThere(program) {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => fs.existsSync(path.join(folder, program)));
}

const env = () => ({ ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' });
const waitForOthers = ['-o', 'DPkg::Lock::Timeout=300'];

/** What would be fetched, in apt's own words; undefined when it does not know a package. */
function planOf(packages) {
  const flags = ['install', '--assume-no', '--no-install-recommends', ...packages];
  const { stdout } = spawnSync('apt-get', [...waitForOthers, ...flags], { encoding: 'utf8', env: env() });
  const fetched = /Need to get ([^\n]*?) of archives/.exec(stdout ?? '')?.[1];
  const kept = /After this operation, ([^\n]*?) of additional disk space/.exec(stdout ?? '')?.[1];
  const count = /(\d+) newly installed/.exec(stdout ?? '')?.[1];
  return count && `${count} packages, ${fetched ?? 'nothing'} to download, ${kept ?? 'little'} on disk`;
}

function apt(args) {
  const { status } = spawnSync('apt-get', [...waitForOthers, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: env(),
  });
  if (status !== 0) throw new Stop(`apt-get ${args[0]} failed; see its output above.`);
}

const mark = '# Covenant put this here for one apt-get call; whatever was here before is beside it.';
const ours = `#!/bin/sh\n${mark}\nexit 101\n`;

/**
 * Debian asks this file whether a freshly installed service may start. Ours says no, and goes when the call is over.
 */
function withoutStarting(file, work) {
  const before = `${file}.before-covenant`;
  const restore = () => {
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8').includes(mark)) fs.rmSync(file);
    if (fs.existsSync(before)) fs.renameSync(before, file);
  };
  restore(); // a call of ours that was killed
  if (fs.existsSync(file)) fs.renameSync(file, before);
  fs.writeFileSync(file, ours, { mode: 0o755 });
  // apt-get runs in the foreground and gets a Ctrl-C itself; we must live on to tidy up.
  const ignore = () => undefined;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, ignore);
  try {
    work();
  } finally {
    restore();
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, ignore);
  }
}
