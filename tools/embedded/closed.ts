// What no lab of a start may reach; every start of a lab proves it from inside (decision 13).
import { networkInterfaces } from 'node:os';

const metadata = '169.254.169.254:80';
/** Bridges of engines and clusters; none of them is the machine's own way to the world. */
const bridges = /^(lab-|docker|podman|br-|cni|veth|virbr)/;

/** The machine's servers by its own address, as a lab would name them, and the place where clouds keep their secrets. */
export function closedToLabs(urls: readonly string[]): readonly string[] {
  const own = Object.entries(networkInterfaces())
    .filter(([name]) => !bridges.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  const ports = own === undefined ? [] : urls.map((url) => new URL(url).port);
  return [...ports.map((port) => `${own?.address}:${port}`), metadata];
}
