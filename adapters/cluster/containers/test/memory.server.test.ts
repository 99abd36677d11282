// What lies in memory is bounded and the lab's own, and a process that is killed for want of it is no riddle to its
// student.
import test from 'ava';
import type { InstancePlan } from '../../port.ts';
import { applied, type System, system } from './labs.fixture.ts';
import { addressOf, inLab, mustSee, ssh } from './login.fixture.ts';

const MIB = 1024 * 1024;

test.serial(
  'every folder that a lab has in memory is bounded, and all of them together leave most of its memory',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const plan = s.plan('anna');
    t.deepEqual(await s.cluster.apply(plan), applied);
    const script = `
    df --output=size,target -B1 -t tmpfs 2>/dev/null | tail -n +2 | while read -r size target; do
      if touch "$target/probe" 2>/dev/null; then rm "$target/probe"; echo "$target $size"; fi
    done`;
    const found = (await inLab(s.cluster, plan, script)).split('\n').map((line) => line.split(' '));
    t.deepEqual(Object.fromEntries(found.map(([folder, bytes]) => [folder, Number(bytes) / MIB])), {
      '/tmp': 64,
      '/var/tmp': 32,
      '/dev/shm': 32,
      '/run/lab': 1,
    });
  },
);

test.serial('a student who fills the folders in memory finds them full, and the lab goes on', async (t) => {
  const s = await system(t);
  if (!s) return;
  const plan = s.plan('anna');
  t.deepEqual(await s.cluster.apply(plan), applied);
  await inLab(s.cluster, plan, 'nohup sleep 1000 > /dev/null 2>&1 &');
  const began = await startedAt(s, plan);
  const fill =
    'for each in /tmp /var/tmp /dev/shm /run/lab; do head -c 900M /dev/zero 2>&1 > $each/full | grep -o "No space left on device"; done';
  t.is(await inLab(s.cluster, plan, fill), Array.from({ length: 4 }, () => 'No space left on device').join('\n'));
  t.is(await inLab(s.cluster, plan, 'pgrep -xc sleep'), '1');
  t.is(await startedAt(s, plan), began);
  const { roles } = await mustSee(s.cluster, plan.instance_id);
  t.deepEqual(
    roles.map(({ phase, failure }) => ({ phase, failure })),
    [{ phase: 'running', failure: null }],
  );
});

test.serial('the prompt reports once that a process was killed for lack of memory', async (t) => {
  const s = await system(t);
  if (!s) return;
  const plan = s.plan('anna');
  t.deepEqual(await s.cluster.apply(plan), applied);
  t.is(await inLab(s.cluster, plan, `perl -e '$all = "x" x 2_000_000_000' 2>/dev/null; echo $?`), '137');
  const at = await addressOf(s.cluster, plan);
  const words =
    'A process was killed because this lab used all its 512 MiB of memory. Files in /tmp, /var/tmp and /dev/shm also count towards the limit.';
  // A shell as a person has it: with a terminal, and what is typed comes after the first prompt.
  const shell = async (typed: string) => {
    const input = Buffer.from(`${typed}\n`).toString('base64');
    const { out } = await ssh(at, `base64 -d <<< ${input} | bash -i 2>&1`, { tty: true });
    return out.split(/\r?\n/).filter((line) => line.includes('was killed'));
  };
  t.deepEqual(await shell('true'), [words]);
  t.deepEqual(await shell('true'), []);
  t.deepEqual(await shell(`perl -e '$all = "x" x 2_000_000_000'`), [words]);
});

async function startedAt({ api, cluster }: System, { instance_id }: InstancePlan): Promise<string> {
  const pod = (await mustSee(cluster, instance_id)).objects.find(({ kind }) => kind === 'pod');
  const { State } = await api.call<{ State: { StartedAt: string } }>('GET', `/containers/${pod?.uid}/json`);
  return State.StartedAt;
}
