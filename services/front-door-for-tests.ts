// The front door as a process of its own, as `npm start` has it: where it listens, and what it said.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from '../tools/test/servers.ts';

const program = path.join(import.meta.dirname, '../tools/embedded/front-door/main.ts');

/** The addresses that stand behind it. */
export type Behind = Readonly<Record<'analytics' | 'platform' | 'identity' | 'infra', string>>;

export async function frontDoor(behind: Behind): Promise<{ readonly url: string; output(): string }> {
  const ports = Object.fromEntries(Object.entries(behind).map(([name, url]) => [name, Number(new URL(url).port)]));
  const child = spawn(process.execPath, [program, JSON.stringify({ port: 0, ports })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        const found = /listens on (\S+)$/.exec(line);
        if (found?.[1]) resolve(found[1]);
      });
    void ended.then(([code]) => reject(new Error(`the front door ended with ${code}:\n${lines.join('\n')}`)));
  });
  return { url, output: () => lines.join('\n') };
}
