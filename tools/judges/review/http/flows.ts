// The flows of an OAuth scheme: where and how a token is had.

import { type Finding, found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import type { Node } from '../source.ts';

const addresses = ['tokenUrl', 'authorizationUrl', 'deviceAuthorizationUrl', 'refreshUrl'] as const;

export function compareFlows(scheme: string, before: Node, after: Node | undefined): Finding[] {
  if (after === undefined) return [];
  const [old, now] = [before, after].map((node) => new Map(node.get('flows')?.entries() ?? [])) as [
    Map<string, Node>,
    Map<string, Node>,
  ];
  return [
    ...[...old].flatMap(([name, flow]) => {
      const other = now.get(name);
      return other === undefined ? [gone(scheme, name, flow, after)] : changedAddresses(scheme, name, flow, other);
    }),
    ...[...now]
      .filter(([name]) => !old.has(name))
      .map(([name, flow]) =>
        found(
          'request',
          '',
          {
            rule: 'flow-added',
            what: `tokens of ${scheme} are also had by ${name}`,
            before: before.raw('flows') ?? before,
            after: flow,
          },
          additive('{Senders} may get their tokens as before.'),
        ),
      ),
  ];
}

const gone = (scheme: string, name: string, flow: Node, after: Node): Finding =>
  found(
    'request',
    '',
    {
      rule: 'flow-removed',
      what: `tokens of ${scheme} are no longer had by ${name}`,
      before: flow,
      after: after.raw('flows') ?? after,
    },
    breaking('{Senders} that got their tokens so get none.'),
  );

const changedAddresses = (scheme: string, name: string, before: Node, after: Node): Finding[] =>
  addresses
    .filter((key) => before.fields[key] !== after.fields[key])
    .map((key) => {
      const where = {
        rule: 'flow-changed',
        what: `${key} of ${scheme} by ${name} is ${String(after.fields[key] ?? 'gone')}, before ${String(before.fields[key] ?? 'nothing')}`,
        before: before.raw(key) ?? before,
        after: after.raw(key) ?? after,
      };
      return before.fields[key] === undefined
        ? found('request', '', where, additive('{Senders} may use it and need not.'))
        : found('request', '', where, breaking('{Senders} that use the old address get no token.'));
    });
