// What benchmarks of labs start and stop: the infrastructure's handlers, relay and worker in this process, on real
// servers and a real engine.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import type { Cluster, Observed } from '../../../adapters/cluster/port.ts';
import { s3 } from '../../../adapters/objects/s3.ts';
import { sshProbes } from '../../../adapters/ssh/ssh.ts';
import { connect } from '../../../adapters/store/connect.ts';
import type { Store } from '../../../adapters/store/database.ts';
import { listen } from '../../../adapters/store/messages/listen.ts';
import { outbox } from '../../../adapters/store/messages/outbox.ts';
import { migrate } from '../../../adapters/store/migrate.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { topology } from '../../../generated/lab/topology.ts';
import { infra } from '../../../services/infra/index.ts';
import { fillStudentNotification } from '../../../services/labs/notification.ts';
import { startRelay } from '../../../services/lib/messages/relay.ts';
import { depsOf } from '../../../services/test/fixtures/labs/infra.ts';
import { workerOf } from '../../../services/test/fixtures/labs/lab-worker.ts';
import { probeInstance } from '../../../services/worker/reconcile/probe.ts';
import { startRole } from '../../../services/worker/role.ts';
import type { EmbeddedParts } from '../../local/servers/parts.ts';

const longestMs = 300_000;

type SiteOptions = {
  readonly cluster: Cluster;
  readonly yaml: string;
  /** In front of the images of `yaml`. */
  readonly registryUrl: string;
};

/** `parts`: postgres, broker and objects. */
export async function labSite(
  parts: EmbeddedParts,
  { cluster, yaml, registryUrl }: SiteOptions,
  stack: AsyncDisposableStack,
) {
  await migrate(parts.postgres.url('infrastructure', 'owner'), 'infrastructure');
  const databaseUrl = parts.postgres.url('infrastructure', 'app');
  const store = stack.use(connect(databaseUrl, { poolSize: 10 }));
  const files = stack.use(s3(parts.objects));
  await files.bucket('lab-configs').put('shell.yaml', Buffer.from(yaml));
  const broker = stack.adopt(openBroker({ url: parts.broker.url, name: 'bench' }), (opened) => opened.close());
  await broker.assertTopology(topology);
  const keyRing = `bench:${randomBytes(32).toString('base64')}`;
  const settings = { databaseUrl, brokerUrl: '', objects: parts.objects, keyRing, clusterUrl: '', leaseMs: 30_000 };
  const deps = { ...workerOf({ settings, store, cluster, probes: sshProbes() }), registryUrl };
  const fill = { StudentNotification: fillStudentNotification(deps.keys) };
  const relay = startRelay({ name: 'relay', outbox: outbox(store), broker, listen: listen(databaseUrl), fill });
  stack.defer(() => relay.close());
  const role = startRole({ ...deps, broker });
  stack.defer(() => role.end());
  return deployerOf(store, deps, infra(depsOf(store, { files: files.bucket('lab-configs'), keys: deps.keys })));
}

type Deps = Parameters<typeof probeInstance>[0] & Pick<ReturnType<typeof workerOf>, 'cluster' | 'work'>;
export type Started = {
  readonly ids: readonly InstanceId[];
  readonly students: readonly string[];
  readonly seconds: number;
  /** By name, when each became `running`, in milliseconds since 1970. */
  readonly runningAt: ReadonlyMap<string, number>;
};

export type Deployer = ReturnType<typeof deployerOf>;

function deployerOf(store: Pick<Store, 'any'>, deps: Deps, api: ReturnType<typeof infra>) {
  let names = 0;
  const caller = { subject: 'bench', clientId: 'bench', isPlatform: false };
  const asked = (body: object) => ({ caller, headers: {}, body, requestId: 'bench' }) as never;
  // One small question for all of them, and rarely: what asking costs is measured, too. When each became so is in its
  // row.
  const became = async (ids: readonly InstanceId[], state: string): Promise<void> => {
    const last = { reason: null as string | null };
    for (const end = Date.now() + longestMs; Date.now() < end; await pause(250)) {
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
    /** Starts labs of students who have none yet, or again: then their files are restored. */
    async started(count: number, again?: Started): Promise<Started> {
      const students = again?.students ?? Array.from({ length: count }, () => `student${names++}`);
      const began = Date.now();
      const reply = await api.deployLab(asked({ lab_id: 'shell', student_ids: students }));
      if (reply.status !== 202) throw new Error(`the deploy was answered ${reply.status}`);
      const ids = reply.body.results.map(({ instance_id }) => instance_id as InstanceId);
      await became(ids, 'running');
      const rows = await store.any(sql.type(row<{ name: string; since: Date }>())`
        select name, since from instances where instance_id = any(${sql.array([...ids], 'uuid')})`);
      const runningAt = new Map(rows.map(({ name, since }) => [name, since.getTime()]));
      return { ids, students, seconds: (Math.max(...runningAt.values()) - began) / 1_000, runningAt };
    },
    async stopped({ ids, students }: Started): Promise<void> {
      await api.deleteLab(asked({ lab_id: 'shell', student_ids: students }));
      await became(ids, 'stopped');
    },
    async observed([id]: readonly InstanceId[]): Promise<Observed> {
      const observed = id && (await deps.cluster.get(id));
      if (!observed) throw new Error('there is no lab');
      return observed;
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
