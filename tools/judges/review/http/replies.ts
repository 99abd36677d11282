// Statuses, headers and problems of the replies. RFC 9110 15: a client treats a status that it does not know as the x00
// of its class.

import { type Finding, found, inPart } from '../finding.ts';
import { compareDeprecation } from '../lifecycle/deprecation.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { fields, type Node } from '../source.ts';
import { compareContent, presence as schemaPresence } from './content.ts';
import { links } from './links.ts';
import { type Operation, strings } from './operation.ts';
import type { OperationRule } from './rule.ts';

const isSuccess = (status: string): boolean => /^[23]/.test(status) && status !== '304';

const classOf = (status: string): string =>
  status === '304' ? 'not-modified' : isSuccess(status) ? 'success' : 'error';

export const replies: OperationRule = {
  id: 'responses',
  reason: 'A success that was never announced reaches no branch; an unknown error is handled by its class.',
  compare(before, after, schemas) {
    const [old, now] = [statuses(before), statuses(after)];
    return [
      ...[...old].flatMap(([status, node]) => {
        const other = now.get(status);
        if (other !== undefined) return [...both(status, node, other, schemas), ...links(status, node, other)];
        const cover = covering(status, now);
        const stays =
          cover !== undefined || (status.endsWith('XX') && [...now.keys()].some((each) => each[0] === status[0]));
        return [goneStatus(status, before, after, stays), ...carried(status, node, cover, schemas)];
      }),
      ...[...now]
        .filter(([status]) => !old.has(status))
        .flatMap(([status, node]) => {
          const cover = covering(status, old);
          return [freshStatus(status, after, before, cover !== undefined), ...carried(status, cover, node, schemas)];
        }),
    ];
  },
};

/**
 * What speaks of a status that is not named: its range, or the default, which means errors where successes are named.
 */
function covering(status: string, all: ReadonlyMap<string, Node>): Node | undefined {
  if (status === 'default' || status.endsWith('XX')) return undefined;
  const rest = isSuccess(status) && [...all.keys()].some(isSuccess) ? undefined : all.get('default');
  return all.get(`${status[0]}XX`) ?? rest;
}

/** The answer of one status, declared in another place than before. */
const carried = (
  status: string,
  before: Node | undefined,
  after: Node | undefined,
  schemas: SchemaComparer,
): Finding[] =>
  before === undefined || after === undefined
    ? []
    : [
        ...headers(before, after, `reply ${status}`, schemas),
        ...lostBody(before, after, `reply ${status}`),
        ...compareContent(before, after, 'reply', `reply ${status}`, schemas),
      ];

const statuses = (operation: Operation): Map<string, Node> =>
  new Map(
    Object.keys(fields(operation.node.fields.responses)).flatMap((status) => {
      const node = operation.node.get('responses', status);
      return node === undefined ? [] : [[status, node]];
    }),
  );

/** The line in the operation; a shared response stands elsewhere. */
const lineOf = (operation: Operation, status?: string): Node => {
  const responses = operation.node.raw('responses');
  return (status === undefined ? undefined : responses?.raw(status)) ?? responses ?? operation.node;
};

function goneStatus(status: string, before: Operation, after: Operation, stays: boolean): Finding {
  const where = {
    rule: `${classOf(status)}-removed`,
    what: `status ${status} is gone`,
    before: lineOf(before, status),
    after: lineOf(after),
  };
  return found(
    'reply',
    `reply ${status}`,
    where,
    isSuccess(status) && !stays
      ? breaking('{Readers} that wait for this answer never get it.')
      : additive('{Readers} keep a branch that is never reached.'),
  );
}

function freshStatus(status: string, after: Operation, before: Operation, wasCovered: boolean): Finding {
  const where = {
    rule: `${classOf(status)}-added`,
    what: `status ${status} is new`,
    before: lineOf(before),
    after: lineOf(after, status),
  };
  const why =
    status === '304'
      ? additive('Only requests with If-None-Match can get it.')
      : isSuccess(status) && !wasCovered
        ? breaking('{Readers} meet a success with another meaning and body than those they know.')
        : additive('{Readers} treat an unknown error as the x00 of its class (RFC 9110).');
  return found('reply', `reply ${status}`, where, why);
}

function both(status: string, before: Node, after: Node, schemas: SchemaComparer): Finding[] {
  const part = `reply ${status}`;
  return [
    ...headers(before, after, part, schemas),
    ...problems(before, after, part),
    ...lostBody(before, after, part),
    ...compareContent(before, after, 'reply', part, schemas),
  ];
}

