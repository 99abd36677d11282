// Generated from spec/platform/asyncapi.yaml by npm run generate; do not edit.
import { follow, type LiveOptions, type LiveUpdates } from '../runtime/client/live.ts';
import type { Client } from '../runtime/client/options.ts';
import type { ServerMessage } from './messages.ts';
import { liveSocket } from './socket.ts';

export { type LiveEnd, LiveEnded, type LiveOptions, type LiveUpdates } from '../runtime/client/live.ts';
export type * from './messages.ts';

/** The instances and notices that the user has access to. The handshake must come from the platform's own origin. */
export const liveUpdates = (client: Client, options?: LiveOptions): LiveUpdates<ServerMessage> =>
  follow(client, liveSocket, options);
