// Asks one of our servers whether it is up. Full clients would do, but a start would load them for nothing else.
import { request } from 'node:http';
import { connect } from 'node:net';

const silenceMs = 2000;

type Answer = { readonly status: number; readonly body: string };

/** Undefined: there was no whole answer. */
export function get(url: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent: false, timeout: silenceMs }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.once('error', () => resolve(undefined));
    });
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.once('error', () => resolve(undefined)).once('close', () => resolve(undefined));
    outgoing.end();
  });
}

/** Whether a server on this port answers `sent` with what contains `expected`. */
export function answers(port: number, sent: string, expected: string): Promise<boolean> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(sent, 'latin1'));
    const answer = (isExpected: boolean) => {
      socket.destroy();
      resolve(isExpected);
    };
    socket.setTimeout(silenceMs, () => answer(false));
    socket.once('error', () => answer(false)).once('close', () => answer(false));
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
      if (received.includes(expected)) answer(true);
    });
  });
}
