// Calls to an engine that stops in the middle of an answer; its part is played by one of our servers.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { ClusterError } from '../../faults.ts';
import { factsOf } from '../facts.ts';
import { label } from '../labels.ts';
import type { Site } from '../site.ts';
import { watch } from '../watch.ts';
import { engine } from './engine.ts';
import { outputOf } from './output.ts';

type Answer = (response: ServerResponse, path: string) => void;

async function answering(t: ExecutionContext, answer: Answer, options: { readonly silenceMs?: number } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'covenant-engine-'));
  const socketPath = path.join(folder, 'engine.sock');
  const server = createServer(({ url = '' }, response) => answer(response, url));
  server.on('upgrade', () => {});
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const api = engine(socketPath, options);
  t.teardown(() => {
    api[Symbol.dispose]();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return api;
}

const frame = (text: string): Buffer => Buffer.from([1, 0, 0, 0, 0, 0, 0, text.length, ...Buffer.from(text)]);

test('outputOf fails when the engine is killed while a container prints', async (t) => {
  const api = await answering(t, (response) => {
    response.write(frame('first\n'), () => setImmediate(() => response.destroy()));
  });
  const lines: string[] = [];
  const reading = async () => {
    for await (const line of createInterface(await outputOf(api, 'lab', { follow: 'true' }))) lines.push(line);
  };
  const error = await t.throwsAsync(reading(), { instanceOf: ClusterError });
  t.deepEqual([lines, error?.kind], [['first'], 'unavailable']);
});

test('outputOf passes on what a container printed, and ends with it', async (t) => {
  const api = await answering(t, (response) => response.end(Buffer.concat([frame('first\n'), frame('READY\n')])));
  const lines: string[] = [];
  for await (const line of createInterface(await outputOf(api, 'lab', {}))) lines.push(line);
  t.deepEqual(lines, ['first', 'READY']);
});

test('call, stream and attach fail on an engine that does not respond', async (t) => {
  const api = await answering(t, () => {}, { silenceMs: 50 });
  const calls = [api.call('POST', '/containers/lab/wait'), api.stream('GET', '/events'), api.attach('/attach', {})];
  const kinds = await Promise.all(calls.map((call) => call.then(String, (error: ClusterError) => error.kind)));
  t.deepEqual(kinds, ['unavailable', 'unavailable', 'unavailable']);
});

test('watch calls for all instances when the engine is back', async (t) => {
  const instance_id = '0192e6a0-0000-7000-8000-000000000001';
  const labels = { [label.installation]: 'here', [label.instance]: instance_id, [label.kind]: 'pod' };
  let opened = 0;
  const api = await answering(t, (response, url) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('libpod-api-version', '4.3.1');
    if (url.includes('/events')) {
      response.flushHeaders();
      if (++opened === 1) setImmediate(() => response.destroy());
    } else if (url.includes('/containers/json'))
      response.end(
        JSON.stringify([{ Id: 'c', Names: ['/lab'], Labels: labels, State: 'running', Created: 0, Ports: [] }]),
      );
    else response.end(url.includes('/volumes') ? '{"Volumes":null}' : '[]');
  });
  const stop = new AbortController();
  const woken = Promise.withResolvers<string>();
  const site = { engine: api, installation: 'here' } as Site;
  const watching = watch(site, factsOf(api), woken.resolve, stop.signal);
  t.deepEqual([await woken.promise, opened], [instance_id, 2]);
  stop.abort();
  await watching;
});
