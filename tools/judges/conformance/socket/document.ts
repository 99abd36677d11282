// WebSockets of an AsyncAPI 3.0 document as a judge reads them: where, what the server takes and what it sends.
import { bundle, isRecord, type Json, keysOf, valueAt } from '../contract/bundle.ts';

export type Message = {
  readonly name: string;
  /** Where the schema of the payload stands. */
  readonly payload: string;
  readonly examples: readonly unknown[];
};

export type SocketChannel = {
  readonly name: string;
  /** With the prefix, below the host. */
  readonly address: string;
  readonly takes: { readonly operation: string; readonly messages: readonly Message[] };
  readonly sends: { readonly operation: string; readonly messages: readonly Message[] };
};

export type SocketContract = { readonly raw: Json; readonly channels: readonly SocketChannel[] };

export function readSockets(file: string): SocketContract {
  const { raw } = bundle(file);
  const channels = Object.entries((raw.channels ?? {}) as Json).flatMap(([name, channel]) =>
    isRecord(channel) && isRecord(valueAt(channel, ['bindings', 'ws'])) ? [channelOf(raw, name, channel)] : [],
  );
  return { raw, channels };
}

function channelOf(raw: Json, name: string, { address }: Json): SocketChannel {
  const side = (action: string) => {
    const found = Object.entries((raw.operations ?? {}) as Json).find(
      ([, each]) => isRecord(each) && each.action === action && refOf(each.channel) === `#/channels/${name}`,
    );
    const [operation = '', value = {}] = found ?? [];
    const messages = ((value as Json).messages ?? []) as readonly unknown[];
    return { operation, messages: messages.map((each) => messageOf(raw, refOf(each))) };
  };
  return { name, address: String(address), takes: side('receive'), sends: side('send') };
}

const refOf = (value: unknown): string => String((value as Json | undefined)?.$ref ?? '');

function messageOf(raw: Json, reference: string): Message {
  const pointer = behind(raw, reference.slice(1));
  const { name, examples = [] } = valueAt(raw, keysOf(pointer)) as Json & { examples?: readonly Json[] };
  return {
    name: String(name),
    payload: behind(raw, `${pointer}/payload`),
    examples: (examples as readonly Json[]).map(({ payload }) => payload),
  };
}

/** The place behind references. */
function behind(raw: Json, pointer: string): string {
  const { $ref } = valueAt(raw, keysOf(pointer)) as Json;
  return typeof $ref === 'string' ? behind(raw, $ref.slice(1)) : pointer;
}
