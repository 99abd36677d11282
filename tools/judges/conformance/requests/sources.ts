// From which addresses the requests of a run come. Limits by address would end its questions early, so each comes from
// another one where the deployment sees that.
import { randomInt } from 'node:crypto';
import { isIPv4 } from 'node:net';

/**
 * One address for everything: what the system takes. Forwarded: in X-Forwarded-For, for a deployment that believes this
 * machine. Loopback: of the network that a Linux machine is to itself.
 */
export type SourceKind = 'one' | 'forwarded' | 'loopback';

export type Sources = {
  readonly kind: SourceKind;
  /** For the next request. */
  next(): string | undefined;
  /** That no other request comes from: for what is counted by address. */
  readonly own: string | undefined;
};

/** Kept few, so that their connections are used again before a server ends them. */
const loopbackAddresses = 16;

export function sources(kind: SourceKind): Sources {
  let count = 0;
  if (kind === 'one') return { kind, next: () => undefined, own: undefined };
  if (kind === 'loopback') {
    // Another network for the next run, whose limits are unused.
    const network = `127.${randomInt(1, 255)}.${randomInt(256)}`;
    return { kind, next: () => `${network}.${1 + (count++ % loopbackAddresses)}`, own: `${network}.200` };
  }
  const first = randomInt(2 ** 16) * 256;
  const next = () => {
    count += 1;
    const n = first + count;
    return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  };
  // The addresses are of a network that is not routed.
  return { kind, next, own: `198.18.${randomInt(256)}.${randomInt(256)}` };
}

/** Whether requests to it may come from any address of the loopback network, as on Linux alone. */
export const isOnLoopback = (url: string): boolean => {
  const { hostname } = new URL(url);
  return process.platform === 'linux' && isIPv4(hostname) && hostname.startsWith('127.');
};
