// A form that does not fit the disk that is really full: the error of the disk comes out, which services answer with
// 503, not one of the form.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { noSmallDisk, onSmallDisk } from '../../test/small-disk.ts';

const program = `
const { readdir } = await import('node:fs/promises');
const { ServerResponse } = await import('node:http');
const { Readable } = await import('node:stream');
const { readForm, removeFiles } = await import(process.argv[1]);
const { default: Koa } = await import('koa');
const [folder, mib] = [process.argv[2] + '/request-1', Number(process.argv[3])];
const part = '--b\\r\\nContent-Disposition: form-data; name="file"; filename="a"\\r\\n\\r\\n';
const chunks = [part, ...Array(16 * mib).fill(Buffer.alloc(65536, 'x')), '\\r\\n--b--\\r\\n'].map((each) => Buffer.from(each));
const headers = { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' };
const { setImmediate: turn } = await import('node:timers/promises');
const arriving = async function* () { for (const each of chunks) { yield each; await turn(); } };
const req = Object.assign(Readable.from(arriving()), { method: 'POST', url: '/', headers, complete: true });
const read = readForm({ ctx: new Koa().createContext(req, new ServerResponse(req)) }, { files: ['file'] }, { folder, fieldBytes: 1000, fileBytes: 1e9, reserveBytes: 0 }, async () => undefined);
const outcome = await read.then(({ files, problem }) => files?.[0][1].size ?? problem, (error) => error.code);
await removeFiles({}, folder);
console.log(JSON.stringify([outcome, await readdir(process.argv[2])]));
process.exit(0);
`;

test('a form whose file does not fit ends with ENOSPC and leaves nothing, and one that fits is read', (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'covenant-spool-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const upload = path.join(import.meta.dirname, 'upload.ts');
  const run = (mib: number) => {
    const command = onSmallDisk(dir, 4, [
      process.execPath,
      '--input-type=module',
      '-e',
      program,
      upload,
      dir,
      `${mib}`,
    ]);
    if (command === undefined) return undefined;
    const { stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: 'utf8', timeout: 180_000 });
    return stdout === '' ? stderr : JSON.parse(stdout);
  };
  if (run(1) === undefined) {
    t.log(noSmallDisk);
    return t.pass();
  }
  t.deepEqual(
    [run(1), run(8)],
    [
      [1_048_576, []],
      ['ENOSPC', []],
    ],
  );
});
