// What a test file needs, by its name: `x.test.ts` nothing, `x.server.test.ts` a real server, `x.system.test.ts` our
// programs as processes of their own (roles, `npm start`, a browser), `x.fault.test.ts` something that breaks while it
// is used.
import { globSync } from 'node:fs';

export type Tier = 'pure' | 'server' | 'system' | 'fault';

export function tierOf(file: string): Tier {
  const [, tier] = /[.-](server|system|fault)s?\.test\.ts$/.exec(file) ?? [];
  return (tier as Tier | undefined) ?? 'pure';
}

/** The judges' own tests, which `npm run test:judges` runs. */
export const isJudges = (file: string): boolean => /^tools\/judges\//.test(file);

/**
 * What consumers of the contracts get, as they use it: pages in a browser, installed packages, the command line; `npm
 * run test:consumers`.
 */
export const isConsumers = (file: string): boolean =>
  /^tools\/(command-line|reference|clients)\//.test(file) && tierOf(file) === 'system';

/** Below `root`, as paths with `/`, in the order of their names. */
export const testFiles = (root: string): readonly string[] =>
  globSync('{adapters,services,tools}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/__transpiled/**'],
  }).sort();
