// Parameters of path, query, header and cookie. Unknown ones are refused, so removing one breaks who sends it.

import type { Verdict } from '../change.ts';
import { type Finding, found, inPart } from '../finding.ts';
import { compareDeprecation } from '../lifecycle/deprecation.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import { admits, schemaOf, shapeOf } from '../schema/shape.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, type Node } from '../source.ts';
import { compareContent, presence } from './content.ts';
import { type Operation, pathNames } from './operation.ts';
import type { OperationRule } from './rule.ts';

export const parameters: OperationRule = {
  id: 'parameters',
  reason: 'A parameter that must be sent has to be known; one that is not known is refused.',
  compare(before, after, schemas) {
    const names = new Map(
      pathNames(before.path).map((name, index) => [`path ${name}`, `path ${pathNames(after.path)[index]}`]),
    );
    const partner = (key: string): string => names.get(key) ?? key;
    const taken = new Set([...before.parameters.keys()].map(partner));
    const lost = [...before.parameters].filter(([key]) => !after.parameters.has(partner(key))).map(([, node]) => node);
    const fresh = [...after.parameters].filter(([key]) => !taken.has(key)).map(([, node]) => node);
    return [
      ...[...before.parameters].flatMap(([key, node]) => {
        const other = after.parameters.get(partner(key));
        return other === undefined ? [] : both(node, other, schemas);
      }),
      ...lost.map((node) =>
        gone(
          node,
          fresh.find((other) => sameName(node, other)),
          after,
        ),
      ),
      ...fresh.filter((node) => !lost.some((other) => sameName(node, other))).map((node) => added(node, before)),
    ];
  },
};

const sameName = (one: Node, other: Node): boolean =>
  String(one.fields.name).toLowerCase() === String(other.fields.name).toLowerCase();
const labelOf = (node: Node): string => `${String(node.fields.in)} parameter ${String(node.fields.name)}`;

function gone(node: Node, elsewhere: Node | undefined, after: Operation): Finding {
  const name = String(node.fields.name);
  const what =
    elsewhere === undefined
      ? `\`${name}\` is gone`
      : `\`${name}\` moves from ${String(node.fields.in)} to ${String(elsewhere.fields.in)}`;
  const rule = elsewhere === undefined ? 'parameter-removed' : 'parameter-moved';
  const where = { rule, what, before: node, after: elsewhere ?? after.node.raw('parameters') ?? after.node };
  return found(
    'request',
    labelOf(node),
    where,
    breaking(`{Senders} that send it as ${labelOf(node)} are refused or ignored.`),
  );
}

function added(node: Node, before: Operation): Finding {
  const name = String(node.fields.name);
  const must = node.fields.required === true;
  const where = {
    rule: must ? 'required-parameter-added' : 'parameter-added',
    what: `\`${name}\` is new and ${must ? 'required' : 'optional'}`,
    before: before.node.raw('parameters') ?? before.node,
    after: node,
  };
  const why = must
    ? breaking(`{Senders} that do not know \`${name}\` are refused.`)
    : additive(`{Senders} may leave \`${name}\` out.`);
  return found('request', labelOf(node), where, why);
}

function both(before: Node, after: Node, schemas: SchemaComparer): Finding[] {
  const label = labelOf(after);
  const [old, now] = [before.raw('schema'), after.raw('schema')];
  return [
    ...renamed(before, after),
    ...necessity(before, after, label),
    ...spelling(before, after, label),
    ...inPart('request', label, compareDeprecation(before, after)),
    ...(styleOf(before).form !== styleOf(after).form
      ? []
      : old !== undefined && now !== undefined
        ? inPart('request', label, schemas.nodes(old, now))
        : [
            ...presence(old, now, before, after, 'request', label),
            ...compareContent(before, after, 'request', label, schemas),
          ]),
  ];
}

function renamed(before: Node, after: Node): Finding[] {
  const [old, now] = [String(before.fields.name), String(after.fields.name)];
  if (old.toLowerCase() === now.toLowerCase()) return [];
  const where = {
    rule: 'path-parameter-renamed',
    what: `\`${old}\` is called \`${now}\``,
    before: before.raw('name') ?? before,
    after: after.raw('name') ?? after,
  };
  const why = 'The address stays the same, but callers of the generated client use the name of the parameter.';
  return [{ ...found('request', labelOf(after), where, breaking(why)), affects: ['users of the generated client'] }];
}

function necessity(before: Node, after: Node, label: string): Finding[] {
  const [was, is] = [before.fields.required === true, after.fields.required === true];
  if (was === is) return [];
  const where = { before: before.raw('required') ?? before, after: after.raw('required') ?? after };
  if (is)
    return [
      found(
        'request',
        label,
        { ...where, rule: 'parameter-required', what: 'it is required' },
        breaking('{Senders} that leave it out are refused.'),
      ),
    ];
  return [
    found(
      'request',
      label,
      { ...where, rule: 'parameter-optional', what: 'it may be left out' },
      additive('{Senders} may go on sending it.'),
    ),
  ];
}

/** How a value is written into the request: a list repeated or with commas, for example. */
function spelling(before: Node, after: Node, label: string): Finding[] {
  const report = (rule: string, what: string, verdict: Verdict, name?: string) =>
    found(
      'request',
      label,
      { rule, what, before: before.raw(name ?? '') ?? before, after: after.raw(name ?? '') ?? after },
      verdict,
    );
  const [old, now] = [styleOf(before), styleOf(after)];
  const lists = isComposed(before) || isComposed(after);
  const same = lists ? canonical(old) === canonical(now) : old.style === now.style && old.form === now.form;
  const other = same
    ? []
    : [
        report(
          'parameter-style-changed',
          'its values are written in another way (style, explode, or schema and content)',
          breaking('{Senders} write the value in the old way, which is read as something else.'),
        ),
      ];
  return [
    ...other,
    ...Object.entries(freedoms).flatMap(([name, what]) => {
      const [was, is] = [before.fields[name] === true, after.fields[name] === true];
      if (was === is) return [];
      return is
        ? [
            report(
              'parameter-spelling-allowed',
              `${what} is taken`,
              additive('{Senders} may write it as before.'),
              name,
            ),
          ]
        : [
            report(
              'parameter-spelling-refused',
              `${what} is no longer taken`,
              breaking('{Senders} that write it so are refused.'),
              name,
            ),
          ];
    }),
  ];
}

const freedoms = {
  allowReserved: 'a reserved character that is not encoded',
  allowEmptyValue: 'an empty value',
} as const;
const usualStyles: Readonly<Record<string, string>> = {
  query: 'form',
  cookie: 'form',
  path: 'simple',
  header: 'simple',
};

function styleOf(node: Node) {
  const form = node.fields.content === undefined ? 'schema' : 'content';
  const style = String(node.fields.style ?? usualStyles[String(node.fields.in)]);
  return { form, style, explode: node.fields.explode ?? style === 'form' };
}

/** Only of lists and objects does it matter how their parts are joined. */
function isComposed(node: Node): boolean {
  const schema = node.raw('schema');
  return schema !== undefined && admits(shapeOf(schemaOf(schema)), 'array', 'object');
}
