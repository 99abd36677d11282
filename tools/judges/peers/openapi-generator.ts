// openapi-generator without flags on the published documents: each of its clients compiles, and does a job. Its jar
// comes by Maven.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterJob, bundled, compiled, type Document, documents, type Environment, placed } from './first-job.ts';
import { installed, output, type Peer, type Skipped } from './peer.ts';

const root = join(import.meta.dirname, '../../..');
const version = '7.25.0';
const timeoutMs = 600_000;

type Target = {
  readonly name: string;
  readonly options?: readonly string[];
  /** What it is compiled with; the first that is not on this machine is the reason to skip. */
  readonly needs: readonly string[];
  readonly compile: (folder: string) => Promise<unknown>;
  /** Runs its program for the document with the client. */
  readonly job: (folder: string, document: string, environment: Environment) => Promise<string>;
};

const run = (folder: string, command: string, args: readonly string[], environment: Environment = {}) =>
  output(command, args, { folder, timeoutMs, environment });

const targets: readonly Target[] = [
  {
    name: 'typescript-fetch',
    needs: [],
    compile: (folder) => compiled(folder, 'index.ts'),
    job: (folder, document, environment) => bundled(`${document}/typescript-fetch.ts.txt`, folder, environment),
  },
  {
    name: 'python',
    needs: ['python3'],
    compile: (folder) => run(folder, 'python3', ['-m', 'compileall', '-q', '.']),
    async job(folder, document, environment) {
      await run(folder, 'python3', ['-m', 'venv', 'venv']);
      await run(folder, 'venv/bin/pip', ['install', '--quiet', '.']);
      return run(
        folder,
        'venv/bin/python',
        [placed(`${document}/openapi_generator.py`, join(folder, 'job.py'))],
        environment,
      );
    },
  },
  {
    name: 'java',
    options: ['--library', 'native'],
    needs: ['mvn'],
    compile: (folder) => run(folder, 'mvn', ['-q', '-B', '-DskipTests', 'compile']),
    job(folder, document, environment) {
      placed(`${document}/Job.java`, join(folder, 'src/main/java/Job.java'));
      const goals = ['compile', 'org.codehaus.mojo:exec-maven-plugin:3.5.0:java', '-Dexec.mainClass=Job'];
      return run(folder, 'mvn', ['-q', '-B', '-Dstyle.color=never', '-DskipTests', ...goals], environment);
    },
  },
  {
    name: 'go',
    needs: ['go'],
    compile: async (folder) => {
      await run(folder, 'go', ['mod', 'tidy']);
      await run(folder, 'go', ['build', './...']);
    },
    async job(folder, document, environment) {
      placed(`${document}/openapi-generator.go`, join(folder, 'job/main.go'));
      await run(folder, 'go', ['mod', 'tidy']);
      return run(folder, 'go', ['run', './job'], environment);
    },
  },
];

export const openapiGeneratorPeer: Peer = {
  name: 'openapi-generator',
  async compare(folder) {
    const artifact = `org.openapitools:openapi-generator-cli:${version}`;
    const absent =
      (await installed('java', ['-version'], { folder })) ??
      (await installed('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, '-DoutputDirectory=jar'], {
        folder,
        timeoutMs: timeoutMs,
      }));
    if (absent) return absent;
    const jar = join(folder, 'jar', readdirSync(join(folder, 'jar'))[0] ?? '');
    const results = [];
    for (const target of targets)
      for (const document of documents) results.push(await judged(folder, jar, document, target));
    const lines = results.map(({ text }) => `- ${text}`);
    return { text: [`openapi-generator ${version}`, ...lines].join('\n'), ok: results.every(({ ok }) => ok) };
  },
};

async function judged(folder: string, jar: string, document: Document, target: Target) {
  const { name, options = [], needs, compile, job } = target;
  const title = `${document}, ${name}`;
  const missing = await firstMissing(needs, folder);
  if (missing) return { ok: true, text: `${title}: skipped, ${missing.skipped}` };
  const made = join(folder, `${document}-${name}`);
  const contract = join(root, 'generated', document, 'openapi.json');
  try {
    await run(folder, 'java', ['-jar', jar, 'generate', '-i', contract, '-g', name, ...options, '-o', made]);
    await compile(made);
    const done = await afterJob(document, (environment) => job(made, document, environment));
    return { ok: true, text: `${title}: ${done}` };
  } catch (error) {
    const { message, stdout = '' } = error as Error & { readonly stdout?: string };
    return { ok: false, text: `${title}: FAILS\n${message}\n${stdout}`.slice(0, 2_000) };
  }
}

async function firstMissing(commands: readonly string[], folder: string): Promise<Skipped | undefined> {
  for (const command of commands) {
    const absent = await installed(command, [command === 'go' ? 'version' : '--version'], { folder });
    if (absent) return absent;
  }
  return undefined;
}
