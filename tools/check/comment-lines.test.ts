import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { commentFaults } from './comment-lines.ts';

test('npm run check names each comment that is longer than a line, and each that begins with "Of"', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'comments-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'services'));
  const words = 'word '.repeat(24);
  const lines = [
    `// ${words}`,
    `// ${'x'.repeat(200)}`,
    `const text = '// ${words}';`,
    '/** Of one caller. */',
    '/** The limit of one caller. */',
    `  /** ${words}*/`,
  ];
  writeFileSync(path.join(root, 'services/a.ts'), lines.join('\n'));
  t.deepEqual(
    commentFaults(root).map(({ line, what }) => [line, what.split(';')[0]]),
    [
      [1, 'has 123 columns'],
      [4, 'begins with "Of"'],
      [6, 'has 128 columns'],
    ],
  );
});
