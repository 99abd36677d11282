// Benchmark "labs": from the request to a student's real login, on Podman with the image there; one lab, and ten at once.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBroker } from '../../adapters/broker/amqp.ts';
import { containers } from '../../adapters/cluster/containers/containers.ts';
import { engine } from '../../adapters/cluster/containers/engine/engine.ts';
import { removeInstallation } from '../../adapters/cluster/containers/site.ts';
import { s3 } from '../../adapters/objects/s3.ts';
import { sshProbes } from '../../adapters/ssh/ssh.ts';
import { connect } from '../../adapters/store/connect.ts';
import type { Store } from '../../adapters/store/database.ts';
import { listen } from '../../adapters/store/messages/listen.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import { migrate } from '../../adapters/store/migrate.ts';
import { row, sql } from '../../adapters/store/query.ts';
import type { InstanceId } from '../../generated/lab/messages.ts';
import { topology } from '../../generated/lab/topology.ts';
import { infra } from '../../services/infra/index.ts';
import { fillStudentNotification } from '../../services/labs/notification.ts';
import { startRelay } from '../../services/lib/messages/relay.ts';
import { depsOf } from '../../services/test/fixtures/labs/infra.ts';
import { workerOf } from '../../services/test/fixtures/labs/lab-worker.ts';
import { probeInstance } from '../../services/worker/reconcile/probe.ts';
import { startRole } from '../../services/worker/role.ts';
import type { LabsFacts } from '../embedded/lab-engine/engine.ts';
import { podmanObstacle } from '../embedded/lab-engine/podman.ts';
import { removeStorage } from '../embedded/lab-engine/podman-storage.ts';
import { type EmbeddedParts, startParts } from '../embedded/parts.ts';
import { start } from '../test/lab-engine-on-demand.ts';
import { bareLabs } from './bare-labs.ts';
import type { Bench } from './bench.ts';
import { goalLine, median, ratio, table } from './figures.ts';

const yaml =
  "lab_id: shell\nname: A shell\ncontainers:\n  main:\n    image: '{registry_url}/covenant/labs/shell:v1.0'\n";
const mostRounds = 5;
const longestMs = 120_000;

export const labs: Bench = {
  name: 'labs',
  async run({ dir, print, rounds, signal }) {
    const obstacle = podmanObstacle();
    if (obstacle !== null) return print(`skipped: ${obstacle}`);
    print('The lab image is built first, once for this account ...');
    await using stack = new AsyncDisposableStack();
    stack.defer(() => removeStorage(path.join(dir, 'labs')));
    const podman = stack.adopt(await start(dir, signal), (started) => started.stop());
    const parts = stack.adopt(await startParts({ dir, only: ['postgres', 'broker', 'objects'] }), (all) => all.stop());
    const deployer = await site(parts, podman.facts, stack);

    using api = engine(podman.facts.socketPath);
    const [one, ten, login, bare] = [[] as number[], [] as number[], [] as number[], [] as number[]];
    for (let round = -1; round < Math.min(rounds, mostRounds); round++) {
      signal.throwIfAborted();
      const single = await deployer.started(1);
      const probed = await deployer.login(single.ids);
      await deployer.stopped(single);
      const many = await deployer.started(10);
      await deployer.stopped(many);
      const floor = await bareLabs(api, podman.facts.image, 10);
      if (round < 0) continue; // the first ones meet cold caches
      one.push(single.seconds);
      ten.push(many.seconds);
      login.push(probed);
      bare.push(floor);
    }
    const probe = median(login);
    const line = (what: string, all: readonly number[]) => [what, median(all), median(all) / probe];
    print(
      table(
        ['', 's', 'of a login'],
        [
          line('one login by ssh, and what a lab must not reach', login),
          line('one lab, from the request to `running`, which is a login', one),
          line('ten labs at once, until the last is `running`', ten),
          line("their containers by the engine's calls alone, until the last sshd answers", bare),
        ],
      ),
    );
    print(`ten labs at once are ${ratio(ten, bare).toFixed(2)} of the engine alone`);
    print(goalLine({ what: 'one lab, seconds', measured: median(one), sign: '<', goal: 1 }));
    print(goalLine({ what: 'ten labs at once, seconds', measured: median(ten), sign: '<', goal: 4 }));
  },
};

