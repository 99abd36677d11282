// The titles of all tests, read as one list: each begins with what the promise is about.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';

const root = path.join(import.meta.dirname, '../..');
const exclude = ['**/node_modules/**', 'tools/check/test-titles.test.ts'];
const title = /^\s*(?:test(?:\.serial)?|served|whole)\(\s*(['"`])(.+?)\1,/gm;
const vague = /^(what|who|whoever|whose|whatever|it|one that|nobody|somebody|whether|of)\b/i;

test('test titles begin with a subject', (t) => {
  const titles = globSync('{services,adapters,tools}/**/*.test.ts', { cwd: root, exclude }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(title)].map(([, , text = '']) => ({ file, text })),
  );
  t.true(titles.length > 1_000, `${titles.length} titles`);
  t.deepEqual(
    titles.filter(({ text }) => vague.test(text)),
    [],
  );
});
