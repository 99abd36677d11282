// Media types of a request body, a reply or a parameter, and the schema behind each.

import type { Direction } from '../change.ts';
import { type Finding, found, inPart } from '../finding.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import type { Node } from '../source.ts';
import { canonical, text } from '../source.ts';

export function compareContent(
  before: Node,
  after: Node,
  direction: Direction,
  part: string,
  schemas: SchemaComparer,
): Finding[] {
  const [old, now] = [before.get('content')?.entries() ?? [], after.get('content')?.entries() ?? []];
  const partner = (type: string) =>
    now.find(([other]) => sameType(other, type)) ??
    (direction === 'request' ? now.find(([other]) => covers(other, type)) : undefined);
  const ends = { before: before.raw('content') ?? before, after: after.raw('content') ?? after };
  return [
    ...old.flatMap(([type, node]) => {
      const other = partner(type);
      if (other !== undefined) return ofType(node, other[1], type, direction, part, schemas);
      const where = { ...ends, rule: 'media-type-removed', what: `\`${type}\` is gone`, before: node };
      return [
        found(
          direction,
          part,
          where,
          breaking(
            direction === 'request'
              ? `{Senders} that send ${type} get 415.`
              : `{Readers} that read ${type} get another form, or 406.`,
          ),
        ),
      ];
    }),
    ...now
      .filter(([type]) => !old.some(([other]) => sameType(other, type)))
      .map(([type, node]) => {
        const where = { ...ends, rule: 'media-type-added', what: `\`${type}\` is new`, after: node };
        if (old.length === 0 && direction === 'reply')
          return found(
            direction,
            part,
            { ...where, rule: 'body-added' },
            additive('{Readers} that expect no body ignore it.'),
          );
        return found(
          direction,
          part,
          where,
          additive(
            direction === 'request' ? '{Senders} may use it and need not.' : '{Readers} get it when they ask for it.',
          ),
        );
      }),
  ];
}

/** A charset or boundary does not make another type; a version does. */
function bare(type: string): string {
  const [name = '', ...parameters] = type.split(';').map((each) => each.trim());
  const significant = parameters.filter((each) => !/^(charset|boundary)=/i.test(each)).sort();
  return [name.toLowerCase(), ...significant].join(';');
}
const sameType = (one: string, other: string): boolean => bare(one) === bare(other);
const covers = (range: string, type: string): boolean =>
  range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

function ofType(
  before: Node,
  after: Node,
  type: string,
  direction: Direction,
  part: string,
  schemas: SchemaComparer,
): Finding[] {
  const [old, now] = [before.raw('schema'), after.raw('schema')];
  const label = type === 'application/json' || type === 'application/problem+json' ? part : `${part} as ${type}`;
  const encodings = compareEncodings(before, after, direction, label);
  if (old !== undefined && now !== undefined)
    return [...inPart(direction, label, schemas.nodes(old, now)), ...encodings];
  return [...presence(old, now, before, after, direction, label), ...encodings];
}

/** Also of parameters and headers: a schema that comes or goes. */
export function presence(
  old: Node | undefined,
  now: Node | undefined,
  before: Node,
  after: Node,
  direction: Direction,
  part: string,
): Finding[] {
  if ((old === undefined) === (now === undefined)) return [];
  const where = {
    rule: now === undefined ? 'schema-removed' : 'schema-added',
    what: now === undefined ? 'it has no schema any more' : 'it has a schema',
    before: old ?? before,
    after: now ?? after,
  };
  const isAdded = now !== undefined;
  if (direction === 'request')
    return [
      found(
        direction,
        part,
        where,
        isAdded ? breaking('{Senders} may send what the schema refuses.') : additive('Anything is accepted.'),
      ),
    ];
  return [
    found(
      direction,
      part,
      where,
      isAdded ? additive('{Readers} learn what comes.') : breaking('{Readers} may meet anything.'),
    ),
  ];
}

/** What kinds of file a form field takes. */
function compareEncodings(before: Node, after: Node, direction: Direction, part: string): Finding[] {
  const names = [
    ...new Set([before, after].flatMap((node) => (node.get('encoding')?.entries() ?? []).map(([name]) => name))),
  ];
  return names.flatMap((name) => {
    const types = (node: Node) =>
      text(node.get('encoding', name)?.fields.contentType)
        .split(',')
        .map(bare)
        .filter((each) => each !== '');
    const [old, now] = [types(before), types(after)];
    const place = (node: Node) => node.get('encoding', name)?.raw('contentType') ?? node.raw('encoding') ?? node;
    const ends = { before: place(before), after: place(after) };
    const gone =
      now.length === 0
        ? []
        : old.length === 0
          ? ['any other type']
          : old.filter((type) => !now.some((other) => other === type || covers(other, type)));
    const fresh =
      old.length === 0
        ? []
        : now.length === 0
          ? ['any other type']
          : now.filter((type) => !old.some((other) => other === type || covers(other, type)));
    return [
      ...partStyle(before.get('encoding', name), after.get('encoding', name), name, direction, part),
      ...(gone.length > 0
        ? [
            found(
              direction,
              part,
              { ...ends, rule: 'part-type-removed', what: `the field \`${name}\` no longer takes ${gone.join(', ')}` },
              breaking(`{Senders} that send ${gone.join(', ')} get 415.`),
            ),
          ]
        : []),
      ...(fresh.length > 0
        ? [
            found(
              direction,
              part,
              { ...ends, rule: 'part-type-added', what: `the field \`${name}\` also takes ${fresh.join(', ')}` },
              additive('{Senders} may use it and need not.'),
            ),
          ]
        : []),
    ];
  });
}

/** How a form field is written, beside its type. */
function partStyle(
  before: Node | undefined,
  after: Node | undefined,
  name: string,
  direction: Direction,
  part: string,
): Finding[] {
  const of = (node: Node | undefined) =>
    canonical(['style', 'explode', 'allowReserved', 'headers'].map((key) => node?.fields[key] ?? null));
  if (before === undefined || after === undefined || of(before) === of(after)) return [];
  const where = { rule: 'part-style-changed', what: `the field \`${name}\` is written in another way`, before, after };
  return [found(direction, part, where, breaking('{Senders} write it in the old way.'))];
}
