// Generated clients run where there is fetch: they import nothing from outside, and name nothing that browsers lack.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';

const root = path.join(import.meta.dirname, '../../..');
const clients = globSync('generated/{analytics,infra,platform}/client.ts', { cwd: root }).sort();

/** The file and all that it imports, types as well. */
function graph(file: string, visited = new Set<string>()): Set<string> {
  if (visited.has(file)) return visited;
  visited.add(file);
  for (const [, from = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import) '([^']+)'/g))
    if (from.startsWith('.')) graph(path.join(path.dirname(file), from), visited);
    else visited.add(from);
  return visited;
}

test('a client has no dependency', (t) => {
  t.deepEqual(clients, ['generated/analytics/client.ts', 'generated/infra/client.ts', 'generated/platform/client.ts']);
  for (const client of clients)
    t.deepEqual(
      [...graph(client)].filter((file) => !file.startsWith('generated/')),
      [],
    );
});

test('a client knows nothing of Node', (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'clients-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  const config = path.join(dir, 'tsconfig.json');
  const check = (files: readonly string[]) => {
    const compilerOptions = { types: [], lib: ['esnext', 'dom', 'dom.iterable'], noEmit: true };
    writeFileSync(
      config,
      JSON.stringify({ extends: path.join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
    );
    execFileSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', config], { encoding: 'utf8', stdio: 'pipe' });
  };
  t.notThrows(() => check(clients.map((client) => path.join(root, client))));
  const foreign = path.join(dir, 'foreign.ts');
  writeFileSync(foreign, 'export const here = process.cwd();\n');
  t.throws(() => check([foreign]));
});
