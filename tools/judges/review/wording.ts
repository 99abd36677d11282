// The safety net under the rules: every place of a file whose text differs, so that nothing goes unnoticed. What no
// rule speaks of is wording, the same fact written in another form, something that nothing uses, or something that this
// review does not understand.

import type { Spoken } from './collect.ts';
import type { Finding } from './finding.ts';
import { found } from './finding.ts';
import { methods } from './http/operation.ts';
import { breaking, editorial } from './schema/verdicts.ts';
import { canonical, fields, isFields, list, type Node, type Path, pathOf, placeId } from './source.ts';

/** Keys whose children are names that the author chose. */
const maps = new Set(
  'scopes webhooks mapping dependentSchemas properties schemas $defs definitions parameters headers responses examples securitySchemes requestBodies paths channels messages operations additionalOperations problems variables encoding content servers x-rate-limits moves links callbacks patternProperties operationBindings channelBindings messageBindings operationTraits messageTraits correlationIds replies replyAddresses fields dependentRequired closes aliases words'.split(
    ' ',
  ),
);
const wording = new Set(
  'description summary title $id examples example externalDocs contact license tags termsOfService $comment x-decision x-message x-no-fault x-no-idempotency x-unpaged x-open-request info meaning field_meanings action x-secret x-service x-account x-filled-at-publish bindingVersion bearerFormat x-document x-standards x-package x-columns $self'.split(
    ' ',
  ),
);

/** What stands behind these is a value, and no keyword. */
const leaves = new Set(
  'enum const default required x-complete security x-error-codes x-states x-deadlines x-emits x-job x-roles x-problems x-deprecation cc bcc dead_letter routing_keys fields'.split(
    ' ',
  ),
);

const schemaKeys = `x-form x-column key together kind aliases words $ref $dynamicRef $anchor $dynamicAnchor $schema name nullable type enum const default format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf x-decimals minLength maxLength minItems maxItems uniqueItems minProperties maxProperties
  properties required x-complete additionalProperties unevaluatedProperties patternProperties propertyNames dependentRequired dependentSchemas if then else items prefixItems unevaluatedItems contains minContains maxContains
  contentEncoding contentMediaType contentSchema
  not oneOf anyOf allOf discriminator mapping propertyName deprecated readOnly writeOnly x-deprecation x-open-enum x-states x-deadlines x-brand x-fields schemas $defs components initial moves final since sunset schema security securitySchemes scheme in
  openapi asyncapi $id problems responses headers parameters scopes flows openIdConnectUrl`;
const understood: Readonly<Record<string, ReadonlySet<string>>> = {
  openapi: new Set(
    `${schemaKeys} paths operationId x-planned x-roles x-rate-limit x-rate-limits policy cost quota window_s per x-limits x-defaults body_bytes file_bytes timeout_ms idle_ms x-idempotency x-conditional x-page x-job status id x-emits x-error-codes x-problems requestBody
    content encoding contentType style explode allowReserved allowEmptyValue servers url variables links operationRef callbacks webhooks additionalOperations
    tokenUrl authorizationUrl deviceAuthorizationUrl deviceAuthorization refreshUrl implicit password clientCredentials authorizationCode`.split(
      /\s+/,
    ),
  ),
  asyncapi: new Set(
    `${schemaKeys} channels x-shared address messages operations channel bindings amqp ws method query x-socket max_bytes ping_every_s frames window_s closes code is exchange queue durable autoDelete exclusive vhost x-amqp delivery_limit attempts dead_letter by message_ttl_ms max_length prefetch routing_keys payload contentType correlationId
    x-protocol contentEncoding messageType deliveryMode mandatory timestamp expiration ack priority userId cc bcc servers host pathname protocol protocolVersion variables defaultContentType operationBindings channelBindings messageBindings operationTraits messageTraits traits correlationIds location reply replies replyAddresses`.split(
      /\s+/,
    ),
  ),
  registry: new Set(`${schemaKeys} status fields x-problems content`.split(/\s+/)),
  schema: new Set(schemaKeys.split(/\s+/)),
  shared: new Set(`${schemaKeys} content style explode`.split(/\s+/)),
};

/** Whether an extension means something to the review, be it only words. */
export const isKnownExtension = (name: string): boolean =>
  wording.has(name) || Object.values(understood).some((words) => words.has(name));

export type KnownDocument = {
  readonly kind: string;
  readonly spoken: Spoken;
  /** Ids of the schemas that something uses. */
  readonly reached: ReadonlySet<string>;
};

/** One finding for each part of the document, and kind of change in it. */
export function compareText(before: Node, after: Node, known: KnownDocument): Finding[] {
  const groups = new Map<string, Finding>();
  for (const [old, now] of [[before, after] as const, ...parts(before, after, known)])
    collectText(old, now, known, groups);
  return [...groups.values()];
}

