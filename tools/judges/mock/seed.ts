// The things that a mock knows at its start: those of which the examples of the document speak.
import { asRecord, type Json, type JsonObject } from '../../generator/json.ts';
import type { Operation } from '../../generator/model.ts';
import type { Desk } from './desk.ts';
import { callerScope } from './kit.ts';
import { examplesOf, itemsOf, type Kind, pathExamples } from './roles.ts';
import { addressOf } from './things.ts';

export function seedThings(desk: Desk): void {
  for (const kind of desk.roles.kinds) {
    const path = pathExamples(desk.backend.document, kind);
    if (path === undefined) continue;
    const id = path[kind.parameter.name];
    const named = kind.id === undefined || id === undefined ? {} : { [kind.id]: id };
    const [first = {}, ...others] = kind.examples;
    keep(desk, kind, path, desk.maker.overlaid(kind.schema, first, named));
    for (const value of [...others, ...listed(desk, kind)]) keepMore(desk, kind, path, value);
  }
}

function keepMore(desk: Desk, kind: Kind, path: JsonObject, value: JsonObject): void {
  const id = kind.id === undefined ? undefined : value[kind.id];
  if (id === undefined) return;
  const [first = {}] = kind.examples;
  keep(desk, kind, { ...path, [kind.parameter.name]: id }, desk.maker.overlaid(kind.schema, first, value));
}

/** The items of the example of a list. */
function listed({ backend: { document }, roles }: Desk, kind: Kind): readonly JsonObject[] {
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

function keep({ things, now }: Desk, { template }: Kind, path: JsonObject, value: JsonObject): void {
  const address = addressOf(template, path);
  if (things.at(address)) return;
  things.keep({
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
