// Hands our rules to Redocly, which finds the lines and prints them.

import { posix } from 'node:path';
import type { Document, Finding, Path } from './document.ts';
import { escapePointer, openDocument } from './document.ts';
import { rules } from './rules.ts';

type Location = { source: { absoluteRef: string }; child(path: Path): Location };
type Context = {
  location: Location;
  report(problem: { message: string; location: Location }): void;
  resolve(node: { $ref: string }): { location: Location | undefined };
};
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
  Root(_: unknown, { location, report, resolve }: Context) {
    const document = documentAt(location.source.absoluteRef);
    for (const { at, message } of check(document))
      report({ message, location: written(document, at, { location, resolve }) });
  },
});

/** Where a value is written: for a value of another file the place there, if the document has a $ref to it. */
function written({ file, origin }: Document, at: Path, { location, resolve }: Pick<Context, 'location' | 'resolve'>) {
  const place = origin(at);
  if (place.file === file) return location.child(at);
  // A path is at the top of its file, a schema among the components.
  const depth = place.path[0] === 'components' ? 3 : 1;
  const pointer = place.path.slice(0, depth).map((step) => escapePointer(String(step)));
  const $ref = `${posix.relative(posix.dirname(file), place.file)}#/${pointer.join('/')}`;
  return resolve({ $ref }).location?.child(place.path.slice(depth)) ?? location.child(at);
}

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
