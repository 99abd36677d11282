// One published message against its contract: properties, headers, body; and all of them together: an identity stands
// for one message.

import { asking, type CheckName } from '../checks.ts';
import { isRecord, type Json } from '../contract/bundle.ts';
import { type Breach, type Follows, schemasOf } from '../contract/schemas.ts';
import type { Channel, Message, MessageContract, Operation } from './document.ts';
import { repeatOf } from './repeat.ts';
import type { Letter } from './tap.ts';

export type MessageFinding = {
  /** The operation of the contract; for what is published the address. */
  readonly operation: string;
  /** Which check found it; all of them: checks.ts. */
  readonly check: CheckName;
  /** What was sent or received, in words. */
  readonly asked: string;
  readonly rule: string;
  readonly expected: string;
  readonly observed: string;
  /** For a shell: publishes the same message again; what it needs is said in repeat.ts. */
  readonly repeat: string;
};

export type Listened = { readonly findings: MessageFinding[]; readonly times: Map<string, number> };

/** Judges every message of a channel, as those do who publish it. */
export function publishedJudge({ raw, operations }: MessageContract, channel: Channel) {
  const follows = schemasOf({ raw } as never);
  const sending = operations.find((each) => each.action === 'send' && each.channel === channel);
  const bodies = new Map<string, string>();
  return async (letter: Letter, listened: Listened): Promise<void> => {
    const { type } = letter.properties;
    const message =
      channel.messages.length === 1 ? channel.messages[0] : channel.messages.find(({ name }) => name === type);
    const found = (rule: string, expected: string, observed: string) =>
      listened.findings.push({
        operation: sending?.id ?? channel.address,
        ...asking('published'),
        rule,
        expected,
        observed,
        repeat: repeatOf([veiled(letter, message?.secrets ?? channel.messages.flatMap(({ secrets }) => secrets))]),
      });
    if (message === undefined)
      return void found('type', channel.messages.map(({ name }) => name).join(' or '), String(type));
    listened.times.set(message.name, (listened.times.get(message.name) ?? 0) + 1);
    if (type !== undefined && type !== message.name && !message.isForeign) found('type', message.name, String(type));
    ofProperties(letter, message, sending, found);
    for (const each of await ofContents(follows, message, letter)) found(...each);
    const text = letter.body.toString('utf8');
    const id = String(letter.headers[message.idHeader]);
    const before = bodies.get(id);
    bodies.set(id, text);
    if (before !== undefined && before !== text) found('identity', `one message for ${id}`, 'two that differ');
  };
}

function ofProperties(
  { properties, headers }: Letter,
  { idHeader, isForeign }: Message,
  sending: Operation | undefined,
  found: (rule: string, expected: string, observed: string) => void,
): void {
  const { contentType, deliveryMode, timestamp, expiration, messageId, correlationId } = properties;
  const id = isForeign ? correlationId : messageId;
  if (!/^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(String(contentType)))
    found('content type', 'application/json', String(contentType));
  if (id !== headers[idHeader]) found('identity', `${idHeader} ${String(headers[idHeader])}`, String(id));
  const { deliveryMode: mode, timestamp: isTimed, expiration: longest } = sending?.sent ?? {};
  if (mode === 2 && deliveryMode !== 2) found('persistent', 'delivery mode 2', String(deliveryMode));
  if (mode === 1 && deliveryMode === 2) found('transient', 'delivery mode 1', String(deliveryMode));
  if (isTimed && typeof timestamp !== 'number') found('timestamp', 'one', 'none');
  if (longest !== undefined && !(Number(expiration) > 0 && Number(expiration) <= longest))
    found('expiration', `at most ${longest} ms`, String(expiration));
}

async function ofContents(
  follows: Follows,
  { headers, payload }: Message,
  letter: Letter,
): Promise<[string, string, string][]> {
  // What the broker adds by itself is no part of the contract.
  const own = Object.fromEntries(
    Object.entries(letter.headers).filter(([name]) => !/^x-(death|first-death|last-death|delivery-count)/.test(name)),
  );
  const wrongHeaders = await follows(headers, own);
  const reported =
    (part: string) =>
    ({ rule, at }: Breach): [string, string, string] => [
      `${part} at "${at}"`,
      `${rule} of the contract`,
      letter.routingKey,
    ];
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(letter.body)) as unknown;
    return [
      ...wrongHeaders.slice(0, 3).map(reported('headers')),
      ...(await follows(payload, value)).slice(0, 3).map(reported('body')),
    ];
  } catch {
    return [['body', 'JSON in UTF-8', letter.body.subarray(0, 40).toString('latin1')]];
  }
}

/** Without what no consumer may store. Of a body that is no JSON no more than a finding shows. */
function veiled({ exchange, routingKey, properties, body }: Letter, secrets: readonly string[]) {
  const { headers, contentType, deliveryMode, timestamp, expiration, messageId, correlationId, type } = properties;
  const kept = { headers: headers as Json, contentType, timestamp, expiration, messageId, correlationId, type };
  const shown: Json = { ...kept, persistent: deliveryMode === 2 };
  return { exchange, routingKey, properties: shown, body: scrubbed(body, secrets) };
}

function scrubbed(body: Buffer, secrets: readonly string[]): Buffer {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (!isRecord(value)) return body;
    const entries = Object.entries(value).map(([name, each]) => [name, secrets.includes(name) ? `a ${name}` : each]);
    return Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  } catch {
    return body.subarray(0, 40);
  }
}
