// Compares two OpenAPI documents operation by operation. Rules: the files beside this one.

import type { Usage } from '../change.ts';
import { type Collector, nameOf } from '../collect.ts';
import { type Finding, found } from '../finding.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import { additive, breaking, editorial } from '../schema/verdicts.ts';
import type { Node } from '../source.ts';
import { requestBody } from './body.ts';
import { callbacks, compareWebhooks } from './callbacks.ts';
import { errorCodes } from './error-codes.ts';
import { rateLimit, sizes } from './limits.ts';
import { type Operation, operationsOf, type Pairs, pairOperations } from './operation.ts';
import { parameters } from './parameters.ts';
import { conditional, deprecation, emits, idempotency, job, operationId, pages } from './protocol.ts';
import { replies } from './replies.ts';
import type { OperationRule } from './rule.ts';
import { roles, security } from './security.ts';
import { basePath, compareServers, ownServers } from './servers.ts';

export const operationRules: readonly OperationRule[] = [
  parameters,
  requestBody,
  replies,
  security,
  roles,
  rateLimit,
  sizes,
  idempotency,
  conditional,
  pages,
  job,
  emits,
  errorCodes,
  operationId,
  deprecation,
  callbacks,
  ownServers,
];

export function compareHttp(before: Node, after: Node, collector: Collector, schemas: SchemaComparer): void {
  const { kept, readdressed, gone, fresh, isWholeAddress } = pairsOf(before, after);
  const add = (operation: Operation, findings: readonly Finding[], owner?: Operation) => {
    for (const finding of findings) collector.add(usage(operation, owner), named(finding, operation));
  };
  for (const [old, now] of kept) add(now, changed(old, now, schemas), old);
  for (const [old, now] of readdressed) add(old, [relocated(old, now)], old);
  for (const operation of gone) add(operation, [removed(operation, after)], operation);
  for (const operation of fresh) add(operation, [appeared(operation, before)]);
  for (const finding of compareWebhooks(before, after, schemas))
    collector.add(
      { ...usageOf(after), label: 'webhooks', affects: ['all who registered for a webhook'], owner: before },
      finding,
    );
  for (const finding of compareServers(before, after, isWholeAddress))
    collector.add({ ...usageOf(after), label: 'all operations' }, finding);
}

/** A prefix that moves between the paths and the servers changes no address: then operations pair up by all of it. */
function pairsOf(before: Node, after: Node): Pairs & { readonly isWholeAddress: boolean } {
  const byPath = pairOperations(operationsOf(before), operationsOf(after));
  const [old, now] = [basePath(before), basePath(after)];
  if (old === now) return { ...byPath, isWholeAddress: false };
  const byAddress = pairOperations(operationsOf(before, old), operationsOf(after, now));
  const isWholeAddress = byAddress.kept.length > byPath.kept.length;
  return { ...(isWholeAddress ? byAddress : byPath), isWholeAddress };
}

const usageOf = (root: Node): Omit<Usage, 'label'> => ({
  document: `${nameOf(root)} HTTP`,
  file: root.fileName,
  direction: 'request',
  affects: ['all API callers', `users of the generated ${nameOf(root)} client`],
  senders: 'callers',
  readers: 'callers',
});

const usage = (operation: Operation, owner: Operation | undefined): Usage => ({
  ...usageOf(operation.root),
  label: operation.title,
  affects: [`callers of ${operation.id || operation.title}`, `users of the generated ${nameOf(operation.root)} client`],
  owner: owner?.node,
});

/** Rules that speak of the generated client do not know its name. */
const named = (finding: Finding, operation: Operation): Finding =>
  finding.affects?.[0] === 'users of the generated client'
    ? { ...finding, affects: [`users of the generated ${nameOf(operation.root)} client`] }
    : finding;

/** What is planned cannot be called: it answers 501, and clients do not have it. */
function changed(old: Operation, now: Operation, schemas: SchemaComparer): Finding[] {
  const place = { before: old.node.raw('x-planned') ?? old.node, after: now.node.raw('x-planned') ?? now.node };
  if (old.planned && now.planned) return [];
  if (old.planned)
    return [
      found(
        'request',
        '',
        { ...place, rule: 'operation-implemented', what: 'it is offered now' },
        additive('Until now it was planned and answered 501.'),
      ),
    ];
  if (now.planned)
    return [
      found(
        'request',
        '',
        { ...place, rule: 'operation-withdrawn', what: 'it is only planned from now on' },
        breaking('{Senders} get 501.'),
      ),
    ];
  return operationRules.flatMap((rule) => rule.compare(old, now, schemas));
}

function relocated(old: Operation, now: Operation): Finding {
  const where = { rule: 'operation-moved', what: `it is now ${now.title}`, before: old.node, after: now.node };
  if (old.planned)
    return found('request', '', where, editorial('It is planned and answers 501, so no caller can have used it.'));
  return found(
    'request',
    '',
    where,
    breaking('A new address is a removal and an addition: {senders} of the old one get 404 or 405.'),
  );
}

function removed(operation: Operation, after: Node): Finding {
  const where = {
    rule: 'operation-removed',
    what: 'it is gone',
    before: operation.node,
    after: after.get('paths', operation.path) ?? after.raw('paths') ?? after,
  };
  if (operation.planned)
    return found(
      'request',
      '',
      { ...where, rule: 'planned-operation-removed' },
      editorial('It was planned and answered 501, so no caller can have used it.'),
    );
  return found('request', '', where, breaking('{Senders} get 404 or 405.'));
}

function appeared(operation: Operation, before: Node): Finding {
  const where = {
    rule: operation.planned ? 'operation-planned' : 'operation-added',
    what: operation.planned ? 'it is planned' : 'it is new',
    before: before.get('paths', operation.path) ?? before.raw('paths') ?? before,
    after: operation.node,
  };
  return found(
    'request',
    '',
    where,
    additive(operation.planned ? 'It answers 501 until it is built.' : 'Calling it is optional.'),
  );
}
