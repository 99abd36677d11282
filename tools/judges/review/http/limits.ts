// What a caller may use up: calls by rate-limit policy and cost, bytes, time. Each is compared as it takes effect,
// wherever it is stated.

import { type Finding, found } from '../finding.ts';
import { additive, breaking, editorial } from '../schema/verdicts.ts';
import { fields, type Node } from '../source.ts';
import type { Operation } from './operation.ts';
import type { OperationRule } from './rule.ts';

type Allowance = {
  readonly policy: string;
  readonly calls: number;
  readonly window: number;
  readonly per: string;
  readonly node: Node;
};

export const rateLimit: OperationRule = {
  id: 'x-rate-limit',
  reason: 'A lower limit refuses callers that used all of the old one.',
  compare(before, after) {
    const [old, now] = [allowance(before), allowance(after)];
    const ends = { before: old?.node ?? before.node, after: now?.node ?? after.node };
    if (old === undefined && now === undefined) return [];
    if (old === undefined)
      return [
        found(
          'request',
          '',
          { ...ends, rule: 'rate-limit-added', what: `calls are limited to ${rate(now)}` },
          breaking('{Senders} that call more often get 429.'),
        ),
      ];
    if (now === undefined)
      return [
        found(
          'request',
          '',
          { ...ends, rule: 'rate-limit-removed', what: 'calls are no longer limited' },
          additive('{Senders} may call more often.'),
        ),
      ];
    return [...quota(old, now, ends), ...counted(old, now, ends), ...named(old, now, ends)];
  },
};

function allowance({ node, root }: Operation): Allowance | undefined {
  const { policy, cost = 1 } = fields(node.fields['x-rate-limit']);
  const limit = root.get('x-rate-limits', String(policy));
  if (policy === undefined || limit === undefined) return undefined;
  limit.sources.reached.add(limit.id);
  const { quota: units, window_s: window, per } = limit.fields;
  const own = Number(cost) === 1 ? undefined : node.raw('x-rate-limit');
  return {
    policy: String(policy),
    calls: Number(units) / Number(cost),
    window: Number(window),
    per: String(per),
    node: own ?? limit.raw('quota') ?? limit,
  };
}

const rate = (each: Allowance | undefined): string =>
  `${each?.calls.toLocaleString('en')} in ${each?.window} s for each ${each?.per}`;

/** Two bounds at once: how many in a row, and how many in the long run. */
function quota(old: Allowance, now: Allowance, ends: { before: Node; after: Node }): Finding[] {
  const burst = now.calls - old.calls;
  const steady = now.calls / now.window - old.calls / old.window;
  if (burst === 0 && steady === 0) return [];
  const what = `calls are limited to ${rate(now)}, before ${rate(old)}`;
  if (burst < 0 || steady < 0)
    return [
      found(
        'request',
        '',
        { ...ends, rule: 'rate-limit-lowered', what },
        breaking('{Senders} that use what was allowed get 429.'),
      ),
    ];
  return [
    found('request', '', { ...ends, rule: 'rate-limit-raised', what }, additive('{Senders} may call more often.')),
  ];
}

function counted(old: Allowance, now: Allowance, ends: { before: Node; after: Node }): Finding[] {
  if (old.per === now.per) return [];
  const where = {
    ...ends,
    rule: 'rate-limit-counted-otherwise',
    what: `calls are counted for each ${now.per}, before for each ${old.per}`,
  };
  return [found('request', '', where, breaking('{Senders} that share what is counted now share its quota.'))];
}

function named(old: Allowance, now: Allowance, ends: { before: Node; after: Node }): Finding[] {
  if (old.policy === now.policy) return [];
  const where = {
    ...ends,
    rule: 'rate-limit-policy-changed',
    what: `calls count for the policy \`${now.policy}\`, before \`${old.policy}\``,
  };
  return [found('request', '', where, editorial('The quota is compared separately; the name is only a label.'))];
}

const units: Readonly<Record<string, string>> = {
  body_bytes: 'bytes of a body',
  file_bytes: 'bytes of a file',
  timeout_ms: 'milliseconds of a request',
  idle_ms: 'milliseconds without a byte of the body',
};

export const sizes: OperationRule = {
  id: 'x-limits',
  reason: 'Bodies that were small enough and callers that were fast enough must still be accepted.',
  compare(before, after) {
    return Object.entries(units).flatMap(([name, unit]) => {
      if (name !== 'timeout_ms' && !(takesBody(before) && takesBody(after))) return [];
      const [old, now] = [limit(before, name), limit(after, name)];
      const [was, is] = [old?.value, now?.value].map((value) =>
        value === undefined ? Number.POSITIVE_INFINITY : Number(value),
      ) as [number, number];
      if (was === is) return [];
      const shown = (value: number) => (value === Number.POSITIVE_INFINITY ? 'no limit' : value.toLocaleString('en'));
      const where = {
        before: old ?? before.node,
        after: now ?? after.node,
        what: `the limit for ${unit} changes from ${shown(was)} to ${shown(is)}`,
      };
      const rule = name.replaceAll('_', '-');
      if (is < was)
        return [
          found(
            'request',
            '',
            { ...where, rule: `${rule}-lowered` },
            breaking('{Senders} that use what was allowed are refused with 408 or 413.'),
          ),
        ];
      return [found('request', '', { ...where, rule: `${rule}-raised` }, additive('{Senders} may use more.'))];
    });
  },
};

/** A body limit concerns only who sends a body; time concerns all. */
const takesBody = ({ node }: Operation): boolean => node.raw('requestBody') !== undefined;

const limit = ({ node, root }: Operation, name: string): Node | undefined =>
  node.get('x-limits', name) ?? root.get('x-defaults', name);
