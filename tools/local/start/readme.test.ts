// The README's commands: its wait for labs, on answers that are given, ends however the labs fare, and its files are
// ignored by git.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { analyticsJob, blocksOf, labJob } from './readme.fixture.ts';

const root = path.join(import.meta.dirname, '../../..');
const wait = blocksOf(path.join(root, 'README.md'), 'Second job: ')
  .map(({ text }) => /^reached\(\) \{\n[\s\S]*?^\}$/m.exec(text)?.[0])
  .find((found) => found !== undefined);

/** How often it asked, when each answer shows both labs in these states, and the last one stays. */
function asked(...answers: readonly (readonly [string, string])[]): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'readme-wait-'));
  const lines = answers.map((states) => JSON.stringify({ items: states.map((state) => ({ state })) }));
  const given = lines.map((line, at) => `${at === lines.length - 1 ? '*' : at + 1}) echo '${line}';;`).join(' ');
  const commands = `n=0; curl() { n=$((n + 1)); case $n in ${given} esac; }; sleep() { :; }\n${wait}\nreached 'running.*running'; echo $n`;
  try {
    return Number(spawnSync('sh', ['-c', commands], { cwd: folder, encoding: 'utf8', timeout: 180_000 }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the wait of the README ends when all labs run, when one failed, and after enough attempts', (t) => {
  t.is(asked(['creating', 'creating'], ['running', 'creating'], ['running', 'running']), 3);
  t.is(asked(['creating', 'creating'], ['failed', 'creating']), 2);
  t.is(asked(['creating', 'creating']), 150);
});

test('git ignores every file that the commands of the README write', (t) => {
  const written = [...analyticsJob(root), ...labJob(root)]
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => [...text.matchAll(/ > ([\w.]+\.\w+|known_hosts)\b/g)].map(([, file = '']) => file));
  const files = [...new Set(written)].sort();
  t.true(files.includes('job.json') && files.includes('known_hosts'), files.join(' '));
  const { stdout } = spawnSync('git', ['check-ignore', ...files], { cwd: root, encoding: 'utf8' });
  t.deepEqual(stdout.trim().split('\n'), files);
});
