// Reviews one state of the contracts against another: finds documents, compares them, judges the changes.

import { posix } from 'node:path';
import type { JudgedChange, Step, Usage } from './change.ts';
import { Collector, nameOf } from './collect.ts';
import { type Pair, pairDocuments, pairSides } from './documents.ts';
import { found, inPart } from './finding.ts';
import { compareHttp } from './http/compare.ts';
import type { History } from './lifecycle/history.ts';
import { judge } from './lifecycle/lifecycle.ts';
import { risen, type Version, versionOf } from './lifecycle/version.ts';
import { compareMessages } from './messages/compare.ts';
import type { Side } from './reading/side.ts';
import { compareRegistry } from './registry.ts';
import { SchemaComparer } from './schema/compare.ts';
import { compareForms } from './schema/forms.ts';
import { additive, breaking, editorial } from './schema/verdicts.ts';
import type { Node } from './source.ts';
import type { Tree } from './tree.ts';
import { compareTypes, type TypeChange } from './types/changes.ts';
import { compareText } from './wording.ts';

export type DocumentSummary = {
  readonly file: string;
  readonly name: string;
  readonly counts: Readonly<Record<JudgedChange['rating'], number>>;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
  /** What the changes ask for. */
  readonly step: Step;
  /** What still has to be done for it, if anything. */
  readonly advice: string | undefined;
};

export type Report = {
  readonly verdict: 'allowed' | 'violated';
  readonly changes: readonly JudgedChange[];
  readonly documents: readonly DocumentSummary[];
  readonly types: readonly TypeChange[];
};

export type Options = {
  readonly today: Date;
  /** What the base said on earlier days; without it, its dates are taken at their word. */
  readonly history?: History | undefined;
};

/** All contracts of two states of a repository. */
export const review = (before: Tree, after: Tree, options: Options): Report =>
  reportOf(pairDocuments(before, after, options.today), options);

/** Two documents, with the files that they refer to. */
export const reviewSides = (before: Side, after: Side, today: Date): Report =>
  reportOf([pairSides(before, after, today)], { today, history: before.history });

function reportOf(pairs: readonly Pair[], { today, history }: Options): Report {
  const schemas = new SchemaComparer();
  const collector = new Collector();
  for (const pair of pairs) if (!sameText(pair)) compare(pair, collector, schemas);
  const reached = new Set(
    pairs.flatMap(({ before: old, after: now }) => [...(old?.sources.reached ?? []), ...(now?.sources.reached ?? [])]),
  );
  const spoken = collector.spoken();
  for (const pair of pairs) {
    const { kind, before: old, after: now } = pair;
    if (old !== undefined && now !== undefined && !sameText(pair))
      for (const finding of compareText(old, now, { kind, spoken, reached })) collector.add(textUsage(now), finding);
  }
  const newMajors = new Map(
    pairs.flatMap(({ before: old, after: now }) => {
      const step = old === undefined || now === undefined ? undefined : risen(versionOf(old), versionOf(now));
      return step === undefined || now === undefined ? [] : [[now.fileName, step] as const];
    }),
  );
  const changes = collector.collected().map((each) => judge(each, { today, newMajors, history }));
  return {
    verdict: changes.some(({ violation }) => violation !== undefined) ? 'violated' : 'allowed',
    changes,
    documents: pairs.map((pair) => summary(pair, changes)),
    types: compareTypes(pairs),
  };
}

/** Neither the document nor a file that it refers to has another text. */
function sameText({ before, after }: Pair): boolean {
  if (before === undefined || after === undefined) return false;
  return (
    filesOf(before).every((file) => before.sources.tree.get(file) === after.sources.tree.get(file)) &&
    before.file === after.file
  );
}

