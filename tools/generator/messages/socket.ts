// socket.ts of a document with a WebSocket: its address, its limits and why it is closed, as constants.

import { print } from '../code/print.ts';
import { asRecord, isRecord, type JsonObject, mapObject } from '../json.ts';

/** Of the channels with `x-socket`. */
export function emitSocket({ channels, header }: { readonly channels: JsonObject; readonly header: string }): string {
  const sockets = Object.entries(channels).flatMap(([name, channel]) => {
    const { address, 'x-socket': socket } = asRecord(channel);
    return isRecord(socket)
      ? [`export const ${name}Socket = ${print(factsOf(String(address), socket))} as const;\n`]
      : [];
  });
  return `${header}\n\n${sockets.join('\n')}`;
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
