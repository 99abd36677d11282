// A repository with one commit that holds a small HTTP contract and a small broker contract.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { main } from './main.ts';

const bases = join(import.meta.dirname, 'corpus/bases');
export const http = readFileSync(join(bases, 'http.yaml'), 'utf8');
export const broker = readFileSync(join(bases, 'broker.yaml'), 'utf8');

type Options = { readonly today?: string; readonly committed?: string };

export function repository(t: ExecutionContext, { today = '2026-11-21', committed = '2024-01-01' }: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'review-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  let day = committed;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: `${day}T12:00:00Z` },
    });
  const write = (name: string, text: string) => writeFileSync(join(folder, 'spec/things', name), text);
  const commit = (on: string, name: string, text: string) => {
    day = on;
    write(name, text);
    git('commit', '-q', '-a', '-m', `The contract of ${on}`);
  };
  mkdirSync(join(folder, 'spec/things'), { recursive: true });
  write('openapi.yaml', http);
  write('asyncapi.yaml', broker);
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'Things are listed');
  const json = async (...args: string[]) => {
    const { output, code } = await main(['--base', 'HEAD', '--format', 'json', '--today', today, ...args], folder);
    return {
      code,
      report: JSON.parse(output) as {
        changes: Record<string, unknown>[];
        types: { name: string; difference: string }[];
      },
    };
  };
  return { folder, git, write, commit, json };
}

export const swap = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`${from} is not there`);
  return text.replace(from, to);
};
