// A separate process for each measured program, asked over IPC, so that no heap and no compiled code is shared.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export type Child = AsyncDisposable & {
  /** One question at a time; rejects when the process ends before it has answered. */
  ask<Answer>(question: unknown): Promise<Answer>;
};

type Reply = { readonly answer: unknown } | { readonly failure: string };

export function startChild(file: string, args: readonly string[] = [], profileDir?: string): Child {
  const execArgv = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
  const child = fork(path.join(import.meta.dirname, file), args, { execArgv, serialization: 'advanced' });
  const ask = async <Answer>(question: unknown): Promise<Answer> => {
    const ended = new AbortController();
    const end = once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
      throw new Error(`${file} ${args.join(' ')} ended (${code ?? signal}) before it answered`);
    });
    child.send({ question });
    try {
      const [reply] = (await Promise.race([once(child, 'message', { signal: ended.signal }), end])) as [Reply];
      if ('failure' in reply) throw new Error(`${file} ${args.join(' ')}: ${reply.failure}`);
      return reply.answer as Answer;
    } finally {
      ended.abort();
      end.catch(() => {});
    }
  };
  return {
    ask,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/** In the child: answers questions until the parent has gone. A clean exit, so that a profile is written. */
export function answerParent(answer: (question: never) => unknown): void {
  process.on('message', async ({ question }: { question: never }) => {
    try {
      process.send?.({ answer: await answer(question) });
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.once('disconnect', () => process.exit(0));
}

/** User and system time of this process, in microseconds. */
export function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