/** What references lead to in other files of two documents. All contracts of a repository are compared file by file. */
function parts(before: Node, after: Node, { reached }: KnownDocument): (readonly [Node, Node])[] {
  if (!before.sources.isNamed) return [];
  const ids = [...reached].filter((id) => !id.startsWith(`${before.file}#`));
  const outer = ids.filter(
    (id) => !ids.some((other) => other !== id && id.startsWith(other.endsWith('/') ? other : `${other}/`)),
  );
  return outer.flatMap((id) => {
    const file = id.slice(0, id.indexOf('#'));
    const [old, now] = [before, after].map(({ sources }) => sources.at(file, pathOf(id)));
    return old === undefined || now === undefined ? [] : [[old, now] as const];
  });
}

function collectText(before: Node, after: Node, known: KnownDocument, groups: Map<string, Finding>): void {
  for (const place of differing(before, after, before.path)) {
    const finding = classify(place, before, after, known);
    if (finding === undefined) continue;
    const key = `${finding.effect.rule} ${finding.part}`;
    if (!groups.has(key)) groups.set(key, finding);
  }
}

type Place = { readonly path: Path; readonly before: Node | undefined; readonly after: Node | undefined };

function differing(before: Node, after: Node, path: Path): Place[] {
  const [old, now] = [before.value, after.value];
  if (old === now) return [];
  const both =
    (isFields(old) && isFields(now)) || (Array.isArray(old) && Array.isArray(now) && old.length === now.length);
  if (!both) {
    const partners = Array.isArray(old) && Array.isArray(now) ? named(before, after) : undefined;
    if (partners !== undefined)
      return partners.flatMap(([one, other]) => {
        const own = (other ?? one)?.path ?? path;
        return one !== undefined && other !== undefined
          ? differing(one, other, own)
          : [{ path: own, before: one, after: other }];
      });
    return canonical(old) === canonical(now) ? [] : [{ path, before, after }];
  }
  const keys = Array.isArray(old)
    ? [...old.keys()]
    : [...new Set([...Object.keys(old as object), ...Object.keys(now as object)])];
  return keys.flatMap((key) => {
    const [one, other] = [before.raw(key), after.raw(key)];
    if (one !== undefined && other !== undefined) return differing(one, other, [...path, key]);
    return [{ path: [...path, key], before: one, after: other }];
  });
}

/** Items of lists of unequal length by their names; undefined where items have none. */
function named(before: Node, after: Node): [Node | undefined, Node | undefined][] | undefined {
  const of = (node: Node) =>
    new Map(
      list(node.value).flatMap((item, index): [string, Node][] => {
        const { name, in: place, $ref } = fields(item);
        const child = node.raw(index);
        return child === undefined || (name ?? $ref) === undefined ? [] : [[canonical([name, place, $ref]), child]];
      }),
    );
  const [old, now] = [of(before), of(after)];
  if (old.size < list(before.value).length || now.size < list(after.value).length) return undefined;
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => [old.get(key), now.get(key)]);
}

/** The keys of the path that are keywords and no names; behind an example nothing is a keyword. */
function keywords(path: Path): string[] {
  const found: string[] = [];
  for (let at = 0; at < path.length; at++) {
    const key = path[at];
    if (typeof key !== 'string' || /^\d+$/.test(key)) continue;
    found.push(key);
    if (wording.has(key) || leaves.has(key)) break;
    if (maps.has(key) && !(key === 'headers' && path[at - 1] === 'ws')) at += key === 'callbacks' ? 2 : 1;
  }
  return found;
}