/** The document, and every file whose name occurs in one of them: however a reference is written, it names its file. */
function filesOf({ sources, file: first }: Node): string[] {
  const files = new Set([first]);
  for (const file of files) {
    const content = sources.tree.get(file) ?? '';
    for (const other of sources.tree.keys())
      if ([posix.basename(other), encodeURI(posix.basename(other))].some((name) => content.includes(name)))
        files.add(other);
  }
  return [...files];
}

function compare({ kind, before, after }: Pair, collector: Collector, schemas: SchemaComparer): void {
  if (before === undefined || after === undefined) comparePresence(kind, before, after, collector);
  else if (kind === 'openapi') compareHttp(before, after, collector, schemas);
  else if (kind === 'asyncapi') compareMessages(before, after, collector, schemas);
  else if (kind === 'registry') compareRegistry(before, after, collector);
  else if (kind === 'schema') {
    compareForms(before, after, collector, schemas);
    for (const finding of inPart('request', '', schemas.nodes(before, after)))
      collector.add(uploadUsage(after, before), finding);
  }
}

function comparePresence(
  kind: Pair['kind'],
  before: Node | undefined,
  after: Node | undefined,
  collector: Collector,
): void {
  const root = after ?? before;
  if (root === undefined) return;
  const usage = { ...textUsage(root), label: root.fileName, affects: ['everybody who uses the document'] };
  const where = {
    rule: before === undefined ? 'document-added' : 'document-removed',
    what: before === undefined ? 'the document is new' : 'the document is gone',
    before,
    after,
  };
  // Its parts are promised by the documents that refer to them, and compared there.
  const shared =
    kind === 'shared' ? editorial('Only other documents refer to it, and they are compared separately.') : undefined;
  collector.add(
    usage,
    found(
      shared === undefined ? 'both' : 'text',
      '',
      where,
      shared ??
        (before === undefined
          ? additive('No caller used it before.')
          : breaking('The contract no longer promises this.')),
    ),
  );
}

const textUsage = (root: Node): Usage => ({
  document: `${nameOf(root)} ${root.fileName.split('/').at(-1)}`,
  file: root.fileName,
  label: root.fileName.replace(/^spec\//, ''),
  direction: 'text',
  affects: [],
  senders: 'nobody',
  readers: 'readers',
});

const uploadUsage = (root: Node, before: Node): Usage => ({
  document: 'lab configuration',
  file: root.fileName,
  label:
    root.file
      .split('/')
      .at(-1)
      ?.replace(/\.schema\.yaml$/, '') ?? root.file,
  direction: 'request',
  affects: ['teachers who upload configurations'],
  senders: 'teachers',
  readers: 'the platform',
  owner: before,
});

function summary({ before, after }: Pair, changes: readonly JudgedChange[]): DocumentSummary {
  const root = (after ?? before) as Node;
  const own = changes.filter(({ files }) => files.includes(root.fileName));
  const count = (rating: JudgedChange['rating']) => own.filter((each) => each.rating === rating).length;
  const counts = { breaking: count('breaking'), additive: count('additive'), editorial: count('editorial') };
  const step: Step = counts.breaking > 0 ? 'major' : counts.additive > 0 ? 'minor' : 'none';
  const [old, now] = [before, after].map((node) => (node === undefined ? undefined : versionOf(node)));
  return {
    file: root.fileName,
    name: nameOf(root),
    counts,
    before: old,
    after: now,
    step,
    advice: adviceOf(step, old, now, own),
  };
}

function adviceOf(
  step: Step,
  before: Version | undefined,
  after: Version | undefined,
  changes: readonly JudgedChange[],
): string | undefined {
  if (changes.some(({ violation }) => violation !== undefined))
    return 'a new major version, or a Deprecation whose Sunset has passed';
  if (step === 'none' || before === undefined || after === undefined || after.label === '') return undefined;
  if (after.label < before.label) return `info.version goes back from ${before.label} to ${after.label}`;
  return step === 'minor' && after.label === before.label
    ? `info.version later than ${before.label}, unless it was released today`
    : undefined;
}
