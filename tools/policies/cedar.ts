// The policies of the analytics API as Cedar reads them: parsed and validated against their schema by the official package.
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
export type Constraint = { readonly op: string; readonly entity?: EntityRef; readonly entities?: readonly EntityRef[] };

/** An action that is no group, with the groups that it is in. */
export type Action = { readonly name: string; readonly principal: string; readonly groups: readonly string[] };

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
  const validated = cedar.validate({ schema, policies: { staticPolicies: setOf(policies) } });
  const found =
    validated.type === 'failure'
      ? validated.errors
      : [...validated.validationErrors, ...validated.validationWarnings].map(({ error }) => error);
  return { schema, policies, actions: actionsOf(read.json), wrongs: found.map(({ message }) => message) };
}

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
  const actions = Object.values(schema as SchemaJson).flatMap((each) => Object.entries(each.actions));
  const groups = new Set(actions.flatMap(([, { memberOf }]) => (memberOf ?? []).map(({ id }) => id)));
  return actions
    .filter(([name]) => !groups.has(name))
    .map(([name, { appliesTo, memberOf }]) => ({
      name,
      principal: appliesTo?.principalTypes[0] ?? '',
      groups: (memberOf ?? []).map(({ id }) => id),
    }));
}
