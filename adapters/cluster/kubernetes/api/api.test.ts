// Requests against a server that is busy, silent or refuses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { ClusterError } from '../../faults.ts';
import { openApi } from './api.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'covenant-kubeconfig-'));
test.after.always(() => rmSync(dir, { recursive: true }));
let files = 0;

function kubeconfig(server: string): string {
  files += 1;
  const file = path.join(dir, `${files}.json`);
  const config = {
    clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user: { token: 'a-token' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

async function apiOf(t: ExecutionContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const api = openApi(kubeconfig(`http://127.0.0.1:${(server.address() as AddressInfo).port}/cluster/`));
  t.teardown(() => {
    api[Symbol.dispose]();
    server.closeAllConnections();
    server.close();
  });
  return api;
}

const fault = async (t: ExecutionContext, work: Promise<unknown>) => {
  const { kind, message } = (await t.throwsAsync(work)) as ClusterError;
  return `${kind}: ${message}`;
};

test('openApi sends requests to the server of the kubeconfig as its user', async (t) => {
  const api = await apiOf(t, (request, response) => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, authorization: headers.authorization, type: headers['content-type'] }));
  });
  t.deepEqual(await api.call('PATCH', '/api/v1/pods', { query: { force: 'true' }, body: {}, mediaType: 'a/b' }), {
    method: 'PATCH',
    url: '/cluster/api/v1/pods?force=true',
    authorization: 'Bearer a-token',
    type: 'a/b',
  });
});

test('openApi asks a busy server again after its Retry-After', async (t) => {
  let asked = 0;
  const api = await apiOf(t, (_request, response) => {
    asked += 1;
    response.writeHead(asked < 3 ? 429 : 200, { 'Retry-After': '0' }).end('{}');
  });
  t.deepEqual(await api.call('GET', '/'), {});
  t.is(asked, 3);
});

test('openApi treats a server that stays busy as unavailable', async (t) => {
  let asked = 0;
  const api = await apiOf(t, (_request, response) => {
    asked += 1;
    response.writeHead(429, { 'Retry-After': '60' }).end('{"message":"too many"}');
  });
  t.is(await fault(t, api.call('GET', '/')), 'unavailable: cluster: unavailable (429: too many)');
  t.is(asked, 1);
});

test('openApi treats a silent or missing server as unavailable', async (t) => {
  const api = await apiOf(t, () => undefined);
  t.is(
    await fault(t, api.call('GET', '/', { timeoutMs: 50 })),
    'unavailable: cluster: unavailable (no response for 0.05 s)',
  );
  using unreachable = openApi(kubeconfig('http://127.0.0.1:1'));
  t.regex(await fault(t, unreachable.call('GET', '/')), /^unavailable: .*ECONNREFUSED/);
});

test('openApi refuses half an answer', async (t) => {
  const api = await apiOf(t, (_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('{"items":', () => response.destroy());
  });
  t.regex(await fault(t, api.call('GET', '/')), /^unavailable: /);
});

test('openApi reports a refusal in the words of the server', async (t) => {
  const api = await apiOf(t, (_request, response) => {
    response.writeHead(403).end('{"kind":"Status","message":"pods is forbidden"}');
  });
  t.is(await fault(t, api.call('GET', '/')), 'refused: cluster: refused (403: pods is forbidden)');
});

test('openApi reports a missing kubeconfig as misconfigured', async (t) => {
  using api = openApi(path.join(dir, 'absent'));
  t.regex(await fault(t, api.call('GET', '/')), /^refused: .*kubeconfig cannot be read/);
});
