// Webhooks and callbacks: what we send to those who subscribed to it. Here our side is the caller, so a body is read by
// those who receive it.

import { type Finding, found } from '../finding.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, isFields, type Node } from '../source.ts';
import { compareContent } from './content.ts';
import { methods } from './operation.ts';
import type { OperationRule } from './rule.ts';

type Word = 'webhook' | 'callback';

export const callbacks: OperationRule = {
  id: 'callbacks',
  reason: 'The contract describes the requests that are sent to an address of the caller.',
  compare: (before, after, schemas) => compareCallbacks('callback', before.node, after.node, schemas),
};

export const compareWebhooks = (before: Node, after: Node, schemas: SchemaComparer): Finding[] =>
  compareCallbacks('webhook', before, after, schemas);

function compareCallbacks(word: Word, before: Node, after: Node, schemas: SchemaComparer): Finding[] {
  const key = `${word}s`;
  const [old, now] = [before, after].map((node) => new Map(node.get(key)?.entries() ?? [])) as [
    Map<string, Node>,
    Map<string, Node>,
  ];
  return [
    ...[...old].flatMap(([name, node]) => {
      const other = now.get(name);
      if (other !== undefined) return both(word, name, node, other, schemas);
      const where = {
        rule: `${word}-removed`,
        what: `the ${word} \`${name}\` is gone`,
        before: node,
        after: after.raw(key) ?? after,
      };
      return [found('reply', '', where, breaking('Callers that registered for it no longer receive it.'))];
    }),
    ...[...now]
      .filter(([name]) => !old.has(name))
      .map(([name, node]) =>
        found(
          'reply',
          '',
          {
            rule: `${word}-added`,
            what: `the ${word} \`${name}\` is new`,
            before: before.raw(key) ?? before,
            after: node,
          },
          additive('Asking for it is optional.'),
        ),
      ),
  ];
}

/** `post`, or `{$request.body#/url} post` of a callback. */
function calls(node: Node): Map<string, Node> {
  return new Map(
    node
      .entries()
      .flatMap(([key, child]): [string, Node][] =>
        methods.has(key)
          ? [[key, child]]
          : child
              .entries()
              .flatMap(([method, each]): [string, Node][] => (methods.has(method) ? [[`${key} ${method}`, each]] : [])),
      ),
  );
}

function both(word: Word, name: string, before: Node, after: Node, schemas: SchemaComparer): Finding[] {
  const [old, now] = [calls(before), calls(after)];
  const changed = (ends: { before: Node; after: Node }) =>
    found(
      'reply',
      `${word} ${name}`,
      { ...ends, rule: `${word}-changed`, what: `the ${word} \`${name}\` is sent in another way` },
      breaking('Receivers expect the old form.'),
    );
  if (canonical([...old.keys()].sort()) !== canonical([...now.keys()].sort())) return [changed({ before, after })];
  return [...old].flatMap(([call, node]) => {
    const other = now.get(call) ?? node;
    const [body, otherBody] = [node.get('requestBody'), other.get('requestBody')];
    if (frame(node) !== frame(other) || (body === undefined) !== (otherBody === undefined))
      return [changed({ before: node, after: other })];
    return body === undefined || otherBody === undefined
      ? []
      : compareContent(body, otherBody, 'reply', `${word} ${name}`, schemas);
  });
}

const words = new Set('description summary tags operationId example examples externalDocs requestBody'.split(' '));

/** All of it but words and the body. */
const frame = ({ value }: Node): string => canonical(withoutWords(value));

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !words.has(key))
      .map(([key, each]) => [key, withoutWords(each)]),
  );
}
