// The disk under the log is full: lines are lost, and all our programs go on answering.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '../../../tools/local/servers/ports.ts';
import { testFolder } from '../../../tools/test/folder.ts';
import { atEnd, parts } from '../../../tools/test/servers.ts';
import { noSmallDisk, onSmallDisk } from '../../../tools/test/small-disk.ts';
import { eventually } from '../fixtures/eventually.ts';
import { system } from '../fixtures/system.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Each write of this program fails with ENOSPC. Resolves when it answers for the first time. */
async function onFullDisk(args: readonly string[], env: NodeJS.ProcessEnv, url: string) {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', full, full] });
  closeSync(full);
  let exit: number | null | undefined;
  child.once('exit', (code) => {
    exit = code;
  });
  atEnd(async () => void child.kill('SIGKILL'));
  const headers = { 'content-type': 'application/json' };
  const statusOf = async (): Promise<number | string> => {
    try {
      const response = await fetch(url, { method: 'POST', body: '{}', headers });
      await response.arrayBuffer();
      return response.status;
    } catch (error) {
      return String(error);
    }
  };
  await eventually(statusOf, (status) => typeof status === 'number' || exit !== undefined);
  return { statusOf, exit: () => exit };
}

/** Answers go on, and the process is the same. */
async function answers(t: ExecutionContext, program: Awaited<ReturnType<typeof onFullDisk>>, status: number) {
  for (let n = 0; n < 5; n++) t.deepEqual([await program.statusOf(), program.exit()], [status, undefined]);
}

test('a service answers while no line of its log can be written', async (t) => {
  const whole = await system(t);
  const port = await freePort();
  const env = { ...whole.env, ANALYTICS_LISTEN: `127.0.0.1:${port}` };
  const url = `http://127.0.0.1:${port}/api/v1/auth/refresh`;
  await answers(t, await onFullDisk(['services/main.ts', 'analytics'], env, url), 400);
});

test('the identity provider answers while no line of its log can be written', async (t) => {
  const { identity } = await parts(t, ['identity']);
  const settings = JSON.parse(readFileSync(path.join(identity.keysFolder, 'settings.json'), 'utf8')) as object;
  const port = await freePort();
  const dir = await testFolder();
  atEnd(async () => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'settings.json');
  writeFileSync(file, JSON.stringify({ ...settings, port, publicUrl: `http://127.0.0.1:${port}` }), { mode: 0o600 });
  const { id, secret } = identity.clients.facade;
  const query = new URLSearchParams({ grant_type: 'password', client_id: id, client_secret: secret, username: 'no' });
  const url = `http://127.0.0.1:${port}/auth/realms/analytics/protocol/openid-connect/token?${query}`;
  await answers(t, await onFullDisk(['tools/local/servers/identity/main.ts', file], process.env, url), 400);
});

test('the object store and the front door answer while no line of their logs can be written', async (t) => {
  const [objects, front] = [await freePort(), await freePort()];
  const dir = mkdtempSync(path.join(await testFolder(), 'objects-'));
  const keys = { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret'.repeat(4) };
  const s3 = ['tools/local/servers/s3/main.ts', '--dir', dir, '--port', String(objects)];
  const door = ['tools/local/servers/front-door/main.ts', JSON.stringify({ port: front, ports: {} })];
  await answers(t, await onFullDisk(s3, { ...process.env, ...keys }, `http://127.0.0.1:${objects}/`), 403);
  await answers(t, await onFullDisk(door, process.env, `http://127.0.0.1:${front}/nowhere`), 503);
});

test('the log goes on where there is room again', async (t) => {
  const dir = await testFolder();
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const program = `
    import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
    import { spawn } from 'node:child_process';
    const [dir] = process.argv.slice(1);
    const logger = \`
      const { createLog, surviveLostOutput } = await import('${root}/services/lib/log.ts');
      surviveLostOutput();
      const log = createLog({ level: 'info' });
      process.on('message', (slug) => { log.info('request', { slug }); process.send('written'); });\`;
    const out = openSync(dir + '/log', 'a');
    const child = spawn(process.execPath, ['--input-type=module', '-e', logger], { stdio: ['ignore', out, out, 'ipc'] });
    const log = (slug) => new Promise((resolve) => { child.once('message', resolve); child.send(slug); });
    await log('before');
    try { writeFileSync(dir + '/fill', Buffer.alloc(4 << 20)); } catch {}
    for (let n = 0; n < 100; n++) await log('lost');
    rmSync(dir + '/fill');
    await log('after');
    child.disconnect();
    const slugs = readFileSync(dir + '/log', 'utf8').split('\\n').map((line) => /"slug":"(\\w+)"/.exec(line)?.[1]);
    process.stdout.write(JSON.stringify([slugs[0], slugs.includes('after')]));`;
  const command = onSmallDisk(dir, 1, [process.execPath, '--input-type=module', '-e', program, dir]);
  if (command === undefined) {
    t.log(noSmallDisk);
    return t.pass();
  }
  const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  const printed = (await child.stdout.toArray()).join('');
  t.is(printed, '["before",true]');
});
