// The services as a part: every role in one process.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Listeners } from './environment.ts';
import { get } from './probe.ts';
import type { PartPlan } from './processes/supervise.ts';

const root = path.join(import.meta.dirname, '../../..');
const main = path.join(root, 'services', 'main.ts');

export const hasServices = () => existsSync(main);

/** Buffers of large files go back to the system when they are free. */
const memory = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1048576', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * `others` resolves when all other parts are up: the services are started before the broker is, and go on without it.
 */
export function servicesPart(
  env: Record<string, string>,
  ports: Listeners,
  others: Promise<unknown>,
): PartPlan<Listeners> {
  return {
    name: 'services',
    facts: ports,
    program: {
      name: 'services',
      command: [process.execPath, main, 'all'],
      env: { ...memory, ...process.env, ...env },
      cwd: root,
    },
    stopSignal: 'SIGTERM',
    readyWithinMs: 150_000,
    ports: Object.values(ports),
    ready: readiness(Object.values(ports), others),
  };
}

/**
 * Connections to the broker come a second after the listeners; work goes on without them, so they are not waited for
 * without end.
 */
const wholeWithinMs = 10_000;

function readiness(ports: readonly number[], others: Promise<unknown>): () => Promise<boolean> {
  let workingSince: number | undefined;
  let isAlone = true;
  const known = () => {
    isAlone = false;
  };
  others.then(known, known);
  return async () => {
    const answers = await Promise.all(ports.map(answerOf));
    if (isAlone || !answers.every(({ isReady }) => isReady)) return false;
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
  const answer = await get(`http://127.0.0.1:${port}/readyz`);
  if (answer === undefined) return { isReady: false, isWhole: false, down: [] };
  const { dependencies } = JSON.parse(answer.body) as { readonly dependencies: Readonly<Record<string, string>> };
  const down = Object.keys(dependencies).filter((name) => dependencies[name] !== 'up');
  return { isReady: answer.status === 200, isWhole: down.length === 0, down };
}
