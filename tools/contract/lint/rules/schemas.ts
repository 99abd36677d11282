// Rules about schemas: closed requests, brands, state tables, open values, times.

import { portable } from '../../portable-pattern.ts';
import { type Document, entries, type Fields, type Finding, fields, list, type Path, text } from '../document.ts';
import { operations } from '../operations.ts';
import type { Rule } from '../rule.ts';
import { walk } from '../walk.ts';

const types = (schema: Fields): readonly unknown[] => (Array.isArray(schema.type) ? schema.type : [schema.type]);

/** Objects that a schema reaches and that take fields which it does not name. */
export function* openObjects(schema: unknown, visited = new Set<unknown>()): Generator<string> {
  if (typeof schema !== 'object' || schema === null || visited.has(schema)) return;
  visited.add(schema);
  const own = fields(schema);
  const isExcused = typeof own['x-open-request'] === 'string';
  if (types(own).includes('object') && own.additionalProperties !== false && !isExcused)
    yield Object.keys(fields(own.properties)).join(', ') || 'no properties';
  for (const child of Object.values(fields(own.properties))) yield* openObjects(child, visited);
  for (const key of ['allOf', 'anyOf', 'oneOf']) for (const child of list(own[key])) yield* openObjects(child, visited);
  yield* openObjects(own.items, visited);
  yield* openObjects(own.additionalProperties, visited);
}

function* closedRequests(document: Document): Generator<Finding> {
  for (const { at, body } of operations(document))
    for (const [type, media] of entries(body?.content))
      for (const names of openObjects(media.schema))
        yield {
          at: [...at, 'requestBody', 'content', type, 'schema'],
          message: `A request is closed (additionalProperties: false); the object with ${names} is open.`,
        };
}

function* brands(document: Document): Generator<Finding> {
  for (const [name, schema] of entries(fields(document.root.components).schemas))
    if (name.endsWith('Id') && schema['x-brand'] !== name)
      yield { at: ['components', 'schemas', name], message: `An id is a separate type: x-brand: ${name}.` };
  for (const { parameters } of operations(document))
    for (const each of parameters)
      if (each.in === 'path' && /(^|_)id$/.test(each.name) && fields(each.value.schema)['x-brand'] === undefined)
        yield { at: each.at, message: `The id ${each.name} in the path has a branded schema.` };
}

function* states({ raw }: Document): Generator<Finding> {
  for (const { at, value } of walk(raw))
    if (value['x-states'] !== undefined) yield* stateTable(value, [...at, 'x-states']);
}

function* stateTable(schema: Fields, at: Path): Generator<Finding> {
  const { initial, moves, final } = fields(schema['x-states']);
  const known = list(schema.enum)
    .filter((each) => each !== null)
    .map(text);
  const [table, ends] = [
    new Map(Object.entries(fields(moves)).map(([from, to]) => [from, list(to).map(text)])),
    list(final).map(text),
  ];
  const named = [text(initial), ...ends, ...table.keys(), ...[...table.values()].flat()];
  for (const name of new Set(named))
    if (!known.includes(name)) yield { at, message: `'${name}' is no value of the enum.` };
  for (const name of ends)
    if ((table.get(name) ?? []).length > 0) yield { at, message: `The final state ${name} has moves.` };
  for (const name of known)
    if (!ends.includes(name) && (table.get(name) ?? []).length === 0)
      yield { at, message: `The state ${name} has no way out and is not final.` };
  for (const name of known)
    if (!text(schema.description).includes(`- \`${name}\`: `))
      yield { at, message: `The description has no line "- \`${name}\`: " with the meaning of this state.` };
  const reached = reachable(text(initial), table);
  for (const name of known)
    if (!reached.has(name)) yield { at, message: `The state ${name} can not be reached from ${text(initial)}.` };
}

function reachable(from: string, moves: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([from]);
  for (const state of reached) for (const next of moves.get(state) ?? []) reached.add(next);
  return reached;
}

