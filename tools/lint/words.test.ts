// The words that are refused, found in a folder of planted files, and the counts of those that are still pending.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { wordUses } from './word-uses.ts';
import { newWords, pendingWords } from './words-pending.ts';

function folder(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'covenant-words-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  return root;
}

const pending = 'tools/lint/words-pending.json';
const planted = {
  'services/wishes.ts': [
    "import { told } from 'vendor';",
    '// Told in a comment: comments are not read.',
    "export const toldRun = { anew: told.seen('told', 'The run was told.') };",
    'const sql = tag`select told from seen where $' + '{toldRun}`;',
  ].join('\n'),
  'services/wishes.test.ts': "test('the run is told', () => {});",
  'spec/openapi.yaml': '# told\nsummary: Whoever asks\nthing: { anew: 1 }\n',
  'README.md': 'Nobody `told` us.\n\n```sh\ntold\n```\n',
  'generated/told.ts': 'const told = 1;',
};

test('wordUses finds declared names, file names, sentences, contract texts and prose', (t) => {
  t.deepEqual(
    wordUses(folder(t, planted)).map(({ file, place, word }) => `${file} ${place} ${word.not[0]}`),
    [
      'services/wishes.test.ts names wish',
      'services/wishes.ts names wish',
      'services/wishes.ts names tell',
      'services/wishes.ts names anew',
      'services/wishes.ts text tell',
      'spec/openapi.yaml text somebody',
      'spec/openapi.yaml text thing',
      'spec/openapi.yaml text anew',
      'README.md text somebody',
    ],
  );
});

test('newWords refuses more uses than are pending', (t) => {
  const counts = '{\n  "services names wish": 2,\n  "services names tell": 5,\n  "README.md text somebody": 0\n}\n';
  const root = folder(t, { ...planted, [pending]: counts });
  t.deepEqual(
    newWords(root).map(({ key, allowed, uses }) => [key, allowed, uses.length]),
    [
      ['services names anew', 0, 1],
      ['services text tell', 0, 1],
      ['spec text somebody', 0, 1],
      ['spec text thing', 0, 1],
      ['spec text anew', 0, 1],
      ['README.md text somebody', 0, 1],
    ],
  );
});

test('pendingWords lowers the counts, raises none, and reads a file that a merge made of two', (t) => {
  const merged =
    '{\n  "services names tell": 5\n  "services names wish": 1,\n  "services names wish": 2,\n  "spec names tell": 3\n}\n';
  const root = folder(t, { ...planted, [pending]: merged });
  t.deepEqual(pendingWords(root), {
    path: pending,
    content: '{\n  "services names tell": 1,\n  "services names wish": 1\n}\n',
  });
});
