// What keeps rows in the contract's names, tried on a folder of planted files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { rowFaults } from './row-names.ts';

function folder(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'covenant-rows-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  return root;
}

const planted = {
  'adapters/store/labs.ts':
    'sql`select created_at as "createdAt", version as "revision", u.user_id as "userId" from labs`',
  'services/labs/names.ts':
    "import type { A as BoxId } from 'ids';\nconst id = text as InstanceId;\nconst other = { id: text as T.LabId };\n",
  'services/labs/names.test.ts': "const id = 'x' as InstanceId;",
  'generated/types.ts': 'const id = text as LabId;',
};

test('rowFaults names columns in the style of code, and casts to ids outside of tests', (t) => {
  const allowed = [{ file: 'adapters/store/labs.ts', names: ['userId', 'endedAt'], reason: 'a test' }];
  t.deepEqual(rowFaults(folder(t, planted), allowed), [
    'adapters/store/labs.ts: SQL names a column createdAt. Give it the name that the contract has.',
    'services/labs/names.ts: a cast to InstanceId. Give the row or message its type, or make the id with generated/*/ids.ts.',
    'services/labs/names.ts: a cast to LabId. Give the row or message its type, or make the id with generated/*/ids.ts.',
    'adapters/store/labs.ts: endedAt is allowed in tools/check/row-names.ts and not used.',
  ]);
});
