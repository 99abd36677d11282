// Who may call: credentials and roles. Schemes are compared by what they are, not by their names.

import { type Finding, found } from '../finding.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, type Fields, fields, list, type Node } from '../source.ts';
import { compareFlows } from './flows.ts';
import { type Operation, strings } from './operation.ts';
import type { OperationRule } from './rule.ts';

/** One way to be let in: all of its schemes together. */
type Alternative = { readonly names: string; readonly needs: ReadonlySet<string>; readonly schemes: readonly Node[] };

/** Also for AsyncAPI, where a list of schemes takes the place of requirement objects. */
function alternativesOf(holder: Node, root: Node): Alternative[] {
  const requirements = holder.raw('security') ?? root.raw('security');
  return list(requirements?.value).map((requirement, index) => {
    const direct = requirements?.get(index);
    if (direct !== undefined && 'type' in direct.fields)
      return alternativeOf([[direct.path.map(String).at(-1) ?? '', direct, []]]);
    const parts = Object.entries(fields(requirement)).map(
      ([name, scopes]) => [name, root.get('components', 'securitySchemes', name), strings(scopes)] as const,
    );
    return alternativeOf(parts);
  });
}

function alternativeOf(parts: readonly (readonly [string, Node | undefined, readonly string[]])[]): Alternative {
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

/**
 * What decides on the wire. A name counts only where two schemes look the same there, as those of people and of
 * services do.
 */
function meaning(scheme: Node | undefined): string | undefined {
  if (scheme === undefined) return undefined;
  const beside = scheme.sources.at(scheme.file, scheme.path.slice(0, -1));
  const alike = Object.values(beside?.fields ?? {}).filter((each) => onWire(fields(each)) === onWire(scheme.fields));
  return alike.length > 1 ? `${onWire(scheme.fields)} ${scheme.path.at(-1)}` : onWire(scheme.fields);
}

/** What a scheme is; the ways to a token (flows.ts) and words are no part of it. */
const onWire = ({ type, scheme, in: place, name, openIdConnectUrl }: Fields): string =>
  canonical([type, typeof scheme === 'string' ? scheme.toLowerCase() : null, place, name, openIdConnectUrl]);

const isPublic = (alternatives: readonly Alternative[]): boolean =>
  alternatives.length === 0 || alternatives.some(({ needs }) => needs.size === 0);
/** A caller that has what `one` needs has what `other` needs. */
const suffices = (one: Alternative, other: Alternative): boolean =>
  [...other.needs].every((need) => one.needs.has(need));

export function compareSecurity(before: { holder: Node; root: Node }, after: { holder: Node; root: Node }): Finding[] {
  const [old, now] = [alternativesOf(before.holder, before.root), alternativesOf(after.holder, after.root)];
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
  const gone = old.filter((alternative) => !now.some((other) => suffices(alternative, other)));
  const fresh = now.filter((alternative) => !old.some((other) => suffices(alternative, other)));
  const twin = (alternative: Alternative) => now.find((other) => other.names === alternative.names);
  const lost = gone.filter((alternative) => twin(alternative) === undefined);
  return [
    ...flowsOf(old, now),
    ...gone.flatMap((alternative) => {
      const other = twin(alternative);
      return other === undefined ? [] : [redefined(alternative, other, ends)];
    }),
    ...lost.map((alternative) =>
      found(
        'request',
        '',
        { ...ends, rule: 'credential-removed', what: `${alternative.names} alone no longer suffices` },
        breaking(`{Senders} that use ${alternative.names} are refused.`),
      ),
    ),
    ...fresh
      .filter((alternative) => !gone.some(({ names }) => names === alternative.names))
      .map((alternative) =>
        found(
          'request',
          '',
          { ...ends, rule: 'credential-added', what: `${alternative.names} is accepted too` },
          additive('{Senders} may go on as before.'),
        ),
      ),
  ];
}

/** The flows of each scheme that both sides know under one name. */
function flowsOf(old: readonly Alternative[], now: readonly Alternative[]): Finding[] {
  const of = (alternatives: readonly Alternative[]) =>
    new Map(alternatives.flatMap(({ schemes }) => schemes.map((each) => [String(each.path.at(-1)), each])));
  const after = of(now);
  return [...of(old)].flatMap(([name, scheme]) => compareFlows(name, scheme, after.get(name)));
}

function redefined(alternative: Alternative, other: Alternative, ends: { before: Node; after: Node }): Finding {
  const [old, now] = [alternative.schemes[0], other.schemes[0]];
  const same = old !== undefined && now !== undefined && onWire(old.fields) === onWire(now.fields);
  const what = same ? `${alternative.names} needs more scopes` : `the credential ${alternative.names} is another one`;
  const where = same ? ends : { before: old ?? ends.before, after: now ?? ends.after };
  return found(
    'request',
    '',
    { ...where, rule: same ? 'scopes-changed' : 'security-scheme-changed', what },
    breaking(`{Senders} that use ${alternative.names} as before are refused.`),
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
