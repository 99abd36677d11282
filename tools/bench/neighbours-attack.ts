// The process that sends what costs most: started by the bench of neighbours, for as long as one of its rounds.
import { setImmediate as turn } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { answerParent } from './child.ts';
import { type Random, randomFrom } from './random.ts';

export type AttackName = keyof typeof attacks;
export type AttackQuestion = {
  readonly name: AttackName;
  readonly url: string;
  readonly token: string;
  readonly seed: number;
  readonly ms: number;
};

/** Goes on until the signal; counts what was answered. */
type Attack = (at: Site, signal: AbortSignal, answers: Map<string, number>) => Promise<unknown>;
type Site = { readonly url: string; readonly token: string; readonly random: Random };

const connections = 6;
const sockets = 15;

const word = (random: Random): string =>
  Array.from({ length: 10 }, () => String.fromCharCode(97 + random.below(26))).join('');

const posting =
  (address: string, type: string, body: (random: Random) => string): Attack =>
  async ({ url, token, random }, signal, answers) => {
    const sent = body(random);
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const one = async () => {
      while (!signal.aborted) {
        const response = await fetch(`${url}${address}`, { method: 'POST', headers, body: sent });
        await response.arrayBuffer();
        count(answers, String(response.status));
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
  };

/** Comes back as soon as it is closed. */
const resuming: Attack = async ({ url, token }, signal, answers) => {
  const address = `${url.replace('http', 'ws')}/live`;
  const headers = { authorization: `Bearer ${token}`, origin: new URL(url).origin };
  const one = async () => {
    while (!signal.aborted) {
      const socket = new WebSocket(address, { headers });
      const closed = new Promise<string>((resolve) => {
        socket.on('close', (code) => resolve(`close ${code}`));
        socket.on('unexpected-response', (_, { statusCode }) => resolve(`handshake ${statusCode}`));
        socket.on('error', () => resolve('broken'));
      });
      const stop = () => socket.terminate();
      signal.addEventListener('abort', stop, { once: true });
      socket.on('open', async () => {
        while (socket.readyState === WebSocket.OPEN) {
          for (let n = 0; n < 50; n++) socket.send('{"type":"resume","epoch":null,"after":null}');
          await turn();
        }
      });
      const end = await closed;
      signal.removeEventListener('abort', stop);
      if (!signal.aborted) count(answers, end);
    }
  };
  await Promise.all(Array.from({ length: sockets }, one));
};

const count = (answers: Map<string, number>, key: string): void => void answers.set(key, (answers.get(key) ?? 0) + 1);

const unknownNames = (length: number) => (random: Random) =>
  Array.from({ length }, () => `${word(random)}: 1`).join('\n');
const unknownMembers = (length: number) => (random: Random) =>
  JSON.stringify(Object.fromEntries(Array.from({ length }, () => [word(random), 1])));

const attacks = {
  'YAML, 15,000 unknown names': posting('/labs', 'application/yaml', unknownNames(15_000)),
  'YAML, 1,400 unknown names': posting('/labs', 'application/yaml', unknownNames(1_400)),
  'JSON, 4,000 unknown members': posting('/labs/none/start', 'application/json', unknownMembers(4_000)),
  'resume without pause, 15 sockets': resuming,
} satisfies Record<string, Attack>;

answerParent(async ({ name, url, token, seed, ms }: AttackQuestion): Promise<Readonly<Record<string, number>>> => {
  const answers = new Map<string, number>();
  await attacks[name]({ url, token, random: randomFrom(seed) }, AbortSignal.timeout(ms), answers);
  return Object.fromEntries(answers);
});
