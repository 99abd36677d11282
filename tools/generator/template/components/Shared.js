// shared-messages.ts and samples.ts: what other teams may consume, by routing key.
import { Text } from '@asyncapi/generator-react-sdk';
import { literal, record } from './facts.js';

export const sharedMessages = (channels) =>
  channels.filter(({ isShared }) => isShared).flatMap(({ id, exchange, routingKey, messages }) => {
    if (messages.length !== 1) throw new Error(`channel ${id} has x-shared and several messages: its address has to name one`);
    if (messages[0].examples.length === 0) throw new Error(`channel ${id} has x-shared, but ${messages[0].type} has no example`);
    return [{ ...messages[0], exchange: exchange.name, routingKey }];
  });

const payloadsOf = (shared) => [...new Set(shared.map(({ payload }) => payload))].sort().join(', ');

export function Shared({ header, shared }) {
  return (
    <Text>
      {`${header}
import type { SharedMessage } from '../runtime/messages/message.ts';
import { messages } from './messages.ts';
import type { ${payloadsOf(shared)} } from './payloads.ts';
import * as validate from './validate-messages.js';

export interface SharedPayloads {
${shared.map(({ routingKey, payload }) => `  readonly ${literal(routingKey)}: ${payload};`).join('\n')}
}

/** Receivers accept fields that they do not know yet, senders do not send them. */
export const sharedMessages: { readonly [Name in keyof SharedPayloads]: SharedMessage<SharedPayloads[Name]> } = {
${shared.map(definition).join('\n')}
};`}
    </Text>
  );
}

const definition = ({ id, type, routingKey, exchange, idHeader, headers, payload }) => `  ${literal(routingKey)}: {
    exchange: ${literal(exchange)},
    candidate: { name: ${literal(routingKey)}, type: ${literal(type)}, idHeader: ${literal(idHeader)}, headers: validate.${headers}Open, payload: validate.${payload}Open },
    compose: messages.${id},
  },`;

export function Samples({ header, shared }) {
  return (
    <Text>
      {`${header}
import { check, type Sample } from '../runtime/messages/message.ts';
import type { SharedPayloads } from './shared-messages.ts';
import * as validate from './validate-messages.js';

/** The examples of the contract. */
export const samples: { readonly [Name in keyof SharedPayloads]: readonly [Sample<SharedPayloads[Name]>, ...Sample<SharedPayloads[Name]>[]] } = {
${shared.map(({ routingKey, payload, examples }) => `  ${literal(routingKey)}: [\n${examples.map((example) => sample(payload, example)).join('\n')}\n  ],`).join('\n')}
};`}
    </Text>
  );
}

const sample = (schema, { name, headers, payload }) => {
  const facts = { title: name, id: headers.message_id, occurredAt: headers.occurred_at, traceparent: headers.traceparent };
  return `    { ${record(facts).slice(2, -2)}, payload: check(validate.${schema}, ${JSON.stringify(payload)}, ${literal(schema)}) },`;
};
