// Which port of the host leads to which lab. Ours to choose, since an engine gives another at each start.
import { randomInt } from 'node:crypto';
import { ClusterError } from '../../faults.ts';
import type { RelayPorts } from '../bodies.ts';
import type { Engine } from '../engine/engine.ts';
import { label } from '../labels.ts';

export type Ports = {
  /**
   * So many ports that no relay on this engine has, from anywhere: an engine that was killed leaves the way from a port
   * to a lab that is gone, which is not visible, and a port that follows from the name would meet it again. `former`:
   * those of the last run, in the order of what they are for, each of which is given again while it is free. `bad`:
   * those that another program holds.
   */
  take(former: readonly (number | undefined)[], bad: ReadonlySet<number>): Promise<readonly number[]>;
  /** To be called when the relay exists or has failed. */
  release(ports: readonly number[]): void;
};

export class NoPort extends ClusterError {
  constructor() {
    super('refused', 'all ports of the range are in use');
  }
}

export function portsOf(engine: Engine, range: { readonly first: number; readonly last: number }): Ports {
  const taken = new Set<number>();
  return {
    async take(former, bad) {
      const used = await usedPorts(engine);
      const { first, last } = range;
      const size = last - first + 1;
      const isFree = (port: number) => !used.has(port) && !taken.has(port) && !bad.has(port);
      const chosen = former.map((port) => {
        const isKept = port !== undefined && port >= first && port <= last && isFree(port);
        if (isKept) taken.add(port);
        return isKept ? port : null;
      });
      const start = randomInt(size);
      for (let tried = 0; tried < size && chosen.includes(null); tried++) {
        const port = first + ((start + tried) % size);
        if (!isFree(port)) continue;
        taken.add(port);
        chosen[chosen.indexOf(null)] = port;
      }
      const ports = chosen.filter((port) => port !== null);
      if (ports.length === former.length) return ports;
      for (const port of ports) taken.delete(port);
      throw new NoPort();
    },
    release(ports) {
      for (const port of ports) taken.delete(port);
    },
  };
}

/** The ports that containers of all installations on the engine publish, running or not. */
async function usedPorts(engine: Engine): Promise<ReadonlySet<number>> {
  const query = { all: 'true', filters: JSON.stringify({ label: [`${label.kind}=relay`] }) };
  const relays = await engine.call<{ Labels: Record<string, string> }[]>('GET', '/containers/json', { query });
  return new Set(relays.flatMap(({ Labels }) => Object.values(relaysOf(Labels)).map(({ published }) => published)));
}

export const relaysOf = (labels: Readonly<Record<string, string>>): RelayPorts =>
  JSON.parse(labels[label.relays] || '{}') as RelayPorts;
