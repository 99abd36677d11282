// Reads configurations in a thread: what one teacher uploads delays no request of another.
import { thread } from '../../lib/work/thread.ts';
import type { JudgedReply, Question } from './judge-thread.ts';
import type { ImageRules, JudgedConfig } from './lab-config.ts';

/** `caller` takes turns with others. Rejects as unavailable when too many files wait. */
export type JudgeConfig = (bytes: Uint8Array, caller: string) => Promise<JudgedConfig>;

export interface ConfigJudge extends AsyncDisposable {
  readonly judge: JudgeConfig;
}

export function configJudge(rules: ImageRules): ConfigJudge {
  const judging = thread<Question, JudgedReply>({
    script: new URL('./judge-thread.ts', import.meta.url),
    name: 'configuration thread',
    mostWaiting: 32,
    // Hundreds of times what any file takes.
    timeoutMs: 30_000,
  });
  return {
    judge: (bytes, caller) => judging.ask({ bytes, rules }, caller),
    [Symbol.asyncDispose]: () => judging[Symbol.asyncDispose](),
  };
}
