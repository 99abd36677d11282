// The policies of the analytics API as Cedar reads them: parsed and validated against their schema by the official
// package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cedar from '@cedar-policy/cedar-wasm/nodejs';

export const folder = 'spec/analytics/policies';

export type Expression = { readonly [operator: string]: unknown };

export type ReadPolicy = {
  readonly id: string;
  readonly text: string;
  readonly effect: 'permit' | 'forbid';
  readonly annotations: Readonly<Record<string, string | null>>;
  /** Which principals, actions and resources it is for. */
  readonly head: { readonly principal: Constraint; readonly action: Constraint; readonly resource: Constraint };
  readonly conditions: readonly { readonly kind: 'when' | 'unless'; readonly body: Expression }[];
};

type EntityRef = { readonly id: string };
export type Constraint = {
  readonly op: string;
  readonly entity?: EntityRef;
  readonly entities?: readonly EntityRef[];
  /** The type of `is`, and where `is` has an `in`. */
  readonly entity_type?: string;
  readonly in?: unknown;
};

/** An action that is no group, with the groups that it is in, directly or by another group. */
export type Action = {
  readonly name: string;
  readonly principal: string;
  /** How many types of principals it is for. */
  readonly principals: number;
  readonly groups: readonly string[];
};

export type Policies = {
  readonly schema: string;
  readonly policies: readonly ReadPolicy[];
  readonly actions: readonly Action[];
  /** What Cedar refuses. */
  readonly wrongs: readonly string[];
};

export const readPolicies = (root: string): Policies =>
  policiesOf(
    readFileSync(join(root, folder, 'schema.cedarschema'), 'utf8'),
    readFileSync(join(root, folder, 'policies.cedar'), 'utf8'),
  );

export function policiesOf(schema: string, text: string): Policies {
  const parts = cedar.policySetTextToParts(text);
  const read = cedar.schemaToJson(schema);
  const failed = [parts, read].flatMap((each) => (each.type === 'failure' ? each.errors : []));
  if (parts.type === 'failure' || read.type === 'failure')
    return { schema, policies: [], actions: [], wrongs: failed.map(({ message }) => message) };
  const policies = parts.policies.map(readPolicy);
  const actions = actionsOf(read.json);
  // Cedar's package keeps templates apart, and a set holds one policy of each id.
  const unread = [
    ...parts.policy_templates.map((text) => `a template decides nothing: ${text.slice(0, 60)}`),
    ...repeated(policies.map(({ id }) => id)).map((id) => `the id ${id} is that of two policies`),
    ...actions
      .filter(({ principals }) => principals !== 1)
      .map(({ name }) => `the action ${name} needs one type of principal`),
  ];
  const validated = cedar.validate({ schema, policies: { staticPolicies: setOf(policies) } });
  const found =
    validated.type === 'failure'
      ? validated.errors
      : [...validated.validationErrors, ...validated.validationWarnings].map(({ error }) => error);
  return { schema, policies, actions, wrongs: [...unread, ...found.map(({ message }) => message)] };
}

const repeated = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.filter((id, n) => id !== '' && ids.indexOf(id) !== n)),
];

export const setOf = (policies: readonly ReadPolicy[]): Record<string, string> =>
  Object.fromEntries(policies.map(({ id, text }) => [id, text]));

function readPolicy(text: string): ReadPolicy {
  const read = cedar.policyToJson(text);
  if (read.type === 'failure') throw new Error(read.errors.map(({ message }) => message).join('; '));
  const { effect, principal, action, resource, conditions, annotations = {} } = read.json;
  return {
    id: annotations.id ?? '',
    text,
    effect,
    annotations,
    head: { principal, action, resource } as unknown as ReadPolicy['head'],
    conditions: conditions as unknown as ReadPolicy['conditions'],
  };
}

type SchemaJson = Readonly<Record<string, { readonly actions: Readonly<Record<string, SchemaAction>> }>>;
type SchemaAction = {
  readonly appliesTo?: { readonly principalTypes: readonly string[] } | null;
  readonly memberOf?: readonly { readonly id: string }[] | null;
};

function actionsOf(schema: unknown): readonly Action[] {
  const actions = new Map(Object.values(schema as SchemaJson).flatMap((each) => Object.entries(each.actions)));
  const direct = (name: string) => (actions.get(name)?.memberOf ?? []).map(({ id }) => id);
  // Cedar refuses a group that is in itself.
  const groupsOf = (name: string): readonly string[] => direct(name).flatMap((group) => [group, ...groupsOf(group)]);
  const groups = new Set([...actions.keys()].flatMap(direct));
  return [...actions]
    .filter(([name]) => !groups.has(name))
    .map(([name, { appliesTo }]) => ({
      name,
      principal: appliesTo?.principalTypes[0] ?? '',
      principals: appliesTo?.principalTypes.length ?? 0,
      groups: [...new Set(groupsOf(name))],
    }));
}
