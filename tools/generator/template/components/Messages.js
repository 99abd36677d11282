// messages.ts: a function per message that is sent, a consumer per queue that is read.
import { Text } from '@asyncapi/generator-react-sdk';
import { literal, record } from './facts.js';

export function Messages({ header, channels }) {
  const sent = channels.filter((channel) => channel.sent);
  const received = channels.filter((channel) => channel.received && channel.queue !== undefined);
  const filled = sent.flatMap(({ messages }) => messages.filter(({ filled }) => filled.length > 0));
  const code = [
    `${sent.length > 0 ? block('messages', sent.flatMap(publishers)) : ''}`,
    `${filled.length > 0 ? `/** Completes at publish what the outbox must not hold. */\n${block('fill', filled.map(filler))}` : ''}`,
    `${received.length > 0 ? block('consumers', received.map(consumer)) : ''}`,
    received.map(union).join('\n\n'),
  ].filter((part) => part !== '').join('\n\n');
  return (
    <Text>
      {header}
      {`\n${imports(code, channels)}\n\nexport type * from './payloads.ts';\n\n`}
      {code}
    </Text>
  );
}

const block = (name, entries) => `export const ${name} = {\n${entries.map((entry) => indent(entry)).join('\n')}\n};`;
const indent = (text) => text.replaceAll(/^(?=.)/gm, '  ');

const runtimeNames = ['check', 'compose', 'decodeAs', 'standardHeaders'];
const runtimeTypes = ['Consumer', 'MessageMeta', 'OutboxMessage', 'Received'];

function imports(code, channels) {
  const uses = (name) => new RegExp(`(?<![\\w.'])${name}\\b(?!:)`).test(code);
  const all = channels.flatMap(({ messages }) => messages.flatMap(({ payload, headers }) => [payload, headers]));
  const payloads = [...new Set(all)].filter(uses).sort();
  const runtime = [...runtimeNames.filter(uses), ...runtimeTypes.filter(uses).map((name) => `type ${name}`)];
  return [
    runtime.every((name) => name.startsWith('type '))
      ? `import type { ${runtime.map((name) => name.slice(5)).join(', ')} } from '../runtime/messages/message.ts';`
      : `import { ${runtime.join(', ')} } from '../runtime/messages/message.ts';`,
    `import type { ${payloads.join(', ')} } from './payloads.ts';`,
    "import * as validate from './validate-messages.js';",
  ].join('\n');
}

function publishers({ exchange, routingKey, ttlMs, messages }) {
  return messages.map((message) => {
    const { id, type, text, contentType, payload, headers, idHeader, filled } = message;
    const facts = record({ type, exchange: exchange?.name ?? '', routingKey, contentType, ttlMs, idHeader });
    const standard = idHeader === 'message_id';
    const stored = filled.length > 0;
    const parameters = [
      `payload: ${stored ? `Omit<${payload}, ${keys(filled)}>` : payload}`,
      ...(stored ? ['reference: Readonly<Record<string, unknown>>'] : []),
      ...(standard ? [] : [`headers: Omit<${headers}, '${idHeader}'>`]),
      'meta: MessageMeta',
    ];
    const values = standard ? `standardHeaders(meta, ${message.schemaVersion ?? 1})` : 'headers';
    const body = `{ value: payload, validate: validate.${payload}${stored ? 'Stored' : ''}${stored ? ', reference' : ''} }`;
    return `/** ${text}. */
${id}: (${parameters.join(', ')}): OutboxMessage =>
  compose(
    ${facts},
    meta,
    { values: ${values}, validate: validate.${headers} },
    ${body},
  ),`;
  });
}

const keys = (names) => names.map(literal).join(' | ');

const filler = ({ type, payload, filled }) => `${type}: (stored: Omit<${payload}, ${keys(filled)}>, secrets: Pick<${payload}, ${keys(filled)}>): ${payload} =>
  check(validate.${payload}, { ...stored, ...secrets }, '${type}'),`;

const consumer = ({ id, queue, messages }) => `${id}: {
  queue: ${literal(queue.name)},
  prefetch: ${queue.prefetch},
  attempts: ${queue.attempts},
  deadLetter: ${record(queue.deadLetter)},
  secrets: [${[...new Set(messages.flatMap(({ secrets }) => secrets))].map(literal).join(', ')}],
  decode: (incoming) =>
    decodeAs(
      [
${messages.map((message) => `        { name: '${message.id}', type: '${message.type}', idHeader: '${message.idHeader}', headers: validate.${message.headers}Open, payload: validate.${message.payload}Open },`).join('\n')}
      ],
      incoming,
    ),
} satisfies Consumer<${unionName(id)}>,`;

const unionName = (id) => `${id[0].toUpperCase()}${id.slice(1)}Message`;

const union = ({ id, messages }) => `export type ${unionName(id)} = ${messages.map((message) => `Received<'${message.id}', ${message.payload}, ${message.headers}>`).join(' | ')};`;
