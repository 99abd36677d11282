// A gateway before the infrastructure that answers some requests itself, as one of another release or with a limit of its own does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/** Passes everything on, but for one request for each answer that was put in. Ends with the test. */
export async function gateway(t: ExecutionContext, target: string) {
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const sent: Buffer[] = [];
    for await (const chunk of request) sent.push(chunk as Buffer);
    const own = request.method === 'POST' ? answers.shift() : undefined;
    if (own !== undefined) return response.writeHead(own.status, { 'content-type': own.type }).end(own.body);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const reply = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(sent.length === 0 ? {} : { body: Buffer.concat(sent) }),
    });
    const type = reply.headers.get('content-type') ?? 'application/json';
    return response.writeHead(reply.status, { 'content-type': type }).end(Buffer.from(await reply.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (own: Answer) => void answers.push(own),
  };
}

export const problemOf = (status: number, title: string): Answer => ({
  status,
  type: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title, status, instance: 'urn:request:1' }),
});
