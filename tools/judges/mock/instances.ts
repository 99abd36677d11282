// Lab instances that starts and stops create, their state transitions, and the results that name them.

import type { Operation } from '../../contract/document/model.ts';
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';
import type { MockContext, Request } from './context.ts';
import { addressOf, collectionOf, type Resource } from './resource-store.ts';
import { examplesOf, type ResourceKind, type Results } from './roles.ts';
import { membersOf } from './schema.ts';

/**
 * The states through which a command leads an instance, by the first of them; each transition is in the table of the
 * infra contract.
 */
export const transitions: Readonly<Record<string, readonly string[]>> = {
  queued: ['queued', 'creating', 'running'],
  creating: ['creating', 'running'],
  stopping: ['stopping', 'stopped'],
};

/** The states from which a command applies, by its first state; a command that is not listed applies in every state. */
const startStates: Readonly<Record<string, readonly string[]>> = { creating: ['running', 'degraded', 'failed'] };

/** What an instance keeps in every state. */
const lasting = ['instance_id', 'lab_id', 'student_id', 'group_id', 'members', 'name', 'config_revision', 'volume'];

type Command = {
  readonly context: MockContext;
  readonly kind: ResourceKind;
  readonly path: Request['path'];
  readonly scope: string;
  readonly labId: string;
  readonly states: readonly string[];
  readonly knowsUnknown: boolean;
};

/** The request with a result for each student, whose instances change state from now on. */
export function withResults(
  context: MockContext,
  operation: Operation,
  request: Request,
  lab_id: Json | undefined,
): Request {
  const found = context.roles.resultsOf(operation);
  if (found === undefined) return request;
  const { name, kind, outcomes } = found;
  const [example] = examplesOf(context.backend.document.bundle.json, operation);
  const [first] = asRecord(example?.[1])[name] as readonly Json[];
  const scope = request.caller?.scopeKey ?? '';
  const { instance_id, student_ids, group_ids } = request.fields;
  const one = context.resources.find(
    addressOf(kind.template, { ...request.path, [kind.parameter.name]: instance_id }),
    scope,
  );
  const labId = request.fields.lab_id ?? one?.value.lab_id ?? lab_id;
  if (typeof labId !== 'string') return request;
  const states = transitions[String(asRecord(first).state)] ?? [];
  const command = {
    context,
    kind,
    path: request.path,
    scope,
    labId,
    states,
    knowsUnknown: outcomes.includes('unknown'),
  };
  const there = instancesOf(command).filter(({ value }) => one === undefined || value === one.value);
  const groups = there.filter(({ value }) =>
    (group_ids as readonly Json[] | undefined)?.includes(value.group_id ?? ''),
  );
  const students = student_ids as readonly string[] | undefined;
  const results =
    students === undefined
      ? (group_ids === undefined ? there : groups).map((each) => resultOf(command, each))
      : students.flatMap((student) => resultsFor(command, there, student));
  return { ...request, fields: { ...request.fields, lab_id: labId, [name]: results } };
}

const instancesOf = ({ context, kind, path, scope, labId }: Command): readonly Resource[] =>
  context.resources
    .list(addressOf(collectionOf(kind.template), path), kind.template, scope)
    .filter(({ value }) => value.lab_id === labId);

function resultsFor(command: Command, there: readonly Resource[], student: string): readonly JsonObject[] {
  const own = there.find(({ value }) => (value.members as readonly Json[]).includes(student));
  if (own) return [{ ...resultOf(command, own), student_id: student }];
  if (command.states[0] === 'queued') return [resultOf(command, begun(command, student))];
  const none = { instance_id: null, state: null, reason: null, advice: null };
  if (command.knowsUnknown) return [{ student_id: student, group_id: null, outcome: 'unknown', ...none }];
  return command.states[0] === 'creating'
    ? [{ student_id: student, group_id: null, ...none, ...notRestarted('stopped') }]
    : [];
}

/** The result for an existing instance; one that is already in one of these states continues. */
function resultOf({ context, kind, states }: Command, resource: Resource): JsonObject {
  const { instance_id, student_id, group_id, state } = instanceNow(context, kind, resource);
  const same = { student_id, group_id, instance_id, reason: null, advice: null };
  const from = startStates[states[0] ?? ''];
  if (from !== undefined && !from.includes(String(state)))
    return { ...same, state, ...notRestarted(String(state)) } as JsonObject;
  if (from === undefined && state === states.at(-1))
    return { ...same, outcome: `already_${state}`, state } as JsonObject;
  if (from !== undefined || !states.includes(String(state))) startTransition(context, kind, resource, states);
  return { ...same, outcome: 'accepted', state: instanceNow(context, kind, resource).state } as JsonObject;
}

