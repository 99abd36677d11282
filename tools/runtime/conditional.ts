// ETags and what asks about them: 304 for a reader who has the state, 412 and 428 for a writer who has not.
import type { OperationFacts } from './contract.ts';
import { digest, type Exchange, type Stage } from './exchange.ts';
import { refuse } from './problem.ts';

/** Strong: differs with operation, path, query, form, caller's scope, meaning of the figures, and revision of the data. */
export function etagOf(x: Exchange, operation: OperationFacts, query: unknown, revision: string, scope = ''): string {
  const media = x.input.accept ?? Object.values(operation.replies)[0]?.media[0] ?? '';
  const parts = [
    operation.id,
    canonical(x.input.path),
    canonical(query),
    x.caller?.scopeKey ?? '',
    x.kit.definitionsVersion,
    media,
    scope,
    revision,
  ];
  return `"${digest(...parts).slice(0, 22)}"`;
}

const canonical = (values: unknown): string =>
  JSON.stringify(Object.entries(values ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));

/** For readers: does the caller already have this revision? Ask before computing a costly body, and answer 304 if so. */
export const unchanged = (x: Exchange) => (revision: string, scope?: string) =>
  x.req.headers['if-none-match'] !== undefined && has(x, etagOf(x, x.operation, x.input.query, revision, scope));

/** Does the reader say that it has the state of this ETag? */
export const has = ({ req }: Exchange, etag: string): boolean => names(req.headers['if-none-match'], etag, true);

/** For writers: is this revision the one that If-Match names? */
export const ifMatch = (x: Exchange) => (revision: string, scope?: string) => {
  const read = x.contract.operations[x.operation.etagOf ?? ''];
  return read !== undefined && names(x.req.headers['if-match'], etagOf(x, read, {}, revision, scope), false);
};

function names(header: string | undefined, etag: string, weak: boolean): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => {
    const tag = each.trim();
    return tag === '*' || (weak ? tag.replace(/^W\//, '') : tag) === etag;
  });
}

export const demandPrecondition: Stage = ({ operation, req }) =>
  operation.conditional === 'write' && req.headers['if-match'] === undefined
    ? refuse('precondition-required', { detail: 'Read the current state first and send its ETag as If-Match.' })
    : undefined;
