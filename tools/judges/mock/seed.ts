// The mock's initial resources: those in the examples of the document.

import type { Operation } from '../../contract/document/model.ts';
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';
import type { MockContext } from './context.ts';
import { callerScope } from './host.ts';
import { addressOf } from './resource-store.ts';
import { examplesOf, itemsOf, pathExamples, type ResourceKind } from './roles.ts';

export function seedResources(context: MockContext): void {
  for (const kind of context.roles.kinds) {
    const path = pathExamples(context.backend.document, kind);
    if (path === undefined) continue;
    const id = path[kind.parameter.name];
    const named = kind.id === undefined || id === undefined ? {} : { [kind.id]: id };
    const [first = {}, ...others] = kind.examples;
    keep(context, kind, path, context.builder.overlaid(kind.schema, first, named));
    for (const value of [...others, ...listed(context, kind)]) keepMore(context, kind, path, value);
  }
}

function keepMore(context: MockContext, kind: ResourceKind, path: JsonObject, value: JsonObject): void {
  const id = kind.id === undefined ? undefined : value[kind.id];
  if (id === undefined) return;
  const [first = {}] = kind.examples;
  keep(context, kind, { ...path, [kind.parameter.name]: id }, context.builder.overlaid(kind.schema, first, value));
}

/** The items of the example of a list. */
function listed({ backend: { document }, roles }: MockContext, kind: ResourceKind): readonly JsonObject[] {
  const isListOf = ({ facts }: Operation) => {
    const role = roles.of(facts.id);
    return role.is === 'list' && role.kind === kind;
  };
  return document.operations
    .filter((each) => isListOf(each) && itemsOf(document.schemas, each) !== undefined)
    .flatMap((each) => examplesOf(document.bundle.json, each))
    .flatMap(([, value]) => (asRecord(value).items ?? []) as readonly Json[])
    .map(asRecord);
}

function keep({ resources, now }: MockContext, { template }: ResourceKind, path: JsonObject, value: JsonObject): void {
  const address = addressOf(template, path);
  if (resources.at(address)) return;
  resources.keep({
    address,
    template,
    scope: callerScope,
    isExample: true,
    moves: false,
    madeAt: now().getTime(),
    value,
    parts: new Map(),
  });
}
