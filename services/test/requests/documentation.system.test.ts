// The pages as a browser gets them: every file of the site, asked for at the front door.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { readContracts } from '../../../tools/contract/model/contracts.ts';
import { frontDoor } from '../../../tools/local/servers/front-door/proxy.ts';
import { siteOf } from '../../../tools/reference/pages/site.ts';
import { referencePages } from '../../lib/http/pages/reference.ts';

test('every file of the site is answered at its address, whole, and every long text packed', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'covenant-served-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const files = siteOf(readContracts(path.join(import.meta.dirname, '../../..')));
  for (const [file, content] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  const ports = { analytics: 1, platform: 1, identity: 1, infra: 1 };
  const server = frontDoor(ports, referencePages(folder, 'index.html')).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`;

  const wrong: string[] = [];
  for (const [file, content] of files) {
    const response = await fetch(address + file, { headers: { 'accept-encoding': 'gzip' } });
    const body = Buffer.from(await response.arrayBuffer());
    const isLongText = Buffer.byteLength(content) >= 1024 && !file.endsWith('.svg');
    const facts = [response.status, response.headers.get('content-encoding'), body.equals(Buffer.from(content))];
    if (facts.join(' ') !== [200, isLongText ? 'gzip' : null, true].join(' '))
      wrong.push(`${file}: ${facts.join(' ')}`);
    if (response.headers.get('content-type') === 'application/octet-stream') wrong.push(`${file} has no media type`);
  }
  t.deepEqual(wrong, []);
});
