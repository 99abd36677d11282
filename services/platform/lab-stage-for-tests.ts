// A platform in the process of a test with everything behind it: the infrastructure as a process, and a worker with a relay on a cluster in memory.
import type { ExecutionContext } from 'ava';
import { openBroker } from '../../adapters/broker/amqp.ts';
import { memory, memoryWorld } from '../../adapters/cluster/memory/memory.ts';
import { memoryProbes } from '../../adapters/ssh/memory.ts';
import { connect } from '../../adapters/store/connect.ts';
import { listen } from '../../adapters/store/messages/listen.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import type { LabInstance, LabInstanceList } from '../../generated/platform/types.ts';
import { isPasswordOf } from '../labs/crypt.ts';
import { fillStudentNotification } from '../labs/notification.ts';
import { systemClock } from '../lib/clock.ts';
import { parseKeyRing } from '../lib/key-ring.ts';
import { startRelay } from '../lib/relay.ts';
import { Secret } from '../lib/secret.ts';
import { eventually, type Running, type System } from '../testing.ts';
import { startRole } from '../worker/role.ts';
import { workerOf } from '../worker/worker-for-tests.ts';
import { call, type Stage } from './stage-for-tests.ts';

export const infraAt = ({ identity }: Stage, { url }: Pick<Running, 'url'>) => ({
  baseUrl: `${url}/infra/v1`,
  token: () => identity.ownToken(),
});

/** Ends with the test. */
export function worker(t: ExecutionContext, { infrastructure, vhost, objects, env }: System) {
  const keyRing = env.KEY_RING ?? '';
  const store = connect(infrastructure.appUrl, { name: 'infrastructure' });
  const world = memoryWorld({ clock: systemClock });
  const broker = openBroker({ url: vhost.urls.worker, name: 'test worker' });
  const base = { databaseUrl: infrastructure.appUrl, brokerUrl: vhost.urls.worker, objects, keyRing };
  const settings = { ...base, clusterUrl: '', leaseMs: 5_000 };
  const probes = memoryProbes(world, isPasswordOf);
  const deps = workerOf({ settings, store, cluster: memory(world, 'test'), probes });
  const role = startRole({ ...deps, broker }, { pollMs: 100, sweepMs: 1_000 });
  t.teardown(async () => {
    await role.end();
    await broker.close();
    await store.close();
  });
  return { world, probes };
}

/** Carries what the infrastructure says, until the test ends. */
export async function relay(t: ExecutionContext, { infrastructure, vhost, env }: System) {
  const store = connect(infrastructure.appUrl, { name: 'infrastructure' });
  const broker = openBroker({ url: vhost.urls.infra, name: 'test relay' });
  await broker.ready();
  const keys = parseKeyRing(new Secret(env.KEY_RING ?? ''));
  const running = startRelay({
    name: 'relay',
    outbox: outbox(store),
    broker,
    listen: listen(infrastructure.appUrl),
    fill: { StudentNotification: fillStudentNotification(keys) },
  });
  t.teardown(async () => {
    await running.close();
    await broker.close();
    await store.close();
  });
}

export const instancesOf = async (url: string, token: string, lab: string, query = ''): Promise<LabInstance[]> => {
  const reply = await call(url, token, 'GET', `/labs/${lab}/instances${query}`);
  return [...((await reply.json()) as LabInstanceList).items];
};

/** Looks at the first instance until it is as wanted. */
export const until = (url: string, token: string, lab: string, wanted: (first: LabInstance | undefined) => boolean) =>
  eventually(
    async () => (await instancesOf(url, token, lab))[0],
    (first) => wanted(first),
  );
