// Shows what other tools say of the corpus, beside ours: Redocly diff and oasdiff for HTTP, @asyncapi/diff for messages. A tool that is not here is skipped, with the reason.
// `--install` fetches the two that the project does not need otherwise into run/peers; `--list` names each case that a tool judges otherwise.

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import type { Rating } from './change.ts';
import { type Case, corpus } from './corpus.ts';
import { review } from './review.ts';

const root = join(import.meta.dirname, '../..');
const home = join(root, 'run/peers');
const run = promisify(execFile);
const versions = { asyncapi: '0.5.0', oasdiff: 'v1.18.6' } as const;

type Judge = (files: { readonly before: string; readonly after: string }, each: Case) => Promise<Rating> | Rating;
type Peer = { readonly name: string; readonly kinds: readonly Case['kind'][]; readonly judge: Judge };
type Absent = { readonly name: string; readonly reason: string };

const ours: Peer = {
  name: 'ours',
  kinds: ['openapi', 'asyncapi', 'other'],
  judge: (_, { before, after, today }) => worst(review(before, after, { today }).changes.map(({ rating }) => rating)),
};

const worst = (ratings: readonly Rating[]): Rating =>
  ratings.includes('breaking') ? 'breaking' : ratings.includes('additive') ? 'additive' : 'editorial';

function redocly(): Peer | Absent {
  const bin = join(root, 'tools/node_modules/@redocly/cli/bin/cli.js');
  if (!existsSync(bin))
    return { name: 'Redocly diff', reason: 'tools/node_modules is not installed: npm run generate' };
  const { version } = createRequire(bin)('../package.json') as { version: string };
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return {
    name: `Redocly diff ${version}`,
    kinds: ['openapi', 'asyncapi'],
    async judge({ before, after }) {
      // It ends with 1 when something breaks.
      const done = await run(process.execPath, [bin, 'diff', before, after, '--format', 'json'], {
        env: environment,
        maxBuffer: 1 << 26,
      }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
      const { summary } = JSON.parse(done.stdout.slice(done.stdout.indexOf('{'))) as {
        summary: { major: number; minor: number };
      };
      return summary.major > 0 ? 'breaking' : summary.minor > 0 ? 'additive' : 'editorial';
    },
  };
}

function oasdiff(): Peer | Absent {
  const bin = join(home, 'bin/oasdiff');
  if (!existsSync(bin))
    return {
      name: 'oasdiff',
      reason: `it needs Go: node tools/review/peers.ts --install (go install github.com/oasdiff/oasdiff@${versions.oasdiff})`,
    };
  return {
    name: `oasdiff ${versions.oasdiff.slice(1)}`,
    kinds: ['openapi'],
    async judge({ before, after }) {
      const { stdout } = await run(bin, ['changelog', before, after, '--format', 'json'], { maxBuffer: 1 << 26 });
      const levels = (stdout.trim() === '' ? [] : (JSON.parse(stdout) as { level: number }[] | null)) ?? [];
      // 3 is an error, 2 a warning ("might break"), 1 information; `oasdiff breaking` lists the first two.
      return levels.some(({ level }) => level >= 2) ? 'breaking' : levels.length > 0 ? 'additive' : 'editorial';
    },
  };
}

function asyncapi(): Peer | Absent {
  const folder = join(home, 'node_modules/@asyncapi/diff');
  if (!existsSync(folder))
    return {
      name: '@asyncapi/diff',
      reason: `not installed: node tools/review/peers.ts --install (npm, ${versions.asyncapi})`,
    };
  const { diff } = createRequire(join(home, 'package.json'))('@asyncapi/diff') as {
    diff: (
      before: unknown,
      after: unknown,
    ) => Record<'breaking' | 'nonBreaking' | 'unclassified', () => readonly unknown[]>;
  };
  return {
    name: `@asyncapi/diff ${versions.asyncapi}`,
    kinds: ['asyncapi'],
    judge(_, { before, after }) {
      const [old, now] = [before, after].map((tree) => dereferenced(parse([...tree.values()][0] ?? '')));
      const found = diff(old, now);
      return found.breaking().length > 0 ? 'breaking' : found.nonBreaking().length > 0 ? 'additive' : 'editorial';
    },
  };
}

/** It compares documents whose references are resolved already. */
function dereferenced(document: unknown): unknown {
  const resolve = (node: unknown, depth: number): unknown => {
    if (typeof node !== 'object' || node === null || depth > 12) return node;
    if (Array.isArray(node)) return node.map((each) => resolve(each, depth + 1));
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, resolve(each, depth + 1)]));
    const target = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (at, step) => (at as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      );
    return resolve(target, depth + 1);
  };
  return resolve(document, 0);
}

