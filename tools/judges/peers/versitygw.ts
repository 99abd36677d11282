// versitygw, an S3 server in Go: the cases of the adapter of object stores run on it as on our own server.

import { join } from 'node:path';
import { installed, output, type Peer } from './peer.ts';

const version = '1.8.0';
const root = join(import.meta.dirname, '../../..');
const cases = 'adapters/objects/s3.server.test.ts';

export const versitygwPeer: Peer = {
  name: 'versitygw',
  async compare(folder) {
    const absent = await installed('go', ['install', `github.com/versity/versitygw/cmd/versitygw@v${version}`], {
      folder,
      environment: { GOBIN: folder },
      timeoutMs: 1_800_000,
    });
    if (absent) return absent;
    const environment = { COVENANT_VERSITYGW: join(folder, 'versitygw') };
    // A failed case is an exit code, and what was printed is the report either way.
    const printed = await output(process.execPath, ['tools/test/main.ts', cases, '--tap'], {
      folder: root,
      environment,
      timeoutMs: 600_000,
    }).catch((error: { stdout?: string; message: string }) => error.stdout ?? error.message);
    const results = printed.split('\n').flatMap((line) => /^(ok|not ok) \d+ - (.*)$/.exec(line)?.slice(1, 3) ?? []);
    const rows = results.flatMap((word, at) =>
      at % 2 === 0 ? [`| ${results[at + 1]} | ${word === 'ok' ? 'yes' : 'no'} |`] : [],
    );
    const ok = rows.length > 0 && !results.includes('not ok');
    return {
      ok,
      text: [`versitygw ${version}`, '', '| promise of the port | kept |', '|---|---|', ...rows].join('\n'),
    };
  },
};
