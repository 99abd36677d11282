// What starts and stops leave behind: instances of labs, which go through their states, and results that name them. Who has asked for what: acts.ts.
import { asRecord, type Json, type JsonObject } from '../../generator/json.ts';
import type { Operation } from '../../generator/model.ts';
import type { Desk, Request } from './desk.ts';
import { examplesOf, type Kind, type Results } from './roles.ts';
import { membersOf } from './schema.ts';
import { addressOf, collectionOf, type Thing } from './things.ts';

/** Where a wish begins, and through which states it leads; each step is in the table of the infra contract. */
export const ways: Readonly<Record<string, readonly string[]>> = {
  queued: ['queued', 'creating', 'running'],
  creating: ['creating', 'running'],
  stopping: ['stopping', 'stopped'],
};

/** From where a wish of some way leads on, when not from everywhere. */
const begins: Readonly<Record<string, readonly string[]>> = { creating: ['running', 'degraded', 'failed'] };

/** What an instance keeps in every state. */
const lasting = ['instance_id', 'lab_id', 'student_id', 'group_id', 'members', 'name', 'config_revision', 'volume'];

type Wish = {
  readonly desk: Desk;
  readonly kind: Kind;
  readonly path: Request['path'];
  readonly scope: string;
  readonly labId: string;
  readonly way: readonly string[];
  readonly knowsUnknown: boolean;
};

/** The request with what came of it for each student, whose instances are on their way from now on. */
export function wished(desk: Desk, operation: Operation, request: Request, lab_id: Json | undefined): Request {
  const found = desk.roles.resultsOf(operation);
  if (found === undefined) return request;
  const { name, kind, outcomes } = found;
  const [told] = examplesOf(desk.backend.document.bundle.json, operation);
  const [first] = asRecord(told?.[1])[name] as readonly Json[];
  const scope = request.caller?.scopeKey ?? '';
  const { instance_id, student_ids, group_ids } = request.fields;
  const one = desk.things.find(
    addressOf(kind.template, { ...request.path, [kind.parameter.name]: instance_id }),
    scope,
  );
  const labId = request.fields.lab_id ?? one?.value.lab_id ?? lab_id;
  if (typeof labId !== 'string') return request;
  const way = ways[String(asRecord(first).state)] ?? [];
  const wish = { desk, kind, path: request.path, scope, labId, way, knowsUnknown: outcomes.includes('unknown') };
  const there = instancesOf(wish).filter(({ value }) => one === undefined || value === one.value);
  const groups = there.filter(({ value }) =>
    (group_ids as readonly Json[] | undefined)?.includes(value.group_id ?? ''),
  );
  const students = student_ids as readonly string[] | undefined;
  const results =
    students === undefined
      ? (group_ids === undefined ? there : groups).map((each) => resultOf(wish, each))
      : students.flatMap((student) => resultsFor(wish, there, student));
  return { ...request, fields: { ...request.fields, lab_id: labId, [name]: results } };
}

const instancesOf = ({ desk, kind, path, scope, labId }: Wish): readonly Thing[] =>
  desk.things
    .list(addressOf(collectionOf(kind.template), path), kind.template, scope)
    .filter(({ value }) => value.lab_id === labId);

function resultsFor(wish: Wish, there: readonly Thing[], student: string): readonly JsonObject[] {
  const own = there.find(({ value }) => (value.members as readonly Json[]).includes(student));
  if (own) return [{ ...resultOf(wish, own), student_id: student }];
  if (wish.way[0] === 'queued') return [resultOf(wish, begun(wish, student))];
  const none = { instance_id: null, state: null, reason: null, advice: null };
  if (wish.knowsUnknown) return [{ student_id: student, group_id: null, outcome: 'unknown', ...none }];
  return wish.way[0] === 'creating' ? [{ student_id: student, group_id: null, ...none, ...notBegun('stopped') }] : [];
}

/** What the wish means for an instance that is there; one that is on this way already goes on. */
function resultOf({ desk, kind, way }: Wish, thing: Thing): JsonObject {
  const { instance_id, student_id, group_id, state } = instanceNow(desk, kind, thing);
  const same = { student_id, group_id, instance_id, reason: null, advice: null };
  const from = begins[way[0] ?? ''];
  if (from !== undefined && !from.includes(String(state)))
    return { ...same, state, ...notBegun(String(state)) } as JsonObject;
  if (from === undefined && state === way.at(-1)) return { ...same, outcome: `already_${state}`, state } as JsonObject;
  if (from !== undefined || !way.includes(String(state))) sendOn(desk, kind, thing, way);
  return { ...same, outcome: 'accepted', state: instanceNow(desk, kind, thing).state } as JsonObject;
}

