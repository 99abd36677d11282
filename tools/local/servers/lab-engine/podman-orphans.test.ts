// Which processes are taken for left behind.
import test from 'ava';
import { type LabProcess, orphansAmong } from './podman-orphans.ts';

const [lives, waits, removed] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const root = '/srv/one/run/labs/root';

const conmon = (pid: number, id: string, of = root): LabProcess => ({
  pid,
  parent: 1,
  command: [
    '/usr/bin/conmon',
    '--api-version',
    '1',
    '-c',
    id,
    '-u',
    id,
    '-b',
    `${of}/overlay-containers/${id}/userdata`,
  ],
  cgroups: '12:pids:/libpod_parent/conmon\n',
});
const lab = (pid: number, parent: number, id: string, command: readonly string[]): LabProcess => ({
  pid,
  parent,
  command,
  cgroups: `12:pids:/libpod_parent/libpod-${id}\n`,
});

const all = [
  conmon(10, lives),
  lab(11, 10, lives, ['/usr/bin/tini', '--', 'lab-init']),
  lab(12, 11, lives, ['sshd']),
  conmon(20, waits),
  lab(21, 20, waits, ['runc', 'init']),
  conmon(30, removed),
  { pid: 31, parent: 30, command: ['runc', 'create'], cgroups: '12:pids:/\n' },
  { pid: 32, parent: 31, command: ['runc', 'init'], cgroups: '12:pids:/\n' },
  conmon(40, waits, '/srv/another/run/labs/root'),
  lab(41, 40, 'd'.repeat(64), ['runc', 'init']),
  { pid: 50, parent: 1, command: ['vi', '-b', `${root}/x`], cgroups: '0::/\n' },
];

test('a process counts as orphaned when its container does not run or no longer exists, and not while it runs', (t) => {
  const found = orphansAmong(all, { root, containers: [lives, waits], running: new Set([lives]) });
  t.deepEqual(found, { labs: [21, 31, 32], watchers: [20, 30] });
});

test('a first process whose conmon was killed is recognised by its group', (t) => {
  const alone = all.filter(({ pid }) => pid !== 20);
  const found = orphansAmong(alone, { root, containers: [lives, waits], running: new Set([lives]) });
  t.deepEqual(found, { labs: [31, 32, 21], watchers: [30] });
});
