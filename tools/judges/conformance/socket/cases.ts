// What a WebSocket is asked: who is let in, from where, and what it makes of messages.

import { type Refused, tamperedTokens } from '../checks/credentials.ts';
import { asking, type CheckName } from '../checks.ts';
import { isRecord } from '../contract/bundle.ts';
import { type Schema, schemaAt } from '../contract/document.ts';
import { invalidBodies } from '../requests/invalid-values.ts';
import type { SocketValues } from '../requests/values.ts';
import type { SocketChannel, SocketContract } from './document.ts';

type Headers = Readonly<Record<string, string>>;

export type SocketCase = {
  readonly check: CheckName;
  /** In words. */
  readonly asked: string;
  readonly headers: Headers;
  /** None: nothing is said. */
  readonly send?: string | Buffer;
  /** Another one than that of the channel. */
  readonly address?: string;
  /**
   * `message`: one of those that the server sends. A number: the code with which the line ends, or the status that
   * refuses its handshake.
   */
  readonly outcome: 'message' | { readonly code?: number; readonly status: number };
};

export type Doors = {
  readonly contract: SocketContract;
  readonly channel: SocketChannel;
  readonly values: SocketValues;
  /** The token of a caller who is admitted. */
  readonly token: string;
  /** Where its pages come from. */
  readonly origin: string;
  readonly refused: Refused;
};

export function casesOf(doors: Doors): readonly SocketCase[] {
  const { values, token, origin } = doors;
  const good = { origin, authorization: `Bearer ${token}` };
  return [
    ...understood(doors, good),
    ...strange(doors, good),
    ...misunderstood(doors, good),
    ...(values.silentMs === undefined
      ? []
      : [{ ...asking('socket-silence'), headers: good, outcome: { code: values.closes.silent, status: 408 } }]),
    { ...asking('socket-address'), headers: good, address: '/zz-no-such-socket', outcome: { status: 404 } },
  ];
}

const understood = ({ channel }: Doors, headers: Headers): readonly SocketCase[] =>
  channel.takes.messages.flatMap(({ name, examples }) =>
    examples.map((example, n) => ({
      ...asking(['socket-example', `example ${n + 1} of ${name}`]),
      headers,
      send: JSON.stringify(example),
      outcome: 'message' as const,
    })),
  );

function strange({ channel, values, token, refused }: Doors, good: Headers): readonly SocketCase[] {
  const send = JSON.stringify(channel.takes.messages[0]?.examples[0]);
  const { origin: _, ...homeless } = good;
  const { authorization: __, ...nameless } = good;
  const outside = { code: values.closes.origin, status: 403 };
  const unknown = { code: values.closes.credential, status: 401 };
  const tokens = { ...tamperedTokens(token), ...refused };
  return [
    { ...asking(['socket-origin', 'no Origin']), headers: homeless, send, outcome: outside },
    {
      ...asking(['socket-origin', 'another Origin']),
      headers: { ...good, origin: 'https://evil.example' },
      send,
      outcome: outside,
    },
    {
      ...asking(['socket-origin', 'an Origin that begins like ours']),
      headers: { ...good, origin: `${good.origin}.evil.example` },
      send,
      outcome: outside,
    },
    { ...asking(['socket-origin', 'the Origin null']), headers: { ...good, origin: 'null' }, send, outcome: outside },
    { ...asking(['socket-credential', 'no credential']), headers: nameless, send, outcome: unknown },
    ...Object.entries(tokens).map(([asked, each]) => ({
      ...asking(['socket-credential', asked]),
      headers: { ...good, authorization: `Bearer ${each}` },
      send,
      outcome: unknown,
    })),
  ];
}

function misunderstood({ contract, channel, values }: Doors, headers: Headers): readonly SocketCase[] {
  const broken = { code: values.closes.message, status: 400 };
  const sent = (asked: string, send: string | Buffer): SocketCase => ({
    ...asking(['socket-message', asked]),
    headers,
    send,
    outcome: broken,
  });
  const [message] = channel.takes.messages;
  const [example] = message?.examples ?? [];
  if (message === undefined || !isRecord(example)) return [];
  const schema: Schema = schemaAt(contract.raw, message.payload);
  const observed = new Set<string>();
  const invalidValues = invalidBodies(schema, example).filter(({ pointer, rule, value }) => {
    const key = rule === 'required' ? JSON.stringify(Object.keys(value as object)) : `${pointer} ${rule}`;
    return !observed.has(key) && observed.add(key);
  });
  return [
    sent('what is no JSON', '{'),
    sent('a message in bytes', Buffer.from(JSON.stringify(example))),
    sent('an unknown message', JSON.stringify({ type: 'zz-no-such-message' })),
    ...invalidValues.map(({ pointer, rule, value }) =>
      sent(`${pointer || 'the message'} breaks ${rule}`, JSON.stringify(value)),
    ),
    ...(values.maxBytes === undefined
      ? []
      : [
          {
            ...asking('socket-size'),
            headers,
            send: JSON.stringify(example).padEnd(values.maxBytes + 1),
            outcome: { code: values.closes.size, status: 413 },
          },
        ]),
  ];
}