/** Of a restart: what starts needs none, and what does not run has none. */
const notBegun = (state: string): JsonObject =>
  ways.queued?.includes(state)
    ? { outcome: 'already_starting' }
    : { outcome: 'refused', reason: 'not_running', advice: 'The lab does not run. Start it instead.' };

/** A student's first instance of the lab, before anything was wished for it. */
function begun({ desk, kind, path, scope, labId }: Wish, student: string): Thing {
  const id = desk.maker.newId(kind);
  const name = `lab-${labId}-student-${student}`;
  const own = { instance_id: id, lab_id: labId, student_id: student, group_id: null, members: [student], name };
  const [example] = kind.examples;
  const thing: Thing = {
    address: addressOf(kind.template, { ...path, [kind.parameter.name]: id }),
    template: kind.template,
    scope,
    isExample: false,
    moves: false,
    madeAt: 0,
    value: desk.maker.overlaid(kind.schema, example, { ...own, config_revision: 1, state: 'stopped', volume: 'none' }),
    parts: new Map(),
  };
  desk.things.keep(thing);
  return thing;
}

function sendOn(desk: Desk, kind: Kind, thing: Thing, way: readonly string[]): void {
  const value = instanceNow(desk, kind, thing);
  desk.things.keep({ ...thing, value, way, madeAt: desk.now().getTime() });
}

/** As it is by now: one that runs as in the example, any other without what only one that runs has. */
export function instanceNow({ backend, maker, now, stepMs, things }: Desk, kind: Kind, { address }: Thing): JsonObject {
  const { way, madeAt, value } = things.at(address) as Thing;
  if (way === undefined) return value;
  const step = Math.min(Math.floor((now().getTime() - madeAt) / stepMs), way.length - 1);
  const state = way[step] ?? '';
  const own = Object.fromEntries(Object.entries(value).filter(([name]) => lasting.includes(name)));
  const since = new Date(madeAt + step * stepMs).toISOString();
  const running = kind.examples.find((each) => each.state === 'running') ?? {};
  if (state === 'running') return maker.overlaid(kind.schema, running, { ...own, state, since, volume: 'bound' });
  const nothing = Object.fromEntries(membersOf(backend.document.schemas, kind.schema).map(([name]) => [name, null]));
  return maker.overlaid(kind.schema, running, { ...nothing, ...own, state, since });
}

/** What a call began: the present states of its instances, and the end when all have come to rest. */
export function callNow(desk: Desk, { name, kind }: Results, thing: Thing): JsonObject {
  const given = thing.value[name] as readonly JsonObject[];
  const results = given.map((each): JsonObject => {
    const id = each.instance_id;
    const instance = desk.things.at(addressOf(kind.template, { [kind.parameter.name]: id }));
    return instance === undefined ? each : { ...each, state: instanceNow(desk, kind, instance).state ?? null };
  });
  const lengths = given.map(({ state }) => ways[String(state)]?.length ?? 1);
  const end = thing.madeAt + (Math.max(1, ...lengths) - 1) * desk.stepMs;
  const isOver = desk.now().getTime() >= end;
  return { ...thing.value, [name]: results, finished_at: isOver ? new Date(end).toISOString() : null };
}

/** The first of them that any instance is in is the lab's. */
const summary: readonly (readonly [string, readonly string[]])[] = [
  ['running', ['running', 'degraded']],
  ['starting', ['queued', 'waiting_quota', 'creating']],
  ['stopping', ['stopping']],
  ['failed', ['failed']],
];

/** A lab with the status that its instances make; anything else as it is. */
export function summed(desk: Desk, above: Kind, { address, scope }: Thing, value: JsonObject): JsonObject {
  const kind = desk.roles.instances.find(({ template }) => template.startsWith(`${above.template}/`));
  if (kind === undefined) return value;
  const collection = address + collectionOf(kind.template).slice(above.template.length);
  const states = desk.things
    .list(collection, kind.template, scope)
    .map((each) => String(instanceNow(desk, kind, each).state));
  const status = summary.find(([, of]) => states.some((each) => of.includes(each)))?.[0] ?? 'stopped';
  return desk.maker.overlaid(above.schema, value, { status });
}
