// The review of the last change, for a build's log: `node tools/review/ci.ts [REF]`, HEAD~1 without one. It tells and never fails; `npm run review` decides.

import { main } from './main.ts';

export async function lastChange(base = 'HEAD~1', ...more: readonly string[]): Promise<string> {
  try {
    const { output, code } = await main(['--base', base, ...more]);
    return code === 2 ? `No review of the last change: ${output}` : output;
  } catch (error) {
    return `No review of the last change: ${error instanceof Error ? error.message : String(error)}\n`;
  }
}

if (import.meta.main) process.stdout.write(await lastChange(...process.argv.slice(2)));
