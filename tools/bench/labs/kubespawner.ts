// The peer of benchmark "class": KubeSpawner itself starts as many servers, which prove neither a login nor isolation.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** Null: `BENCH_PYTHON` names no Python with jupyterhub-kubespawner. */
export function pythonWithKubeSpawner(): string | null {
  const python = process.env.BENCH_PYTHON;
  if (!python) return null;
  return spawnSync(python, ['-c', 'import kubespawner']).status === 0 ? python : null;
}

type Settings = {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly image: string;
  readonly storageClass: string | null;
  readonly count: number;
};

/** The seconds until each sshd answered; afterwards nothing of them is there. */
export async function kubeSpawnerClass(python: string, settings: Settings, signal: AbortSignal): Promise<number> {
  const { storageClass: storage_class, ...rest } = settings;
  const child = spawn(python, [path.join(import.meta.dirname, 'spawned-class.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, KUBECONFIG: settings.kubeconfig },
    signal,
  });
  child.stdin.end(`${JSON.stringify({ ...rest, storage_class })}\n`);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number]>]);
  if (code !== 0) throw new Error(`KubeSpawner ended with ${code}`);
  return (JSON.parse(printed) as { seconds: number }).seconds;
}
