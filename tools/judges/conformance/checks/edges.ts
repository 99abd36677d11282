// Values at the edge of each constraint, which must be taken: many in one request, and one by one only where that is
// refused.
import { basisOf } from '../basis.ts';
import { isRecord } from '../contract/bundle.ts';
import {
  type ConstraintLocation,
  constraintsOf,
  type Edge,
  goodEdges,
  type Keyword,
  keptByAny,
  placesOf,
} from '../contract/constraints.ts';
import { isJson } from '../contract/contract.ts';
import type { Operation } from '../contract/document.ts';
import { schemasOf } from '../contract/schemas.ts';
import type { Prerequisites } from '../prerequisites.ts';
import { bodyIn, type Filled } from '../requests/request.ts';
import type { Given } from '../requests/values.ts';
import { isKey } from '../requests/vary.ts';
import type { Question, Session } from '../session.ts';
import { accepted, merged, tried } from './causes.ts';
import { unknownId } from './ids.ts';

type At = Edge & { readonly place: ConstraintLocation };
type Row = { readonly asked: string; readonly edges: readonly At[]; readonly filled: Filled };

type About = {
  readonly session: Session;
  readonly prerequisites: Prerequisites;
  readonly operation: Operation;
  readonly base: Filled;
};

export async function edges(session: Session, prerequisites: Prerequisites, operation: Operation): Promise<void> {
  const good = basisOf(session, prerequisites, operation);
  if (good === undefined) return;
  const refused = harmless(session, prerequisites, operation, good.filled);
  const about = { session, prerequisites, operation, base: refused ?? good.filled };
  const places = placesOf(operation, good.filled);
  const { tally } = session;
  const { constraints } = tally;
  const isAnonymous = operation.isPublic && places.filter(isName).every((place) => goodEdges(place).length > 0);
  const asked = places.map((place) => ({ place, ...leftOver(place, { isAnonymous, isWork: refused === undefined }) }));
  for (const place of places)
    for (const keyword of constraintsOf(place)) constraints.declares(operation, place.name, keyword);
  for (const place of places.filter(({ good }) => good !== undefined))
    for (const keyword of keptByAny(place)) constraints.kept(operation, place.name, keyword);
  for (const row of rowsOf(about, asked)) await askRow(about, row);
  for (const { place, why } of asked)
    for (const keyword of constraintsOf(place))
      if (!constraints.isKept(operation, place.name, keyword)) spare(about, place, keyword, why(keyword));
}

function spare(
  { session: { tally }, operation }: About,
  { name }: ConstraintLocation,
  keyword: Keyword,
  why: string | undefined,
) {
  const what = `${name || 'the body'} ${keyword}, good edge`;
  if (why === undefined) tally.missed(operation.id, what, 'the tool has no good value for its edge');
  else tally.spared(operation.id, what, why);
}

type Left = { readonly edges: readonly Edge[]; readonly why: (keyword: Keyword) => string | undefined };

/** Most edges are asked; what another value would do instead is said. */
function leftOver(place: ConstraintLocation, { isAnonymous, isWork }: { isAnonymous: boolean; isWork: boolean }): Left {
  const all = goodEdges(place);
  const none = (reason: string): Left => ({ edges: [], why: () => reason });
  if (isKeyed(place) && !isAnonymous) return none('a wrong value of this kind would count against its owner');
  if (place.name === 'cursor') return none('a cursor means something only as it was given');
  const without = (rule: Keyword, reason: string): Left => ({
    edges: all.filter((edge) => edge.rule !== rule),
    why: (keyword) => (keyword === rule ? reason : undefined),
  });
  if (place.name === 'wait') return without('maximum', 'the run would only wait');
  if (isWork) return without('maxItems', 'it would begin as much work');
  const isFormed = place.schema.pattern !== undefined;
  const noText = 'no text of that length is known that follows its pattern';
  return { edges: all, why: (keyword) => (isFormed && /Length$/.test(keyword) ? noText : undefined) };
}

const isKeyed = ({ keys }: ConstraintLocation): boolean => isKey(keys.at(-1) ?? '');

/** The name that logs in: with an edge there a credential belongs to no account. */
const isName = ({ keys }: ConstraintLocation): boolean => /email|client_id|username/i.test(keys.at(-1) ?? '');

/**
 * Where good values would begin work, a request of the same form that is refused for what it means, if one is known;
 * and nothing is removed.
 */
function harmless(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  filled: Filled,
): Filled | undefined {
  if (operation.method === 'DELETE' && operation.conditional !== 'write') {
    const [id] = operation.parameters.filter(({ in: where }) => where === 'path').slice(-1);
    return id === undefined ? filled : { ...filled, path: { ...filled.path, [id.name]: unknownId(id) } };
  }
  if (!('202' in operation.replies)) return filled;
  const { good = {}, causes = {} } = session.values.operations?.[operation.id] ?? {};
  const [cause] = ['404', '422', '403'].flatMap((status) =>
    Object.entries(causes)
      .filter(([name]) => name.startsWith(status))
      .flatMap(([, given]) => [given].flat()),
  );
  return (
    cause &&
    tried(session, operation, 'good edges', () => prerequisites.filled(operation, merged(good, cause as Given)))
  );
}

