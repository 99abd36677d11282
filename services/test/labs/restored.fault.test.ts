// The records of deployments are deleted under running labs, and an older dump of the database is restored: nothing
// that a student wrote goes, and what the database does not know is listed. One seed here; `FAULTS=all` takes more,
// which the titles show. Single cases: sweep.server.test.ts.
import { execFileSync } from 'node:child_process';
import test from 'ava';
import type { VolumePage } from '../../../generated/infra/types.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { sweep } from '../../worker/archive/sweep.ts';
import { endLeases } from '../fixtures/ended-leases.ts';
import { type Bench, labBench } from '../fixtures/labs/infra-with-worker.ts';
import { pick, randomOf, seeds, shuffled } from '../fixtures/seeds.ts';

const students = ['anna', 'ben', 'carl', 'dora', 'emil', 'finn'];
const nameOf = (student: string) => `lab-shell-student-${student}`;
const never = new AbortController().signal;

async function run(b: Bench, students: readonly string[], file: string): Promise<void> {
  if (students.length === 0) return;
  const { results } = await b.deploy({ lab_id: 'shell', student_ids: students });
  for (const { student_id, instance_id } of results) {
    await b.until(instance_id ?? '', ({ state }) => state === 'running');
    b.write(nameOf(student_id ?? ''), file, 'kept');
  }
}

async function stop(b: Bench, students: readonly string[]): Promise<void> {
  if (students.length === 0) return;
  for (const { instance_id } of (await b.stopAll('shell', students)).results)
    await b.until(instance_id ?? '', ({ state }) => state === 'stopped');
}

const forgetDeployments = (b: Bench) =>
  withClient(b.database.ownerUrl, async (client) => void (await client.query('delete from lab_deployments')));

const dumpOf = (b: Bench): string =>
  execFileSync('pg_dump', ['--clean', b.database.ownerUrl], { encoding: 'utf8', maxBuffer: 1 << 26 });

const restoreFrom = (b: Bench, dump: string) =>
  execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', b.database.ownerUrl], {
    input: dump,
    stdio: ['pipe', 'ignore', 'inherit'],
  });

const homes = (b: Bench) => students.map((student) => [student, b.home(nameOf(student))] as const);

const listed = async (b: Bench) =>
  ((await b.send('GET', '/volumes?volume=quarantined')).body as VolumePage).items
    .map(({ student_id, reason }) => `${student_id}: ${reason}`)
    .sort();

for (const seed of seeds)
  test.serial(
    `every file is kept over two sweeps after deployments were deleted and an older dump was restored (seed ${seed})`,
    async (t) => {
      t.timeout(120_000);
      const random = randomOf(seed);
      const b = await labBench(t);
      await b.upload('shell');
      const worker = await b.worker();
      const order = shuffled(random, students);
      const early = order.slice(0, 1 + pick(random, students.length - 1));
      const late = order.filter((student) => !early.includes(student));
      await run(b, early, 'early.txt');
      await forgetDeployments(b);
      const dump = dumpOf(b);
      await run(b, late, 'late.txt');
      const again = early.slice(0, pick(random, early.length + 1));
      await stop(b, again);
      await run(b, again, 'again.txt');
      await forgetDeployments(b);
      await worker.end();
      const before = { objects: b.objects(), homes: homes(b) };
      restoreFrom(b, dump);
      // The dump may be of a moment in which the worker swept.
      await endLeases(b.database);

      for (let n = 0; n < 2; n++) t.truthy(await sweep(b.deps(), never));
      t.deepEqual({ objects: b.objects(), homes: homes(b) }, before);
      t.deepEqual(
        await listed(b),
        [
          ...late.map((student) => `${student}: no_row`),
          ...again.map((student) => `${student}: timeline_changed`),
        ].sort(),
      );
      t.deepEqual(
        Object.fromEntries(before.homes),
        Object.fromEntries(
          students.map((student) => [
            student,
            late.includes(student)
              ? ['late.txt: kept']
              : ['early.txt: kept', ...(again.includes(student) ? ['again.txt: kept'] : [])],
          ]),
        ),
      );
    },
  );
