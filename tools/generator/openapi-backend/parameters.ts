// Requests for an operation that are right but for one kind of parameters.
import fc from 'fast-check';
import { asRecord, type JsonObject } from '../../contract/json.ts';
import { readPairs, splitQuery } from '../../runtime/request/parameters.ts';
import { rightBody } from './bodies.ts';
import {
  type Asked,
  areStricterFormats,
  asText,
  firstRight,
  hostilePairs,
  hostileText,
  type Pair,
  pairsFor,
  type Requests,
} from './draw.ts';
import { type DeclaredParameter, type Ours, parametersOf, type Request } from './judges.ts';
import { isLost, plainCookies, plainQuery, plainText } from './reads.ts';

const wheres = { path: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;

/** A request that both should take: what is required, the same each time. */
export function rightRequest(ours: Ours, id: string): Request {
  const { path = '' } = ours.operations[id] ?? {};
  const values = (where: keyof typeof wheres): [string, string][] => {
    const required = parametersOf(ours, id).filter((each) => each.in === wheres[where] && each.required);
    const found = firstRight(schemaOf(required), ours, `${id}_${where}`);
    return Object.entries(asRecord(found)).map(([name, value]) => [name, asText(value)]);
  };
  const pairs = values('query');
  return {
    path: filled(path, Object.fromEntries(values('path'))),
    query: pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`,
    headers: lowerCase(Object.fromEntries(values('headers'))),
    ...rightBody(ours, id),
  };
}

const schemaOf = (parameters: readonly DeclaredParameter[]): JsonObject => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
});

const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const declared = (ours: Ours, id: string, where: keyof typeof wheres): JsonObject =>
  schemaOf(parametersOf(ours, id).filter((each) => each.in === wheres[where]));

export function paths(ours: Ours, id: string, right: Request): Requests {
  const { path = '', method = '', parameters } = ours.operations[id] ?? {};
  const schema = declared(ours, id, 'path');
  const ask = (pairs: readonly Pair[]): Asked => {
    const request = { ...right, path: filled(path, Object.fromEntries(pairs)) };
    return { request, plain: request, isStricter: isRefusedPath(request.path) };
  };
  // Empty and dot segments are no parameters, and a literal path may be hit by chance: routes.test.ts.
  const isFilled = (pairs: readonly Pair[]) =>
    Object.keys(parameters?.path ?? {}).every((name) =>
      pairs.some(([each, text]) => each === name && !/^\.{0,2}$/.test(text)),
    );
  const leadsHere = ({ request }: Asked) =>
    ours.route(request.path.slice(1).split('/'))?.resource.methods[method] === id;
  return {
    drawn: pairsFor(schema, ours).filter(isFilled).map(ask).filter(leadsHere),
    listed: hostilePairs(schema, ours, `${id}_path`).filter(isFilled).map(ask).filter(leadsHere),
  };
}

/** Refused before it is looked where the path leads: too long, or with control characters. */
const isRefusedPath = (path: string): boolean => path.length > 2048 || /%[01][0-9A-F]|%7F/i.test(path);

const hostileNames = ['', '__proto__', 'toString', 'a.b', 'a[b]', 'unheard_of'];

export function queries(ours: Ours, id: string, right: Request): Requests {
  const known = ours.operations[id]?.parameters.query ?? {};
  const schema = declared(ours, id, 'query');
  const ask = (query: string): Asked => {
    const request = { ...right, query: query === '' ? '' : `?${query}` };
    const plain = { ...right, query: plainQuery(request.query, known) };
    return { request, plain, isStricter: isStricterQuery(ours, id, plain.query.slice(1)) };
  };
  const named = fc.tuple(fc.constantFrom(...hostileNames, ...Object.keys(known).flatMap(asLists)), hostileText);
  const pairs = pairsFor(schema, ours, known);
  const drawn = fc
    .oneof(
      { weight: 3, arbitrary: pairs },
      fc.tuple(pairs, named).map(([all, one]): Pair[] => [...all, one]),
      pairs.map((all): Pair[] => [...all, ...all.slice(0, 1)]),
    )
    .map(queryOf);
  const invalid = fc.tuple(drawn, fc.nat(60), fc.constantFrom(...broken)).map(inserted);
  return {
    drawn: fc.oneof({ weight: 4, arbitrary: drawn }, invalid).map(ask),
    listed: hostilePairs(schema, ours, `${id}_query`, known).map(queryOf).map(ask),
  };
}

const queryOf = (pairs: readonly Pair[]): string =>
  pairs.map((pair) => pair.map((each) => encodeURIComponent(each)).join('=')).join('&');

const asLists = (name: string): string[] => [`${name}[]`, `${name}[0]`, `${name}[a]`];
const broken = ['%', '%zz', '%ff', '%e2%82', '?', '&', '&&', '=', '+', '%00'];
const inserted = ([text, at, other]: readonly [string, number, string]): string =>
  text.slice(0, at) + other + text.slice(at);

function isStricterQuery(ours: Ours, id: string, query: string): boolean {
  const known = ours.operations[id]?.parameters.query ?? {};
  const pairs = splitQuery(query) ?? [];
  if (pairs.some(([name, value]) => Object.hasOwn(known, name) && isLost(known[name] ?? 'string', value))) return true;
  return areStricterFormats(ours.validators[`${id}_query`], readPairs(pairs, known, () => ({})).values);
}

export function headers(ours: Ours, id: string, right: Request): Requests {
  const known = ours.operations[id]?.parameters.headers ?? {};
  const schema = declared(ours, id, 'headers');
  const asked = (all: readonly Pair[]): Request => ({ ...right, headers: lowerCase(Object.fromEntries(all)) });
  const ask = (pairs: readonly Pair[]): Asked => {
    // As Node hands them over: trimmed, and of Latin-1 without control characters.
    const given = pairs.map(([name, value]): Pair => [name, value.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').trim()]);
    const plain = given.map(([name, value]): Pair => [name, plainText(known[name] ?? 'string', value)]);
    const isStricter = plain.some(([name, value]) => isLost(known[name] ?? 'string', value));
    return { request: asked(given), plain: asked(plain), isStricter };
  };
  return { drawn: pairsFor(schema, ours).map(ask), listed: hostilePairs(schema, ours, `${id}_headers`).map(ask) };
}

export function cookies(ours: Ours, id: string, right: Request): Requests {
  const schema = declared(ours, id, 'cookies');
  const asked = (cookie: string): Request => ({ ...right, headers: { ...right.headers, cookie } });
  const ask = (pairs: readonly Pair[]): Asked => {
    const cookie = pairs.map(([name, value]) => `${name}=${value.replaceAll(/[^\x21-\x3a\x3c-\x7e]/g, '')}`).join('; ');
    return { request: asked(cookie), plain: asked(plainCookies(cookie)), isStricter: false };
  };
  const pairs = pairsFor(schema, ours);
  const drawn = fc.oneof(
    { weight: 2, arbitrary: pairs },
    pairs.map((all): Pair[] => [['other', '1'], ...all, ...all]),
    pairs.map((all) => all.map(([name, value]): Pair => [name, encodeURIComponent(value).replaceAll('a', '%61')])),
  );
  return { drawn: drawn.map(ask), listed: hostilePairs(schema, ours, `${id}_cookies`).map(ask) };
}
