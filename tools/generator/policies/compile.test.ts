// Policies that could not be a scope of ids, or have a gap, are refused when the contracts are generated.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { folder, policiesOf } from './cedar.ts';
import { compile } from './compile.ts';
import { tokenOperations } from './operations.ts';

const root = path.join(import.meta.dirname, '../../..');
const schema = readFileSync(path.join(root, folder, 'schema.cedarschema'), 'utf8');
const operations = tokenOperations(root);

const permits = `@id("g") @meaning("m") permit (principal is Grant, action, resource);
@id("c") @meaning("m") permit (principal is Caller, action, resource);
`;
const refusal = (policy: string, given = operations, first = permits, by = schema): string => {
  try {
    compile(policiesOf(by, first + policy), given);
    return 'none';
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}: `, '');
  }
};
const read = (body: string, annotations = '@id("p") @attribute("a") @meaning("m")') =>
  refusal(`${annotations} forbid (principal, action in Action::"read", resource) ${body};`);

test('compile takes conditions over grants and filters', (t) => {
  t.is(
    read('unless { principal.roles.contains("reader") && (principal.all_brands || !principal.all_regions) }'),
    'none',
  );
});

test('compile refuses what cannot be a scope of ids', (t) => {
  t.regex(
    read('unless { principal.roles.containsAny(["reader"]) }'),
    /^the policy p uses what it may not: containsAny cannot be a scope of ids$/,
  );
  t.regex(read('unless { principal.dealer in resource }'), /: in cannot be a scope of ids$/);
  t.is(read('when { principal.all_brands }'), 'the policy p needs unless, and no when');
  t.is(read(''), 'the policy p needs unless, and no when');
  t.is(
    refusal(
      '@id("p") @meaning("m") permit (principal, action in Action::"read", resource) when { principal.all_brands };',
    ),
    'the policy p permits under a condition: forbid unless the condition holds',
  );
  t.is(
    refusal(
      '@id("p") @attribute("a") @meaning("m") forbid (principal, action in Action::"read", resource == Dealer::"d") unless { principal.all_brands };',
    ),
    'the policy p names a principal or a resource: compare them in the condition',
  );
});

test('compile refuses what could not be explained', (t) => {
  t.regex(read('unless { principal.all_brands }', '@id("p") @attribute("a")'), /^the policy p needs @id and @meaning$/);
  t.is(
    read('unless { principal.all_brands }', '@id("p") @meaning("m")'),
    'the policy p needs one @attribute, or one for each condition',
  );
});

test('compile refuses what Cedar refuses: an attribute that the schema lacks, and a policy that does not parse', (t) => {
  t.regex(read('unless { principal.brand }'), /attribute `brand` on entity type `Grant` not found/);
  t.regex(refusal('forbid (principal'), /unexpected end of input/);
});

test('compile refuses an operation without an action, an action without an operation, and an admin operation in another group', (t) => {
  t.is(refusal(''), 'none');
  t.is(refusal('', [...operations, { id: 'listSecrets', roles: [] }]), 'the operation listSecrets is no action');
  t.is(
    refusal(
      '',
      operations.filter(({ id }) => id !== 'getScope'),
    ),
    'the action getScope is no operation',
  );
  const open = operations.map((each) => (each.id === 'listDealers' ? { ...each, roles: [] } : each));
  t.is(refusal('', open), 'the operation listDealers is in the group administer exactly if its x-roles say so');
});

test('compile refuses a permit that is missing, narrowed or widened', (t) => {
  const [grant = '', caller = ''] = permits.split('\n');
  t.is(
    refusal(grant, operations, ''),
    'the policy permit (principal is Caller, action, resource); is missing: Cedar refuses all',
  );
  t.is(
    refusal(caller, operations, ''),
    'the policy permit (principal is Grant, action, resource); is missing: Cedar refuses all',
  );
  for (const narrowed of [
    'permit (principal is Grant, action == Action::"listIndices", resource);',
    'permit (principal is Grant, action in Action::"read", resource);',
    'permit (principal is Grant, action, resource == Dealer::"d");',
    'permit (principal == Grant::"g", action, resource);',
    'permit (principal, action, resource);',
  ]) {
    const part =
      'the policy p permits a part: permit (principal is Grant or Caller, action, resource), and forbid the rest';
    t.is(refusal(`@id("p") @meaning("m") ${narrowed}`), part, narrowed);
  }
});

test('compile reads a group of groups, and refuses a forbid that covers no operation', (t) => {
  const nested = schema
    .replace(
      'action read appliesTo',
      'action everything appliesTo { principal: Grant, resource: Dealer, context: {} };\naction read in [everything] appliesTo',
    )
    .replace('action follow appliesTo', 'action follow in [everything] appliesTo');
  const whole =
    '@id("p") @attribute("roles") @meaning("m") forbid (principal, action in Action::"everything", resource) unless { principal.all_brands };';
  const compiled = compile(policiesOf(nested, permits + whole), operations);
  const [, covered = ''] = /policy: 'p',\n {4}attribute: 'roles',\n {4}operations: \[([^\]]*)\]/.exec(compiled) ?? [];
  for (const operation of ['listIndices', 'getJobErrors']) t.true(covered.includes(`'${operation}'`), operation);
  t.false(covered.includes('uploadFile'));
  const group = 'forbid (principal, action == Action::"read", resource) unless { principal.all_brands };';
  t.is(
    refusal(`@id("p") @attribute("a") @meaning("m") ${group}`),
    'the policy p forbids no operation: name operations, or groups with in',
  );
});

test('compile refuses what Cedar keeps apart or drops: a template, a second policy of one id, an action of two principals', (t) => {
  const template = '@id("p") @meaning("m") forbid (principal == ?principal, action, resource);';
  t.regex(refusal(template), /^a template decides nothing: /);
  t.regex(
    refusal('@id("g") @meaning("m") permit (principal is Grant, action, resource);'),
    /^the id g is that of two policies/,
  );
  const both = schema.replace(
    'sendTestEvent appliesTo { principal: Caller,',
    'sendTestEvent appliesTo { principal: [Caller, Grant],',
  );
  t.regex(refusal('', operations, permits, both), /the action createWebhook needs one type of principal/);
});
