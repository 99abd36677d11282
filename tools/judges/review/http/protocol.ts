// Promises beyond form: idempotency, conditional requests, pages, jobs, messages that follow; and the name of the
// operation.

import { type Finding, found, inPart } from '../finding.ts';
import { compareDeprecation } from '../lifecycle/deprecation.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, text } from '../source.ts';
import { type Operation, strings } from './operation.ts';
import type { OperationRule } from './rule.ts';

const ends = (before: Operation, after: Operation, name: string) => ({
  before: before.node.raw(name) ?? before.node,
  after: after.node.raw(name) ?? after.node,
});

export const operationId: OperationRule = {
  id: 'operationId',
  reason: 'It is the name of the function in every generated client.',
  compare(before, after) {
    if (before.id === after.id) return [];
    const where = {
      ...ends(before, after, 'operationId'),
      rule: 'operation-renamed',
      what: `\`${before.id}\` is called \`${after.id}\``,
    };
    return [
      {
        ...found(
          'request',
          '',
          where,
          breaking(
            'The address stays the same, but the function of the old name disappears from the generated clients.',
          ),
        ),
        affects: ['users of the generated client'],
      },
    ];
  },
};

export const idempotency: OperationRule = {
  id: 'x-idempotency',
  reason: 'Callers that retry with a key rely on nothing being created twice.',
  compare(before, after) {
    const [was, is] = [before, after].map(({ node }) => node.fields['x-idempotency'] === true);
    const where = ends(before, after, 'x-idempotency');
    if (was && !is)
      return [
        found(
          'request',
          '',
          { ...where, rule: 'idempotency-removed', what: 'Idempotency-Key no longer protects retries' },
          breaking('{Senders} that retry may create twice.'),
        ),
      ];
    if (is && !was)
      return [
        found(
          'request',
          '',
          { ...where, rule: 'idempotency-added', what: 'Idempotency-Key protects retries' },
          additive('{Senders} may send a key and need not.'),
        ),
      ];
    return [];
  },
};

export const conditional: OperationRule = {
  id: 'x-conditional',
  reason: 'If-Match guards against lost updates, If-None-Match saves transfers.',
  compare(before, after) {
    const [old, now] = [before, after].map(({ node }) => text(node.fields['x-conditional'])) as [string, string];
    if (old === now) return [];
    const where = ends(before, after, 'x-conditional');
    const findings: Finding[] = [];
    if (old === 'read')
      findings.push(
        found(
          'reply',
          '',
          { ...where, rule: 'etag-removed', what: 'answers are no longer conditional' },
          breaking('{Readers} that ask with If-None-Match never get 304 again.'),
        ),
      );
    if (old === 'write')
      findings.push(
        found(
          'request',
          '',
          { ...where, rule: 'if-match-removed', what: 'If-Match no longer guards the change' },
          breaking('{Senders} that rely on 412 overwrite what others wrote.'),
        ),
      );
    if (now === 'read')
      findings.push(
        found(
          'reply',
          '',
          { ...where, rule: 'etag-added', what: 'answers are conditional' },
          additive('{Readers} may send If-None-Match and need not.'),
        ),
      );
    if (now === 'write')
      findings.push(
        found(
          'request',
          '',
          { ...where, rule: 'if-match-required', what: 'If-Match is required' },
          breaking('{Senders} without If-Match get 428.'),
        ),
      );
    return findings;
  },
};

export const pages: OperationRule = {
  id: 'x-page',
  reason: 'A list that comes in pages is read to its end only by who knows it.',
  compare(before, after) {
    const [was, is] = [before, after].map(({ node }) => node.fields['x-page'] === true);
    const where = ends(before, after, 'x-page');
    if (is && !was)
      return [
        found(
          'reply',
          '',
          { ...where, rule: 'pages-added', what: 'the list comes in pages' },
          breaking('{Readers} that do not follow next_cursor see the first page only.'),
        ),
      ];
    if (was && !is)
      return [
        found(
          'reply',
          '',
          { ...where, rule: 'pages-removed', what: 'the list no longer comes in pages' },
          breaking('{Readers} that follow next_cursor, and senders of limit and cursor, are let down.'),
        ),
      ];
    return [];
  },
};

export const job: OperationRule = {
  id: 'x-job',
  reason: 'Location identifies the operation that reports the progress of the work.',
  compare(before, after) {
    const [old, now] = [before.node.fields['x-job'], after.node.fields['x-job']];
    if (canonical(old) === canonical(now)) return [];
    const where = ends(before, after, 'x-job');
    if (old === undefined)
      return [
        found(
          'reply',
          '',
          { ...where, rule: 'job-added', what: 'the work goes on behind Location' },
          additive('{Readers} may follow Location and need not.'),
        ),
      ];
    if (now === undefined)
      return [
        found(
          'reply',
          '',
          { ...where, rule: 'job-removed', what: 'the work no longer has a place to follow it' },
          breaking('{Readers} that follow Location find nothing.'),
        ),
      ];
    return [
      found(
        'reply',
        '',
        { ...where, rule: 'job-changed', what: 'Location identifies another operation' },
        breaking('{Readers} that poll the old operation find nothing.'),
      ),
    ];
  },
};

export const emits: OperationRule = {
  id: 'x-emits',
  reason: 'Consumers rely on the messages that this operation sends.',
  compare(before, after) {
    const [old, now] = [strings(before.node.fields['x-emits']), strings(after.node.fields['x-emits'])];
    const where = ends(before, after, 'x-emits');
    return [
      ...old
        .filter((name) => !now.includes(name))
        .map((name) => ({
          ...found(
            'consumer',
            '',
            { ...where, rule: 'emission-removed', what: `it no longer causes \`${name}\`` },
            breaking('{Readers} that wait for the message never get it.'),
          ),
          affects: [`consumers of ${name}`],
        })),
      ...now
        .filter((name) => !old.includes(name))
        .map((name) => ({
          ...found(
            'consumer',
            '',
            { ...where, rule: 'emission-added', what: `it causes \`${name}\`` },
            additive('{Readers} get a message of a form that they know, from one cause more.'),
          ),
          affects: [`consumers of ${name}`],
        })),
    ];
  },
};

export const deprecation: OperationRule = {
  id: 'deprecated',
  reason: 'An operation must be announced before it is removed.',
  compare: (before, after) => inPart('request', '', compareDeprecation(before.node, after.node)),
};