function lostBody(before: Node, after: Node, part: string): Finding[] {
  const types = (node: Node) => Object.keys(fields(node.fields.content)).length;
  if (types(before) === 0 || types(after) > 0) return [];
  return [
    found(
      'reply',
      part,
      { rule: 'body-removed', what: 'there is no body any more', before: before.raw('content'), after },
      breaking('{Readers} find nothing to read.'),
    ),
  ];
}

function headers(before: Node, after: Node, part: string, schemas: SchemaComparer): Finding[] {
  const of = (node: Node) =>
    new Map((node.get('headers')?.entries() ?? []).map(([name, header]) => [name.toLowerCase(), { name, header }]));
  const [old, now] = [of(before), of(after)];
  const line = (node: Node, name?: string): Node =>
    (name === undefined ? undefined : node.raw('headers')?.raw(name)) ?? node.raw('headers') ?? node;
  return [
    ...[...old].flatMap(([key, { name, header }]) => {
      const other = now.get(key);
      if (other === undefined)
        return [
          found(
            'reply',
            part,
            {
              rule: 'header-removed',
              what: `the header \`${name}\` is gone`,
              before: line(before, name),
              after: line(after),
            },
            breaking(`{Readers} that use ${name} find nothing.`),
          ),
        ];
      return [
        ...presence(header, other.header, `${part}, header ${name}`),
        ...schemaOf(header, other.header, `${part}, header ${name}`, schemas),
        ...inPart('reply', `${part}, header ${name}`, compareDeprecation(header, other.header)),
      ];
    }),
    ...[...now]
      .filter(([key]) => !old.has(key))
      .map(([, { name }]) =>
        found(
          'reply',
          part,
          {
            rule: 'header-added',
            what: `the header \`${name}\` is new`,
            before: line(before),
            after: line(after, name),
          },
          additive('{Readers} ignore headers that they do not know.'),
        ),
      ),
  ];
}

function presence(before: Node, after: Node, part: string): Finding[] {
  const [was, is] = [before.fields.required === true, after.fields.required === true];
  const place = { before: before.raw('required') ?? before, after: after.raw('required') ?? after };
  if (was && !is)
    return [
      found(
        'reply',
        part,
        { ...place, rule: 'header-optional', what: 'it may be absent' },
        breaking('{Readers} that rely on it find nothing.'),
      ),
    ];
  if (is && !was)
    return [
      found(
        'reply',
        part,
        { ...place, rule: 'header-required', what: 'it is always there' },
        additive('{Readers} may rely on it.'),
      ),
    ];
  return [];
}

function schemaOf(before: Node, after: Node, part: string, schemas: SchemaComparer): Finding[] {
  const [old, now] = [before.raw('schema'), after.raw('schema')];
  if ((before.raw('content') === undefined) !== (after.raw('content') === undefined))
    return [
      found(
        'reply',
        part,
        { rule: 'header-style-changed', what: 'its value is written in another way', before, after },
        breaking('{Readers} read it in the old way.'),
      ),
    ];
  if (before.raw('content') !== undefined) return compareContent(before, after, 'reply', part, schemas);
  if (old !== undefined && now !== undefined) return inPart('reply', part, schemas.nodes(old, now));
  return schemaPresence(old, now, before, after, 'reply', part);
}

/** Programs branch over the problem type where a status has several. */
function problems(before: Node, after: Node, part: string): Finding[] {
  const [old, now] = [strings(before.fields['x-problems']), strings(after.fields['x-problems'])];
  const gone = old.filter((slug) => !now.includes(slug));
  const fresh = now.filter((slug) => !old.includes(slug));
  const ends = { before: before.raw('x-problems') ?? before, after: after.raw('x-problems') ?? after };
  if (gone.length > 0 && fresh.length > 0)
    return [
      found(
        'reply',
        part,
        {
          ...ends,
          rule: 'problem-replaced',
          what: `the problem \`${gone.join('`, `')}\` comes as \`${fresh.join('`, `')}\``,
        },
        breaking('{Readers} that branch over the problem type no longer recognise it.'),
      ),
    ];
  return [
    ...gone.map((slug) =>
      found(
        'reply',
        part,
        { ...ends, rule: 'problem-no-longer-given', what: `the problem \`${slug}\` no longer occurs here` },
        additive('{Readers} keep a branch that is never reached.'),
      ),
    ),
    ...fresh.map((slug) =>
      found(
        'reply',
        part,
        { ...ends, rule: 'problem-newly-given', what: `the problem \`${slug}\` may occur here` },
        additive('{Readers} treat an unknown problem by its status (RFC 9457).'),
      ),
    ),
  ];
}