/** The infrastructure's handlers, relay and worker in this process, on real servers and a real engine. */
async function site(parts: EmbeddedParts, { socketPath, image, folder }: LabsFacts, stack: AsyncDisposableStack) {
  const installation = `bench${randomBytes(4).toString('hex')}`;
  const api = stack.use(engine(socketPath));
  stack.defer(() => removeInstallation(api, installation));
  await migrate(parts.postgres.url('infrastructure', 'owner'), 'infrastructure');
  const databaseUrl = parts.postgres.url('infrastructure', 'app');
  const store = stack.use(connect(databaseUrl, { poolSize: 10 }));
  const files = stack.use(s3(parts.objects));
  await files.bucket('lab-configs').put('shell.yaml', Buffer.from(yaml));
  const broker = stack.adopt(openBroker({ url: parts.broker.url, name: 'bench' }), (opened) => opened.close());
  await broker.assertTopology(topology);
  const keyRing = `bench:${randomBytes(32).toString('base64')}`;
  const settings = { databaseUrl, brokerUrl: '', objects: parts.objects, keyRing, clusterUrl: '', leaseMs: 30_000 };
  const cluster = stack.use(containers({ socketPath, installation, toolsImage: image, folder }));
  const deps = { ...workerOf({ settings, store, cluster, probes: sshProbes() }), registryUrl: 'localhost' };
  const fill = { StudentNotification: fillStudentNotification(deps.keys) };
  const relay = startRelay({ name: 'relay', outbox: outbox(store), broker, listen: listen(databaseUrl), fill });
  stack.defer(() => relay.close());
  const role = startRole({ ...deps, broker });
  stack.defer(() => role.end());
  return deployerOf(store, deps, infra(depsOf(store, { files: files.bucket('lab-configs'), keys: deps.keys })));
}

type Deps = Parameters<typeof probeInstance>[0] & Pick<ReturnType<typeof workerOf>, 'cluster' | 'work'>;
type Started = { readonly ids: readonly InstanceId[]; readonly students: readonly string[]; readonly seconds: number };

function deployerOf(store: Pick<Store, 'any'>, deps: Deps, api: ReturnType<typeof infra>) {
  let names = 0;
  const asked = (body: object) => ({ caller: { subject: 'bench' }, body, requestId: 'bench' }) as never;
  // One small question for all of them: asking for each lab, and for all that is known of it, would be a third of what is measured.
  const became = async (ids: readonly InstanceId[], state: string): Promise<void> => {
    const last = { reason: null as string | null };
    for (const end = Date.now() + longestMs; Date.now() < end; await pause(20)) {
      const rows = await store.any(sql.type(row<{ state: string; reason: string | null }>())`
        select state, reason from instances where instance_id = any(${sql.array([...ids], 'uuid')}) and state <> ${state}`);
      if (rows.length === 0) return;
      const failed = rows.find((each) => each.state === 'failed');
      if (failed) throw new Error(`a lab failed: ${failed.reason}`);
      last.reason = rows[0]?.reason ?? null;
    }
    throw new Error(`a lab is not ${state} after ${longestMs / 1_000} s: ${last.reason}`);
  };
  return {
    async started(count: number): Promise<Started> {
      const students = Array.from({ length: count }, () => `student${names++}`);
      const began = performance.now();
      const reply = await api.deployLab(asked({ lab_id: 'shell', student_ids: students }));
      if (reply.status !== 202) throw new Error(`the deploy was answered ${reply.status}`);
      const ids = reply.body.results.map(({ instance_id }) => instance_id as InstanceId);
      await became(ids, 'running');
      return { ids, students, seconds: (performance.now() - began) / 1_000 };
    },
    async stopped({ ids, students }: Started): Promise<void> {
      await api.deleteLab(asked({ lab_id: 'shell', student_ids: students }));
      await became(ids, 'stopped');
    },
    /** As the worker itself does it before it says `running`. */
    async login([id]: readonly InstanceId[]): Promise<number> {
      const facts = id && (await deps.work.facts(id));
      const observed = id && (await deps.cluster.get(id));
      if (!facts || !observed) throw new Error('there is no lab to log in to');
      const began = performance.now();
      const { kind } = await probeInstance(deps, facts, observed, AbortSignal.timeout(longestMs));
      if (kind !== 'in') throw new Error('no login works');
      return (performance.now() - began) / 1_000;
    },
  };
}
