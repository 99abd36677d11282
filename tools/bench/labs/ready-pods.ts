// When each pod of a namespace became ready, as kubectl reports it: in another process, so that ours does not pay for
// the watch.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const format = '{.metadata.name}{" "}{.status.conditions[?(@.type=="Ready")].status}{"\\n"}';

/** By name of the pod, milliseconds since 1970 of the first event in which it was ready. */
export function readyPods(kubeconfig: string, namespace: string) {
  const firstAt = new Map<string, number>();
  const args = ['--kubeconfig', kubeconfig, '--namespace', namespace, 'get', 'pods', '--watch', '-o'];
  const child = spawn('kubectl', [...args, `jsonpath=${format}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [name = '', isReady] = line.split(' ');
    if (isReady === 'True' && !firstAt.has(name)) firstAt.set(name, Date.now());
  });
  return {
    firstAt: firstAt as ReadonlyMap<string, number>,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
