// socket.ts of a document with a WebSocket: its address, its limits and why it is closed, as constants. live.ts: its
// client.

import { asRecord, isRecord, type JsonObject, mapObject } from '../../contract/json.ts';
import { print } from '../code/print.ts';

/** The socket of the channels with `x-socket`. */
export function emitSocket({ channels, header }: { readonly channels: JsonObject; readonly header: string }): string {
  const sockets = Object.entries(channels).flatMap(([name, channel]) => {
    const { address, 'x-socket': socket } = asRecord(channel);
    return isRecord(socket)
      ? [`export const ${name}Socket = ${print(factsOf(String(address), socket))} as const;\n`]
      : [];
  });
  return `${header}\n\n${sockets.join('\n')}`;
}

/** The client of each of them. */
export function emitFollower({ channels, header }: { readonly channels: JsonObject; readonly header: string }): string {
  const sockets = Object.entries(channels).filter(([, channel]) => isRecord(asRecord(channel)['x-socket']));
  const functions = sockets.map(
    ([name, channel]) => `/** ${asRecord(channel).description} */
export const ${name}Updates = (client: Client, options?: LiveOptions): LiveUpdates<ServerMessage> =>
  follow(client, ${name}Socket, options);
`,
  );
  return `${header}
import { follow, type LiveOptions, type LiveUpdates } from '../runtime/client/live.ts';
import type { Client } from '../runtime/client/options.ts';
import type { ServerMessage } from './messages.ts';
import { ${sockets.map(([name]) => `${name}Socket`).join(', ')} } from './socket.ts';

export { type LiveEnd, LiveEnded, type LiveOptions, type LiveUpdates } from '../runtime/client/live.ts';
export type * from './messages.ts';

${functions.join('\n')}`;
}

function factsOf(path: string, { max_bytes, ping_every_s, frames, closes }: JsonObject): JsonObject {
  const { quota = null, window_s } = asRecord(frames);
  return {
    path,
    maxBytes: max_bytes ?? null,
    pingEveryMs: Number(ping_every_s) * 1_000,
    quota: { frames: quota, windowMs: Number(window_s) * 1_000 },
    closes: mapObject(asRecord(closes), (close) => close),
  };
}
