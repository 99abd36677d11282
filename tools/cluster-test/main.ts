// `npm run test:cluster`: the promises of the cluster port, and the product's main job, on the Kubernetes that
// KUBECONFIG names, in separate namespaces that are removed at the end.
// LAB_IMAGE: the lab image as that cluster gets it. CLUSTER_COMMAND: a program that loads a root file system into the
// cluster's node when LAB_IMAGE is not set (`load --rootfs NAME --config JSON ROOTFS.tar`). CLUSTER_SSH_HOST: where
// node ports are reached; else the first node's address.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { answerHelp } from '../command-line/options.ts';
import { Failure } from '../local/servers/failure.ts';
import { loadIntoNodes } from '../local/servers/lab-image/load.ts';
import { printFailure } from '../local/servers/progress.ts';
import { finished } from '../test/finished.ts';
import { openTestCluster, type TestClusterFacts } from './test-cluster.ts';

const usage = `Usage: npm run test:cluster [-- FILE ...]

Tries what adapters/cluster/port.ts promises on the Kubernetes that KUBECONFIG names, in separate namespaces that are removed at the end.

  LAB_IMAGE          where that cluster finds the lab image (npm run lab-image)
  CLUSTER_COMMAND    instead of it: a program that loads a root file system into the cluster's node
  CLUSTER_SSH_HOST   where node ports are reached; left out: the first node's address`;

answerHelp(usage);
const root = path.join(import.meta.dirname, '../..');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort(signal));

process.exitCode = await run().catch((error: unknown) => {
  printFailure(error);
  return 1;
});

async function run(): Promise<number> {
  const { KUBECONFIG: kubeconfig } = process.env;
  if (!kubeconfig) {
    process.stdout.write('No cluster is tested: KUBECONFIG names none.\n');
    return 0;
  }
  if (!existsSync(kubeconfig)) throw new Failure(`KUBECONFIG names ${kubeconfig}, which is not there.`);
  const facts: TestClusterFacts = {
    kubeconfig,
    run: randomBytes(4).toString('hex'),
    image: await image(),
    sshHost: '',
  };
  await using cluster = await openTestCluster(facts);
  const sshHost = await cluster.sshHost();
  const env = { ...process.env, COVENANT_CLUSTER: JSON.stringify({ ...facts, sshHost }) };
  const ava = path.join(root, 'node_modules', '.bin', 'ava');
  // One file after the other: each fills the cluster as it is. The first counts requests, also those of what others
  // leave behind.
  const files = ['waiting-labs', 'kubernetes', 'shared', 'product'].map(
    (name) => `tools/cluster-test/${name}.cases.ts`,
  );
  const all = ['--concurrency=1', ...files];
  const args = process.argv.length > 2 ? process.argv.slice(2) : all;
  return await finished(spawn(process.execPath, [ava, ...args], { cwd: root, stdio: 'inherit', env }), stopping.signal);
}

async function image(): Promise<string> {
  const { LAB_IMAGE: given, CLUSTER_COMMAND: program } = process.env;
  if (given) return given;
  if (!program)
    throw new Failure(
      'Set LAB_IMAGE to the address at which the cluster finds the lab image (its recipe: tools/local/servers/lab-image).',
    );
  const print = (line: string) => process.stdout.write(`${line}\n`);
  return await loadIntoNodes(program, print, stopping.signal);
}
