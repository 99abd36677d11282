// `npm run package [-- --out FOLDER] [NAME ...]`: the clients as npm packages, with a version that the change of each
// contract allows.
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../command-line/message-of.ts';
import { optionsOf } from '../command-line/options.ts';
import { type Built, buildPackage, type Document, documents } from './build.ts';
import { buildCli } from './cli/build-cli.ts';
import { buildMessages } from './messages/build-messages.ts';
import { buildPython } from './python/build-python.ts';
import { buildPythonMessages } from './python-messages/build-python-messages.ts';
import { type Package, packageAt, projectRelease, releaseOf } from './release.ts';
import { refusalOf } from './version.ts';
import type { PythonPackage } from './wheel.ts';

const names = [...documents, 'messages', 'python-messages', 'python', 'cli'] as const;
type Name = (typeof names)[number];

interface Asked {
  readonly names: readonly Name[];
  /** Rather than all. */
  readonly areNamed: boolean;
  readonly out: string;
}

const usage = `usage: npm run package [-- --out FOLDER] [NAME ...]

  NAME          ${names.join(', ')}; all without one
  --out FOLDER  where the tarballs go; run/packages without it

Builds the client of each contract as an npm package, all of them as one Python package (python), consumers and
publishers of messages (messages; python-messages for Python), and the command line (cli). Name and version of an
npm client are in x-package of its contract; all others have the version of package.json. A version that the changes
of the contracts since it was set do not allow is refused.

exit code: 0 built; 1 a version is too low, or a wheel that was named could not be built; 2 the command cannot be read`;

const root = path.join(import.meta.dirname, '../..');

export async function main(args: readonly string[], folder = root): Promise<{ output: string; code: 0 | 1 | 2 }> {
  const asked = read(args);
  if (typeof asked === 'string') return { output: `${asked}\n`, code: asked === usage ? 0 : 2 };
  const clients = documents.filter((document) => asked.names.some((name) => name === document || name === 'python'));
  const packages = clients.map((document) => ({ document, of: packageAt(fileOf(document), folder) }));
  const joint = asked.names.flatMap((name) => (name in jointly ? [name as keyof typeof jointly] : []));
  const refusals = [
    ...(await Promise.all(packages.map((each) => refused(each, folder)))),
    ...(await Promise.all(joint.map((name) => jointlyRefused(name, folder)))),
  ].filter((each) => each !== undefined);
  if (refusals.length > 0) return { output: `${refusals.join('\n')}\n`, code: 1 };
  mkdirSync(asked.out, { recursive: true });
  const built = await Promise.all([
    ...packages
      .filter(({ document }) => asked.names.includes(document))
      .map((each) => buildPackage({ root: folder, folder: asked.out, ...each })),
    ...(asked.names.includes('messages') ? [buildMessages({ root: folder, folder: asked.out })] : []),
    ...(asked.names.includes('cli') ? [buildCli({ root: folder, folder: asked.out })] : []),
  ]);
  const place = { root: folder, folder: asked.out };
  const python = [
    ...(asked.names.includes('python-messages') ? [await buildPythonMessages(place)] : []),
    ...(asked.names.includes('python') ? [await buildPython(place)] : []),
  ];
  const lines = [...built.map((each) => lineOf(each, folder)), ...python.map((each) => pythonLineOf(each, folder))];
  const isMissing = asked.areNamed && python.some(({ wheel }) => 'missing' in wheel);
  return { output: `${lines.join('\n')}\n`, code: isMissing ? 1 : 0 };
}

function fileOf(document: Document): string {
  return `spec/${document}/openapi.yaml`;
}

const [clients, messages] = [documents.map(fileOf), ['spec/analytics/asyncapi.yaml', 'spec/lab/asyncapi.yaml']];

/** What packages with the version of the release are made of. */
export const jointly = {
  messages,
  'python-messages': messages,
  python: [...clients, 'spec/platform/asyncapi.yaml'],
  cli: [...clients, ...messages],
} as const;

export async function jointlyRefused(
  name: keyof typeof jointly,
  folder: string,
  today = new Date(),
): Promise<string | undefined> {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const release = await projectRelease(jointly[name], folder, today);
  const refusal = refusalOf(version, release?.version, release?.step ?? 'none');
  if (refusal === undefined || release === undefined) return refusal;
  const commit = release.commit.slice(0, 7);
  return `${name}: ${refusal} (set in ${commit}). Set version in package.json; npm run review -- --base ${commit} lists the changes.`;
}

async function refused(
  { document, of }: { document: Document; of: Package },
  folder: string,
): Promise<string | undefined> {
  const release = await releaseOf(fileOf(document), folder);
  const refusal = refusalOf(of.version, release?.version, release?.step ?? 'none');
  if (refusal === undefined) return undefined;
  const since = release === undefined ? '' : ` (set in ${release.commit.slice(0, 7)})`;
  return `${of.name}: ${refusal}${since}. Set x-package.version in ${fileOf(document)}; npm run review -- --base ${release?.commit.slice(0, 7) ?? 'REF'} lists the changes.`;
}

const lineOf = ({ name, version, tarball, bytes }: Built, folder: string) =>
  `${name} ${version}  ${path.relative(folder, tarball)}  ${(bytes / 1024).toFixed(0)} KB`;

const pythonLineOf = ({ name, version, sources, wheel }: PythonPackage, folder: string) =>
  'missing' in wheel
    ? `${name} ${version}  ${path.relative(folder, sources)}  ${wheel.missing}`
    : `${name} ${version}  ${path.relative(folder, wheel.file)}  ${(wheel.bytes / 1024).toFixed(0)} KB`;

function read(args: readonly string[]): string | Asked {
  try {
    const options = {
      out: { type: 'string', default: path.join(root, 'run/packages') },
      help: { type: 'boolean' },
    } as const;
    const { values, positionals } = optionsOf({ args: [...args], allowPositionals: true, options });
    if (values.help === true) return usage;
    const unknown = positionals.find((name) => !names.some((each) => each === name));
    if (unknown !== undefined) return `There is no package ${unknown}. Packages: ${names.join(', ')}.`;
    const asked = names.filter((each) => positionals.length === 0 || positionals.includes(each));
    return { names: asked, areNamed: positionals.length > 0, out: path.resolve(values.out) };
  } catch (error) {
    return `${messageOf(error)}\n\n${usage}`;
  }
}

if (import.meta.main) {
  const { output, code } = await main(process.argv.slice(2));
  (code === 0 ? process.stdout : process.stderr).write(output);
  process.exitCode = code;
}
