// Rules about what every operation says of itself: name, text, credential, roles.

import { type Document, type Finding, fields, list, text } from '../document.ts';
import { operations, reply, slugs } from '../operations.ts';
import type { Rule } from '../rule.ts';

const verbs = [
  'accept add answer archive begin cancel change check complete copy create decline delete deploy disable download',
  'enable end export extend find finish get import issue join leave list log login logout move open preview publish',
  'read refresh register reject release remove replace replay reset restart restore retry revert revoke rotate search send set',
  'show start stop submit update upload validate verify withdraw',
].flatMap((line) => line.split(' '));
const verbAndNoun = new RegExp(`^(${verbs.join('|')})([A-Z][a-z0-9]+)+$`);

function* operationId(document: Document): Generator<Finding> {
  for (const { at, id } of operations(document))
    if (!verbAndNoun.test(id))
      yield {
        at: [...at, 'operationId'],
        message: `operationId is a verb and a noun as getJob or listJobs, not '${id}'.`,
      };
}

function* operationText(document: Document): Generator<Finding> {
  for (const { at, value } of operations(document)) {
    const summary = text(value.summary);
    if (summary === '' || summary.length > 80 || summary.endsWith('.'))
      yield {
        at: [...at, 'summary'],
        message: 'summary says in up to 80 characters, without a full stop, what the operation does.',
      };
    if (text(value.description).length < 20)
      yield { at: [...at, 'description'], message: 'description says what the summary leaves open.' };
    const tags = list(value.tags).map(text);
    if (tags.length !== 1 || !list(document.root.tags).some((tag) => fields(tag).name === tags[0]))
      yield {
        at: [...at, 'tags'],
        message: 'One of the tags of the document says where on the reference page it stands.',
      };
  }
}

function* security(document: Document): Generator<Finding> {
  for (const { at, value } of operations(document))
    if (value.security === undefined && document.root.security === undefined)
      yield { at, message: 'security names the credential; [] makes the operation public on purpose.' };
}

function* roles(document: Document): Generator<Finding> {
  for (const operation of operations(document)) {
    const own = operation.value['x-roles'];
    if (own === undefined) continue;
    const at = [...operation.at, 'x-roles'];
    const names = list(own).map(text);
    if (
      names.length === 0 ||
      new Set(names).size !== names.length ||
      names.some((name) => !/^[a-z][a-z_-]*$/.test(name))
    )
      yield {
        at,
        message:
          'x-roles lists at least one role, each once, in lower case; leave it out for every authenticated caller.',
      };
    if (operation.isPublic) yield { at, message: 'A public operation has no caller whose roles could be asked.' };
    const refused = reply(operation, 403);
    if (refused !== undefined && !slugs(refused).includes('forbidden-role'))
      yield { at: refused.at, message: 'With x-roles, 403 can carry forbidden-role.' };
  }
}

function* emits({ shared, ...rest }: Document): Generator<Finding> {
  for (const { at, value } of operations({ shared, ...rest }))
    for (const [i, name] of list(value['x-emits']).map(text).entries())
      if (!shared.messages.has(name))
        yield { at: [...at, 'x-emits', i], message: `No asyncapi.yaml has a channel or message '${name}'.` };
}

function* planned(document: Document): Generator<Finding> {
  for (const operation of operations(document)) {
    const flag = operation.value['x-planned'];
    const at = [...operation.at, 'x-planned'];
    if (flag !== undefined && flag !== true) yield { at, message: 'x-planned is true or absent.' };
    if (flag === true && reply(operation, 501) === undefined) yield { at, message: 'A planned operation answers 501.' };
    if (flag === undefined && reply(operation, 501) !== undefined)
      yield { at: [...operation.at, 'responses', '501'], message: 'Only a planned operation answers 501.' };
  }
}

/** A cursor belongs to one query at one time: whichever were shown, sending it would be refused. */
const withoutExample = ['cursor'];

function* parameterText(document: Document): Generator<Finding> {
  for (const { parameters } of operations(document))
    for (const { at, name, value } of parameters) {
      if (text(value.description) === '') yield { at, message: `The parameter ${name} has a description.` };
      const hasExample = value.example !== undefined || Object.keys(fields(value.examples)).length > 0;
      if (withoutExample.includes(name)) {
        if (hasExample) yield { at, message: `The parameter ${name} has no example: any would be refused.` };
      } else if (!hasExample) yield { at, message: `The parameter ${name} has an example.` };
    }
}

export const operationRules: readonly Rule[] = [
  {
    id: 'operation-id',
    why: 'The id becomes the name of the handler, of the client function and of the file to look in.',
    see: 'Operations',
    http: operationId,
  },
  { id: 'operation-text', why: 'The reference page is made of these.', see: 'Operations', http: operationText },
  {
    id: 'security-stated',
    why: 'A forgotten credential looks like a public operation.',
    see: 'Operations',
    http: security,
  },
  {
    id: 'roles-sound',
    why: 'An empty or misplaced list of roles locks out everyone, or no one.',
    see: 'Operations',
    http: roles,
  },
  { id: 'emits-exist', why: 'A message that no contract has can not be sent.', see: 'Operations', http: emits },
  {
    id: 'planned-is-501',
    why: 'Callers of a planned operation must be able to distinguish it from a broken one.',
    see: 'Operations',
    http: planned,
  },
  {
    id: 'parameter-text',
    why: 'A name alone does not state a form; the example is sent by the tests.',
    see: 'Operations',
    http: parameterText,
  },
];
