// Links of a reply: which operation may be called next with what the reply holds.

import { type Finding, found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, type Node } from '../source.ts';

export function links(status: string, before: Node, after: Node): Finding[] {
  const [old, now] = [before, after].map((node) => new Map(node.get('links')?.entries() ?? [])) as [
    Map<string, Node>,
    Map<string, Node>,
  ];
  const part = `reply ${status}`;
  const around = (node: Node) => node.raw('links') ?? node;
  return [
    ...[...old].flatMap(([name, node]) => {
      const other = now.get(name);
      if (other !== undefined && meaning(other) === meaning(node)) return [];
      const ends = { before: node, after: other ?? around(after) };
      return other === undefined
        ? [
            found(
              'reply',
              part,
              { ...ends, rule: 'link-removed', what: `the link \`${name}\` is gone` },
              breaking('{Readers} that follow it find nothing.'),
            ),
          ]
        : [
            found(
              'reply',
              part,
              { ...ends, rule: 'link-changed', what: `the link \`${name}\` leads elsewhere` },
              breaking('{Readers} that follow it arrive at something else.'),
            ),
          ];
    }),
    ...[...now]
      .filter(([name]) => !old.has(name))
      .map(([name, node]) =>
        found(
          'reply',
          part,
          { before: around(before), after: node, rule: 'link-added', what: `the link \`${name}\` is new` },
          additive('{Readers} need not follow it.'),
        ),
      ),
  ];
}

function meaning({ fields: { description: _, ...rest } }: Node): string {
  return canonical(rest);
}
