// The browsers of benchmark "live", in a process of their own: connections that resume once and count what they are sent.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { answerParent } from '../child.ts';

export type Question =
  | { readonly connect: { readonly url: string; readonly origin: string; readonly tokens: readonly string[] } }
  | { readonly count: string };

/** By address. */
const counts = new Map<string, number>();
const atOnce = 20;
const resume = JSON.stringify({ type: 'resume', epoch: null, after: null });

answerParent(async (question: Question) => {
  if ('count' in question) return counts.get(question.count) ?? 0;
  const { url, origin, tokens } = question.connect;
  for (let begun = 0; begun < tokens.length; begun += atOnce)
    await Promise.all(tokens.slice(begun, begun + atOnce).map((token) => connected(url, origin, token)));
  counts.set(url, 0);
  return 0;
});

/** Resolves when everything that there is has been sent. */
async function connected(url: string, origin: string, token: string): Promise<void> {
  const socket = new WebSocket(url, {
    origin,
    headers: { Authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });
  socket.on('close', (code) => {
    throw new Error(`${url} closed a connection with ${code}`);
  });
  await once(socket, 'open');
  socket.on('message', () => counts.set(url, (counts.get(url) ?? 0) + 1));
  const first = once(socket, 'message');
  socket.send(resume);
  await first;
}