function rowsOf(
  about: About,
  asked: readonly { readonly place: ConstraintLocation; readonly edges: readonly Edge[] }[],
): readonly Row[] {
  const group = ({ where }: ConstraintLocation) => (where === 'headers' ? 'body' : where);
  return [...Map.groupBy(asked, ({ place }) => group(place))].flatMap(([name, mine]) => {
    // What stands below a list is asked in rows in which the list stays as it is.
    const offsetOf = (place: ConstraintLocation) =>
      mine
        .filter((other) => other.place !== place && isBelow(place, other.place))
        .reduce((sum, { edges }) => sum + edges.length, 0);
    const starts = mine.map(({ place }) => offsetOf(place));
    const count = Math.max(0, ...mine.map(({ edges }, n) => (starts[n] ?? 0) + edges.length));
    const rows = Array.from({ length: count }, (_, n): Row => {
      const edges = mine.flatMap(({ place, edges }, m): At[] => {
        // Both halves of a credential are at an edge, or neither: one half never belongs to another account.
        const edge = isKeyed(place) ? edges[n % edges.length] : edges[n - (starts[m] ?? 0)];
        return edge === undefined ? [] : [{ ...edge, place }];
      });
      return { asked: `edges ${n + 1} of the ${name}`, edges, filled: withEdges(about, edges) };
    });
    return [...rows, ...without(about, name)];
  });
}

const isBelow = ({ where, keys }: ConstraintLocation, other: ConstraintLocation): boolean =>
  where === other.where && keys.length > other.keys.length && other.keys.every((key, n) => keys[n] === key);

/** What is optional left out; not where that would begin other work. */
function without({ session, operation, base }: About, name: string): readonly Row[] {
  const asked = `what is optional left out of the ${name}`;
  if (name === 'query') {
    const required = operation.parameters.filter(({ in: where, required }) => where === 'query' && required);
    const query = Object.fromEntries(required.map(({ name: key, example }) => [key, base.query?.[key] ?? example]));
    return [{ asked, edges: [], filled: { ...base, query } }];
  }
  const body = bodyIn(operation, base.media);
  if (name !== 'body' || body?.schema.properties === undefined) return [];
  if ('202' in operation.replies) {
    session.tally.spared(operation.id, asked, 'it would begin other work');
    return [];
  }
  const fields = (base.body ?? body.examples[0] ?? {}) as Readonly<Record<string, unknown>>;
  const kept = Object.entries(fields).filter(([key]) => body.schema.required?.includes(key) || isKey(key));
  return [{ asked, edges: [], filled: { ...base, body: Object.fromEntries(kept) } }];
}

function withEdges({ operation, base }: About, edges: readonly At[]): Filled {
  const example = bodyIn(operation, base.media)?.examples[0];
  const of = (where: ConstraintLocation['where']) => edges.filter(({ place }) => place.where === where);
  const fields = (where: 'path' | 'query' | 'headers') =>
    Object.fromEntries(of(where).map(({ place, value }) => [place.keys[0] ?? '', value]));
  return {
    ...base,
    path: { ...base.path, ...fields('path') },
    query: { ...base.query, ...fields('query') },
    headers: { ...base.headers, ...(fields('headers') as Readonly<Record<string, string>>) },
    body: of('body').reduce((body, { place, value }) => setAt(body, place.keys, value), base.body ?? example),
  };
}

function setAt(body: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body)) return body.map((each, n) => (String(n) === key ? setAt(each, rest, value) : each));
  const fields = isRecord(body) ? body : {};
  return { ...fields, [key]: setAt(fields[key], rest, value) };
}

async function askRow(about: About, row: Row): Promise<void> {
  const { session, operation } = about;
  if (await breaksAnother(about, row)) return oneByOne(about, row);
  const question = questionOf(about, row);
  const { expected: _, ...open } = question;
  const answer = await session.ask(open);
  if (answer === undefined) return;
  if (taken(operation).includes(answer.status)) return kept(about, row);
  const before = session.findings.length;
  await oneByOne(about, row);
  // Each by itself is taken, and all together are not.
  if (session.findings.length === before) await session.ask(question);
}

async function oneByOne(about: About, { edges }: Row): Promise<void> {
  for (const edge of edges) {
    const { place, rule, value } = edge;
    const shown = JSON.stringify(value).slice(0, 60);
    const row = { asked: `${place.name} at ${rule}: ${shown}`, edges: [edge], filled: withEdges(about, [edge]) };
    if (await breaksAnother(about, row)) continue;
    const answer = await about.session.ask(questionOf(about, row));
    if (answer !== undefined && taken(about.operation).includes(answer.status)) kept(about, row);
  }
}

const kept = ({ session, operation }: About, { edges }: Row): void => {
  for (const { place, rule } of edges)
    for (const keyword of new Set([rule, ...keptByAny(place)]))
      if (constraintsOf(place).includes(keyword)) session.tally.constraints.kept(operation, place.name, keyword);
};

/** Rules between fields are in the schema too, and an edge may break them. */
async function breaksAnother({ session, operation }: About, { filled }: Row): Promise<boolean> {
  const body = bodyIn(operation, filled.media);
  if (body === undefined || !isJson(body.media) || filled.body === undefined) return false;
  return (await schemasOf(session.contract)(body.pointer, filled.body)).length > 0;
}

const taken = (operation: Operation): readonly number[] => [
  ...accepted(operation),
  ...('304' in operation.replies ? [304] : []),
];

const questionOf = ({ prerequisites, operation }: About, { asked, filled }: Row): Question =>
  prerequisites.question(['good-edge', asked], operation, filled, { status: taken(operation) });
