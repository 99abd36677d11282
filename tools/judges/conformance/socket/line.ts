// One WebSocket as its client sees it: the handshake, what comes, and how it ends.
import { WebSocket } from 'ws';

export type Refused = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
};

export type SocketConnection = Disposable & {
  /** Undefined: it is open. */
  readonly refused: Refused | Error | undefined;
  readonly messages: readonly string[];
  send(text: string | Buffer): void;
  /** The next message, the code of the end, or `nothing` after that time. */
  next(withinMs: number): Promise<{ readonly text: string } | { readonly code: number } | 'nothing'>;
};

const handshakeMs = 10_000;

export async function openLine(url: string, headers: Readonly<Record<string, string>>): Promise<SocketConnection> {
  const socket = new WebSocket(url, { headers, handshakeTimeout: handshakeMs });
  const messages: string[] = [];
  let taken = 0;
  let code: number | undefined;
  let wake = (): void => {};
  const news = () => wake();
  socket.on('message', (data, isBinary) => {
    messages.push(isBinary ? '(binary)' : String(data));
    news();
  });
  socket.on('close', (number) => {
    code = number;
    news();
  });
  const refused = await new Promise<SocketConnection['refused']>((resolve) => {
    socket.once('open', () => resolve(undefined));
    socket.once('unexpected-response', (request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers: headers as Refused['headers'], body: Buffer.concat(chunks).toString() });
        request.destroy();
      });
    });
    socket.on('error', resolve); // after the handshake the end says it all
  });
  const observe = () => {
    const text = messages[taken];
    if (text === undefined) return code === undefined ? undefined : { code };
    taken += 1;
    return { text };
  };
  return {
    refused,
    messages,
    send: (text) => socket.send(text, () => {}),
    async next(withinMs) {
      const until = performance.now() + withinMs;
      for (;;) {
        const observed = observe();
        const leftMs = until - performance.now();
        if (observed !== undefined) return observed;
        if (leftMs <= 0) return 'nothing';
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, leftMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    [Symbol.dispose]: () => socket.terminate(),
  };
}