function classify(
  { path, before, after }: Place,
  oldRoot: Node,
  newRoot: Node,
  known: KnownDocument,
): Finding | undefined {
  const names = keywords(path.slice(oldRoot.path.length));
  const last = names.at(-1) ?? '';
  const ends = {
    before: before ?? oldRoot.sources.at(oldRoot.file, path.slice(0, -1)),
    after: after ?? newRoot.sources.at(newRoot.file, path.slice(0, -1)),
  };
  const part = partOf(path);
  const editorialFinding = (rule: string, what: string, why: string) =>
    found('text', part, { ...ends, rule, what }, editorial(why));
  const ids = [before?.id ?? placeId(oldRoot.file, path), after?.id ?? placeId(newRoot.file, path)];
  const { places, wholes } = known.spoken;
  const spoken =
    places.some((place) => ids.some((id) => place === id || place.startsWith(`${id}/`) || place === dated(id))) ||
    wholes.some((place) => ids.some((id) => id.startsWith(`${place}/`)));
  if (wording.has(last))
    return ids.some((id) => places.includes(id))
      ? undefined
      : editorialFinding('wording', `the wording changes (${last})`, 'Texts and examples are for people.');
  const foreign = names.find((name) => !understood[known.kind]?.has(name) && !methods.has(name) && !wording.has(name));
  const nested = known.kind === 'openapi' && path[0] !== 'servers' && path.includes('servers') && !isOfOperations(path);
  if (planned(oldRoot, path) || (before === undefined && planned(newRoot, path)))
    return spoken
      ? undefined
      : editorialFinding(
          'planned-changed',
          'something that is only planned changes',
          'It answers 501, so no caller can have used it.',
        );
  if (foreign?.startsWith('x-'))
    return editorialFinding(
      'extension-changed',
      `\`${foreign}\` changes`,
      'Unknown extension, treated as harmless: tools ignore extensions that they do not know.',
    );
  if (foreign !== undefined || nested) {
    if (spoken || isUnused(path, oldRoot, newRoot, known)) return undefined;
    return found(
      'both',
      part,
      { ...ends, rule: 'not-understood', what: `\`${foreign ?? 'servers'}\` changes` },
      breaking(
        `Rated breaking because this review does not know ${nested ? 'servers at this place' : `\`${foreign}\``}, and does not know which callers break.`,
      ),
    );
  }
  if (spoken || isReportedBeside({ path, before, after }, [oldRoot, newRoot], places)) return undefined;
  if (isUnused(path, oldRoot, newRoot, known))
    return editorialFinding(
      'unused-changed',
      'something that nothing uses changes',
      'No operation, message or upload refers to it.',
    );
  return editorialFinding(
    'restructured',
    'it is written in another way and means the same',
    'Every rule was applied to both versions and found no difference.',
  );
}

/** Servers of a path or of an operation; those of what we send ourselves are another matter. */
const isOfOperations = (path: Path): boolean =>
  path[0] === 'paths' && (path[2] === 'servers' || (methods.has(String(path[2])) && path[3] === 'servers'));

/** Names that joined or left `required` with fields that rules spoke of, and deadlines with their states. */
function isReportedBeside({ path, before, after }: Place, roots: readonly Node[], places: readonly string[]): boolean {
  const isReported = (beside: Path) => roots.some(({ file }) => places.includes(placeId(file, beside)));
  const deadlines = path.lastIndexOf('x-deadlines');
  if (deadlines >= 0) return ['enum', 'x-states'].some((name) => isReported([...path.slice(0, deadlines), name]));
  if (path.at(-1) !== 'required') return false;
  const [old, now] = [list(before?.value), list(after?.value)];
  const names = [...old.filter((name) => !now.includes(name)), ...now.filter((name) => !old.includes(name))];
  return names.length > 0 && names.every((name) => isReported([...path.slice(0, -1), 'properties', String(name)]));
}

/** The dates beside `deprecated`, where a rule that speaks of both points. */
const dated = (id: string): string => id.replace(/\/deprecated$/, '/x-deprecation');

/** "GET /indices", "schemas Job", "problem not-found": what a reader looks for. */
function partOf(path: Path): string {
  const [first, second, third] = path;
  if (first === 'paths') return `${String(third ?? '').toUpperCase()} ${String(second ?? '')}`.trim();
  if (first === 'components' || first === '$defs') return `${String(third ?? second ?? '')}`.trim() || 'components';
  return [first, second].filter((each) => typeof each === 'string').join(' ');
}

function planned(root: Node, path: Path): boolean {
  if (path[0] !== 'paths' || path.length < 2) return false;
  if (path.length > 2 && methods.has(String(path[2])))
    return root.sources.at(root.file, path.slice(0, 3))?.fields['x-planned'] === true;
  const item = root.sources.at(root.file, path.slice(0, 2));
  const operations = Object.entries(item?.fields ?? {}).filter(([key]) => methods.has(key));
  return operations.length > 0 && operations.every(([, each]) => fields(each)['x-planned'] === true);
}

/** A part of the document that is there to be referred to, and that no comparison has come by. */
function isUnused(path: Path, oldRoot: Node, newRoot: Node, { kind, reached }: KnownDocument): boolean {
  const depth = depthOfNamed(path, kind);
  if (depth === undefined || path.length < depth) return false;
  const ids = [oldRoot, newRoot].map((root) => placeId(root.file, path.slice(0, depth)));
  return ![...reached].some((id) => ids.some((each) => id === each || id.startsWith(`${each}/`)));
}

function depthOfNamed([first, second]: Path, kind: string): number | undefined {
  if (first === 'components') return second === 'securitySchemes' ? undefined : 3;
  if (first === '$defs' || first === 'x-rate-limits') return 2;
  return first === 'responses' && kind === 'registry' ? 2 : undefined;
}
