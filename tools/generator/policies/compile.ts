// policies.ts of the analytics contract: Cedar policies as functions over grants, so that no process loads an engine
// and a decision costs a comparison.

import { ContractError } from '../../contract/document/source.ts';
import { quote } from '../code/print.ts';
import { type Action, folder, type Policies, type ReadPolicy, readPolicies } from './cedar.ts';
import { conjuncts, NotAScope, typescriptOf } from './expression.ts';

/** An operation that takes an access token, as the contract has it. */
export type TokenOperation = { readonly id: string; readonly roles: readonly string[] };

export function compiledPolicies(root: string, operations: readonly TokenOperation[]): ReadonlyMap<string, string> {
  return new Map([['generated/analytics/policies.ts', compile(readPolicies(root), operations)]]);
}

export function compile(read: Policies, operations: readonly TokenOperation[]): string {
  const wrongs = [
    ...read.wrongs,
    ...gaps(read.actions, operations),
    ...read.policies.flatMap(malformed),
    ...(read.wrongs.length > 0 ? [] : [...withoutPermit(read), ...withoutAction(read)]),
  ];
  if (wrongs.length > 0) throw new ContractError(wrongs.map((wrong) => `${folder}: ${wrong}`));
  const forbids = read.policies.filter(({ effect }) => effect === 'forbid');
  const conditions = (principal: string) =>
    forbids.flatMap((policy) =>
      conditionsOf(
        policy,
        read.actions.filter((action) => action.principal === principal),
      ),
    );
  const of = (principal: string) =>
    read.actions.filter((action) => action.principal === principal).map(({ name }) => name);
  const inGroup = (group: string) =>
    read.actions
      .filter(({ groups }) => groups.includes(group))
      .map(({ name }) => quote(name))
      .toSorted()
      .join(', ');
  return `// Generated from ${folder} by npm run generate; do not edit.
import type { Condition, PolicyCaller, PolicyGrant, PolicyText } from '../runtime/request/policy.ts';

${union('GrantOperation', of('Grant'))}
${union('CallerOperation', of('Caller'))}

/** In the order in which they are asked. */
export const grantConditions: readonly Condition<PolicyGrant, GrantOperation>[] = [
${conditions('Grant').join('\n')}
];

export const callerConditions: readonly Condition<PolicyCaller, CallerOperation>[] = [
${conditions('Caller').join('\n')}
];

/** Operations whose scope is what the policies leave: those that read what dealers have stored, or follow its jobs. */
export const readOperations: readonly GrantOperation[] = [${inGroup('read')}];

export const followOperations: readonly GrantOperation[] = [${inGroup('follow')}];

export const grantOperations: readonly GrantOperation[] = [${of('Grant').toSorted().map(quote).join(', ')}];

export const callerOperations: readonly CallerOperation[] = [${of('Caller').toSorted().map(quote).join(', ')}];

export const policyTexts: readonly PolicyText[] = [
${read.policies.map(emitText).join('\n')}
];
`;
}

const union = (name: string, members: readonly string[]): string =>
  `export type ${name} = ${members.toSorted().map(quote).join(' | ')};`;

const emitText = ({ id, text, annotations }: ReadPolicy): string =>
  `  { policy: ${quote(id)}, meaning: ${quote(annotations.meaning ?? '')}, text: ${quote(plainText(text))} },`;

/** Without annotations, which are shown beside it. */
const plainText = (text: string): string => text.replaceAll(/^@.*\n/gm, '').trim();

function conditionsOf(policy: ReadPolicy, actions: readonly Action[]): readonly string[] {
  const covered = actions.filter((action) => isFor(policy, action)).map(({ name }) => name);
  if (covered.length === 0) return [];
  const terms = policy.conditions.flatMap(({ body }) => conjuncts(body));
  const attributes = attributesOf(policy);
  return terms.map((term, i) => {
    const code = typescriptOf(term);
    const parameters = code.includes('filters.') ? '(principal, filters)' : '(principal)';
    const operations = covered.toSorted().map(quote).join(', ');
    const filters = [...new Set(code.match(/(?<=filters\.)\w+/g))].map(quote).join(', ');
    return `  {
    policy: ${quote(policy.id)},
    attribute: ${quote(attributes[i] ?? attributes[0] ?? '')},
    operations: [${operations}],
    filters: [${filters}],
    permits: ${parameters} => ${code},
  },`;
  });
}

