// What is reported while a broker does not have what the contract says.
import test from 'ava';
import { topology } from '../../../generated/lab/topology.ts';
import { declareTopology } from './topology.ts';

const missing = Object.assign(new Error('queue "celery.tasks" is missing'), { name: 'TopologyMissing' });
const conflict = Object.assign(new Error('queue "lab.create" has another form'), { name: 'TopologyConflict' });

/** What is reported until the last of these attempts succeeds. */
async function reportedOf(failures: readonly Error[]): Promise<readonly unknown[]> {
  const [left, reported] = [[...failures], [] as unknown[]];
  const broker = {
    ready: async () => undefined,
    async assertTopology() {
      const failure = left.shift();
      if (failure !== undefined) throw failure;
    },
  };
  const deps = {
    broker,
    clock: { wait: async () => undefined },
    failed: (error: unknown) => void reported.push(error),
  };
  await declareTopology(deps, topology, new AbortController().signal);
  return reported;
}

test('declareTopology reports a missing queue from the third attempt on, and a conflict at once', async (t) => {
  t.deepEqual(await reportedOf([missing, missing]), []);
  t.deepEqual(await reportedOf([missing, missing, missing]), [missing]);
  t.deepEqual(await reportedOf([conflict, missing]), [conflict]);
});
