// Where a document is served. The number in its path is the major version, which ../version.ts reads; everything else here is an address.

import { type Finding, found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { fields, type Node } from '../source.ts';

/** Each server with its variables filled in, and without its major version. */
function addresses(root: Node): Map<string, Node> {
  const servers = root.get('servers');
  const nodes = Array.isArray(servers?.value) ? servers.items() : (servers?.entries() ?? []).map(([, node]) => node);
  return new Map(nodes.map((node) => [addressOf(node).replace(/\/v\d+(?=\/|$)/, '/v#'), node]));
}

export function addressOf(server: Node): string {
  const { url, host = '', pathname = '', protocol } = server.fields;
  const text = url === undefined ? `${String(protocol)}://${String(host)}${String(pathname)}` : String(url);
  return text.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    String(fields(server.get('variables', name)?.value).default ?? `{${name}}`),
  );
}

export function compareServers(before: Node, after: Node): Finding[] {
  const [old, now] = [addresses(before), addresses(after)];
  const place = (root: Node) => root.raw('servers') ?? root;
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
          breaking('Whoever uses the old address reaches nothing.'),
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
          additive('The known addresses stay.'),
        ),
      ),
  ];
}
