// A small server of live updates, and mutants of it, one each.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webSockets } from '../../../adapters/websocket/ws.ts';
import { ClientMessage } from '../../../generated/platform/validate-messages.js';
import type { CheckName } from '../conformance/checks.ts';

export const origin = 'https://covenant.example';
const codes = { credential: 4401, origin: 4403, silent: 4408, message: 4422, size: 4413 };
export const values = { closes: codes, maxBytes: 4_096, silentMs: 3_000 };
const tokens: Readonly<Record<string, string>> = { 'token-of-ann-7c9f3d8e2f64': 'ann' };
export const callers = [{ name: 'ann', token: 'token-of-ann-7c9f3d8e2f64', roles: ['teacher'] }];

const epoch = '6fa459ea-ee8a-4ca4-894e-db77e160355e';
const snapshot = { type: 'snapshot', epoch, sequence: 7, labs: [], instances: [] };
const delta = { type: 'delta', epoch, previous: 7, sequence: 9, labs: [], instances: [] };

/** What the server decides; the healthy ones below. */
export type Steps = {
  readonly isHome: (origin: string | undefined) => boolean;
  readonly isAdmitted: (authorization: string | undefined) => boolean;
  /** The code of the end, or nothing. */
  readonly understands: (text: string) => number | undefined;
  readonly messages: () => readonly unknown[];
  readonly endsSilence: boolean;
  readonly maxBytes: number;
  readonly isRefusedPlainly: boolean;
};

const healthy: Steps = {
  isHome: (given) => given === origin,
  isAdmitted: (authorization) => tokens[authorization?.replace('Bearer ', '') ?? ''] !== undefined,
  understands: (text) => (isResume(text) ? undefined : codes.message),
  messages: () => [snapshot, delta],
  endsSilence: true,
  maxBytes: values.maxBytes,
  isRefusedPlainly: false,
};

function isResume(text: string): boolean {
  try {
    return ClientMessage(JSON.parse(text));
  } catch {
    return false;
  }
}

export async function startSocket(mutate: Partial<Steps>): Promise<AsyncDisposable & { readonly url: string }> {
  const steps = { ...healthy, ...mutate };
  const sockets = webSockets({
    path: '/api/v1/live',
    maxBytes: steps.maxBytes,
    pingEveryMs: 30_000,
    codes: { tooLarge: codes.size, notText: codes.message, silent: codes.silent, tooMany: 4429, restart: 1012 },
    quota: { frames: 120, windowMs: 60_000, closeAfterMs: 0 },
    open(socket) {
      if (!steps.isHome(socket.headers.origin)) socket.close(codes.origin, 'another origin');
      else if (!steps.isAdmitted(socket.headers.authorization)) socket.close(codes.credential, 'no session');
      const timer = setTimeout(() => {
        if (steps.endsSilence) socket.close(codes.silent, 'nothing was said');
      }, values.silentMs);
      socket.onClose(() => clearTimeout(timer));
      return (text) => {
        clearTimeout(timer);
        const code = steps.understands(text);
        if (code !== undefined) return socket.close(code, 'not understood');
        for (const each of steps.messages()) void socket.send(typeof each === 'string' ? each : JSON.stringify(each));
      };
    },
  });
  const server = createServer((_, response) => response.writeHead(404).end());
  server.on('upgrade', (request, socket, head) => {
    if (steps.isRefusedPlainly && request.url !== '/api/v1/live')
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    else sockets.upgrade(request, socket, head);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      await sockets[Symbol.asyncDispose]();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type SocketMutant = {
  readonly id: string;
  readonly what: string;
  /** Which must find it. */
  readonly check: CheckName;
  readonly rule: string;
  readonly mutate: Partial<Steps>;
};

export const socketMutants: readonly SocketMutant[] = [
  {
    id: 'any-origin',
    what: 'pages of anybody may open it',
    check: 'socket-origin',
    rule: 'close',
    mutate: { isHome: () => true },
  },
  {
    id: 'origin-by-prefix',
    what: 'an origin is compared by its beginning',
    check: 'socket-origin',
    rule: 'close',
    mutate: { isHome: (given) => given?.startsWith(origin) ?? false },
  },
  {
    id: 'no-origin',
    what: 'who names no origin is let in',
    check: 'socket-origin',
    rule: 'close',
    mutate: { isHome: (given) => given === undefined || given === origin },
  },
  {
    id: 'nobody-asked',
    what: 'it needs no credential',
    check: 'socket-credential',
    rule: 'close',
    mutate: { isAdmitted: () => true },
  },
  {
    id: 'token-by-prefix',
    what: 'only the beginning of a token is compared',
    check: 'socket-credential',
    rule: 'close',
    mutate: { isAdmitted: (given) => Object.keys(tokens).some((token) => given?.startsWith(`Bearer ${token}`)) },
  },
  {
    id: 'anything-understood',
    what: 'what is no message is answered as one',
    check: 'socket-message',
    rule: 'close',
    mutate: { understands: () => undefined },
  },
  {
    id: 'fields-unseen',
    what: 'an unknown field is accepted',
    check: 'socket-message',
    rule: 'close',
    mutate: {
      understands: (text) => (isResume(text.replace(/,"zz[^}]*/, '')) ? undefined : codes.message),
    },
  },
  {
    id: 'other-code',
    what: 'what is not understood ends as a protocol error',
    check: 'socket-message',
    rule: 'close',
    mutate: { understands: (text) => (isResume(text) ? undefined : 1002) },
  },
  {
    id: 'no-size-limit',
    what: 'a message beyond the limit is read',
    check: 'socket-size',
    rule: 'close',
    mutate: { maxBytes: 60_000 },
  },
  {
    id: 'silence-kept',
    what: 'who says nothing keeps the line',
    check: 'socket-silence',
    rule: 'close',
    mutate: { endsSilence: false },
  },
  {
    id: 'says-nothing',
    what: 'a good message has no answer',
    check: 'socket-example',
    rule: 'answer',
    mutate: { messages: () => [] },
  },
  {
    id: 'field-missing',
    what: 'a message lacks a field that is promised',
    check: 'socket-heard',
    rule: 'message at ""',
    mutate: { messages: () => [{ ...snapshot, labs: undefined }] },
  },
  {
    id: 'number-as-text',
    what: 'a number is sent as text',
    check: 'socket-heard',
    rule: 'message at "/sequence"',
    mutate: { messages: () => [{ ...snapshot, sequence: '7' }] },
  },
  {
    id: 'unknown-message',
    what: 'a message is sent that the contract does not know',
    check: 'socket-heard',
    rule: 'message',
    mutate: { messages: () => [{ type: 'news' }] },
  },
  {
    id: 'not-json',
    what: 'half of a message is sent',
    check: 'socket-heard',
    rule: 'message',
    mutate: { messages: () => ['{"type":'] },
  },
  {
    id: 'gap',
    what: 'a change does not follow the state before it',
    check: 'socket-heard',
    rule: 'message order',
    mutate: { messages: () => [snapshot, { ...delta, previous: 8 }] },
  },
  {
    id: 'refused-plainly',
    what: 'a handshake is refused without a problem document',
    check: 'socket-address',
    rule: 'media type',
    mutate: { isRefusedPlainly: true },
  },
];
