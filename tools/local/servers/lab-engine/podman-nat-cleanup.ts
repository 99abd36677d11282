// Ways from ports of this machine to labs that are gone: a killed Podman leaves them in the machine's firewall, and
// they would misdirect the program that gets the port next. All checkouts share that firewall, so only lines that name
// one of our networks are taken out. What they are is decided by `deadWays`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

type KnownNetworks = {
  /** Ends the name of each of our networks. */
  readonly installation: string;
  /** Networks that our Podman has. */
  readonly networks: readonly string[];
  readonly running: ReadonlySet<string>;
};

/** Lines as `iptables -S` prints them, of both tables. */
export type Rules = { readonly nat: readonly string[]; readonly filter: readonly string[] };

const ports = 'NETAVARK-HOSTPORT-DNAT';

/** Lines for `iptables-restore`. */
export function staleRules(rules: Rules, { installation, networks, running }: KnownNetworks): Rules {
  const jumps = rules.nat.flatMap((line) => jumpOf(line) ?? []);
  const isOurs = (network: string) =>
    networks.includes(network) || (installation !== '' && network.endsWith(`.${installation}`));
  const dead = jumps.filter(({ network, container }) => isOurs(network) && !running.has(container));
  const living = jumps.filter((jump) => !dead.includes(jump));
  const forwardings = dead.flatMap(({ chain, port }) =>
    living.some((jump) => jump.chain === chain && jump.port === port)
      ? []
      : rules.nat.filter((line) => line.startsWith(`-A ${chain} `) && line.includes(` --dport ${port} `)),
  );
  const gone = new Set([...dead.map(({ network }) => network), `access.${installation}`].filter(isOurs));
  for (const network of [...networks, ...living.map((jump) => jump.network)]) gone.delete(network);
  const chains = [...gone].flatMap((network) => chainsOf(rules, network));
  return {
    nat: [
      ...[...new Set([...dead.map(({ line }) => line), ...forwardings])].map(removed),
      ...chains.flatMap(({ nat }) => nat),
    ],
    filter: chains.flatMap(({ filter }) => filter),
  };
}

type Jump = {
  readonly line: string;
  readonly port: string;
  readonly network: string;
  readonly container: string;
  readonly chain: string;
};

function jumpOf(line: string): Jump | undefined {
  if (!line.startsWith(`-A ${ports} `)) return undefined;
  const found = / --dport (\d+) .*--comment "dnat name: (\S+) id: ([0-9a-f]+)" -j (\S+)$/.exec(line);
  const [, port = '', network = '', container = '', chain = ''] = found ?? [];
  return found ? { line, port, network, container, chain } : undefined;
}

const removed = (line: string): string => line.replace(/^-A /, '-D ');

/**
 * The rules of a network that is no more: its two chains, the way there, and what let its addresses pass, unless a
 * network of someone has them now.
 */
function chainsOf({ nat, filter }: Rules, network: string): Rules {
  const hash = createHash('sha512').update(network).digest('hex').slice(0, 13).toUpperCase();
  const [own, doors] = [`NETAVARK-${hash}`, `NETAVARK-DN-${hash}`];
  const leaving = nat.filter((line) => line.startsWith('-A POSTROUTING ') && line.endsWith(` -j ${own}`));
  const subnets = leaving
    .flatMap((line) => / -s (\S+)/.exec(line)?.[1] ?? [])
    .filter((subnet) => !nat.some((line) => isOf(line, subnet) && !leaving.includes(line)));
  const chains = [own, doors].filter((chain) => nat.includes(`-N ${chain}`));
  return {
    nat: [...leaving.map(removed), ...chains.map((chain) => `-F ${chain}`), ...chains.map((chain) => `-X ${chain}`)],
    filter: filter.filter((line) => subnets.some((subnet) => / -[sd] (\S+)/.exec(line)?.[1] === subnet)).map(removed),
  };
}

const isOf = (line: string, subnet: string): boolean =>
  line.startsWith('-A POSTROUTING ') && line.includes(` -s ${subnet} `);

/** Whatever another checkout changes at the same moment stays as that one wants it. */
export function removeStaleRules(known: KnownNetworks): void {
  const read = (table: string): readonly string[] =>
    (spawnSync('iptables', ['-w', '-t', table, '-S'], { encoding: 'utf8', timeout: 30_000 }).stdout ?? '').split('\n');
  const dead = staleRules({ nat: read('nat'), filter: read('filter') }, known);
  for (const table of ['nat', 'filter'] as const) {
    const input = `*${table}\n${dead[table].join('\n')}\nCOMMIT\n`;
    const stdio = ['pipe', 'ignore', 'inherit'] as const;
    if (dead[table].length > 0)
      spawnSync('iptables-restore', ['--noflush', '--wait'], { input, stdio: [...stdio], timeout: 30_000 });
  }
}
