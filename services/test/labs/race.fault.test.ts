// Starts and stops of the same labs at the same time, and their messages in any order and number: the request that was
// written last decides, and no file is lost. One seed here; `FAULTS=all` takes more, which the titles show.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import test from 'ava';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import { topology } from '../../../generated/lab/topology.ts';
import { programOf } from '../../../tools/test/programs.ts';
import { freshVhost } from '../../../tools/test/servers.ts';
import { startRole } from '../../worker/role.ts';
import { eventually } from '../fixtures/eventually.ts';
import { type Bench, labBench } from '../fixtures/labs/infra-with-worker.ts';
import { drain } from '../fixtures/relay.ts';
import { pick, randomOf, seeds, shuffled } from '../fixtures/seeds.ts';

const students = ['anna', 'ben', 'carl'];
const nameOf = (student: string) => `lab-shell-student-${student}`;
const kinds = ['claim', 'pod', 'policy', 'record', 'secret', 'service'];
const calls = process.env.FAULTS === 'all' ? 50 : 15;

type Desired = 'running' | 'stopped';
const desiredStates = ['running', 'stopped'] as const;

/** Callers retry when asked to: on a busy machine requests wait for each other longer than a statement may take. */
const ask = (b: Bench, state: Desired, named: readonly string[]) =>
  eventually(
    () => b.send('POST', state === 'running' ? '/deploy' : '/delete', { lab_id: 'shell', student_ids: named }),
    ({ status }) => status !== 503,
  );

const some = (random: () => number): readonly string[] =>
  shuffled(random, students).slice(0, 1 + pick(random, students.length));

/** Each lab with a file in its home, and none of them in hand. */
async function written(b: Bench): Promise<ReadonlyMap<string, string>> {
  const { results } = await b.deploy({ lab_id: 'shell', student_ids: students });
  const ids = new Map(results.map(({ student_id, instance_id }) => [student_id ?? '', instance_id ?? '']));
  for (const [student, id] of ids) {
    await b.until(id, ({ state }) => state === 'running');
    b.write(nameOf(student), 'notes.txt', `of ${student}`);
  }
  return ids;
}

/** Where each lab ended, with the files that are in its home, or in the archive that its row names. */
async function ends(b: Bench, ids: ReadonlyMap<string, string>, desired: ReadonlyMap<string, Desired>) {
  const found = [];
  for (const [student, id] of ids) {
    const { state, archive } = await b.until(id, (instance) => instance.state === desired.get(student));
    const files =
      state === 'running' ? b.home(nameOf(student)) : await b.archived(nameOf(student), archive?.version_id);
    found.push({ student, state, files });
  }
  return { labs: found, objects: b.objects() };
}

const expected = (desired: ReadonlyMap<string, Desired>) => ({
  labs: students.map((student) => ({ student, state: desired.get(student), files: [`notes.txt: of ${student}`] })),
  objects: students
    .flatMap((student) => (desired.get(student) === 'running' ? kinds.map((kind) => `${kind} ${nameOf(student)}`) : []))
    .sort(),
});

/** A separate worker process, which is killed somewhere in the work. */
async function doomedWorker({ settings, world }: Bench, random: () => number): Promise<void> {
  const program = programOf(path.join(import.meta.dirname, '../fixtures/labs/lab-worker-process.ts'));
  const child = spawn(process.execPath, [program, JSON.stringify(settings), ''], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const until = world.happens.writes() + 1 + pick(random, 30);
  await eventually(
    async () => world.happens.writes(),
    (now) => now >= until || child.exitCode !== null,
  );
  child.kill('SIGKILL');
  await ended;
}

for (const seed of seeds)
  test.serial(
    `concurrent starts and stops lead to one state while a worker is killed, and lose no file (seed ${seed})`,
    async (t) => {
      t.timeout(180_000);
      const random = randomOf(seed);
      const b = await labBench(t, { leaseMs: 1_000 });
      b.relay();
      await b.upload('shell');
      await b.worker();
      const ids = await written(b);
      const dying = doomedWorker(b, random);
      const asked = Array.from({ length: calls }, () =>
        ask(b, desiredStates[pick(random, 2)] ?? 'running', some(random)),
      );
      t.deepEqual([...new Set((await Promise.all(asked)).map(({ status }) => status))], [202]);
      // A process that is killed has something to do.
      for (const state of [...desiredStates, ...desiredStates]) {
        await ask(b, state, students);
        for (const id of ids.values()) await b.until(id, (instance) => instance.state === state);
      }
      await dying;
      const desired = new Map(students.map((student) => [student, desiredStates[pick(random, 2)] ?? 'running']));
      for (const [student, state] of desired) await ask(b, state, [student]);
      t.deepEqual(await ends(b, ids, desired), expected(desired));
    },
  );

for (const seed of seeds)
  test.serial(`repeated and reordered messages lead to the last requested state (seed ${seed})`, async (t) => {
    t.timeout(180_000);
    const random = randomOf(seed);
    const b = await labBench(t);
    await b.upload('shell');
    const first = await b.worker();
    const ids = await written(b);
    await first.end();
    b.relay();
    await drain(b.broker, 'lab.create', students.length);

    // Its queues are of another host, so that it receives what the test sends, and it reads no row by itself.
    const host = await freshVhost(b.servers.broker);
    const broker = openBroker({ url: host.url, name: 'test worker' });
    await broker.assertTopology(topology);
    const hour = 3_600_000;
    const worker = startRole({ ...b.deps(), broker }, { pollMs: hour, sweepMs: hour, scheduleMs: hour });
    t.teardown(async () => {
      await worker.end();
      await broker.close();
    });

    const desired = new Map<string, Desired>();
    for (let n = 0; n < calls; n++) {
      const [state, named] = [desiredStates[pick(random, 2)] ?? 'running', some(random)];
      for (const student of named) desired.set(student, state);
      await ask(b, state, named);
    }
    for (const student of students) if (!desired.has(student)) desired.set(student, 'running');
    const published = await Promise.all(
      ['lab.create', 'lab.delete'].map(async (queue) => {
        const count = (await b.published(queue)).length - (queue === 'lab.create' ? students.length : 0);
        return (await drain(b.broker, queue, count)).map((message) => ({ ...message, queue }));
      }),
    );
    const often = shuffled(
      random,
      published.flat().flatMap((message) => Array.from({ length: 1 + pick(random, 3) }, () => message)),
    );
    for (const { id = '', headers, body, queue } of often) {
      const message = { id, headers, exchange: 'lab.events', routingKey: queue, contentType: 'application/json' };
      t.is(await broker.publish({ ...message, body: Buffer.from(body) }), 'confirmed');
    }
    t.deepEqual(await ends(b, ids, desired), expected(desired));
  });