/** The result of a restart for an instance that is starting or not running. */
const notRestarted = (state: string): JsonObject =>
  transitions.queued?.includes(state)
    ? { outcome: 'already_starting' }
    : { outcome: 'refused', reason: 'not_running', advice: 'The lab is not running. Start it instead.' };

/** A student's first instance of the lab, before its first command. */
function begun({ context, kind, path, scope, labId }: Command, student: string): Resource {
  const id = context.builder.newId(kind);
  const name = `lab-${labId}-student-${student}`;
  const own = { instance_id: id, lab_id: labId, student_id: student, group_id: null, members: [student], name };
  const [example] = kind.examples;
  const resource: Resource = {
    address: addressOf(kind.template, { ...path, [kind.parameter.name]: id }),
    template: kind.template,
    scope,
    isExample: false,
    moves: false,
    madeAt: 0,
    value: context.builder.overlaid(kind.schema, example, {
      ...own,
      config_revision: 1,
      state: 'stopped',
      volume: 'none',
    }),
    parts: new Map(),
  };
  context.resources.keep(resource);
  return resource;
}

function startTransition(
  context: MockContext,
  kind: ResourceKind,
  resource: Resource,
  states: readonly string[],
): void {
  const value = instanceNow(context, kind, resource);
  context.resources.keep({ ...resource, value, states, madeAt: context.now().getTime() });
}

/** As it is by now: one that runs as in the example, any other without what only one that runs has. */
export function instanceNow(
  { backend, builder, now, stepMs, resources }: MockContext,
  kind: ResourceKind,
  { address }: Resource,
): JsonObject {
  const { states, madeAt, value } = resources.at(address) as Resource;
  if (states === undefined) return value;
  const step = Math.min(Math.floor((now().getTime() - madeAt) / stepMs), states.length - 1);
  const state = states[step] ?? '';
  const own = Object.fromEntries(Object.entries(value).filter(([name]) => lasting.includes(name)));
  const since = new Date(madeAt + step * stepMs).toISOString();
  const running = kind.examples.find((each) => each.state === 'running') ?? {};
  if (state === 'running') return builder.overlaid(kind.schema, running, { ...own, state, since, volume: 'bound' });
  const nothing = Object.fromEntries(membersOf(backend.document.schemas, kind.schema).map(([name]) => [name, null]));
  return builder.overlaid(kind.schema, running, { ...nothing, ...own, state, since });
}

/** What a call began: the present states of its instances, and the end when all have come to rest. */
export function callNow(context: MockContext, { name, kind }: Results, resource: Resource): JsonObject {
  const given = resource.value[name] as readonly JsonObject[];
  const results = given.map((each): JsonObject => {
    const id = each.instance_id;
    const instance = context.resources.at(addressOf(kind.template, { [kind.parameter.name]: id }));
    return instance === undefined ? each : { ...each, state: instanceNow(context, kind, instance).state ?? null };
  });
  const lengths = given.map(({ state }) => transitions[String(state)]?.length ?? 1);
  const end = resource.madeAt + (Math.max(1, ...lengths) - 1) * context.stepMs;
  const isOver = context.now().getTime() >= end;
  return { ...resource.value, [name]: results, finished_at: isOver ? new Date(end).toISOString() : null };
}

/** The first of them that any instance is in is the lab's. */
const summary: readonly (readonly [string, readonly string[]])[] = [
  ['running', ['running', 'degraded']],
  ['starting', ['queued', 'waiting_quota', 'creating']],
  ['stopping', ['stopping']],
  ['failed', ['failed']],
];

/** A lab with the status summarised from its instances; any other resource unchanged. */
export function withLabStatus(
  context: MockContext,
  above: ResourceKind,
  { address, scope }: Resource,
  value: JsonObject,
): JsonObject {
  const kind = context.roles.instances.find(({ template }) => template.startsWith(`${above.template}/`));
  if (kind === undefined) return value;
  const collection = address + collectionOf(kind.template).slice(above.template.length);
  const states = context.resources
    .list(collection, kind.template, scope)
    .map((each) => String(instanceNow(context, kind, each).state));
  const status = summary.find(([, of]) => states.some((each) => of.includes(each)))?.[0] ?? 'stopped';
  return context.builder.overlaid(above.schema, value, { status });
}
