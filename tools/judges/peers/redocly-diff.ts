// Redocly diff, which the project has anyway: its command line lints the contracts.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Judges, projectRoot } from './corpus-judge.ts';
import { output } from './peer.ts';

export const redoclyDiff: Judges = async () => {
  const bin = join(projectRoot, 'tools/node_modules/@redocly/cli/bin/cli.js');
  if (!existsSync(bin))
    return { name: 'Redocly diff', skipped: 'tools/node_modules is not installed: npm run generate' };
  const { version } = createRequire(bin)('../package.json') as { version: string };
  return {
    name: `Redocly diff ${version}`,
    kinds: ['openapi', 'asyncapi'],
    async judge({ before, after }) {
      const printed = await output(process.execPath, [bin, 'diff', before, after, '--format', 'json'], {
        environment: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      }).catch((error: { stdout?: string }) => error.stdout ?? ''); // it ends with 1 when something breaks
      const { summary } = JSON.parse(printed.slice(printed.indexOf('{'))) as {
        summary: { major: number; minor: number };
      };
      return summary.major > 0 ? 'breaking' : summary.minor > 0 ? 'additive' : 'editorial';
    },
  };
};
