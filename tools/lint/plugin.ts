// Hands our rules to Redocly, which finds the lines and prints them.

import type { Document, Finding, Path } from './document.ts';
import { openDocument } from './document.ts';
import { rules } from './rules.ts';

type Location = { source: { absoluteRef: string }; child(path: Path): Location };
type Context = { location: Location; report(problem: { message: string; location: Location }): void };
type Check = (document: Document) => Iterable<Finding>;

const documents = new Map<string, Document>();

function documentAt(file: string): Document {
  const known = documents.get(file);
  if (known !== undefined) return known;
  const opened = openDocument(file);
  documents.set(file, opened);
  return opened;
}

const visitor = (check: Check) => () => ({
  Root(_: unknown, { location, report }: Context) {
    for (const { at, message } of check(documentAt(location.source.absoluteRef)))
      report({ message, location: location.child(at) });
  },
});

const visitors = (kind: 'http' | 'messages') =>
  Object.fromEntries(rules.flatMap((rule) => (rule[kind] === undefined ? [] : [[rule.id, visitor(rule[kind])]])));

const severities = (kind: 'http' | 'messages') =>
  Object.fromEntries(Object.keys(visitors(kind)).map((id) => [`covenant/${id}`, 'error' as const]));

// Redocly asks for a default export.
export default () => ({
  id: 'covenant',
  rules: { oas3: visitors('http'), async3: visitors('messages') },
  configs: { all: { oas3_1Rules: severities('http'), async3Rules: severities('messages') } },
});
