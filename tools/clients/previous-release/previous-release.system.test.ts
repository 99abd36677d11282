// Installed packages of the release before on the services of today, and the other way round. The old packages and
// services are made and started from the files of that release's commit; dependencies and servers (PostgreSQL, RabbitMQ
// and so on) are those of today.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { type System, system } from '../../../services/test/fixtures/system.ts';
import { dealers, person } from '../../../services/test/fixtures/users.ts';
import { atEnd, emptyDatabase, freshUser, parts } from '../../test/servers.ts';
import { buildPackage } from '../build.ts';
import { packageAt } from '../release.ts';
import { extractRelease, previousRelease } from './previous-release.ts';

const root = path.join(import.meta.dirname, '../../..');
const programs = path.join(root, 'tools/clients/programs');
const run = promisify(execFile);
const previous = await previousRelease(root);
const tested = 'missing' in previous ? test.skip : test;
const reason = 'missing' in previous ? ` (skipped: ${previous.missing})` : '';
const clients = ['analytics', 'platform'] as const;
let old = '';

test.before(async () => {
  if ('missing' in previous) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  old = await extractRelease(root, previous.commit, folder);
});

/** A folder with the packages and the programs that use them. */
async function installed(packed: string): Promise<string> {
  const folder = path.join(packed, 'user');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const tarballs = globSync('*.tgz', { cwd: packed }).map((name) => path.join(packed, name));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  for (const client of clients)
    copyFileSync(path.join(programs, `release-${client}.ts`), path.join(folder, `${client}.ts`));
  return folder;
}

/** By the generator's files and the packer of that release. */
async function oldPackages(): Promise<string> {
  const out = path.join(old, 'packages');
  // TODO(the first release after 0.14.0): the packer was in tools/package until then.
  const packer = ['tools/clients/main.ts', 'tools/package/main.ts'].find((file) => existsSync(path.join(old, file)));
  await run(process.execPath, [packer ?? '', '--out', out, ...clients], { cwd: old });
  return installed(out);
}

async function newPackages(): Promise<string> {
  const out = mkdtempSync(path.join(tmpdir(), 'packages-'));
  atEnd(async () => rmSync(out, { recursive: true, force: true }));
  const build = (document: (typeof clients)[number]) =>
    buildPackage({ root, folder: out, document, of: packageAt(`spec/${document}/openapi.yaml`, root) });
  await Promise.all(clients.map(build));
  return installed(out);
}

/** Servers with the databases that the services of the previous release have made, and those services. */
async function oldServices(t: ExecutionContext): Promise<{ readonly whole: System; readonly program: string }> {
  const { postgres } = await parts(t, ['postgres']);
  const [whole, analytics, platform, infrastructure] = await Promise.all([
    system(t),
    emptyDatabase(postgres, 'analytics'),
    emptyDatabase(postgres, 'platform'),
    emptyDatabase(postgres, 'infrastructure'),
  ]);
  for (const [name, { appUrl, ownerUrl }] of Object.entries({ analytics, platform, infrastructure })) {
    whole.env[`DATABASE_${name.toUpperCase()}`] = appUrl;
    whole.env[`DATABASE_${name.toUpperCase()}_OWNER`] = ownerUrl;
  }
  const program = path.join(old, 'services/main.ts');
  await run(process.execPath, [program, 'migrate'], { env: whole.env });
  return { whole: { ...whole, analytics, platform, infrastructure }, program };
}

/** What both programs print, with the packages of `folder`. */
async function jobs(whole: System, folder: string, program?: string): Promise<readonly unknown[]> {
  const [analytics, platform] = await Promise.all([
    whole.run(['analytics', 'ingest'], {}, program),
    whole.run(['platform'], {}, program),
  ]);
  await dealers(whole, ['fjordbil-oslo', 'fjordbil-bergen']);
  const { email, password } = await person(whole, { dealer: 'fjordbil-oslo' });
  const prints = async (client: string, env: NodeJS.ProcessEnv): Promise<unknown> => {
    const { stdout } = await run(process.execPath, [`${client}.ts`], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
    return JSON.parse(stdout);
  };
  return Promise.all([
    prints('analytics', {
      COVENANT_URL: `${analytics.url}/api/v1`,
      COVENANT_EMAIL: email,
      COVENANT_PASSWORD: password,
    }),
    prints('platform', { COVENANT_URL: `${platform.url}/api/v1`, COVENANT_TOKEN: await teacherToken(whole) }),
  ]);
}

async function teacherToken({ identity }: System): Promise<string> {
  const { username, password } = await freshUser(identity, 'labs', ['teacher']);
  const form = { grant_type: 'password', client_id: identity.clients.demo.id, username, password };
  const address = `${identity.issuers.labs}/protocol/openid-connect/token`;
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const expected = [
  {
    status: 'succeeded',
    progress: 100,
    indices: [
      ['2026-09-01', 41],
      ['2026-10-01', 38],
    ],
    pages: 2,
    problem: [403, 'out-of-scope'],
  },
  {
    uploaded: ['first-shell', 'second-shell'],
    labs: [
      ['first-shell', 'A shell'],
      ['second-shell', 'A shell'],
    ],
    pages: 2,
    problem: [404, 'not-found'],
  },
];

tested(`packages of the previous release do their jobs on today's services${reason}`, async (t) => {
  t.timeout(120_000);
  const [whole, folder] = await Promise.all([system(t), oldPackages()]);
  t.deepEqual(await jobs(whole, folder), expected);
});

tested(`today's packages do their jobs on the services of the previous release${reason}`, async (t) => {
  t.timeout(120_000);
  const [{ whole, program }, folder] = await Promise.all([oldServices(t), newPackages()]);
  t.deepEqual(await jobs(whole, folder, program), expected);
});
