// ETags and what asks about them: 304 for a reader who has the state, 412 and 428 for a writer who has not.
import type { IncomingMessage } from 'node:http';
import type { OperationFacts } from '../contract.ts';
import { digest, type Exchange, type Stage } from '../exchange.ts';
import { planOf } from '../plan.ts';
import { refuse } from '../problem.ts';
import { packedTag, takesGzip } from './compress.ts';

/**
 * Strong: `"version"`, and `"version.form"` for a representation other than the first. The version differs with
 * operation, path, query, caller's scope, meaning of the figures and revision of the data.
 */
export function etagOf(x: Exchange, revision: string, scope?: string): string {
  const { accept, query } = x.input;
  const version = versionOf(x, x.operation, query, revision, scope);
  return accept === undefined || accept === planOf(x).offered[0]
    ? `"${version}"`
    : `"${version}.${accept.replace('/', '-')}"`;
}

/** After a write: the tag of what was written, as the read at the same address gives it for its first form. */
export function etagAfter(x: Exchange, revision: string, scope?: string): string | undefined {
  const read = x.contract.operations[x.operation.etagOf ?? ''];
  return read === undefined ? undefined : `"${versionOf(x, read, {}, revision, scope)}"`;
}

function versionOf(x: Exchange, operation: OperationFacts, query: unknown, revision: string, scope = ''): string {
  const parts = [
    operation.id,
    canonical(x.input.path),
    canonical(query),
    x.caller?.scopeKey ?? '',
    x.host.definitionsVersion,
    scope,
    revision,
  ];
  return digest(...parts).slice(0, 22);
}

const canonical = (values: unknown): string =>
  JSON.stringify(Object.entries(values ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The ETag under which the reader has this representation, packed or not. Compared weakly (RFC 9110, 13.1.2). */
export function heldForm(req: Pick<IncomingMessage, 'headers'>, etag: string): string | undefined {
  const tags = tagsOf(req.headers['if-none-match']).map((tag) => tag.replace(/^W\//, ''));
  const forms = takesGzip(req) ? [etag, packedTag(etag)] : [etag];
  return tags.includes('*') ? etag : forms.find((form) => tags.includes(form));
}

/**
 * For writers: is this revision the one that If-Match names? Whichever form of it was read: what counts is the version.
 */
export const ifMatch = (x: Exchange) => (revision: string, scope?: string) => {
  const read = x.contract.operations[x.operation.etagOf ?? ''];
  if (read === undefined) return false;
  const version = versionOf(x, read, {}, revision, scope);
  return tagsOf(x.req.headers['if-match']).some((tag) => tag === '*' || versionIn(tag) === version);
};

/** The version in a strong ETag; a weak one names no state that one may write over. */
const versionIn = (tag: string): string | undefined => /^"([\w-]+)(?:\.[^"]*)?"$/.exec(tag)?.[1];

const tagsOf = (header: string | undefined): string[] => header?.split(',').map((tag) => tag.trim()) ?? [];

export const demandPrecondition: Stage = ({ operation, req }) =>
  operation.conditional === 'write' && req.headers['if-match'] === undefined
    ? refuse('precondition-required', { detail: 'Fetch the resource first and send its ETag as If-Match.' })
    : undefined;
