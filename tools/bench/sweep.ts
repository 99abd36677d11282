// Benchmark "sweep": one sweep over labs that all are as they should be, on the cluster in memory and a real database.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { memory } from '../../adapters/cluster/memory/memory.ts';
import { memoryWorld } from '../../adapters/cluster/memory/world.ts';
import { s3 } from '../../adapters/objects/s3.ts';
import { memoryProbes } from '../../adapters/ssh/memory.ts';
import { connect } from '../../adapters/store/connect.ts';
import { migrate } from '../../adapters/store/migrate.ts';
import type { InstanceId } from '../../generated/lab/messages.ts';
import { infra } from '../../services/infra/index.ts';
import { systemClock } from '../../services/lib/clock.ts';
import { depsOf } from '../../services/test/fixtures/labs/infra.ts';
import { workerOf } from '../../services/test/fixtures/labs/lab-worker.ts';
import { sweep as sweepOnce } from '../../services/worker/archive/sweep.ts';
import type { WorkerDeps } from '../../services/worker/deps.ts';
import { reconcile } from '../../services/worker/reconcile/reconcile.ts';
import { type EmbeddedParts, startParts } from '../local/servers/parts.ts';
import { withClient } from '../local/servers/postgres.ts';
import type { Bench } from './bench.ts';
import { cpuUs } from './child.ts';
import { goalLine, median, ratio, table } from './figures.ts';

const labs = 1_000;
const yaml = "lab_id: shell\nname: A shell\ncontainers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n";
const unchanged = JSON.stringify({ observed: labs, due: 0, removed: 0, quarantined: 0, held: null });

export const sweep: Bench = {
  name: 'sweep',
  async run({ dir, print, rounds, signal }) {
    await using stack = new AsyncDisposableStack();
    const parts = stack.adopt(await startParts({ dir, only: ['postgres', 'objects'] }), (started) => started.stop());
    const worker = await site(parts, stack);
    const ids = await deployed(worker());
    print(`${labs.toLocaleString('en')} labs of one pod each; bringing them up first ...`);
    await broughtUp(worker().deps, ids, signal);

    const [first, later, reading] = [[] as Taken[], [] as Taken[], [] as Taken[]];
    for (let round = -1; round < rounds; round++) {
      signal.throwIfAborted();
      const { deps } = worker();
      const figures = [await swept(deps, signal), await swept(deps, signal), await taken(() => read(deps))] as const;
      if (round < 0) continue; // warms the server up
      for (const [n, list] of [first, later, reading].entries()) list.push(figures[n] as Taken);
    }
    const line = (what: string, all: readonly Taken[]) => {
      const cpu = all.map(({ cpuSeconds }) => cpuSeconds);
      const asked = reading.map(({ cpuSeconds }) => cpuSeconds);
      return [what, median(all.map(({ seconds }) => seconds)), median(cpu), ratio(cpu, asked)];
    };
    print(
      table(
        ['', 's', 'CPU s', 'of reading'],
        [
          line('all rows and all objects read, nothing compared', reading),
          line('the first sweep of a worker, which computes every hash of a password', first),
          line('each later one', later),
        ],
      ),
    );
    const measured = median(later.map(({ seconds }) => seconds));
    print(goalLine({ what: 'a sweep over what is unchanged, seconds', measured, sign: '<', goal: 2 }));
  },
};

/** Makes one worker after another on one world: each begins with nothing remembered. */
async function site(parts: EmbeddedParts, stack: AsyncDisposableStack) {
  await migrate(parts.postgres.url('infrastructure', 'owner'), 'infrastructure');
  await withClient(parts.postgres.url('infrastructure', 'owner'), async (client) => {
    await client.query('update resource_quotas set max_students = null, max_active_labs = null');
  });
  const databaseUrl = parts.postgres.url('infrastructure', 'app');
  const store = stack.use(connect(databaseUrl, { poolSize: 10 }));
  const files = stack.use(s3(parts.objects));
  await files.bucket('lab-configs').put('shell.yaml', Buffer.from(yaml));
  const world = memoryWorld({ clock: systemClock });
  const keyRing = `bench:${randomBytes(32).toString('base64')}`;
  const settings = { databaseUrl, brokerUrl: '', objects: parts.objects, keyRing, clusterUrl: '', leaseMs: 30_000 };
  return () => {
    const probes = memoryProbes(world, () => true);
    const deps = workerOf({ settings, store, cluster: memory(world, 'bench'), probes });
    return { deps, api: infra(depsOf(store, { files: files.bucket('lab-configs'), keys: deps.keys })) };
  };
}

type Worker = ReturnType<Awaited<ReturnType<typeof site>>>;

async function deployed({ api }: Worker): Promise<readonly InstanceId[]> {
  const ids: InstanceId[] = [];
  for (let n = 0; n < labs; n += 250) {
    const students = Array.from({ length: 250 }, (_, i) => `student${n + i}`);
    const asked = {
      caller: { subject: 'bench' },
      body: { lab_id: 'shell', student_ids: students },
      requestId: 'bench',
    };
    const reply = await api.deployLab(asked as never);
    if (reply.status !== 202) throw new Error(`the deploy was answered ${reply.status}`);
    ids.push(...reply.body.results.map(({ instance_id }) => instance_id as InstanceId));
  }
  return ids;
}

async function broughtUp(deps: WorkerDeps, ids: readonly InstanceId[], signal: AbortSignal): Promise<void> {
  const next = ids.values();
  const writers = Array.from({ length: 8 }, async () => {
    for (const id of next)
      for (;;) {
        const outcome = await reconcile(deps, id, signal);
        if (outcome.kind === 'equal') break;
        await pause(outcome.kind === 'later' ? Math.min(outcome.ms, 100) : 10);
      }
  });
  await Promise.all(writers);
}

type Taken = { readonly seconds: number; readonly cpuSeconds: number };

async function taken(work: () => Promise<unknown>): Promise<Taken> {
  const [began, cpu] = [performance.now(), cpuUs()];
  await work();
  return { seconds: (performance.now() - began) / 1_000, cpuSeconds: (cpuUs() - cpu) / 1e6 };
}

const swept = (deps: WorkerDeps, signal: AbortSignal): Promise<Taken> =>
  taken(async () => {
    const found = JSON.stringify(await sweepOnce(deps, signal));
    if (found !== unchanged) throw new Error(`the sweep found ${found}`);
  });

/** What no sweep can do without. */
async function read({ cluster, work }: WorkerDeps): Promise<void> {
  const observed = await cluster.list();
  await work.live();
  await work.known([...observed.keys()]);
}
