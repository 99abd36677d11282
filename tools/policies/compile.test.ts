// Policies that could not be a scope of ids, or have a gap, are refused when the contracts are generated.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { folder, policiesOf } from './cedar.ts';
import { compile } from './compile.ts';
import { tokenOperations } from './operations.ts';

const root = path.join(import.meta.dirname, '../..');
const schema = readFileSync(path.join(root, folder, 'schema.cedarschema'), 'utf8');
const operations = tokenOperations(root);

const refusal = (policy: string, given = operations): string => {
  try {
    compile(policiesOf(schema, policy), given);
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
  const permit = '@id("p") @meaning("m") permit (principal, action, resource);';
  t.is(refusal(permit), 'none');
  t.is(refusal(permit, [...operations, { id: 'listSecrets', roles: [] }]), 'the operation listSecrets is no action');
  t.is(
    refusal(
      permit,
      operations.filter(({ id }) => id !== 'getScope'),
    ),
    'the action getScope is no operation',
  );
  const open = operations.map((each) => (each.id === 'listDealers' ? { ...each, roles: [] } : each));
  t.is(refusal(permit, open), 'the operation listDealers is in the group administer exactly if its x-roles say so');
});
