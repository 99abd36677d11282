// The job of the README, as its reader types it: the commands run, and the answers are those that stand there.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { accepted, dealers, ended, login, type Person, person, upload } from './people-for-tests.ts';
import { type Running, system } from './testing.ts';

const readme = readFileSync(path.join(import.meta.dirname, '..', 'README.md'), 'utf8');
const chapter = /^## The job.*\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
const blocks = (language: string): readonly string[] =>
  [...chapter.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, block = '']) =>
    kind === language ? [block] : [],
  );

let api: Running;
let reader: Person;

test.before(async (t) => {
  const whole = await system(t);
  await dealers(whole, ['fjordbil-oslo']);
  reader = await person(whole, { dealer: 'fjordbil-oslo' });
  api = await whole.run(['analytics', 'ingest']);
});

test.serial('the commands give the answers that are shown', async (t) => {
  // npm start does without it, so a bare machine may not have it.
  if (spawnSync('curl', ['--version']).error) {
    t.log('skipped: curl is not installed here');
    return t.pass();
  }
  const answers = await typed(api, reader, blocks('sh').join('\n'));
  const [queued, ...shown] = blocks('json').slice(0, 2).flatMap(documents);
  // Between the upload and what follows from it, the job answers with each of its states.
  const [first] = answers;
  const [job, indices, dashboard, subscription] = answers.slice(-4);
  t.is(shown.length, 2);
  t.deepEqual(likeShown(first, queued), masked(queued));
  t.deepEqual(
    [job, indices].map((answer, i) => likeShown(answer, shown[i])),
    shown.map(masked),
  );
  t.deepEqual(
    [dashboard, subscription].map((answer) => Object.keys(answer as object)),
    [
      ['kpi', 'alerts', 'updated_at', 'meta'],
      ['dealer_id', 'plan', 'status', 'limits', 'expires_at'],
    ],
  );
});

test.serial('a file with mistakes is refused as is shown', async (t) => {
  const { access_token } = await login(api, reader);
  const file = 'period_start,brand,units_sold\n2026-09,Toyota,41\n2026-10,Toyota,many\n2026-09,Toyota,38\n';
  const fields = { dealer_id: 'fjordbil-oslo', period: '2026-09/2026-10' };
  const job = await ended(api, access_token, await accepted(await upload(api, access_token, file, fields)));
  const [shown] = documents(blocks('json')[2] ?? '');
  t.deepEqual(likeShown(job, shown), masked(shown));
});

/** What each curl of the commands answered that went to the terminal, in a shell as the reader has one. */
async function typed({ url }: Running, { email, password }: Person, commands: string): Promise<unknown[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'covenant-readme-'));
  try {
    mkdirSync(path.join(folder, 'run'));
    const endpoints = { analytics: { base_url: `${url}/api/v1`, users: [{ email, password }] } };
    writeFileSync(path.join(folder, 'run', 'endpoints.json'), JSON.stringify(endpoints));
    // Every answer on a line of its own; the job is the reader's own one, not that of the README.
    const own =
      'JOB=$(node -p \'JSON.parse(require("fs").readFileSync("answers", "utf8").trim().split("\\n").pop()).job_id\')';
    const script = `set -eu
      curl() { command curl --max-time 60 "$@" | tee -a answers; echo >> answers; }
      ${commands.replace(/^JOB=.*$/m, () => own)}`;
    const shell = spawn('bash', ['-c', script], {
      cwd: folder,
      env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(shell.stderr), once(shell, 'close')]);
    if (code !== 0) throw new Error(`The commands ended with ${code}: ${said}`);
    const lines = readFileSync(path.join(folder, 'answers'), 'utf8').trim().split('\n');
    // The first one is the login, of which the commands keep the token.
    return lines.slice(1).map((line) => JSON.parse(line) as unknown);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const leftOut = '...';

/** The JSON of a block: documents with an empty line between them, `...` where fields are left out. */
const documents = (block: string): unknown[] =>
  block.split(/\n\n/).map((each) => JSON.parse(each.replaceAll(/,\s*\.\.\./g, `,"${leftOut}":true`)) as unknown);

/** The answer without the fields that the README leaves out, and without what is never the same twice. */
function likeShown(answer: unknown, shown: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(shown)) return answer.map((each, i) => likeShown(each, shown[i]));
  if (!isObject(answer) || !isObject(shown)) return masked(answer);
  const names = leftOut in shown ? Object.keys(answer).filter((name) => name in shown) : Object.keys(answer);
  const kept = names.map((name) => [name, likeShown(answer[name], shown[name])]);
  return Object.fromEntries(leftOut in shown ? [...kept, [leftOut, true]] : kept);
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each)]));
  if (typeof value !== 'string') return value;
  return value
    .replace(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'an id')
    .replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'a time');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
