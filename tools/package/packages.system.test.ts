// The packages as their users have them: installed from the tarball into an empty folder, compiled, bundled and run against the services.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { build } from 'esbuild';
import { type System, system } from '../../services/test/fixtures/system.ts';
import { dealers, person } from '../../services/test/fixtures/users.ts';
import { atEnd, freshUser } from '../test/servers.ts';
import { type Built, buildPackage, documents } from './build.ts';
import { packageAt } from './release.ts';

const root = path.join(import.meta.dirname, '../..');
const programs = path.join(import.meta.dirname, 'programs');
const run = promisify(execFile);

let whole: System;
let folder = '';
let built: readonly Built[] = [];

test.before(async (t) => {
  folder = mkdtempSync(path.join(tmpdir(), 'packages-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const packing = documents.map((document) =>
    buildPackage({
      root,
      folder: path.join(folder, 'built'),
      document,
      of: packageAt(`spec/${document}/openapi.yaml`, root),
    }),
  );
  [whole, built] = await Promise.all([system(t), Promise.all(packing)]);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const tarballs = built.map(({ tarball }) => tarball);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  for (const name of readdirSync(programs))
    writeFileSync(path.join(folder, name), readFileSync(path.join(programs, name)));
});

async function prints(program: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [program], { cwd: folder, env: { PATH: process.env.PATH, ...env } });
  return stdout.trim().split('\n');
}

test.serial('a package has no dependency, types and maps, and the page with its program', (t) => {
  for (const { name } of built) {
    const installed = path.join(folder, 'node_modules', name);
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    t.deepEqual([manifest.dependencies, manifest.sideEffects, manifest.type], [undefined, false, 'module']);
    t.deepEqual(readdirSync(installed).sort(), ['README.md', 'dist', 'package.json']);
    t.true(readdirSync(path.join(installed, 'dist')).includes('index.js.map'));
    const program = readFileSync(path.join(programs, `${name.split('/').at(-1)}.ts`), 'utf8').trim();
    t.true(readFileSync(path.join(installed, 'README.md'), 'utf8').includes(program));
  }
});

test.serial(
  'the programs of the pages compile against the packages, with the compiler of today and the one before',
  async (t) => {
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ];
    const types = [
      '--lib',
      'es2023,dom,dom.iterable,esnext.disposable',
      '--types',
      'node',
      '--typeRoots',
      path.join(root, 'node_modules/@types'),
    ];
    for (const compiler of ['node_modules/typescript/bin/tsc', 'tools/node_modules/typescript/bin/tsc']) {
      const compiling = run(
        process.execPath,
        [path.join(root, compiler), ...options, ...types, ...readdirSync(programs)],
        { cwd: folder },
      );
      await t.notThrowsAsync(compiling.catch(({ stdout }) => Promise.reject(new Error(stdout))));
    }
  },
);

test.serial('one operation with everything that it needs is at most 4 KB compressed', async (t) => {
  const contents =
    "import { connect, getScope, unwrap } from '@covenant/analytics';\nunwrap(await getScope(connect({ baseUrl: '' })));";
  const bundled = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const text = bundled.outputFiles[0]?.text ?? '';
  t.log(`${gzipSync(text).length} bytes compressed`);
  t.true(gzipSync(text).length <= 4096);
  t.false(text.includes('/ingest/files'));
});

test.serial('the program of the analytics package uploads a file and reads its indices', async (t) => {
  const [api] = await Promise.all([whole.run(['analytics']), whole.run(['ingest'])]);
  await dealers(whole, ['fjordbil-oslo']);
  const { email, password } = await person(whole, { dealer: 'fjordbil-oslo' });
  const env = { COVENANT_URL: `${api.url}/api/v1`, COVENANT_EMAIL: email, COVENANT_PASSWORD: password };
  const lines = await prints('analytics.ts', env);
  t.deepEqual(lines.slice(-3), [
    '100 %',
    '2026-09-01 41',
    'invalid-request uploadFile answered 400: One value is invalid: /period must be an existing day (2026-11-21), week (2026-W47), month (2026-11) or quarter (2026-Q4), or an interval between two of the same type (2026-01/2026-03)',
  ]);
});

test.serial(
  'the program of the platform package uploads a lab, and its second run reports that the lab exists',
  async (t) => {
    const { url } = await whole.run(['platform']);
    const env = { COVENANT_URL: `${url}/api/v1`, COVENANT_TOKEN: await teacherToken() };
    t.deepEqual(await prints('platform.ts', env), ['uploaded net-intro', 'net-intro Networks, a first look']);
    const [first = '', second] = await prints('platform.ts', env);
    t.regex(first, /net-intro/);
    t.is(second, 'net-intro Networks, a first look');
  },
);

async function teacherToken(): Promise<string> {
  const { identity } = whole;
  const { username, password } = await freshUser(identity, 'labs', ['teacher']);
  return tokenOf({ grant_type: 'password', client_id: identity.clients.demo.id, username, password });
}

test.serial('the program of the infrastructure package lists running instances', async (t) => {
  const { url } = await whole.run(['infra']);
  const { id, secret } = whole.identity.clients.platform;
  const token = await tokenOf({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const lines = await prints('infra.ts', { COVENANT_URL: `${url}/infra/v1`, COVENANT_TOKEN: token });
  t.deepEqual(lines, ['That is all of them.']);
});

async function tokenOf(form: Readonly<Record<string, string>>): Promise<string> {
  const address = `${whole.identity.issuers.labs}/protocol/openid-connect/token`;
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { access_token: string }).access_token;
}
