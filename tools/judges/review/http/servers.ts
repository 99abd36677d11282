// Where a document is served. The number in its path is the major version; everything else here is an address.

import { type Finding, found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { fields, list, type Node } from '../source.ts';
import type { Operation } from './operation.ts';
import type { OperationRule } from './rule.ts';

/** Each server with its variables filled in. */
function addresses(holder: Node): Map<string, Node> {
  const servers = holder.get('servers');
  const nodes = Array.isArray(servers?.value) ? servers.items() : (servers?.entries() ?? []).map(([, node]) => node);
  return new Map(nodes.flatMap((node) => addressesOf(node).map((each) => [each, node] as const)));
}

const withoutMajor = (all: ReadonlyMap<string, Node>): ReadonlyMap<string, Node> =>
  new Map([...all].map(([address, node]) => [address.replace(/\/v\d+(?=\/|$)/, '/v#'), node]));

/** One for each value that its variables may have. */
function addressesOf(server: Node): string[] {
  const variables = server.get('variables')?.entries() ?? [];
  return variables
    .reduce<string[]>(
      (all, [name, variable]) => {
        const values = list(variable.fields.enum).map(String);
        return values.length === 0
          ? all
          : all.flatMap((each) => values.map((value) => each.replaceAll(`{${name}}`, value)));
      },
      [template(server)],
    )
    .map((each) => filled(each, server));
}

/** With the usual value of each variable. */
export const addressOf = (server: Node): string => filled(template(server), server);

function template({ fields: { url, host = '', pathname = '', protocol } }: Node): string {
  return url === undefined ? `${String(protocol)}://${String(host)}${String(pathname)}` : String(url);
}

const filled = (address: string, server: Node): string =>
  address.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    String(fields(server.get('variables', name)?.value).default ?? `{${name}}`),
  );

/** The path that all servers of a document have in common, such as `/v1`; empty where they differ. */
export function basePath(root: Node): string {
  const paths = new Set([...addresses(root).keys()].map(pathIn));
  return paths.size === 1 ? ([...paths][0] ?? '') : '';
}

const pathIn = (address: string): string => address.replace(/^[a-z+.-]+:\/\/[^/]*/i, '').replace(/\/$/, '');

/**
 * The servers of the whole document, without the path before each operation where operations were compared by their
 * whole address.
 */
export function compareServers(before: Node, after: Node, isWholeAddress = false): Finding[] {
  const own = (root: Node): ReadonlyMap<string, Node> =>
    isWholeAddress ? withoutPath(addresses(root), basePath(root)) : withoutMajor(addresses(root));
  return compareAddresses(own(before), own(after), before, after);
}

const withoutPath = (all: ReadonlyMap<string, Node>, base: string): ReadonlyMap<string, Node> =>
  new Map(
    [...all].map(([address, node]) => {
      const bare = address.replace(/\/$/, '');
      return [base !== '' && bare.endsWith(base) ? bare.slice(0, -base.length) : bare, node];
    }),
  );

export const ownServers: OperationRule = {
  id: 'servers',
  reason: 'An operation or a path can list servers, which then replace those of the document.',
  compare(before, after) {
    const [old, now] = [holderOf(before), holderOf(after)];
    if (old === before.root && now === after.root) return [];
    return compareAddresses(addresses(old), addresses(now), old, now);
  },
};

/** What names the servers of an operation. */
const holderOf = ({ node, root, path }: Operation): Node =>
  [node, root.get('paths', path)].find((each) => list(each?.fields.servers).length > 0) ?? root;

function compareAddresses(
  old: ReadonlyMap<string, Node>,
  now: ReadonlyMap<string, Node>,
  before: Node,
  after: Node,
): Finding[] {
  const place = (holder: Node) => holder.raw('servers') ?? holder;
  return [
    ...[...old]
      .filter(([address]) => !now.has(address))
      .map(([address, node]) =>
        found(
          'both',
          '',
          {
            rule: 'server-removed',
            what: `${address.replace('/v#', '')} is no longer an address`,
            before: node,
            after: place(after),
          },
          breaking('Requests to the old address reach no server.'),
        ),
      ),
    ...[...now]
      .filter(([address]) => !old.has(address))
      .map(([address, node]) =>
        found(
          'both',
          '',
          {
            rule: 'server-added',
            what: `${address.replace('/v#', '')} is an address`,
            before: place(before),
            after: node,
          },
          additive('The known addresses remain valid.'),
        ),
      ),
  ];
}
