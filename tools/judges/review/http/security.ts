// Who may call: credentials and roles. Schemes are compared by what they are, not by their names.

import { type Finding, found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, type Fields, fields, list, type Node } from '../source.ts';
import { compareFlows } from './flows.ts';
import { type Operation, strings } from './operation.ts';
import type { OperationRule } from './rule.ts';

/** One way to be let in: all of its schemes together. */
type Way = { readonly names: string; readonly needs: ReadonlySet<string>; readonly schemes: readonly Node[] };

/** Also for AsyncAPI, where a list of schemes takes the place of requirement objects. */
function waysOf(holder: Node, root: Node): Way[] {
  const requirements = holder.raw('security') ?? root.raw('security');
  return list(requirements?.value).map((requirement, index) => {
    const direct = requirements?.get(index);
    if (direct !== undefined && 'type' in direct.fields)
      return wayOf([[direct.path.map(String).at(-1) ?? '', direct, []]]);
    const parts = Object.entries(fields(requirement)).map(
      ([name, scopes]) => [name, root.get('components', 'securitySchemes', name), strings(scopes)] as const,
    );
    return wayOf(parts);
  });
}

function wayOf(parts: readonly (readonly [string, Node | undefined, readonly string[]])[]): Way {
  return {
    names: parts.map(([name]) => name).join(' and ') || 'nothing',
    needs: new Set(
      parts.flatMap(([name, scheme, scopes]) => [
        meaning(scheme) ?? name,
        ...scopes.map((scope) => `${meaning(scheme) ?? name} ${scope}`),
      ]),
    ),
    schemes: parts.flatMap(([, scheme]) => scheme ?? []),
  };
}

/** What decides on the wire. A name counts only where two schemes look the same there, as those of people and of services do. */
function meaning(scheme: Node | undefined): string | undefined {
  if (scheme === undefined) return undefined;
  const beside = scheme.sources.at(scheme.file, scheme.path.slice(0, -1));
  const alike = Object.values(beside?.fields ?? {}).filter((each) => onWire(fields(each)) === onWire(scheme.fields));
  return alike.length > 1 ? `${onWire(scheme.fields)} ${scheme.path.at(-1)}` : onWire(scheme.fields);
}

/** What a scheme is; the ways to a token (flows.ts) and words are no part of it. */
const onWire = ({ type, scheme, in: place, name, openIdConnectUrl }: Fields): string =>
  canonical([type, typeof scheme === 'string' ? scheme.toLowerCase() : null, place, name, openIdConnectUrl]);

const isPublic = (ways: readonly Way[]): boolean => ways.length === 0 || ways.some(({ needs }) => needs.size === 0);
/** Whoever has what `one` needs has what `other` needs. */
const suffices = (one: Way, other: Way): boolean => [...other.needs].every((need) => one.needs.has(need));

export function compareSecurity(before: { holder: Node; root: Node }, after: { holder: Node; root: Node }): Finding[] {
  const [old, now] = [waysOf(before.holder, before.root), waysOf(after.holder, after.root)];
  const place = ({ holder, root }: { holder: Node; root: Node }) =>
    holder.raw('security') ?? root.raw('security') ?? holder;
  const ends = { before: place(before), after: place(after) };
  if (isPublic(old) && isPublic(now)) return [];
  if (isPublic(old))
    return [
      found(
        'request',
        '',
        { ...ends, rule: 'security-added', what: 'a credential is required' },
        breaking('{Senders} without a credential get 401.'),
      ),
    ];
  if (isPublic(now))
    return [
      found(
        'request',
        '',
        { ...ends, rule: 'security-removed', what: 'no credential is required any more' },
        additive('{Senders} may go on sending one.'),
      ),
    ];
  const gone = old.filter((way) => !now.some((other) => suffices(way, other)));
  const fresh = now.filter((way) => !old.some((other) => suffices(way, other)));
  const twin = (way: Way) => now.find((other) => other.names === way.names);
  const lost = gone.filter((way) => twin(way) === undefined);
  return [
    ...flowsOf(old, now),
    ...gone.flatMap((way) => {
      const other = twin(way);
      return other === undefined ? [] : [redefined(way, other, ends)];
    }),
    ...lost.map((way) =>
      found(
        'request',
        '',
        { ...ends, rule: 'credential-removed', what: `${way.names} alone no longer suffices` },
        breaking(`{Senders} that use ${way.names} are refused.`),
      ),
    ),
    ...fresh
      .filter((way) => !gone.some(({ names }) => names === way.names))
      .map((way) =>
        found(
          'request',
          '',
          { ...ends, rule: 'credential-added', what: `${way.names} is accepted too` },
          additive('{Senders} may go on as before.'),
        ),
      ),
  ];
}

/** Of each scheme that both sides know under one name. */
function flowsOf(old: readonly Way[], now: readonly Way[]): Finding[] {
  const of = (ways: readonly Way[]) =>
    new Map(ways.flatMap(({ schemes }) => schemes.map((each) => [String(each.path.at(-1)), each])));
  const after = of(now);
  return [...of(old)].flatMap(([name, scheme]) => compareFlows(name, scheme, after.get(name)));
}

function redefined(way: Way, other: Way, ends: { before: Node; after: Node }): Finding {
  const [old, now] = [way.schemes[0], other.schemes[0]];
  const same = old !== undefined && now !== undefined && onWire(old.fields) === onWire(now.fields);
  const what = same ? `${way.names} needs more scopes` : `the credential ${way.names} is another one`;
  const where = same ? ends : { before: old ?? ends.before, after: now ?? ends.after };
  return found(
    'request',
    '',
    { ...where, rule: same ? 'scopes-changed' : 'security-scheme-changed', what },
    breaking(`{Senders} that use ${way.names} as before are refused.`),
  );
}

export const security: OperationRule = {
  id: 'security',
  reason: 'A credential that no longer suffices shuts its bearer out.',
  compare: (before, after) =>
    compareSecurity({ holder: before.node, root: before.root }, { holder: after.node, root: after.root }),
};

export const roles: OperationRule = {
  id: 'x-roles',
  reason: 'A role that is taken away shuts its bearers out.',
  compare(before, after) {
    const [old, now] = [rolesOf(before), rolesOf(after)];
    const ends = { before: before.node.raw('x-roles') ?? before.node, after: after.node.raw('x-roles') ?? after.node };
    if (old === undefined && now === undefined) return [];
    if (old === undefined)
      return [
        found(
          'request',
          '',
          { ...ends, rule: 'roles-limited', what: `only the roles ${now?.join(', ')} may call it` },
          breaking('{Senders} with other roles get 403.'),
        ),
      ];
    if (now === undefined)
      return [
        found(
          'request',
          '',
          { ...ends, rule: 'roles-unlimited', what: 'every role may call it' },
          additive('More may call it.'),
        ),
      ];
    const gone = old.filter((role) => !now.includes(role));
    const fresh = now.filter((role) => !old.includes(role));
    return [
      ...gone.map((role) =>
        found(
          'request',
          '',
          { ...ends, rule: 'role-removed', what: `the role ${role} may no longer call it` },
          breaking(`{Senders} with the role ${role} get 403.`),
        ),
      ),
      ...fresh.map((role) =>
        found(
          'request',
          '',
          { ...ends, rule: 'role-added', what: `the role ${role} may call it` },
          additive('More may call it.'),
        ),
      ),
    ];
  },
};

const rolesOf = ({ node }: Operation): string[] | undefined =>
  node.fields['x-roles'] === undefined ? undefined : strings(node.fields['x-roles']);
