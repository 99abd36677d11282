// Which addresses are public: those that IANA's special-purpose registries call globally reachable (RFC 6890), without
// the ones that stand for an IPv4 address.
import { BlockList, isIP } from 'node:net';

const closedIpv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];

// Global unicast is 2000::/3. Loopback, mapped and compatible IPv4, NAT64, unique local, link-local and multicast
// addresses lie outside of it.
const globalIpv6 = ['2000::/3'];
/** Protocol assignments with Teredo, documentation, 6to4. */
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** `allowed`: CIDR ranges that are open as well. Throws on anything else. */
export function addressRule(allowed: readonly string[]): AddressRule {
  const [opened, closed, global] = [allowed, [...closedIpv4, ...closedIpv6], globalIpv6].map(rangesOf);
  const isOpened = (address: string) => opened?.check(address, familyOf(address)) === true;
  const isPublic = (address: string) =>
    (isIP(address) === 4 || global?.check(address, 'ipv6') === true) && !closed?.check(address, familyOf(address));
  return { isOpened, permits: (address) => isIP(address) !== 0 && (isOpened(address) || isPublic(address)) };
}

export type AddressRule = {
  /** Lies in an allowed range. */
  readonly isOpened: (address: string) => boolean;
  readonly permits: (address: string) => boolean;
};

export function rangesOf(list: readonly string[]): BlockList {
  const ranges = new BlockList();
  for (const entry of list) {
    const [address = '', bits = ''] = entry.split('/');
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits)) throw new Error(`"${entry}" is not a CIDR range`);
    ranges.addSubnet(address, Number(bits), familyOf(address));
  }
  return ranges;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
