// What a WebSocket is asked: who is let in, from where, and what it makes of messages.
import { isRecord } from '../bundle.ts';
import { type Refused, spoiltTokens } from '../checks/credentials.ts';
import { type Schema, schemaAt } from '../document.ts';
import { spoiltBodies } from '../spoil.ts';
import type { SocketValues } from '../values.ts';
import type { SocketChannel, SocketContract } from './document.ts';

type Headers = Readonly<Record<string, string>>;

export type Case = {
  readonly check: string;
  readonly headers: Headers;
  /** None: nothing is said. */
  readonly say?: string | Buffer;
  /** Another one than that of the channel. */
  readonly address?: string;
  /** `message`: one of those that the server sends. A number: the code with which the line ends, or the status that refuses its handshake. */
  readonly wanted: 'message' | { readonly code?: number; readonly status: number };
};

export type Asking = {
  readonly contract: SocketContract;
  readonly channel: SocketChannel;
  readonly values: SocketValues;
  /** Of somebody who is let in. */
  readonly token: string;
  /** Where its pages come from. */
  readonly origin: string;
  readonly refused: Refused;
};

export function casesOf(asking: Asking): readonly Case[] {
  const { values, token, origin } = asking;
  const good = { origin, authorization: `Bearer ${token}` };
  return [
    ...understood(asking, good),
    ...doors(asking, good),
    ...misunderstood(asking, good),
    ...(values.silentMs === undefined
      ? []
      : [{ check: 'nothing is said', headers: good, wanted: { code: values.closes.silent, status: 408 } }]),
    { check: 'another address', headers: good, address: '/zz-no-such-socket', wanted: { status: 404 } },
  ];
}

const understood = ({ channel }: Asking, headers: Headers): readonly Case[] =>
  channel.takes.messages.flatMap(({ name, examples }) =>
    examples.map((example, n) => ({
      check: `example ${n + 1} of ${name}`,
      headers,
      say: JSON.stringify(example),
      wanted: 'message' as const,
    })),
  );

function doors({ channel, values, token, refused }: Asking, good: Headers): readonly Case[] {
  const say = JSON.stringify(channel.takes.messages[0]?.examples[0]);
  const { origin: _, ...homeless } = good;
  const { authorization: __, ...nameless } = good;
  const outside = { code: values.closes.origin, status: 403 };
  const unknown = { code: values.closes.credential, status: 401 };
  const tokens = { ...spoiltTokens(token), ...refused };
  return [
    { check: 'no Origin', headers: homeless, say, wanted: outside },
    { check: 'another Origin', headers: { ...good, origin: 'https://evil.example' }, say, wanted: outside },
    {
      check: 'an Origin that begins like ours',
      headers: { ...good, origin: `${good.origin}.evil.example` },
      say,
      wanted: outside,
    },
    { check: 'the Origin null', headers: { ...good, origin: 'null' }, say, wanted: outside },
    { check: 'no credential', headers: nameless, say, wanted: unknown },
    ...Object.entries(tokens).map(([check, each]) => ({
      check,
      headers: { ...good, authorization: `Bearer ${each}` },
      say,
      wanted: unknown,
    })),
  ];
}

function misunderstood({ contract, channel, values }: Asking, headers: Headers): readonly Case[] {
  const broken = { code: values.closes.message, status: 400 };
  const said = (check: string, say: string | Buffer): Case => ({ check, headers, say, wanted: broken });
  const [message] = channel.takes.messages;
  const [example] = message?.examples ?? [];
  if (message === undefined || !isRecord(example)) return [];
  const schema: Schema = schemaAt(contract.raw, message.payload);
  const seen = new Set<string>();
  const spoilt = spoiltBodies(schema, example).filter(({ pointer, rule, value }) => {
    const key = rule === 'required' ? JSON.stringify(Object.keys(value as object)) : `${pointer} ${rule}`;
    return !seen.has(key) && seen.add(key);
  });
  return [
    said('what is no JSON', '{'),
    said('a message in bytes', Buffer.from(JSON.stringify(example))),
    said('a message that nobody knows', JSON.stringify({ type: 'zz-no-such-message' })),
    ...spoilt.map(({ pointer, rule, value }) =>
      said(`${pointer || 'the message'} breaks ${rule}`, JSON.stringify(value)),
    ),
    ...(values.maxBytes === undefined
      ? []
      : [
          {
            check: 'a message beyond the limit',
            headers,
            say: JSON.stringify(example).padEnd(values.maxBytes + 1),
            wanted: { code: values.closes.size, status: 413 },
          },
        ]),
  ];
}
