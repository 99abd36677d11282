// Podman itself is killed while labs start and stop: containers live on without it, and afterwards there is what is
// wanted and nothing else. One seed here; `FAULTS=all` takes more, which the titles show.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { containers } from '../../../adapters/cluster/containers/containers.ts';
import { engine } from '../../../adapters/cluster/containers/engine/engine.ts';
import { list } from '../../../adapters/cluster/containers/listing.ts';
import { sshProbes } from '../../../adapters/ssh/ssh.ts';
import { linksOf, removeStorage } from '../../../tools/local/servers/lab-engine/podman-storage.ts';
import { testFolder } from '../../../tools/test/folder.ts';
import { obstacleHere, start, whyNot } from '../../../tools/test/lab-engine-on-demand.ts';
import { eventually } from '../fixtures/eventually.ts';
import { labBench } from '../fixtures/labs/infra-with-worker.ts';
import { unfinishedReport } from '../fixtures/labs/unfinished-report.ts';
import { pick, randomOf, seeds } from '../fixtures/seeds.ts';

const students = ['anna', 'ben', 'carl'];
const yaml = `lab_id: shell\nname: A shell\ncontainers:\n  main:\n    image: '{registry_url}/covenant/labs/shell:v1.0'\n`;
const kinds = ['claim', 'pod', 'policy', 'record', 'relay', 'secret'];

/** A Podman of the file's own; null, with the reason in the log, where none runs. */
async function killable(t: ExecutionContext) {
  const obstacle = obstacleHere();
  const dir = await testFolder();
  const started = obstacle === null ? await start(dir, AbortSignal.timeout(240_000)).catch(whyNot) : { obstacle };
  if ('obstacle' in started) {
    t.log(`skipped, since no labs run here: ${started.obstacle}`);
    return null;
  }
  if (started.pid === undefined) {
    t.log('skipped, since this engine is not ours to kill');
    return null;
  }
  const { facts, pid, stop } = started;
  const storage = path.join(dir, 'labs');
  const end = async () => {
    await stop();
    removeStorage(storage);
  };
  t.teardown(end);
  return { facts, pid, end, storage, bridges: () => linksOf(storage).bridges };
}

for (const seed of seeds)
  test.serial(`labs start and stop while Podman is killed, and leave nothing over (seed ${seed})`, async (t) => {
    t.timeout(300_000, 'Podman did not start');
    const podman = await killable(t);
    if (podman === null) return t.pass();
    t.timeout(240_000, 'the labs did not come to where they should be');
    const random = randomOf(seed);
    const { socketPath, installation, image, folder } = podman.facts;
    const b = await labBench(t, { leaseMs: 10_000 });
    const cluster = containers({ socketPath, installation, toolsImage: image, folder });
    t.teardown(() => cluster[Symbol.asyncDispose]());
    const unfinished = unfinishedReport(t, 180_000);
    const { report } = unfinished;
    const role = await b.worker({ cluster, probes: sshProbes(), registryUrl: 'localhost', report });
    await b.upload('shell', yaml);
    /** Somewhere within the work; it is started again by itself. */
    const kill = async () => {
      await pause(pick(random, 1_500));
      // While it is being started again, it has none.
      const pid = await eventually(
        async () => podman.pid() ?? 0,
        (found) => found > 0,
      );
      process.kill(pid, 'SIGKILL');
    };
    const api = engine(socketPath);
    t.teardown(() => api[Symbol.dispose]());
    unfinished.from({ store: b.store, engine: api, storage: podman.storage });
    const objects = () =>
      list(api, installation, { helpers: true }).then(
        (objects) =>
          objects.flatMap(({ kind, labels }) => (kind === 'access' ? [] : `${kind} ${labels.student_id}`)).sort(),
        () => ['the engine is away'],
      );

    const { results } = await b.deploy({ lab_id: 'shell', student_ids: students });
    const ids = results.map(({ instance_id }) => instance_id ?? '');
    await kill();
    for (const id of ids) {
      const started = await b.until(id, ({ state }) => state === 'running' || state === 'failed');
      t.like(started, { state: 'running', reason: null });
    }
    const expected = kinds.flatMap((kind) => students.map((student) => `${kind} ${student}`)).sort();
    t.deepEqual(await eventually(objects, (found) => found.length === expected.length), expected);

    const bridges = podman.bridges();
    const there = () => readdirSync('/sys/class/net').filter((name) => bridges.includes(name));
    t.true(there().length > 0);

    await b.stopAll('shell', students);
    await kill();
    for (const id of ids) {
      const stopped = await b.until(id, ({ state }) => state === 'stopped' || state === 'failed');
      t.like(stopped, { state: 'stopped', volume: 'released' });
    }
    t.deepEqual(await eventually(objects, (found) => found.length === 0), []);
    for (const student of students) t.not(await b.archived(`lab-shell-student-${student}`), null);
    await role.end();
    await podman.end();
    t.deepEqual(there(), []);
  });
