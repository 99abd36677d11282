// The words that are refused, found in a folder of planted files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { wordUses } from './word-uses.ts';

function folder(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'covenant-words-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  return root;
}

const planted = {
  'services/wishes.ts': [
    "import { told } from 'vendor';",
    '// Told in a comment, with `told` as a name.',
    "export const toldRun = { anew: told.seen('told', 'The run was told.') };",
    'const sql = tag`select told from seen where $' + '{toldRun}`;',
  ].join('\n'),
  'services/wishes.test.ts': "// Told in a test.\ntest('the run is told', () => {});",
  'tools/run.ts': '// Told in a tool.\nexport const run = 1;',
  'tools/judges/run.ts': '// Told in a judge.\nexport const run = 1;',
  'spec/openapi.yaml': '# told\nsummary: Whoever asks\nthing: { anew: 1 }\n',
  'README.md': 'Nobody `told` us.\n\n```sh\ntold\n```\n',
  'generated/told.ts': 'const told = 1;',
};

test('wordUses finds declared names, file names, sentences, comments, contract texts and prose', (t) => {
  t.deepEqual(
    wordUses(folder(t, planted)).map(({ file, place, word }) => `${file} ${place} ${word.not[0]}`),
    [
      'services/wishes.test.ts names wish',
      'services/wishes.test.ts text tell',
      'services/wishes.ts names wish',
      'services/wishes.ts names tell',
      'services/wishes.ts names anew',
      'services/wishes.ts text tell',
      'services/wishes.ts text tell',
      'tools/judges/run.ts text tell',
      'tools/run.ts text tell',
      'spec/openapi.yaml text somebody',
      'spec/openapi.yaml text thing',
      'spec/openapi.yaml text anew',
      'README.md text somebody',
    ],
  );
});

test('wordUses passes over the phrases that are allowed, and no other use in the same text', (t) => {
  const files = { 'spec/openapi.yaml': 'a: Null if there is none\nb: The period is none, though there is none\n' };
  t.deepEqual(
    wordUses(folder(t, files)).map(({ excerpt }) => excerpt),
    ['The period is none, though .............'],
  );
});
