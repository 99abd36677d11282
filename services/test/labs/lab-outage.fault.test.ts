// What labs stand on becomes unavailable in mid-flight: broker, database and object store are killed, the cluster does
// not answer. One seed here; `FAULTS=all` takes more, which the titles show.
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { instanceStateDeadlines } from '../../../generated/infra/states.ts';
import type { PartName } from '../../../tools/local/servers/parts.ts';
import { type OwnParts, ownParts } from '../../../tools/test/servers.ts';
import { eventually } from '../fixtures/eventually.ts';
import { type Bench, labBench } from '../fixtures/labs/infra-with-worker.ts';
import { reporting } from '../fixtures/labs/lab-worker.ts';
import { pick, randomOf, seeds } from '../fixtures/seeds.ts';
import { killPart } from '../fixtures/server-outage.ts';

let servers: OwnParts;

test.before(async (t) => {
  servers = await ownParts(t, ['postgres', 'broker', 'objects']);
});

const students = ['anna', 'ben', 'carl'];
const nameOf = (student: string) => `lab-shell-student-${student}`;
/** Writes that a start of all of them costs the cluster, and a stop. */
const writes = students.length * 6;

/** Becomes unavailable, and is back when this resolves. */
type Outage = (b: Bench, events: readonly string[]) => Promise<void>;

const killed =
  (part: PartName): Outage =>
  async () => {
    const outage = await killPart(servers, part);
    await outage.back();
  };

/** Those that the contract gives a deadline. */
const passing = Object.keys(instanceStateDeadlines);

const isDone = async ({ store }: Bench) => {
  const instances = await store.any(sql.type(row<{ state: string }>())`select state from instances`);
  return !instances.some(({ state }) => passing.includes(state));
};

/** Until a worker has met it, or has nothing left to do. */
const engineDown: Outage = async (b, events) => {
  const { world } = b;
  const before = events.length;
  world.happens.becomesUnavailable();
  await eventually(
    async () => events.length > before + 2 || (await isDone(b)),
    (isOver) => isOver,
  );
  world.happens.comesBack();
};

const outages: Readonly<Record<string, Outage>> = {
  broker: killed('broker'),
  database: killed('postgres'),
  'object store': killed('objects'),
  engine: engineDown,
};

/** Begins the work, and returns somewhere within it. */
async function midFlight<T>({ world }: Bench, random: () => number, work: () => Promise<T>): Promise<T> {
  const until = world.happens.writes() + 1 + pick(random, writes - 2);
  const begun = await work();
  await eventually(
    async () => world.happens.writes(),
    (now) => now >= until,
  );
  return begun;
}

const unsent = ({ store }: Bench) =>
  store.any(sql.type(row<{ routing_key: string }>())`select routing_key from outbox where published_at is null`);

for (const seed of seeds)
  for (const [what, outage] of Object.entries(outages))
    test.serial(`labs start and stop while ${what} is unavailable, and lose nothing (seed ${seed})`, async (t) => {
      t.timeout(180_000);
      const random = randomOf(seed);
      const b = await labBench(t, { servers });
      const events: string[] = [];
      b.relay();
      await b.worker({ report: reporting((event) => events.push(event)) });
      await b.upload('shell');
      const body = { lab_id: 'shell', student_ids: students };
      const { results } = await midFlight(b, random, () => b.deploy(body));
      const ids = results.map(({ instance_id }) => instance_id ?? '');
      await outage(b, events);
      for (const id of ids) await b.until(id, ({ state }) => state === 'running');
      const kinds = ['claim', 'pod', 'policy', 'record', 'secret', 'service'];
      t.deepEqual(b.objects(), kinds.flatMap((kind) => students.map((student) => `${kind} ${nameOf(student)}`)).sort());
      for (const student of students) b.write(nameOf(student), 'notes.txt', `of ${student}`);

      await midFlight(b, random, () => b.stopAll('shell', students));
      await outage(b, events);
      for (const [n, id] of ids.entries()) {
        const stopped = await b.until(id, ({ state }) => state === 'stopped');
        t.is(stopped.volume, 'released');
        const student = students[n] ?? '';
        t.deepEqual(await b.archived(nameOf(student), stopped.archive?.version_id), [`notes.txt: of ${student}`]);
      }
      t.deepEqual(b.objects(), []);
      t.deepEqual((await b.published('student.notifications')).map(({ student_id }) => student_id).sort(), students);
      await eventually(
        () => unsent(b),
        (left) => left.length === 0,
      );
    });
