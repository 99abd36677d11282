// What services know of a WebSocket.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Socket {
  readonly headers: IncomingHttpHeaders;
  /**
   * Nothing: the message has left the process, or the socket is closed. Otherwise resolves once it has left, so a
   * sender that waits for it never fills the memory of a slow reader.
   */
  send(text: string): Promise<void> | undefined;
  /** Nothing is received after this. `afterMs`: reads nothing more, and closes that much later. */
  close(code: number, reason: string, afterMs?: number): void;
  /** False as soon as it closes, by whom ever. */
  readonly isOpen: boolean;
  /** Calls once it has closed; never if it has closed already. */
  onClose(listener: () => void): void;
}

/** What happens on one socket. */
export type Received = (text: string) => void;

export type SocketOptions = {
  readonly path: string;
  /** Every socket from its first moment on; the opener decides which may stay. */
  readonly open: (socket: Socket) => Received;
  readonly maxBytes: number;
  readonly pingEveryMs: number;
  /**
   * How many messages and pings of one socket are taken within how long. What sends more is no longer read, and closed
   * after a while, so that it cannot come back at once.
   */
  readonly quota: { readonly frames: number; readonly windowMs: number; readonly closeAfterMs: number };
  /** Codes with which it closes by itself; those of the contract. */
  readonly codes: {
    readonly tooLarge: number;
    readonly notText: number;
    readonly silent: number;
    readonly tooMany: number;
    readonly restart: number;
  };
};

export interface Sockets extends AsyncDisposable {
  /** For the event of a listener; every path but the one is refused. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  count(): number;
}
