// Types that other files import have names that say what they are there.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';

const root = path.join(import.meta.dirname, '../..');
const vague =
  /^export (?:type|interface) (Account|Answer|Case|Change|Context|Deps|Entry|Facts|Found|Item|Kinds?|Known|Line|Output|Parts|Place|Settings|State|Thing|Told|Way)\b/gm;
const allowed: Readonly<Record<string, string>> = {
  'tools/clients/cli/runtime/arguments.ts Output': 'The name of the option --output.',
  'tools/runtime/contract.ts Found': 'Part of the published runtime.',
  'tools/runtime/exchange.ts Answer': 'Part of the published runtime.',
  'tools/runtime/messages/amqp.ts Account': 'Part of the published runtime.',
};

test('an exported type has a name that says what it is outside its file', (t) => {
  const files = globSync('{services,adapters,tools}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/generated/**'],
  });
  const found = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(vague)].map(([, name]) => `${file} ${name}`),
  );
  t.deepEqual(found.toSorted(), Object.keys(allowed).toSorted());
});
