// A question to the user of a terminal.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError, exitCodes } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** One line; a secret is not shown while it is typed. */
export async function ask(terminal: Terminal, question: string, isSecret = false): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  terminal.err.write(question);
  const reader = createInterface({
    input: terminal.in,
    output: isSecret ? silent : (terminal.err as Writable),
    terminal: terminal.in.isTTY === true,
  });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('line', resolve);
      reader.once('SIGINT', () => {
        if (!isSecret) terminal.err.write('\n');
        reject(new CommandError('Interrupted.', exitCodes.interrupted));
      });
      reader.once('close', () => resolve(''));
    });
  } finally {
    reader.close();
    if (isSecret) terminal.err.write('\n');
  }
}
