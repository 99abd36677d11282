// The services as a part: every role in one process, as `node services/main.ts all`.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Listeners } from './environment.ts';
import type { PartPlan } from './supervise.ts';

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
    port: ports.analytics,
    ready: async () => (await Promise.all(Object.values(ports).map(isReady))).every(Boolean),
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
