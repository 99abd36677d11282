// The channels of an AsyncAPI document as the pages show them: what is sent where, by which service, and its examples.
import { asRecord, type Json, type JsonObject } from '../json.ts';
import { type MessageDocument, numbers } from './contracts.ts';
import { type Example, examplesOf } from './operations.ts';
import { resolve, type Shape, shapeOf, textOf } from './schema.ts';

export interface Message {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly headers: Shape | undefined;
  readonly payload: Shape;
  readonly examples: readonly Example[];
  readonly protocol: string | undefined;
}

export interface Exchange {
  readonly action: string;
  readonly service: string;
  readonly summary: string;
  readonly description: string;
  readonly bindings: JsonObject;
}

export interface Channel {
  readonly id: string;
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly messages: readonly Message[];
  readonly operations: readonly Exchange[];
  /** The AMQP binding; undefined for a WebSocket. */
  readonly amqp: JsonObject | undefined;
  readonly socket: JsonObject | undefined;
  /** Other teams may consume it. */
  readonly isShared: boolean;
  readonly decisions: readonly number[];
}

export function channelsOf({ value: document }: MessageDocument): readonly Channel[] {
  const operations = Object.values(asRecord(document.operations)).map(asRecord);
  const channels = Object.entries(asRecord(document.channels)).map(([id, written]) => {
    const channel = asRecord(written);
    const { amqp } = asRecord(channel.bindings);
    return {
      id,
      address: textOf(channel.address),
      title: textOf(channel.title) || id,
      description: textOf(channel.description),
      messages: Object.entries(asRecord(channel.messages)).map(([key, message]) => messageOf(document, key, message)),
      operations: operations.filter((each) => asRecord(each.channel).$ref === `#/channels/${id}`).map(exchangeOf),
      amqp: amqp === undefined ? undefined : asRecord(amqp),
      socket: channel['x-socket'] === undefined ? undefined : asRecord(channel['x-socket']),
      isShared: channel['x-shared'] === true,
      decisions: numbers(channel['x-decision']),
    };
  });
  return inReadingOrder(channels);
}

/** True for a channel of a broker that is for the services alone. */
export const isInternal = ({ amqp, isShared }: Channel): boolean => amqp !== undefined && !isShared;

/** What other teams may consume comes first. */
const inReadingOrder = (channels: readonly Channel[]): readonly Channel[] =>
  channels.toSorted((a, b) => Number(isInternal(a)) - Number(isInternal(b)));

const exchangeOf = (value: JsonObject): Exchange => ({
  action: textOf(value.action),
  service: textOf(value['x-service']),
  summary: textOf(value.summary),
  description: textOf(value.description),
  bindings: asRecord(asRecord(value.bindings).amqp),
});

function messageOf(document: JsonObject, id: string, written: Json): Message {
  const { $ref } = asRecord(written);
  const value = asRecord(typeof $ref === 'string' ? resolve(document, $ref) : written);
  return {
    id,
    name: textOf(value.name) || id,
    title: textOf(value.title) || id,
    summary: textOf(value.summary),
    headers: value.headers === undefined ? undefined : shapeOf(document, value.headers),
    payload: shapeOf(document, value.payload),
    examples: messageExamples(document, value),
    protocol: typeof value['x-protocol'] === 'string' ? value['x-protocol'] : undefined,
  };
}

function messageExamples(document: JsonObject, value: JsonObject): readonly Example[] {
  if (!Array.isArray(value.examples)) return examplesOf(document, value);
  return value.examples.map(asRecord).map(({ name, summary, headers, payload }, index) => ({
    name: textOf(name) || `example ${index + 1}`,
    summary: textOf(summary),
    value: headers === undefined ? (payload ?? null) : { headers, payload: payload ?? null },
  }));
}
