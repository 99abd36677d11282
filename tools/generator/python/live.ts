// The live updates of a document for Python: its messages as types, and the method of the client that follows them.
import { readWhole } from '../../contract/document/source.ts';
import { asRecord, isRecord, type JsonObject } from '../../contract/json.ts';
import { reachable } from '../messages/messages-schemas.ts';
import { referenceTo, type Schemas } from '../messages/references.ts';
import { docstring, quoted, snake } from './print.ts';

/** What the contract says of a WebSocket. */
export type Live = {
  readonly channel: string;
  readonly about: string;
  readonly path: string;
  /** Close code -> its name. */
  readonly closes: Readonly<Record<string, string>>;
  /** What the service sends: `type` -> the name of the schema. */
  readonly messages: Readonly<Record<string, string>>;
  readonly schemas: Schemas;
};

/** Undefined for a document without a WebSocket. */
export function readLive(root: string, file: string): Live | undefined {
  const { channels, operations, components } = asRecord(readWhole(root, file));
  const found = Object.entries(asRecord(channels ?? null)).find(([, channel]) =>
    isRecord(asRecord(channel)['x-socket']),
  );
  if (found === undefined) return undefined;
  const [channel, facts] = [found[0], asRecord(found[1])];
  const { messages: definitions, schemas } = asRecord(components) as Record<string, JsonObject>;
  const sent = Object.values(asRecord(operations))
    .map(asRecord)
    .filter(({ action }) => action === 'send')
    .flatMap(({ messages }) => (messages as readonly JsonObject[]).map(({ $ref }) => lastOf($ref)));
  const named = Object.entries(asRecord(facts.messages)).filter(([name]) => sent.includes(name));
  const messages = Object.fromEntries(
    named.map(([name, message]) => {
      const { payload } = asRecord(definitions?.[lastOf(asRecord(message).$ref)]);
      return [name, lastOf(asRecord(payload).$ref)];
    }),
  );
  const closes = Object.entries(asRecord(asRecord(facts['x-socket']).closes));
  return {
    channel,
    about: String(facts.description),
    path: String(facts.address),
    closes: Object.fromEntries(closes.map(([name, close]) => [String(asRecord(close).code), name])),
    messages,
    schemas: withUnion((schemas ?? {}) as Schemas, Object.values(messages)),
  };
}

const withUnion = (schemas: Schemas, names: readonly string[]): Schemas => ({
  ...reachable(schemas, [...names]),
  ServerMessage: { oneOf: names.map(referenceTo) },
});

const lastOf = (reference: unknown): string => String(reference).split('/').at(-1) ?? '';

/** The constant of `_async.py` that the method hands on. */
export function liveShape({ channel, path, closes, messages }: Live): string {
  const codes = Object.entries(closes).map(([code, name]) => `${code}: ${quoted(name)}`);
  const types = Object.entries(messages).map(([type, name]) => `${quoted(type)}: live.${name}`);
  const parts = [quoted(`${channel}Updates`), quoted(path), `{${codes.join(', ')}}`, `{${types.join(', ')}}`];
  return `_${channel.toUpperCase()}_UPDATES = LiveShape(\n    ${parts.join(',\n    ')},\n)\n`;
}

export function liveMethod({ channel, about }: Live): string {
  const text = `${about}

It connects again after a lost connection and resumes where it was. \`after\` is the epoch and sequence of the last update
of an earlier run; without it the first update is a snapshot. \`origin\` is the public address of the platform, where it is
not that of \`base_url\`. After \`idle\` seconds without a message the service is asked for a sign of life. \`context\` is for
TLS. \`on_reconnect(code, reason, pause)\` is called before each pause; an exception of it ends the updates.`;
  return `    def ${snake(channel)}_updates(
        self,
        *,
        after: tuple[str, int] | None = None,
        origin: str | None = None,
        idle: float = 60.0,
        context: ssl.SSLContext | None = None,
        on_reconnect: Callable[[int, str, float], None] | None = None,
    ) -> AsyncLiveUpdates[live.ServerMessage]:
${docstring(text, '        ')}        return AsyncLiveUpdates(
            self,
            _${channel.toUpperCase()}_UPDATES,
            after=after,
            origin=origin,
            idle=idle,
            context=context,
            on_reconnect=on_reconnect,
        )
`;
}
