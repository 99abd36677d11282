// A cluster of the test's process, reached from worker processes that are killed: the cluster outlives them, as real ones do.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Cluster, InstancePlan } from '../../adapters/cluster/port.ts';
import type { Probed, Probes, Target } from '../../adapters/ssh/port.ts';
import type { InstanceId } from '../../generated/lab/messages.ts';

type Call = { readonly method: string; readonly args: readonly unknown[] };

/** Returns the address; ends with `close`. */
export async function serveCluster(
  cluster: Cluster,
  probes: Probes,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const { method, args } = JSON.parse(decodeURIComponent(incoming.headers['x-call'] as string)) as Call;
    const closed = new AbortController();
    outgoing.once('close', () => closed.abort());
    const answer = async (): Promise<void> => {
      if (method === 'readVolume') return await pipeline(await cluster.readVolume(args[0] as InstanceId), outgoing);
      if (method === 'writeVolume') {
        await cluster.writeVolume(args[0] as InstancePlan, incoming);
        return void outgoing.end('null');
      }
      if (method === 'watch') {
        outgoing.flushHeaders();
        await cluster.watch((id) => outgoing.write(`${id}\n`), closed.signal);
        return void outgoing.end();
      }
      if (method === 'login')
        return void outgoing.end(JSON.stringify(await probes.login(args[0] as Target, closed.signal)));
      const call = cluster[method as 'seen'] as (...given: unknown[]) => unknown;
      const result = await call.apply(cluster, [...args]);
      outgoing.end(JSON.stringify(result instanceof Map ? [...result] : (result ?? null)));
    };
    answer().catch((error: Error) => {
      if (outgoing.headersSent) return outgoing.destroy(error);
      const { kind, dependency } = error as { kind?: string; dependency?: string };
      outgoing.statusCode = 500;
      outgoing.end(JSON.stringify({ message: error.message, name: error.name, kind, dependency }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same cluster, from another process. `fingerprint` is asked of `twin`, since it answers at once. */
export function remoteCluster(url: string, twin: Pick<Cluster, 'fingerprint' | 'engine'>): Cluster {
  const call = async <T>(method: string, ...args: readonly unknown[]): Promise<T> =>
    (await json(await send(url, { method, args }))) as T;
  return {
    engine: twin.engine,
    fingerprint: (plan) => twin.fingerprint(plan),
    observe: async () => new Map(await call<never[]>('observe')),
    seen: (id) => call('seen', id),
    neighbour: (id) => call('neighbour', id),
    pin: (image) => call('pin', image),
    apply: (plan) => call('apply', plan),
    clear: (seen) => call('clear', seen),
    readVolume: (id) => send(url, { method: 'readVolume', args: [id] }),
    writeVolume: async (plan, tar) => void (await text(await send(url, { method: 'writeVolume', args: [plan] }, tar))),
    removeVolume: (volume) => call('removeVolume', volume),
    watch: async (wake, signal) => {
      const lines = createInterface(await send(url, { method: 'watch', args: [] }, undefined, signal));
      lines.on('line', (id) => wake(id as InstanceId));
      await once(lines, 'close');
    },
    ping: () => call('ping'),
    [Symbol.asyncDispose]: async () => {},
  };
}

export const remoteProbes = (url: string): Probes => ({
  login: async (target, signal) =>
    (await json(await send(url, { method: 'login', args: [target] }, undefined, signal))) as Probed,
});

async function send(url: string, call: Call, body?: Readable, signal?: AbortSignal): Promise<Readable> {
  const outgoing = request(url, {
    method: 'POST',
    headers: { 'x-call': encodeURIComponent(JSON.stringify(call)) },
    ...(signal ? { signal } : {}),
  });
  const answered = once(outgoing, 'response');
  if (body === undefined) outgoing.end();
  else await pipeline(body, outgoing);
  const [response] = await answered;
  if (response.statusCode === 200) return response;
  const { message, ...facts } = (await json(response)) as { message: string };
  throw Object.assign(new Error(message), facts);
}
