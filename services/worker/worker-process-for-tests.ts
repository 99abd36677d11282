// A worker as an own process, to be killed: settings in its first argument, failpoints in the second.
import { openBroker } from '../../adapters/broker/amqp.ts';
import { memory, memoryWorld } from '../../adapters/cluster/memory/memory.ts';
import { connect } from '../../adapters/store/connect.ts';
import { systemClock } from '../lib/clock.ts';
import { parseFailpoints } from '../lib/failpoints.ts';
import { remoteCluster, remoteProbes } from './remote-cluster-for-tests.ts';
import { startRole } from './role.ts';
import { type WorkerSettings, workerOf } from './worker-for-tests.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings;
const store = connect(settings.databaseUrl, { poolSize: 5 });
// Pauses of the clock keep no process alive; one that has nothing to do yet must wait to be killed.
const alive = setInterval(() => {}, 60_000);
const deps = workerOf({
  settings,
  store,
  cluster: remoteCluster(settings.clusterUrl, memory(memoryWorld({ clock: systemClock }), 'twin')),
  probes: remoteProbes(settings.clusterUrl),
  chosen: parseFailpoints(process.argv[3] ?? ''),
});
const broker = openBroker({ url: settings.brokerUrl, name: 'worker' });
const role = startRole({ ...deps, broker }, { pollMs: 100, sweepMs: 1_000 });
process.once('SIGTERM', async () => {
  await role.end();
  await broker.close();
  await store.close();
  clearInterval(alive);
});
