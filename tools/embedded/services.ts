// The services as a part: every role in one process.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Listeners } from './environment.ts';
import type { PartPlan } from './processes/supervise.ts';

const root = path.join(import.meta.dirname, '..', '..');
const main = path.join(root, 'services', 'main.ts');

export const hasServices = () => existsSync(main);

export function servicesPart(env: Record<string, string>, ports: Listeners): PartPlan<Listeners> {
  return {
    name: 'services',
    facts: ports,
    program: { name: 'services', command: [process.execPath, main, 'all'], env: { ...process.env, ...env }, cwd: root },
    stopSignal: 'SIGTERM',
    readyWithinMs: 60_000,
    ports: Object.values(ports),
    ready: readiness(Object.values(ports)),
  };
}

/** Connections to the broker come a second after the listeners; work goes on without them, so they are not waited for without end. */
const wholeWithinMs = 10_000;

function readiness(ports: readonly number[]): () => Promise<boolean> {
  let workingSince: number | undefined;
  return async () => {
    const answers = await Promise.all(ports.map(answerOf));
    if (!answers.every(({ isReady }) => isReady)) return false;
    workingSince ??= performance.now();
    return answers.every(({ isWhole }) => isWhole) || performance.now() - workingSince > wholeWithinMs;
  };
}

type Answer = { readonly isReady: boolean; readonly isWhole: boolean; readonly down: readonly string[] };

/** Dependencies that services work without, and that do not answer. */
export async function downOf(ports: Listeners): Promise<readonly string[]> {
  const answers = await Promise.all(Object.values(ports).map(answerOf));
  return [...new Set(answers.flatMap(({ down }) => down))].sort();
}

async function answerOf(port: number): Promise<Answer> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) });
    const { dependencies } = (await response.json()) as { readonly dependencies: Readonly<Record<string, string>> };
    const down = Object.keys(dependencies).filter((name) => dependencies[name] !== 'up');
    return { isReady: response.ok, isWhole: down.length === 0, down };
  } catch {
    return { isReady: false, isWhole: false, down: [] };
  }
}
