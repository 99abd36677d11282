// Which homes are new: the worker knows by its runs, and its plans say it; and which logins a start tries.
import test, { type ExecutionContext } from 'ava';
import type { Cluster } from '../../../adapters/cluster/port.ts';
import type { Probes, Target } from '../../../adapters/ssh/port.ts';
import { eventually } from '../../test/fixtures/eventually.ts';
import { labBench, shell } from '../../test/fixtures/labs/infra-with-worker.ts';

const withScripts = (lab_id: string, keep_days: number): string =>
  `${shell(lab_id, `keep_days: ${keep_days}\n`)}    init_scripts:\n      - { name: setup, run: 'true' }\n`;

/** What the plans of the lab's runs said of its home, one after the other, without repetitions. */
async function recorded(t: ExecutionContext) {
  const b = await labBench(t);
  let plans: boolean[] = [];
  const cluster: Cluster = {
    ...b.cluster,
    apply(plan) {
      if (plans.at(-1) !== plan.isHomeKept) plans.push(plan.isHomeKept);
      return b.cluster.apply(plan);
    },
  };
  await b.worker({ cluster });
  const isRunning = ({ state }: { readonly state: string }) => state === 'running';
  return {
    ...b,
    /** What one run keeps, once its scripts would not run again. */
    async run(lab_id: string, more: object = {}): Promise<readonly boolean[]> {
      plans = [];
      const id = await b.start(lab_id, 'anna', more);
      await b.until(id, isRunning);
      await eventually(
        async () => plans.at(-1),
        (isKept) => isKept === true,
      );
      await b.until(id, isRunning);
      await b.stop(lab_id, 'anna');
      await b.until(id, ({ state }) => state === 'stopped');
      return plans;
    },
  };
}

test('a home is new until a run of it was running, also when it is kept or comes back from its archive', async (t) => {
  const b = await recorded(t);
  for (const [lab_id, keep_days] of [
    ['shell', 0],
    ['kept', 7],
  ] as const) {
    await b.upload(lab_id, withScripts(lab_id, keep_days));
    t.deepEqual(await b.run(lab_id), [false, true], lab_id);
    t.deepEqual(await b.run(lab_id), [true], lab_id);
  }
  t.deepEqual(await b.run('shell', { restore: 'none' }), [false, true], 'an empty home');
  t.deepEqual(await b.run('shell'), [true], 'and what came of it');
  t.deepEqual(
    (await b.published('lab.status')).filter(({ state }) => state === 'degraded'),
    [],
  );
});

test('a start runs a command as the platform alone; of each member, and of a running lab, the password is tried', async (t) => {
  const b = await labBench(t);
  const targets: Target[] = [];
  const probes: Probes = {
    login(target, signal) {
      targets.push(target);
      return b.deps().probes.login(target, signal);
    },
  };
  await b.worker({ probes }, { checkMs: 200 });
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  await eventually(
    async () => targets.length,
    (count) => count > 4,
  );
  const { ssh_credentials } = await b.access(id, 'anna');
  const brief = targets.map(({ user, isPasswordOnly, password }) => [
    user,
    isPasswordOnly,
    password === ssh_credentials,
  ]);
  t.deepEqual(brief.slice(0, 2), [
    ['lab-probe', undefined, false],
    ['student', true, true],
  ]);
  t.deepEqual(new Set(brief.slice(2).map(String)), new Set(['student,true,true']));
});
