// What holds for an operation beside its fields: credential, limits, repetition, the messages that it causes.

import { asRecord } from '../../../contract/json.ts';
import { strings } from '../../../contract/model/contracts.ts';
import type { Operation } from '../../../contract/model/operations.ts';
import { bytes, seconds } from '../../../contract/model/words.ts';
import type { OperationContext, PageContext } from './context.ts';
import { type ComponentChildren, h, type VNode } from './element.ts';

type Fact = readonly [name: string, value: ComponentChildren];

export function factList(operation: Operation, context: OperationContext): VNode {
  const facts = factsOf(operation, context);
  return h(
    'dl',
    { class: 'facts' },
    facts.flatMap(([name, value]) => [h('div', {}, [h('dt', {}, name), h('dd', {}, value)])]),
  );
}

function factsOf(operation: Operation, context: OperationContext): readonly Fact[] {
  return [
    ['Credential', credential(operation)],
    ...roles(operation),
    ...rateLimit(operation, context),
    ...repetition(operation, context),
    ...condition(operation, context),
    ...job(operation, context),
    ...sizes(operation),
    ...messages(operation, context),
    ...guide(operation, context),
  ];
}

/** Guides of tags whose operations make sense only together. */
const guides: Readonly<Record<string, string>> = { Webhooks: 'webhooks' };

function guide({ tag }: Operation, { up }: OperationContext): Fact[] {
  const file = guides[tag];
  return file === undefined ? [] : [['Guide', h('a', { href: `${up}guides/${file}.html` }, tag)]];
}

const names: Readonly<Record<string, string>> = {
  bearer: 'access token',
  client: 'client id and secret',
  service: 'access token of a service',
  session: 'browser session',
};

function credential({ security }: Operation): string {
  if (security.length === 0) return 'none';
  return security
    .map((each) => (each.length === 0 ? 'none' : each.map((name) => names[name] ?? name).join(' and ')))
    .join(', or ');
}

const roles = ({ value }: Operation): Fact[] => {
  const allowed = strings(value['x-roles']);
  return allowed.length === 0 ? [] : [['Roles', codes(allowed)]];
};

export const codes = (texts: readonly string[]): ComponentChildren =>
  texts.flatMap((text, index) => [index === 0 ? '' : ', ', h('code', {}, text)]);

function rateLimit({ value }: Operation, { up, limits }: OperationContext): Fact[] {
  const { policy, cost = 1 } = asRecord(value['x-rate-limit']);
  const { quota, window_s } = asRecord(asRecord(limits.policies)[String(policy)]);
  if (typeof quota !== 'number' || typeof window_s !== 'number') return [];
  const text = `costs ${cost} of ${quota.toLocaleString('en-US')} per ${seconds(window_s).replace(/^1 /, '')}`;
  return [['Rate limit', [h('a', { href: `${up}guides/limits.html` }, h('code', {}, String(policy))), ', ', text]]];
}

function repetition({ value, method }: Operation, { up }: OperationContext): Fact[] {
  if (value['x-idempotency'] === true)
    return [['Repeating', ['safe with an ', h('a', { href: `${up}guides/idempotency.html` }, 'Idempotency-Key')]]];
  return method === 'GET' || method === 'HEAD'
    ? []
    : method === 'PUT' || method === 'DELETE'
      ? [['Repeating', 'has no further effect']]
      : [];
}

function condition({ value }: Operation, { up }: OperationContext): Fact[] {
  const kinds: Readonly<Record<string, string>> = {
    read: 'If-None-Match can return 304',
    write: 'If-Match is required',
  };
  const text = kinds[String(value['x-conditional'])];
  return text === undefined ? [] : [['Condition', h('a', { href: `${up}guides/conditional-requests.html` }, text)]];
}

function job({ value }: Operation, { up, document, operation }: OperationContext): Fact[] {
  const { status } = asRecord(value['x-job']);
  const target = typeof status === 'string' ? operation(document, status) : undefined;
  return target === undefined
    ? []
    : [['Job', ['starts one; follow it with ', h('a', { href: up + target }, h('code', {}, String(status)))]]];
}

function sizes({ value, bodies }: Operation): Fact[] {
  const { file_bytes, body_bytes, timeout_ms } = asRecord(value['x-limits']);
  const size = file_bytes ?? body_bytes;
  const parts = [
    typeof size === 'number' && bodies.length > 0
      ? `${file_bytes === undefined ? 'body' : 'file'} at most ${bytes(size)}`
      : '',
    typeof timeout_ms === 'number' ? `at most ${seconds(timeout_ms / 1000)}` : '',
  ].filter(Boolean);
  return parts.length === 0 ? [] : [['Size and time', parts.join(', ')]];
}

function messages({ emits }: Operation, { up, message }: OperationContext): Fact[] {
  if (emits.length === 0) return [];
  const links = emits.flatMap((name, index) => {
    const target = message(name);
    const text = h('code', {}, name);
    return [index === 0 ? '' : ', ', target === undefined ? text : h('a', { href: up + target }, text)];
  });
  return [['Causes', links]];
}

/** Folded, since few readers ask. Numbers alone: the questions would be 6 KB of the site, gzipped. */
export function reasons(numbers: readonly number[], { up, decision }: PageContext): VNode | null {
  const links = numbers.flatMap((number, index) => {
    const target = decision(number);
    return target === undefined ? [] : [index === 0 ? '' : ', ', h('a', { href: up + target }, String(number))];
  });
  if (links.length === 0) return null;
  return h('details', { class: 'inner why' }, [
    h('summary', {}, 'Why is it like this?'),
    h('p', { class: 'limits' }, [numbers.length === 1 ? 'Decision ' : 'Decisions ', ...links]),
  ]);
}
