// Who the client is. X-Forwarded-* counts only as far as proxies of the configured list have written it.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type ClientFacts = {
  address: string;
  scheme: string;
  host: string;
  /** What a proxy took off the front of the path, such as `/analytics`. */
  prefix?: string;
};

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/** `list`: addresses and CIDR ranges, e.g. `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`. Throws on anything else. */
export function trustedProxies(list: readonly string[]): (request: Request) => ClientFacts {
  const trusts = trustOf(list);
  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress ?? '') ?? 'unknown';
    const encrypted = 'encrypted' in request.socket && request.socket.encrypted === true;
    const direct = { address: peer, scheme: encrypted ? 'https' : 'http', host: request.headers.host ?? '' };
    if (!trusts(peer)) return direct;
    const { address, hops } = walk(peer, entries(request.headers['x-forwarded-for']), trusts);
    const scheme = written(entries(request.headers['x-forwarded-proto']), hops)?.toLowerCase();
    const host = written(entries(request.headers['x-forwarded-host']), hops);
    const prefix = written(entries(request.headers['x-forwarded-prefix']), hops);
    return {
      address,
      scheme: scheme === 'http' || scheme === 'https' ? scheme : direct.scheme,
      host: host !== undefined && hostForm.test(host) ? host : direct.host,
      ...(prefix !== undefined && prefixForm.test(prefix) ? { prefix } : {}),
    };
  };
}

const hostForm = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

const prefixForm = /^(\/[a-z0-9][a-z0-9._-]*)+$/i;

function trustOf(list: readonly string[]): (address: string) => boolean {
  const ranges = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const plain = plainAddress(address);
    const family = plain === undefined ? undefined : familyOf(plain);
    const widest = family === 'ipv4' ? 32 : 128;
    const prefix = bits === undefined ? widest : /^\d+$/.test(bits) ? Number(bits) : Number.NaN;
    if (plain === undefined || family === undefined || !(prefix >= 0 && prefix <= widest))
      throw new Error(`"${entry}" is not an address or a CIDR range`);
    ranges.addSubnet(plain, prefix, family);
  }
  return (address) => isIP(address) !== 0 && ranges.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * From the peer outwards, as long as the one who wrote the entry is trusted. An entry that is no address ends the walk:
 * what lies behind it is hearsay.
 */
function walk(
  peer: string,
  forwarded: readonly string[],
  trusts: (address: string) => boolean,
): { address: string; hops: number } {
  let address = peer;
  let hops = 0;
  for (const entry of forwarded.toReversed()) {
    if (!trusts(address)) break;
    hops += 1;
    const next = plainAddress(entry);
    if (next === undefined) break;
    address = next;
  }
  return { address, hops: Math.max(1, hops) };
}

/** The entry that the outermost trusted proxy wrote. A proxy that overwrites leaves one entry, which then is it. */
const written = (list: readonly string[], hops: number): string | undefined => list[Math.max(0, list.length - hops)];

const entries = (header: string | readonly string[] | undefined): string[] =>
  (Array.isArray(header) ? header : [header ?? ''])
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/**
 * Without port, brackets and zone; IPv4 that is mapped into IPv6 as plain IPv4, so that one client has one name.
 * Undefined: no address.
 */
export function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, '');
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return undefined;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  return mapped ? dotted(mapped[1] ?? '', mapped[2] ?? '') : canonical;
}

/** What limits count by: an IPv6 customer has at least a /64, and may take each of its addresses once. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

function dotted(high: string, low: string): string {
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [h >> 8, h & 255, l >> 8, l & 255].join('.');
}
