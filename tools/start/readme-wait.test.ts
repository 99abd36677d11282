// The README's wait for labs, as its reader types it, on answers that are given: it ends, however the labs fare.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { blocksOf } from './readme.fixture.ts';

const readme = path.join(import.meta.dirname, '../..', 'README.md');
const wait = blocksOf(readme, 'Second job: ')
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