const attributesOf = ({ annotations }: ReadPolicy): readonly string[] => (annotations.attribute ?? '').split(', ');

/** `==` is for an operation alone; `in` also for a group, whatever groups that is made of. */
function isFor({ head }: ReadPolicy, { name, groups }: Action): boolean {
  const { op, entity, entities } = head.action;
  if (op === 'All') return true;
  const named = [...(entity ? [entity] : []), ...(entities ?? [])].map(({ id }) => id);
  return named.includes(name) || (op === 'in' && named.some((id) => groups.includes(id)));
}

/** What compiled code permits unless a policy forbids it, Cedar permits by these two forms alone. */
const permitted = (policy: ReadPolicy): string | undefined => {
  const { principal, action, resource } = policy.head;
  const isWhole = action.op === 'All' && resource.op === 'All' && policy.conditions.length === 0;
  const isKind = principal.op === 'is' && principal.in === undefined;
  return isWhole && isKind ? principal.entity_type : undefined;
};

const principals = ['Grant', 'Caller'];

function withoutPermit({ policies }: Policies): readonly string[] {
  const ofPermits = policies.filter(({ effect }) => effect === 'permit').map(permitted);
  return principals
    .filter((principal) => !ofPermits.includes(principal))
    .map(
      (principal) => `the policy permit (principal is ${principal}, action, resource); is missing: Cedar refuses all`,
    );
}

function withoutAction({ policies, actions }: Policies): readonly string[] {
  return policies
    .filter((policy) => policy.effect === 'forbid' && !actions.some((action) => isFor(policy, action)))
    .map(({ id }) => `the policy ${id} forbids no operation: name operations, or groups with in`);
}

/** What could not be a scope of ids, or could not be explained. */
function malformed(policy: ReadPolicy): readonly string[] {
  const { id, effect, annotations, head, conditions } = policy;
  const name = id === '' ? policy.text.slice(0, 60) : id;
  const reported = (wrong: string) => [`the policy ${name} ${wrong}`];
  if (id === '' || !annotations.meaning) return reported('needs @id and @meaning');
  if (effect === 'permit') {
    if (conditions.length > 0) return reported('permits under a condition: forbid unless the condition holds');
    return principals.includes(permitted(policy) ?? '')
      ? []
      : reported(
          `permits a part: permit (principal is ${principals.join(' or ')}, action, resource), and forbid the rest`,
        );
  }
  if (head.principal.op !== 'All' || head.resource.op !== 'All')
    return reported('names a principal or a resource: compare them in the condition');
  if (conditions.length === 0 || conditions.some(({ kind }) => kind !== 'unless'))
    return reported('needs unless, and no when');
  const terms = conditions.flatMap(({ body }) => conjuncts(body));
  if (!annotations.attribute || ![1, terms.length].includes(attributesOf(policy).length))
    return reported('needs one @attribute, or one for each condition');
  return terms.flatMap((term) => {
    try {
      typescriptOf(term);
      return [];
    } catch (error) {
      if (!(error instanceof NotAScope)) throw error;
      return reported(`uses what it may not: ${error.message}`);
    }
  });
}

/** Each operation that takes a token is an action, each action an operation, and administrators have theirs. */
function gaps(actions: readonly Action[], operations: readonly TokenOperation[]): readonly string[] {
  const byName = new Map(actions.map((action) => [action.name, action]));
  const known = new Set(operations.map(({ id }) => id));
  const missing = operations.filter(({ id }) => !byName.has(id)).map(({ id }) => `the operation ${id} is no action`);
  const unknown = actions
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => `the action ${name} is no operation`);
  const others = operations
    .filter(
      ({ id, roles }) => byName.has(id) && roles.includes('admin') !== byName.get(id)?.groups.includes('administer'),
    )
    .map(({ id }) => `the operation ${id} is in the group administer exactly if its x-roles say so`);
  return [...missing, ...unknown, ...others];
}
