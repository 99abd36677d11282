// The major version of a document: the number in the path it is served under, or else of its info.version or $id.

import { addressOf } from '../http/servers.ts';
import { fields, type Node, text } from '../source.ts';

export type Version = { readonly major: number | undefined; readonly label: string };

export function versionOf(root: Node): Version {
  const label = text(fields(root.fields.info).version);
  const servers = root.get('servers');
  const nodes = Array.isArray(servers?.value) ? servers.items() : (servers?.entries() ?? []).map(([, node]) => node);
  const places = [
    ...nodes.map(addressOf),
    ...(root.get('channels')?.entries() ?? []).map(([, channel]) => text(channel.fields.address)),
    text(root.fields.$id),
  ];
  const inPath = places.flatMap((place) => /\/v(\d+)(?=\/|$)/.exec(place)?.[1] ?? []).map(Number);
  const semantic = /^(\d+)\.\d+(\.\d+)?/.exec(label)?.[1];
  // Where an old version is served beside a new one, the document still makes its promises.
  if (inPath.length > 0) return { major: Math.min(...inPath), label };
  return { major: semantic === undefined ? undefined : Number(semantic), label };
}

/** Undefined when the major version did not rise. */
export function risen(before: Version, after: Version): string | undefined {
  if (before.major === undefined || after.major === undefined) return undefined;
  return after.major > before.major ? `v${before.major} → v${after.major}` : undefined;
}
