// What a browser shows while the web app is not up yet: it asks again by itself.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders, pageOf } from '../page.ts';

const againAfterS = 2;

/** For people; programs get a problem document. */
export const isForBrowser = ({ headers, method }: IncomingMessage): boolean =>
  method === 'GET' && /text\/html/i.test(headers.accept ?? '');

export function showStarting(response: ServerResponse): void {
  response.writeHead(503, { ...pageHeaders, refresh: `${againAfterS}`, 'retry-after': `${againAfterS}` });
  const text = '<p>The web app is not running at the moment. This page tries again every two seconds.</p>';
  const pages = '<p>The <a href="/docs/">documentation</a> is here already.</p>';
  response.end(pageOf('Covenant is starting', 'On this machine', `${text}${pages}`, 'wide'));
}
