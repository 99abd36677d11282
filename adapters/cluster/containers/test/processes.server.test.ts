// A student who has used up all processes still gets in, and can end some; one lab's processes are none of another's.
import test from 'ava';
import { knownHosts } from '../../../../services/labs/host-key.ts';
import { sshProbes } from '../../../ssh/ssh.ts';
import { applied, ownUids } from './labs.fixture.ts';
import { addressOf, inLab, password, publicKey, ssh } from './login.fixture.ts';

/** Takes what there is, and what becomes free later; prints when that is all. */
const greedy = `pipe(R, W); if (fork) { print scalar <R>; exit } close $_ for *STDIN, *STDOUT, *STDERR; for (;;) { $p = fork; next if $p;
    if (!defined $p) { syswrite(W, "full\\n") unless $told++; select(undef, undef, undef, .02); next } close W; sleep 1000; exit }`;

test.serial(
  'a lab with a full process table accepts the login probe and its student, who ends processes and goes on',
  async (t) => {
    const s = await ownUids(t);
    if (!s) return;
    const plan = s.plan('anna');
    t.deepEqual(await s.cluster.apply(plan), applied);
    t.is(await inLab(s.cluster, plan, `perl -e '${greedy}'`), 'full');
    const at = await addressOf(s.cluster, plan);
    const target = { ...at, user: 'student', password, knownHosts: knownHosts([at], publicKey), closed: [] };
    t.deepEqual(await sshProbes({ timeoutMs: 30_000 }).login(target, AbortSignal.timeout(60_000)), { kind: 'in' });
    // By what a shell can do itself, since it cannot have a child.
    const end = `
    for each in /proc/[0-9]*; do read -r name < $each/comm && [ "$name" = perl ] && kill -9 "\${each#/proc/}" && ((++n)); done 2> /dev/null
    echo $((n > 200))`;
    t.is((await ssh(at, end, { tty: true })).out.trim(), '1');
    t.is(await inLab(s.cluster, plan, 'sleep 0 && echo again'), 'again');
    t.is(await inLab(s.cluster, plan, `echo kept > notes.txt; perl -e '${greedy}'`), 'full');
    t.deepEqual(await s.cluster.apply({ ...plan, generation: 2, restart_generation: 2 }), applied);
    t.deepEqual(await addressOf(s.cluster, plan), at);
    t.is(await inLab(s.cluster, plan, 'cat notes.txt; cat /proc/[0-9]*/comm | grep -c perl; true'), 'kept\n0');
  },
);

test.serial('a lab whose own start files fill the process table accepts commands, which end it', async (t) => {
  const s = await ownUids(t);
  if (!s) return;
  const plan = s.plan('anna');
  t.deepEqual(await s.cluster.apply(plan), applied);
  const at = await addressOf(s.cluster, plan);
  // Without a command it is a login, whose shell ends before its first prompt.
  const start = Buffer.from(`setsid perl -e '${greedy}'\nexit\n`).toString('base64');
  t.is(await inLab(s.cluster, plan, `base64 -d <<< ${start} >> .bashrc && echo planted`), 'planted');
  t.regex((await ssh(at, '', { tty: true })).out, /^full\r?$/m);
  t.deepEqual(await ssh(at, 'echo in'), { code: 0, out: 'in\n', error: '' });
  t.is((await ssh(at, 'pkill -9 perl')).code, 0);
  t.is(await inLab(s.cluster, plan, 'sleep 0 && rm .bashrc && echo again'), 'again');
});

test.serial(
  'processes of one lab take no room from another, nor from the roles that have a home of their own',
  async (t) => {
    const s = await ownUids(t);
    if (!s) return;
    const anna = s.plan('anna', { roles: [{ role: 'web' }, { role: 'box', volume: false }] });
    const ben = s.plan('ben');
    t.deepEqual(await Promise.all([anna, ben].map((plan) => s.cluster.apply(plan))), [applied, applied]);
    const fill = 'for ((n = 0; n < 240; n++)); do sleep 1000 > /dev/null 2>&1 & done; echo $n';
    t.is(await inLab(s.cluster, anna, fill, 'web'), '240');
    t.is(await inLab(s.cluster, anna, fill, 'box'), '240');
    t.is(await inLab(s.cluster, ben, fill), '240');
  },
);
