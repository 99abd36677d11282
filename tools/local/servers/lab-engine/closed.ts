// What no lab of a start may reach; every start of a lab proves it from inside (decision 13).
import { networkInterfaces } from 'node:os';

const metadata = '169.254.169.254:80';
/** Bridges of engines and clusters; none of them is the machine's own way to the world. */
const bridges = /^(lab-|docker|podman|br-|cni|veth|virbr)/;

const servers = ['DATABASE_PLATFORM', 'REDIS_URL', 'BROKER_URL_PLATFORM'] as const;
const usualPorts: Readonly<Record<string, string>> = {
  'postgres:': '5432',
  'postgresql:': '5432',
  'redis:': '6379',
  'rediss:': '6379',
  'amqp:': '5672',
  'amqps:': '5671',
};

/**
 * The servers as a lab would name them, those on the loopback interface by the machine's own address, and the address
 * where clouds keep their secrets.
 */
export function closedToLabs(env: Readonly<Record<string, string>>): readonly string[] {
  const own = Object.entries(networkInterfaces())
    .filter(([name]) => !bridges.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  const addresses = servers.flatMap((name) => {
    const { hostname, port, protocol } = new URL(env[name] ?? '');
    const host = isLoopback(hostname) ? own?.address : hostname;
    return host === undefined ? [] : [`${host}:${port || usualPorts[protocol]}`];
  });
  return [...addresses, metadata];
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');
