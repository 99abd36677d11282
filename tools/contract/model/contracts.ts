// Everything that the pages are made from, read once.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readSource, readWhole } from '../document/source.ts';
import { asRecord, type Json, type JsonObject } from '../json.ts';

export interface HttpDocument {
  readonly id: string;
  readonly title: string;
  /** As users download it. */
  readonly value: JsonObject;
  /** What only the contract has, by operationId. */
  readonly notes: ReadonlyMap<string, OperationNotes>;
}

export interface OperationNotes {
  readonly emits: readonly string[];
  readonly decisions: readonly number[];
}

export interface MessageDocument {
  readonly id: string;
  readonly title: string;
  readonly value: JsonObject;
}

export interface RegisteredProblem {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly fieldMeanings: Readonly<Record<string, string>>;
}

export interface Contracts {
  readonly root: string;
  readonly http: readonly HttpDocument[];
  readonly messages: readonly MessageDocument[];
  readonly problems: readonly RegisteredProblem[];
  readonly labConfiguration: JsonObject;
}

/** The order in which a reader meets them. */
const order = ['analytics', 'platform', 'infra', 'lab'];
const titles: Readonly<Record<string, string>> = {
  analytics: 'Analytics API',
  platform: 'Lab platform API',
  infra: 'Infrastructure API',
};

export function readContracts(root: string): Contracts {
  const yaml = (file: string) => asRecord(readSource(root, file).value);
  const ids = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .map((file) => path.basename(path.dirname(file)))
      .sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return {
    root,
    http: ids('spec/*/openapi.yaml').map((id) => readHttp(root, id)),
    messages: ids('spec/*/asyncapi.yaml').map((id) => readMessages(root, id)),
    problems: Object.entries(asRecord(yaml('spec/problems.yaml').problems)).map(([slug, facts]) =>
      problemOf(slug, asRecord(facts)),
    ),
    labConfiguration: yaml('spec/lab/lab-config.schema.yaml'),
  };
}

function readHttp(root: string, id: string): HttpDocument {
  const value = asRecord(JSON.parse(readFileSync(path.join(root, 'generated', id, 'openapi.json'), 'utf8')));
  const contract = asRecord(readWhole(root, `spec/${id}/openapi.yaml`));
  return { id, title: titles[id] ?? String(asRecord(value.info).title), value, notes: notesOf(contract) };
}

/** For a document that is not of this project: all that it says is in itself. */
export const httpDocument = (id: string, value: JsonObject): HttpDocument => ({
  id,
  title: String(asRecord(value.info).title ?? id),
  value,
  notes: notesOf(value),
});

function notesOf(contract: JsonObject): ReadonlyMap<string, OperationNotes> {
  const operations = Object.values(asRecord(contract.paths)).flatMap((item) =>
    Object.values(asRecord(item)).map(asRecord),
  );
  return new Map(
    operations.map((operation) => [
      String(operation.operationId),
      { emits: strings(operation['x-emits']), decisions: numbers(operation['x-decision']) },
    ]),
  );
}

function readMessages(root: string, id: string): MessageDocument {
  const value = asRecord(readWhole(root, `spec/${id}/asyncapi.yaml`));
  return { id, title: String(asRecord(value.info).title), value };
}

const problemOf = (slug: string, { status, title, meaning, action, ...facts }: JsonObject): RegisteredProblem => ({
  slug,
  status: Number(status),
  title: String(title),
  meaning: String(meaning),
  action: String(action),
  fields: asRecord(facts.fields) as Readonly<Record<string, string>>,
  fieldMeanings: asRecord(facts.field_meanings) as Readonly<Record<string, string>>,
});

export const strings = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
export const numbers = (value: Json | undefined): readonly number[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
