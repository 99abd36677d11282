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

/**
 * UNIX, INET, INET6, NETLINK; then all others that Linux has had, of which those behind CVE-2026-31431 are 38 (ALG) and
 * 33 (RXRPC).
 */
const families = {
  usual: [1, 2, 10, 16],
  others: Array.from({ length: 46 }, (_, n) => n).filter((n) => ![1, 2, 10, 16].includes(n)),
};
const [socket, socketpair] = process.arch === 'arm64' ? [198, 199] : [41, 53];
/** The kernel takes the lower half of the number, a filter all of it. */
const ABOVE = 2 ** 32;

const answer = (number: number, ...args: readonly number[]) =>
  `perl -e '$! = 0; my $p = "\\0" x 8; my $r = syscall(${number}, ${args.join(', ')}, $p); print $r < 0 ? $! + 0 : 0, " "'`;

test.serial('a lab makes sockets of UNIX, INET, INET6 and NETLINK, and of no other family by any call', async (t) => {
  const s = await system(t);
  if (!s) return;
  const plan = s.plan('anna');
  t.deepEqual(await s.cluster.apply(plan), applied);
  const { usual, others } = families;
  const outcomes = async (tries: readonly string[]) =>
    (await inLab(s.cluster, plan, tries.join('\n'))).trim().split(' ').map(Number);
  // SOCK_RAW is what NETLINK has, SOCK_STREAM the others.
  t.deepEqual(await outcomes(usual.map((family) => answer(socket, family, family === 16 ? 3 : 1, 0))), [0, 0, 0, 0]);
  t.deepEqual(
    await outcomes(others.map((family) => answer(socket, family, 1, 0))),
    others.map(() => EPERM),
  );
  t.deepEqual(await outcomes([38, 40].map((family) => answer(socket, family + ABOVE, 1, 0))), [EPERM, EPERM]);
  t.deepEqual(await outcomes([1, 30, 38].map((family) => answer(socketpair, family, 1, 0))), [0, EPERM, EPERM]);
});

const ENOSYS = 38;

/** A program that makes one call as programs of 32 bits do, and ends with the number of its error. */
function narrowCall(eax: number, ebx: number, ecx: number | 'arguments', words: readonly number[] = []): Buffer {
  const at = 0x40_0000;
  const u32 = (...values: readonly number[]) =>
    values.flatMap((value) => [...Buffer.from(new Uint32Array([value]).buffer)]);
  const u16 = (...values: readonly number[]) => values.flatMap((value) => [value & 255, value >> 8]);
  const u64 = (...values: readonly number[]) => values.flatMap((value) => u32(value, 0));
  const headers = 64 + 56;
  const code = (argumentsAt: number) => [
    ...[0xb8, ...u32(eax), 0xbb, ...u32(ebx), 0xb9, ...u32(ecx === 'arguments' ? argumentsAt : ecx)],
    // edx = 0, int 0x80; then exit(-eax).
    ...[0x31, 0xd2, 0xcd, 0x80, 0xf7, 0xd8, 0x89, 0xc7, 0xb8, ...u32(60), 0x0f, 0x05],
  ];
  const body = [...code(at + headers + code(0).length), ...u32(...words)];
  const size = headers + body.length;
  return Buffer.from([
    ...[0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ...[...u16(2, 62), ...u32(1), ...u64(at + headers, 64, 0), ...u32(0), ...u16(64, 56, 1, 0, 0, 0)],
    ...[...u32(1, 5), ...u64(0, at, at, size, size, 0x1000)],
    ...body,
  ]);
}

test.serial('a program of 32 bits reaches no other family either, by socket or by socketcall', async (t) => {
  const s = await system(t);
  if (!s) return;
  if (process.arch !== 'x64') return t.pass('there are no such programs on this machine');
  const plan = s.plan('anna');
  t.deepEqual(await s.cluster.apply(plan), applied);
  const [byNumber, socketcall] = [359, 102];
  const programs = [
    ...[1, 38, 40].map((family) => narrowCall(byNumber, family, 1)),
    ...[1, 38, 40].map((family) => narrowCall(socketcall, 1, 'arguments', [family, 1, 0])),
    // socketpair, of ALG.
    narrowCall(socketcall, 8, 'arguments', [38, 1, 0, 0]),
  ];
  const tries = programs.map(
    (program) => `echo ${program.toString('base64')} | base64 -d > p; chmod +x p; ./p; echo $?`,
  );
  const [made, ...errors] = (await inLab(s.cluster, plan, tries.join('\n'))).split('\n').map(Number);
  // A descriptor, as minus its number.
  t.true(made !== undefined && made > 200, `${made}`);
  t.deepEqual(errors, [EPERM, EPERM, ENOSYS, ENOSYS, ENOSYS, ENOSYS]);
});

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
