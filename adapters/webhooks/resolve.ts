// The addresses of a host. Not getaddrinfo: it blocks one of the few threads that files need, for as long as a slow
// name server likes.
import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressRule } from './addresses.ts';

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Rejects with a code of c-ares for a name without an address. `localhost` is loopback (RFC 6761), whatever a name
 * server answers.
 */
export function resolveByName(resolver = new dns.Resolver({ timeout: 1_500, tries: 2 })): Resolve {
  return async (host) => {
    if (isIP(host) !== 0) return [host];
    if (/(^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1', '::1'];
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length === 0) throw found.find((each) => each.status === 'rejected')?.reason;
    return addresses;
  };
}

/**
 * For the agent of a connection: it connects to one of the addresses that are checked here, without a second query. One
 * that is closed closes the host.
 */
export function checkedLookup(resolve: Resolve, { permits }: AddressRule): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host).then(
      (addresses) => {
        if (!addresses.every(permits)) return callback(new AddressRefused(host), []);
        const entries = addresses.map((address): LookupAddress => ({ address, family: isIP(address) }));
        const [first] = entries;
        if (all === true || first === undefined) callback(null, entries);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };
}