function install(): void {
  mkdirSync(join(home, 'bin'), { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `@asyncapi/diff@${versions.asyncapi}`]],
    ['go', ['install', `github.com/oasdiff/oasdiff@${versions.oasdiff}`]],
  ];
  for (const [command, args] of steps)
    try {
      execFileSync(command, args, { cwd: home, stdio: 'inherit', env: { ...process.env, GOBIN: join(home, 'bin') } });
    } catch (error) {
      console.error(
        `${command} ${args.join(' ')} failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
    }
}

type Score = { cases: number; breaking: number; missed: string[]; alarms: string[] };

async function scores(peer: Peer, cases: readonly Case[], folder: string): Promise<Map<string, Score>> {
  const byTopic = new Map<string, Score>();
  for (const each of cases.filter(({ kind }) => peer.kinds.includes(kind))) {
    const [topic = ''] = each.name.split('/');
    const score = byTopic.get(topic) ?? { cases: 0, breaking: 0, missed: [], alarms: [] };
    byTopic.set(topic, score);
    const said = await peer.judge(written(each, folder), each);
    score.cases++;
    if (each.rating === 'breaking') score.breaking++;
    if (each.rating === 'breaking' && said !== 'breaking') score.missed.push(each.name);
    if (each.rating !== 'breaking' && said === 'breaking') score.alarms.push(each.name);
  }
  return byTopic;
}

function written({ before, after }: Case, folder: string): { before: string; after: string } {
  const write = (side: string, tree: Case['before']): string => {
    const [[path, text] = ['', '']] = tree;
    const file = join(folder, `${side}-${basename(path)}`);
    writeFileSync(file, text);
    return file;
  };
  return { before: write('before', before), after: write('after', after) };
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--install')) install();
  const cases = corpus();
  const folder = mkdtempSync(join(tmpdir(), 'review-peers-'));
  const columns: [string, Map<string, Score>][] = [];
  try {
    for (const peer of [ours, redocly(), oasdiff(), asyncapi()]) {
      if ('reason' in peer) console.log(`skipped ${peer.name}: ${peer.reason}`);
      else columns.push([peer.name, await scores(peer, cases, folder)]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  print(columns, cases);
  if (args.includes('--list')) for (const [name, score] of columns) list(name, score);
}

/** Of each topic: breaking changes missed / others called breaking. */
function print(columns: readonly [string, Map<string, Score>][], cases: readonly Case[]): void {
  const topics = [...new Set(cases.map(({ name }) => name.split('/')[0] ?? ''))];
  const cell = (score: Score | undefined) =>
    score === undefined ? '' : `${score.missed.length} / ${score.alarms.length}`;
  const total = (score: Map<string, Score>): Score => {
    const all = [...score.values()];
    return {
      cases: all.reduce((sum, each) => sum + each.cases, 0),
      breaking: all.reduce((sum, each) => sum + each.breaking, 0),
      missed: all.flatMap(({ missed }) => missed),
      alarms: all.flatMap(({ alarms }) => alarms),
    };
  };
  console.log('\nBreaking changes missed / others called breaking:\n');
  console.log(`| topic | cases (breaking) | ${columns.map(([name]) => name).join(' | ')} |`);
  console.log(`|---|---|${columns.map(() => '---').join('|')}|`);
  for (const topic of topics) {
    const own = columns[0]?.[1].get(topic);
    console.log(
      `| ${topic} | ${own?.cases} (${own?.breaking}) | ${columns.map(([, score]) => cell(score.get(topic))).join(' | ')} |`,
    );
  }
  const totals = columns.map(([, score]) => total(score));
  console.log(
    `| all that it judges | | ${totals.map((each) => `${each.missed.length} of ${each.breaking} / ${each.alarms.length} of ${each.cases - each.breaking}`).join(' | ')} |`,
  );
}

function list(name: string, byTopic: ReadonlyMap<string, Score>): void {
  const all = [...byTopic.values()];
  console.log(`\n${name} misses: ${all.flatMap(({ missed }) => missed).join(', ') || 'nothing'}`);
  console.log(`${name} calls breaking: ${all.flatMap(({ alarms }) => alarms).join(', ') || 'nothing'}`);
}

if (import.meta.main) await main(process.argv.slice(2));
