// oasdiff, a program in Go: built when Go is on the machine.

import { join } from 'node:path';
import type { Judges } from './corpus-judge.ts';
import { installed, output } from './peer.ts';

const version = '1.18.6';

export const oasdiff: Judges = async (folder) => {
  const name = `oasdiff ${version}`;
  const absent = await installed('go', ['install', `github.com/oasdiff/oasdiff@v${version}`], {
    folder,
    environment: { GOBIN: folder },
    timeoutMs: 600_000,
  });
  if (absent) return { name, ...absent };
  return {
    name,
    kinds: ['openapi'],
    async judge({ before, after }) {
      const printed = await output(join(folder, 'oasdiff'), ['changelog', before, after, '--format', 'json']).catch(
        (error: Error) => error.message,
      );
      if (printed.includes('failed to load')) return undefined; // a schema that is true or false, for example
      const levels = (printed.trim() === '' ? [] : (JSON.parse(printed) as { level: number }[] | null)) ?? [];
      // 3 is an error, 2 a warning ("might break"), 1 information; `oasdiff breaking` lists the first two.
      return levels.some(({ level }) => level >= 2) ? 'breaking' : levels.length > 0 ? 'additive' : 'editorial';
    },
  };
};
