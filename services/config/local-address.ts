// Whether a connection stays on this machine.

/**
 * The host of the URL and those of its query, which drivers of PostgreSQL accept as well. None: a socket of this
 * machine.
 */
const hostsOf = ({ hostname, searchParams }: URL): readonly string[] =>
  [hostname, ...searchParams.getAll('host').flatMap((list) => list.split(','))].filter((host) => host !== '');

export const isSocket = (url: URL): boolean => hostsOf(url).every((host) => host.startsWith('/'));

export const isOnThisMachine = (url: URL): boolean =>
  hostsOf(url).every(
    (host) => host.startsWith('/') || host === 'localhost' || host === '[::1]' || host === '::1' || /^127\./.test(host),
  );
