// Workers that are really killed, at every numbered step.
// `npm test` takes the steps at which most could be lost; `FAULTS=all` takes all of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { programOf } from '../../../tools/test/programs.ts';
import { endLeases } from '../fixtures/ended-leases.ts';
import { type Bench, labBench } from '../fixtures/labs/infra-with-worker.ts';

const program = programOf(path.join(import.meta.dirname, '../fixtures/labs/lab-worker-process.ts'));
const all = process.env.FAULTS === 'all';
const chosen = (steps: readonly number[], most: readonly number[]) => (all ? steps : most);

/** Runs a worker until its failpoint kills it, and its leases have ended. */
async function killAt(b: Bench, failpoint: string): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(b.settings), `${failpoint}:exit`], {
    stdio: 'inherit',
  });
  const [, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL') throw new Error(`the worker ended with ${signal ?? 'an exit code'}, not at ${failpoint}`);
  await endLeases(b.database);
}

const anna = 'lab-shell-student-anna';
const complete = ['claim', 'pod', 'policy', 'record', 'secret', 'service'].map((kind) => `${kind} ${anna}`);

const prepared = async (t: ExecutionContext) => {
  t.timeout(180_000);
  const b = await labBench(t);
  b.relay();
  await b.upload('shell');
  return b;
};

const podOf = (b: Bench) => b.world.all().find(({ kind }) => kind === 'pod')?.uid;

/** Runs the lab to where it has a file in its home, with a worker that no one kills. */
async function runs(b: Bench): Promise<string> {
  const worker = await b.worker();
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  b.write(anna, 'notes.txt', 'kept');
  await worker.end();
  return id;
}

for (const step of chosen([1, 2, 3, 8, 9, 10, 11, 12, 25, 13], [9, 25]))
  test.serial(`a worker killed at step ${step} of a start leaves one lab that runs and is announced`, async (t) => {
    const b = await prepared(t);
    const id = await b.start('shell', 'anna');
    await killAt(b, `create-lab:${step}`);
    await b.worker();
    await b.until(id, ({ state }) => state === 'running');
    t.deepEqual(b.objects(), complete);
    t.is((await b.published('student.notifications')).length, 1);
    await b.stop('shell', 'anna');
    t.like(await b.until(id, ({ state }) => state === 'stopped'), { volume: 'released' });
    t.deepEqual(b.objects(), []);
  });

for (const step of chosen([1, 8, 9, 10, 11, 12, 25, 13], [1, 9]))
  test.serial(
    `a worker killed at step ${step} of a restart leaves a new pod at the same address, and every file`,
    async (t) => {
      const b = await prepared(t);
      const id = await runs(b);
      const [{ address }, before] = [await b.instance(id), podOf(b)];
      await b.restart('shell', ['anna']);
      await killAt(b, `create-lab:${step}`);
      await b.worker();
      const running = await b.until(id, ({ state }) => state === 'running');
      t.not(podOf(b), before);
      t.deepEqual(running.address, address);
      t.deepEqual(b.objects(), complete);
      t.deepEqual(b.home(anna), ['notes.txt: kept']);
      t.is((await b.published('student.notifications')).length, 1, 'the student knows the way in already');
    },
  );

for (const step of chosen([4, 5, 6, 24, 7], [6, 24]))
  test.serial(`a worker killed at step ${step} of a start that restores brings back every file`, async (t) => {
    const b = await prepared(t);
    const id = await runs(b);
    await b.stop('shell', 'anna');
    const first = await b.worker();
    await b.until(id, ({ state }) => state === 'stopped');
    await first.end();
    await b.start('shell', 'anna');
    await killAt(b, `create-lab:${step}`);
    await b.worker();
    await b.until(id, ({ state }) => state === 'running');
    t.deepEqual(b.home(anna), ['notes.txt: kept']);
    t.deepEqual(b.objects(), complete);
  });

for (const step of chosen([1, 2, 3, 14, 15, 16, 26, 17, 18, 19, 20, 21], [15, 26, 17, 19]))
  test.serial(`a worker killed at step ${step} of a stop leaves the archive and no object`, async (t) => {
    const b = await prepared(t);
    const id = await runs(b);
    await b.stop('shell', 'anna');
    await killAt(b, `delete-lab:${step}`);
    if (b.objects().every((object) => !object.startsWith('claim')))
      t.not((await b.instance(id)).archive, null, 'no claim goes before its archive is recorded');
    await b.worker();
    const stopped = await b.until(id, ({ state }) => state === 'stopped');
    t.is(stopped.volume, 'released');
    t.deepEqual(b.objects(), []);
    t.deepEqual(await b.archived(anna, stopped.archive?.version_id), ['notes.txt: kept']);
  });

test.serial(
  'a lab that is started while it stops, and stopped again before it starts, stops with its archive',
  async (t) => {
    const b = await prepared(t);
    const id = await runs(b);
    await b.stop('shell', 'anna');
    await b.start('shell', 'anna');
    await killAt(b, 'create-lab:3');
    t.is((await b.instance(id)).state, 'stopped');
    const { results } = await b.stop('shell', 'anna');
    t.like(results[0], { outcome: 'accepted', state: 'stopping' });
    await b.worker();
    const stopped = await b.until(id, ({ state }) => state === 'stopped');
    t.is(stopped.volume, 'released');
    t.deepEqual(b.objects(), []);
    t.deepEqual(await b.archived(anna, stopped.archive?.version_id), ['notes.txt: kept']);
  },
);

test.serial('a lab starts and stops though its worker dies again and again', async (t) => {
  const b = await prepared(t);
  const id = await b.start('shell', 'anna');
  for (const step of [3, 9, 11, 25]) await killAt(b, `create-lab:${step}`);
  const worker = await b.worker();
  await b.until(id, ({ state }) => state === 'running');
  b.write(anna, 'notes.txt', 'kept');
  await worker.end();
  await b.stop('shell', 'anna');
  for (const step of [15, 26, 18, 20]) await killAt(b, `delete-lab:${step}`);
  await b.worker();
  const stopped = await b.until(id, ({ state }) => state === 'stopped');
  t.deepEqual(b.objects(), []);
  t.deepEqual(await b.archived(anna, stopped.archive?.version_id), ['notes.txt: kept']);
});
