// A proxy between the conformance run and a service: requests pass unchanged, replies are mutated.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ProxiedReply = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

export type ReplyMutation = {
  /** Method and path below the base. */
  readonly asked: RegExp;
  readonly mutate: (answer: ProxiedReply) => ProxiedReply;
};

/** Sets a header, or leaves it out. */
export const header =
  (status: number, name: string, value: string | undefined) =>
  (answer: ProxiedReply): ProxiedReply =>
    answer.status === status ? { ...answer, headers: { ...answer.headers, [name]: value } } : answer;

export const json =
  (status: number, change: (body: Record<string, unknown>) => unknown) =>
  (answer: ProxiedReply): ProxiedReply =>
    answer.status === status ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) } : answer;

/** Requests pass unchanged, replies are mutated. */
export async function mutatingProxy(url: string, base: string, seeded: readonly ReplyMutation[]) {
  const { hostname, port } = new URL(url);
  const server = createServer((req, res) => {
    const forward = request({ hostname, port, method: req.method, path: req.url, headers: req.headers, agent: false });
    forward.on('response', (response) => void answer({ base, seeded }, req, response, res));
    for (const end of [forward, req, res]) end.on('error', () => forward.destroy());
    forward.on('error', () => res.destroy());
    res.on('close', () => forward.destroy());
    req.pipe(forward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Between = { readonly base: string; readonly seeded: readonly ReplyMutation[] };

async function answer({ base, seeded }: Between, req: IncomingMessage, response: IncomingMessage, res: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const asked = `${req.method} ${(req.url ?? '').replace(base, '')}`;
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = response.headers;
  const healthy = { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString() };
  const mutated = seeded
    .filter((each) => each.asked.test(asked))
    .reduce((before, { mutate }) => mutate(before), healthy);
  const given = Object.entries(mutated.headers).filter(([, value]) => value !== undefined);
  const length =
    req.method === 'HEAD' || mutated.status === 304 ? {} : { 'content-length': Buffer.byteLength(mutated.body) };
  res.writeHead(mutated.status, { ...Object.fromEntries(given), ...length });
  res.end(mutated.body);
}
