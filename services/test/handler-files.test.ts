// Who knows an operation's id finds its handler without a search: the rule of CONTRIBUTING.md.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';

type Operation = { readonly operationId?: string; readonly tags?: readonly string[]; readonly 'x-planned'?: true };
type Document = { readonly paths: Record<string, Record<string, Operation>> };

const root = path.join(import.meta.dirname, '../..');

const kebab = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();

const singularAndPlural = (noun: string): readonly string[] =>
  [noun, `${noun}s`, `${noun}es`, noun.replace(/y$/, 'ies'), noun.replace(/s$/, ''), noun.replace(/es$/, '')].concat(
    noun.replace(/ies$/, 'y'),
  );

/** `deployLab` of the tag deployments: deploy-lab, lab or labs, deployment or deployments. */
function namesFor({ operationId = '', tags = [] }: Operation): readonly string[] {
  const id = kebab(operationId);
  return [id, ...[id.replace(/^[^-]+-/, ''), ...tags.map(kebab)].flatMap(singularAndPlural)];
}

/** Each operation by its id, and the files whose object of handlers `satisfies Pick<Handlers, ...>` with it. */
function handlerFiles(api: string): ReadonlyMap<string, readonly string[]> {
  const files = globSync(`services/${api}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts', '**/*.fixture.ts'] }).sort();
  const handled = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/satisfies Pick<\s*Handlers,([^>]*)>/g)]
      .flatMap(([, ids = '']) => [...ids.matchAll(/'(\w+)'/g)].map(([, id = '']) => id))
      .map((id) => ({ id, file })),
  );
  const byId = Map.groupBy(handled, ({ id }) => id);
  return new Map([...byId].map(([id, all]) => [id, all.map(({ file }) => file)]));
}

function built(api: string): readonly Operation[] {
  const { paths } = JSON.parse(readFileSync(path.join(root, `generated/${api}/openapi.json`), 'utf8')) as Document;
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation.operationId !== undefined && operation['x-planned'] === undefined);
}

for (const api of ['analytics', 'platform', 'infra'])
  test(`each operation of ${api} is handled in the file of its exact name, if there is one, or else after its noun or tag`, (t) => {
    const files = handlerFiles(api);
    const operations = built(api);
    const namesOfFiles = globSync(`services/${api}/**/*.ts`, { cwd: root }).map((file) => path.basename(file, '.ts'));
    const misplaced = operations.flatMap((operation) => {
      const { operationId = '' } = operation;
      const found = files.get(operationId) ?? [];
      const [file = ''] = found;
      const names = namesOfFiles.includes(kebab(operationId)) ? [kebab(operationId)] : namesFor(operation);
      const follows = found.length === 1 && names.includes(path.basename(file, '.ts'));
      return follows ? [] : [{ operationId, found }];
    });
    t.deepEqual(misplaced, []);
    t.deepEqual([...files.keys()].sort(), operations.map(({ operationId = '' }) => operationId).sort());
  });
