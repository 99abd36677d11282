// Parameters of a channel's address: which places it stands for.

import { type Finding, found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, list, type Node } from '../source.ts';

export function compareAddressParameters(before: Node, after: Node): Finding[] {
  const [old, now] = [before, after].map((node) => new Map(node.get('parameters')?.entries() ?? [])) as [
    Map<string, Node>,
    Map<string, Node>,
  ];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    const where = (rule: string, what: string) => ({
      rule,
      what,
      before: was ?? before.raw('parameters') ?? before,
      after: is ?? after.raw('parameters') ?? after,
    });
    const changed = (what: string) =>
      found(
        'both',
        '',
        where('channel-parameter-changed', what),
        breaking('Callers at the old address reach no service.'),
      );
    const [values, others] = [list(was?.fields.enum).map(String), list(is?.fields.enum).map(String)];
    const gone = others.length === 0 ? [] : values.filter((each) => !others.includes(each));
    if (gone.length > 0 || (values.length === 0 && others.length > 0 && was !== undefined))
      return [changed(`\`${name}\` of the address is one of ${others.join(', ')} only`)];
    const rest = (node: Node | undefined) => canonical([node?.fields.default ?? null, node?.fields.location ?? null]);
    if (was !== undefined && is !== undefined && rest(was) !== rest(is))
      return [changed(`\`${name}\` of the address has another default or place`)];
    if (canonical(values.toSorted()) === canonical(others.toSorted()) || was === undefined || is === undefined)
      return [];
    return [
      found(
        'both',
        '',
        where('channel-parameter-widened', `\`${name}\` of the address has more values`),
        additive('The known addresses remain valid.'),
      ),
    ];
  });
}
