// Messages that a server sent on one line: each by its schema, and what their numbers promise together.
import { isRecord, type Json } from '../contract/bundle.ts';
import type { Follows } from '../contract/schemas.ts';
import { jsonOf } from '../replies/judge.ts';
import type { SocketChannel } from './document.ts';

export type Spoken = {
  readonly channel: SocketChannel;
  readonly follows: Follows;
  /** How often each message was received, on all lines. */
  readonly received: Map<string, number>;
};

type Wrong = [rule: string, expected: string, observed: string];

export async function followedBy(spoken: Spoken, texts: readonly string[]): Promise<readonly Wrong[]> {
  const wrongs: Wrong[] = [];
  let before: Json | undefined;
  for (const text of texts) {
    const value = jsonOf({ body: Buffer.from(text) });
    if (!isRecord(value)) {
      wrongs.push(['message', 'a JSON object', text.slice(0, 120)]);
      continue;
    }
    wrongs.push(...(await ofSchema(spoken, value)), ...ofNumbers(before, value));
    // A notice stands beside the numbered ones.
    if ('sequence' in value) before = value;
  }
  return wrongs;
}

async function ofSchema({ channel, follows, received }: Spoken, value: Json): Promise<readonly Wrong[]> {
  const shown = JSON.stringify(value).slice(0, 300);
  const breaches = await Promise.all(
    channel.sends.messages.map(async (message) => ({ message, wrong: await follows(message.payload, value) })),
  );
  const good = breaches.find(({ wrong }) => wrong.length === 0);
  if (good !== undefined) {
    received.set(good.message.name, (received.get(good.message.name) ?? 0) + 1);
    return [];
  }
  // The one that it wants to be, by its type, else any.
  const meant = breaches.find(({ wrong }) => !wrong.some(({ at }) => at === '/type'));
  if (meant === undefined) return [['message', channel.sends.messages.map(({ name }) => name).join(' or '), shown]];
  return meant.wrong
    .slice(0, 3)
    .map(({ rule, at }): Wrong => [`message at "${at}"`, `${rule} of ${meant.message.name}`, shown]);
}

/** A change is applied to the state that was sent before it; else the client has to ask again. */
function ofNumbers(before: Json | undefined, { previous, sequence, epoch }: Json): readonly Wrong[] {
  if (before === undefined || previous === undefined) return [];
  return [
    ...(previous === before.sequence
      ? []
      : [['message order', `previous ${String(before.sequence)}`, `previous ${String(previous)}`] satisfies Wrong]),
    ...(Number(sequence) > Number(before.sequence)
      ? []
      : [['message order', `a sequence above ${String(before.sequence)}`, String(sequence)] satisfies Wrong]),
    ...(epoch === before.epoch
      ? []
      : [['message order', `epoch ${String(before.epoch)}`, String(epoch)] satisfies Wrong]),
  ];
}
