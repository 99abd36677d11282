// Generators of clients beside openapi-generator, without flags, on the published documents: what they make compiles,
// and does a job.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterJob, bundled, compiled, type Document, documents, type Environment, placed } from './first-job.ts';
import { installed, output, type Peer, type Skipped } from './peer.ts';

const root = join(import.meta.dirname, '../../..');
// The client that it makes needs httpx, attrs and dateutil.
const pythonPackages = ['openapi-python-client==0.29.1', 'httpx', 'attrs', 'python-dateutil'];
const timeoutMs = 600_000;

type Generator = {
  readonly name: string;
  /** Into the folder, which all documents share. */
  readonly install: (folder: string) => Promise<Skipped | undefined>;
  readonly make: (source: Source) => Promise<unknown>;
  /** Runs its program for the document with the client. */
  readonly job: (source: Source, environment: Environment) => Promise<string>;
};

type Source = {
  readonly folder: string;
  readonly document: Document;
  readonly contract: string;
  readonly made: string;
};

const run = (folder: string, command: string, args: readonly string[], environment = {}) =>
  output(command, args, { folder, timeoutMs, environment });

const fromNpm = (folder: string, packages: readonly string[]) =>
  installed('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages], { folder, timeoutMs });

const generators: readonly Generator[] = [
  {
    name: 'oapi-codegen 2.8.2 (Go)',
    install: (folder) =>
      installed('go', ['install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'], {
        folder,
        timeoutMs,
        environment: { GOBIN: folder },
      }),
    async make({ folder, document, contract, made }) {
      await run(made, 'go', ['mod', 'init', 'peer']);
      const file = join(made, 'client.go');
      await run(made, join(folder, 'oapi-codegen'), [
        ...['-generate', 'types,client', '-package', document, '-o', file, contract],
      ]);
      await run(made, 'go', ['mod', 'tidy']);
      await run(made, 'go', ['build', './...']);
    },
    async job({ document, made }, environment) {
      placed(`${document}/oapi-codegen.go`, join(made, 'job/main.go'));
      await run(made, 'go', ['mod', 'tidy']);
      return run(made, 'go', ['run', './job'], environment);
    },
  },
  {
    name: 'openapi-python-client 0.29.1',
    install: async (folder) =>
      (await installed('python3', ['-m', 'venv', join(folder, 'python')], {})) ??
      (await installed(join(folder, 'python/bin/pip'), ['install', '--quiet', ...pythonPackages], {})),
    async make({ folder, contract, made }) {
      const bin = join(folder, 'python/bin');
      const args = ['generate', '--path', contract, '--output-path', made, '--overwrite'];
      // Its formatter is in the same place.
      await run(made, join(bin, 'openapi-python-client'), args, { PATH: `${bin}:${process.env.PATH}` });
      // Not imported: of an operation with two media types for its body (issueToken) this release forgets an import.
      await run(made, join(bin, 'python'), ['-m', 'compileall', '-q', '.']);
    },
    job: ({ folder, document, made }, environment) =>
      run(
        made,
        join(folder, 'python/bin/python'),
        [placed(`${document}/openapi_python_client.py`, join(made, 'job.py'))],
        environment,
      ),
  },
  {
    name: 'Hey API 0.95.0 (TypeScript)',
    install: (folder) => fromNpm(folder, ['@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3']),
    async make({ folder, contract, made }) {
      await run(made, join(folder, 'node_modules/.bin/openapi-ts'), ['-i', contract, '-o', made]);
      await compiled(made, 'index.ts');
    },
    job: ({ document, made }, environment) => bundled(`${document}/hey-api.ts.txt`, made, environment),
  },
  {
    name: 'orval 7.13.2 (TypeScript, fetch)',
    install: (folder) => fromNpm(folder, ['orval@7.13.2']),
    async make({ folder, contract, made }) {
      const args = ['--input', contract, '--output', join(made, 'api.ts'), '--client', 'fetch'];
      await run(made, join(folder, 'node_modules/.bin/orval'), args);
      await compiled(made, 'api.ts');
    },
    job: ({ document, made }, environment) => bundled(`${document}/orval.ts.txt`, made, environment),
  },
];

export const otherGeneratorsPeer: Peer = {
  name: 'other-generators',
  async compare(folder) {
    const results = [];
    for (const [index, generator] of generators.entries())
      results.push(...(await judged(generator, join(folder, String(index)))));
    return { text: results.map(({ text }) => `- ${text}`).join('\n'), ok: results.every(({ ok }) => ok) };
  },
};

async function judged({ name, install, make, job }: Generator, folder: string) {
  mkdirSync(folder);
  const absent = await install(folder);
  if (absent) return [{ ok: true, text: `${name}: skipped, ${absent.skipped}` }];
  const results = [];
  for (const document of documents) {
    const made = join(folder, document);
    mkdirSync(made);
    const contract = join(root, 'generated', document, 'openapi.json');
    const source = { folder, document, contract, made };
    results.push(
      await make(source)
        .then(() => afterJob(document, (environment) => job(source, environment)))
        .then(
          (done) => ({ ok: true, text: `${document}, ${name}: ${done}` }),
          (error: Error & { readonly stdout?: string }) => ({
            ok: false,
            text: `${document}, ${name}: FAILS\n${error.message}\n${error.stdout ?? ''}`.slice(0, 2_000),
          }),
        ),
    );
  }
  return results;
}
