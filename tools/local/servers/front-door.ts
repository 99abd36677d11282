// The front door as a part: one address for everything, like the ingress of a cluster.
import path from 'node:path';
import type { Installation } from './front-door/installation.ts';
import type { Ports } from './front-door/proxy.ts';
import { get } from './probe.ts';
import type { PartPlan } from './processes/supervise.ts';

type Door = {
  readonly port: number;
  readonly ports: Ports;
  /** The folder of the reference pages; it may be written later. */
  readonly docs: string;
  readonly installation: Installation;
};

/** `next` gives up the port when someone else was faster; without it the port was demanded. */
export function frontDoorPart(
  { port, ports, docs, installation }: Door,
  next?: () => void,
): PartPlan<{ readonly url: string }> {
  const url = `http://127.0.0.1:${port}`;
  const main = path.join(import.meta.dirname, 'front-door', 'main.ts');
  return {
    name: 'front-door',
    facts: { url },
    program: {
      name: 'front-door',
      command: [process.execPath, main, JSON.stringify({ port, ports, docs, installation })],
      mayBeThread: true,
    },
    stopSignal: 'SIGTERM',
    readyWithinMs: 20_000,
    ports: [port],
    ready: async () => (await get(`${url}/.well-known/covenant`))?.body.includes('base_url') === true,
    ...(next ? { dropPorts: next } : {}),
  };
}
