// Files of decisions in a folder of their own, as the index lists or refuses them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { decisionsPage } from './decisions.ts';

const readme = '# Decisions\n\n<!-- index: written by npm run generate -->\n<!-- end of index -->\n';
const decision = (number: number, more = '', status = 'accepted') =>
  `---\nstatus: ${status}\ndate: 2026-11-22\naffects: [uploads]\n${more}---\n# ${number}. What is a file?\n\n## Choice\n\nText.\n`;

function indexOf(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'covenant-decisions-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'spec/decisions'), { recursive: true });
  for (const [file, text] of Object.entries({ 'decisions/README.md': readme, ...files }))
    writeFileSync(path.join(root, 'spec', file), text);
  return decisionsPage(root).content;
}

test('the index lists a decision in its area, with what the contracts say about it', (t) => {
  const contract = 'paths:\n  /files:\n    post: { operationId: uploadFile, x-decision: [5] }\nx-decision: [5]\n';
  const index = indexOf(t, { 'decisions/005-sales-files.md': decision(5), 'openapi.yaml': contract });
  const row = '| 5. [What is a file?](005-sales-files.md) | 2026-11-22 | `openapi.yaml` `uploadFile` |';
  t.true(index.includes(`### Analytics: uploads\n\n| decision | since | stated at |\n|---|---|---|\n${row}\n`), index);
});

test('the index refuses a decision that is not in the form', (t) => {
  const files = {
    'decisions/005-sales-files.md': decision(6),
    'decisions/007-new.md': decision(7, 'replaces: [8]\n').replace('uploads', 'everything'),
    'decisions/008-old.md': decision(8, '', 'replaced').replace('## Choice', '## Decision'),
  };
  const { message } = t.throws(() => indexOf(t, files));
  t.deepEqual(
    message.split('\n').map((fault) => fault.replace(/^spec\/decisions\//, '').replace(/(: .{20}).*/, '$1')),
    [
      '005-sales-files.md: the heading needs th',
      '007-new.md: affects must name so',
      '007-new.md: a decision that is r',
      '008-old.md: the sections are: Qu',
      '008-old.md: status is `replaced`',
    ],
  );
});