function* openEnums({ raw }: Document): Generator<Finding> {
  for (const { at, value } of walk(raw)) {
    if (value['x-open-enum'] === undefined) continue;
    if (value.enum !== undefined)
      yield { at, message: 'An open enum lists its values in examples; enum would close it.' };
    if (!types(value).includes('string') || list(value.examples).length === 0)
      yield { at, message: 'An open enum is a string with the values known today in examples.' };
  }
}

function* times({ raw }: Document): Generator<Finding> {
  for (const { at, value } of walk(raw))
    for (const [name, property] of entries(value.properties)) {
      const place = [...at, 'properties', name];
      const isText = types(property).includes('string') && property.pattern === undefined;
      if (isText && name.endsWith('_at') && property.format !== 'date-time')
        yield { at: place, message: `${name} is a point in time: format: date-time.` };
      if (isText && /^date(_|$)|_date$/.test(name) && property.format !== 'date')
        yield { at: place, message: `${name} is a day: format: date.` };
    }
}

function* patterns({ raw }: Document): Generator<Finding> {
  const byPointer = new Map<unknown, unknown>();
  for (const { at, value } of walk(raw)) {
    const { pattern, 'x-message': message } = value;
    if (typeof pattern !== 'string') continue;
    if (typeof message !== 'string' || !/^(must|a|an|the) /.test(message))
      yield { at, message: 'A pattern says in words what it asks for: x-message, as "must be ...".' };
    // The generated validators find the words by the pattern.
    else if ((byPointer.get(pattern) ?? message) !== message)
      yield { at, message: `The same pattern is said in one way: '${byPointer.get(pattern)}'.` };
    byPointer.set(pattern, byPointer.get(pattern) ?? message);
  }
}

function* portablePatterns({ raw }: Document): Generator<Finding> {
  for (const { at, value } of walk(raw)) {
    const patterns = [value.pattern, ...Object.keys(fields(value.patternProperties))];
    for (const pattern of patterns) {
      const result = typeof pattern === 'string' ? portable(pattern) : undefined;
      if (result !== undefined && 'flaw' in result)
        yield { at, message: `Not every language reads the pattern ${String(pattern)}: ${result.flaw}.` };
    }
  }
}

function* decimals({ raw }: Document): Generator<Finding> {
  for (const { at, value } of walk(raw)) {
    const { multipleOf, 'x-decimals': stated } = value;
    if (typeof multipleOf === 'number' && !Number.isInteger(multipleOf))
      yield { at, message: `Say x-decimals in place of multipleOf: ${multipleOf}, which binary numbers miss.` };
    if (stated !== undefined && !(Number.isInteger(stated) && Number(stated) > 0 && types(value).includes('number')))
      yield { at, message: 'x-decimals is a whole number from 1, of a schema with the type number.' };
  }
}

export const schemaRules: readonly Rule[] = [
  {
    id: 'requests-closed',
    why: 'A mistyped field that is ignored gives wrong results in silence.',
    see: 'Schemas',
    http: closedRequests,
  },
  { id: 'ids-branded', why: 'A dealer id where a brand id belongs must not compile.', see: 'Schemas', http: brands },
  {
    id: 'states-sound',
    why: 'Code, pages and tests draw this table; a state without a way in or out is a trap.',
    see: 'Schemas',
    http: states,
    messages: states,
  },
  {
    id: 'open-enum',
    why: 'Readers must know whether a value may come that is not in the list.',
    see: 'Schemas',
    http: openEnums,
    messages: openEnums,
  },
  {
    id: 'patterns-in-words',
    why: 'A refused caller reads a sentence, not a regular expression.',
    see: 'Schemas',
    http: patterns,
  },
  {
    id: 'patterns-portable',
    why: 'A client in Python, Java, Go or Rust fails at run time on a pattern that its language does not know.',
    see: 'Schemas',
    http: portablePatterns,
    messages: portablePatterns,
  },
  {
    id: 'times-standard',
    why: 'One form of time in all answers, which every language reads.',
    see: 'Schemas',
    http: times,
    messages: times,
  },
  {
    id: 'decimals-stated',
    why: 'multipleOf: 0.0001 makes ordinary validators refuse 1.5769, since they divide binary numbers.',
    see: 'Schemas',
    http: decimals,
    messages: decimals,
  },
];
