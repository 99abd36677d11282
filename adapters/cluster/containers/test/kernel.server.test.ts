// What a lab may ask of the kernel that it shares with the machine, and what of it two labs share with each other.
import test from 'ava';
import { applied, ownUids, system } from './labs.fixture.ts';
import { addressOf, inLab, ssh } from './login.fixture.ts';

/** System calls by number, x86-64 and arm64: Perl is in the image, and headers are not. */
const numbers = {
  add_key: [248, 217],
  bpf: [321, 280],
  io_uring_setup: [425, 425],
  keyctl: [250, 219],
  kexec_load: [246, 104],
  mount: [165, 40],
  open_by_handle_at: [304, 265],
  perf_event_open: [298, 241],
  request_key: [249, 218],
  setns: [308, 268],
  unshare: [272, 97],
  userfaultfd: [323, 282],
} as const;
const numberOf = (name: keyof typeof numbers): number => numbers[name][process.arch === 'arm64' ? 1 : 0];
const inotifyInit = process.arch === 'arm64' ? 26 : 294;

const EPERM = 1;

test.serial(
  'a lab makes no namespace, mounts nothing, and reaches none of the rarer parts of the kernel',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const plan = s.plan('anna');
    t.deepEqual(await s.cluster.apply(plan), applied);
    t.is(
      await inLab(
        s.cluster,
        plan,
        'for kind in U m n i p u C T; do unshare -r$kind true 2>/dev/null && echo $kind; done; unshare -Urmn true 2>&1',
      ),
      'unshare: unshare failed: Operation not permitted',
    );
    const tries = Object.keys(numbers).map((name) => {
      const flags = name === 'unshare' ? 0x1000_0000 : 0;
      return `perl -e '$! = 0; syscall(${numberOf(name as keyof typeof numbers)}, ${flags}, 0, 0, 0, 0); print "${name} ", $! + 0, "\\n"'`;
    });
    t.deepEqual((await inLab(s.cluster, plan, tries.join('\n'))).split('\n'), [
      ...Object.keys(numbers).map((name) => `${name} ${EPERM}`),
    ]);
    t.is(
      await inLab(s.cluster, plan, 'grep -E "^(Seccomp|NoNewPrivs|CapEff):" /proc/self/status | tr -d "\\t"'),
      'CapEff:0000000000000000\nNoNewPrivs:1\nSeccomp:2',
    );
  },
);

test.serial('a lab runs shells, editors, file transfer and a debugger', async (t) => {
  const s = await system(t);
  if (!s) return;
  const plan = s.plan('anna');
  t.deepEqual(await s.cluster.apply(plan), applied);
  await inLab(s.cluster, plan, 'echo one > notes.txt');
  const at = await addressOf(s.cluster, plan);
  // A process traces its child, as a debugger does; what it asks for first is a child that stops itself.
  const ptrace = process.arch === 'arm64' ? 117 : 101;
  const script = [
    `vi -es -c '%s/one/two/' -c 'wq' notes.txt; cat notes.txt`,
    `perl -e 'exit(fork() ? (wait(), $? >> 8)[1] : syscall(${ptrace}, 0, 0, 0, 0) & 255); '; echo traced $?`,
    'setarch -R true && echo fixed addresses',
    '(sleep 0.01 & wait) && echo child',
    'mkfifo pipe && (echo through > pipe & cat pipe)',
    'ps -e > /dev/null && ss -ltn > /dev/null && ip address > /dev/null && echo tools',
  ];
  t.deepEqual((await inLab(s.cluster, plan, script.join('\n'))).split('\n'), [
    'two',
    'traced 0',
    'fixed addresses',
    'child',
    'through',
    'tools',
  ]);
  t.is((await ssh(at, 'stty size > /dev/null && tty', { tty: true })).out.trim(), '/dev/pts/0');
});

test.serial('a lab takes no limits of a user from other labs', async (t) => {
  const s = await ownUids(t);
  if (!s) return;
  const [anna, ben] = [s.plan('anna'), s.plan('ben')];
  t.deepEqual(await Promise.all([anna, ben].map((plan) => s.cluster.apply(plan))), [applied, applied]);
  const take = (count: number, rest: string) =>
    `perl -e '$n = 0; while ($n < ${count}) { last if syscall(${inotifyInit}, 0) < 0; $n++ } print "$n\\n"; $| = 1; ${rest}'`;
  const all = Number((await inLab(s.cluster, anna, 'cat /proc/sys/fs/inotify/max_user_instances')).trim());
  const greedy = `nohup ${take(all + 1, 'close STDOUT; sleep 600')} > taken 2>&1 < /dev/null & until [ -s taken ]; do sleep 0.05; done; cat taken`;
  // What sshd and the machine may hold themselves is nothing here: all of it is the student's.
  t.is(await inLab(s.cluster, anna, greedy), String(all));
  t.is(await inLab(s.cluster, anna, take(1, '')), '0');
  t.is(await inLab(s.cluster, ben, take(all, '')), String(all));
  const uids = await Promise.all(
    [anna, ben].map((plan) => inLab(s.cluster, plan, 'id -u; id -un; id -g; stat -c %U:%a ~')),
  );
  t.deepEqual(
    uids.map((each) => each.split('\n').slice(1)),
    [
      ['student', '10001', 'student:755'],
      ['student', '10001', 'student:755'],
    ],
  );
  t.not(uids[0], uids[1]);
});
