// The thread that reads configurations: a large file costs tens of milliseconds, in which requests of others go on.
import { parentPort } from 'node:worker_threads';
import { type ImageRules, type JudgedConfig, judgeConfig } from './lab-config.ts';

export type Question = { readonly bytes: Uint8Array; readonly rules: ImageRules };
export type JudgedReply = JudgedConfig;

parentPort?.on('message', ({ bytes, rules }: Question) => {
  parentPort?.postMessage(judgeConfig(bytes, rules) satisfies JudgedReply);
});
